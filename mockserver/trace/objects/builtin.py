"""The built-in classes of the service. Observed.

A completed value has the names of its classes and fields, so these are the service's own. A class
whose name is taken elsewhere has it as its title.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from mockserver.core.model import JsonObject, Open
from mockserver.trace.query.models import CallsFilter, Query, SortBy


class BaseObject(Open):
    name: str | None = None
    description: str | None = None


def _json_schema(schema: JsonObject) -> JsonObject:
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise ValueError(error.message) from None
    except RecursionError:
        raise ValueError("the schema is nested too deeply") from None
    return schema


JsonSchema = Annotated[JsonObject, AfterValidator(_json_schema)]


class LeaderboardColumn(Open):
    evaluation_object_ref: str
    scorer_name: str
    summary_metric_path: str
    should_minimize: bool | None = None


class Leaderboard(BaseObject):
    columns: list[LeaderboardColumn]


class LlmJudgeActionConfig(Open):
    action_type: Literal["llm_judge"] = "llm_judge"
    model: Literal["gpt-4o", "gpt-4o-mini"]
    prompt: str
    response_schema: JsonSchema


class ContainsWordsActionConfig(Open):
    action_type: Literal["contains_words"] = "contains_words"
    target_words: list[str]


def _required(name: str | None) -> str | None:
    if name is None:
        raise ValueError("name must be set")
    return name


class ActionSpec(BaseObject):
    name: Annotated[str | None, AfterValidator(_required)] = None
    config: LlmJudgeActionConfig | ContainsWordsActionConfig = Field(discriminator="action_type")


class AnnotationSpec(BaseObject):
    field_schema: JsonSchema = Field(default_factory=dict)
    unique_among_creators: bool = False
    op_scope: list[str] | None = None


class Provider(BaseObject):
    base_url: str
    api_key_name: str
    extra_headers: dict[str, str] = Field(default_factory=dict)
    return_type: Literal["openai"] = "openai"


class ProviderModel(BaseObject):
    provider: str
    max_tokens: int


class Pin(Open):
    left: list[str]
    right: list[str]


class Column(Open):
    path: list[str | int] | None = None
    label: str | None = None


class ChartConfig(Open):
    x_axis: str
    y_axis: str
    plot_type: Literal["scatter", "line", "bar"] | None = None
    bin_count: int | None = None
    aggregation: Literal["average", "sum", "min", "max", "p95", "p99"] | None = None
    group_keys: list[str] | None = None
    custom_name: str | None = None


class SavedViewDefinition(Open):
    filter: CallsFilter | None = None
    query: Query | None = None
    cols: dict[str, bool] | None = None
    columns: list[Column] | None = None
    header_depth: int | None = None
    pin: Pin | None = None
    sort_by: list[SortBy] | None = None
    page: int | None = None
    page_size: int | None = None
    charts: list[ChartConfig] | None = None
    dataset_selector: str | None = None
    evaluation_selector: str | None = None


class SavedView(BaseObject):
    view_type: str
    label: str
    definition: SavedViewDefinition


class ComparisonViewDefinition(Open):
    evaluation_call_ids: list[str]
    selected_metrics: list[str] | None = None


class ComparisonView(BaseObject):
    label: str
    definition: ComparisonViewDefinition


class Object(Open):
    name: str | None = None
    description: str | None = None
    ref: str | None = None


class Model(Object):
    """The base of models that predict."""


class TemplateMessage(Open, title="Message"):
    role: str
    content: str | list[JsonObject] | None = None
    name: str | None = None
    function_call: JsonObject | None = None
    tool_call_id: str | None = None


class LLMStructuredCompletionModelDefaultParams(Open):
    messages_template: list[TemplateMessage] | None = None
    prompt: str | None = None
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    stop: list[str] | None = None
    n_times: int | None = None
    functions: list[JsonObject] | None = None
    response_format: Literal["json_object", "json_schema", "text"] | None = None


class LLMStructuredCompletionModel(Model):
    llm_model_id: str
    default_params: LLMStructuredCompletionModelDefaultParams = Field(
        default_factory=LLMStructuredCompletionModelDefaultParams
    )


class TestOnlyNestedBaseModel(Open):
    a: int
    aliased_property: int = Field(alias="aliased_property_alias")


class TestOnlyNestedBaseObject(BaseObject):
    b: int


class TestOnlyInheritedBaseObject(TestOnlyNestedBaseObject):
    c: int
    additional_field: str = "default_value"


class TestOnlyExample(BaseObject):
    primitive: int
    nested_base_model: TestOnlyNestedBaseModel
    nested_base_object: str


_CLASSES: list[type[Open]] = [
    ChartConfig,
    LLMStructuredCompletionModel,
    TestOnlyInheritedBaseObject,
    *BaseObject.__subclasses__(),
]

BUILTIN = {model.__name__: model for model in _CLASSES}
