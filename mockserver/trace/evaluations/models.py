"""Requests and responses of the v2 operations. Observed: bodies may have unknown keys."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field, create_model

from mockserver.core.hand_written import Name
from mockserver.core.model import Deferred, Json, JsonObject, Open, Record
from mockserver.core.records import RecordModel
from mockserver.trace.calls.models import IdOrEmpty, Summary
from mockserver.trace.query.models import Count


class ReadCount(RecordModel):
    """The number of reads of a running call, under `--progression reads:N`."""

    project_id: str
    id: Name
    reads: Annotated[int, Field(ge=0)]


class OpCreateBody(Open):
    name: str | None = None
    source_code: str | None = None


class DatasetCreateBody(Open):
    name: str | None = None
    description: str | None = None
    rows: list[JsonObject]


class ScorerCreateBody(Open):
    name: str
    description: str | None = None
    op_source_code: str


class EvaluationCreateReq(Open):
    """Older clients repeat `project_id` here; the path decides."""

    name: str
    description: str | None = None
    dataset: str
    scorers: list[str] | None = None
    trials: int = 1
    evaluation_name: str | None = None
    eval_attributes: JsonObject | None = None


class ModelCreateBody(Open):
    name: str
    description: str | None = None
    source_code: str
    attributes: JsonObject | None = None


class EvaluationRunCreateBody(Open):
    """Newer clients name the run that is rescored. Neither text need be a ref."""

    evaluation: str
    model: str
    source_evaluation_run_id: str | None = None


class EvaluationRunFinishBody(Open):
    summary: Summary | None = None


class SpanRef(Open):
    trace_id: str
    span_id: str


class PredictionCreateBody(Open):
    """Newer clients name the agent's spans that produced the output."""

    model: str
    inputs: JsonObject
    output: Json
    evaluation_run_id: str | None = None
    genai_span_ref: list[SpanRef] | None = None


class ScoreCreateBody(Open):
    prediction_id: str
    scorer: str
    value: Json
    evaluation_run_id: IdOrEmpty | None = None


class Page(Deferred):
    """A page of a list, by the parameters of a query string."""

    limit: Count | None = None
    offset: Count | None = None


class PageOfRuns(Page):
    """Newer clients repeat `evaluations` and `models`. Older ones send `evaluation_refs` and
    `model_refs`, and join the values of a parameter with commas."""

    evaluations: list[str] = Field(default_factory=list)
    evaluation_refs: list[str] = Field(default_factory=list)
    models: list[str] = Field(default_factory=list)
    model_refs: list[str] = Field(default_factory=list)
    evaluation_run_ids: list[str] = Field(default_factory=list)


class PageInRun(Page):
    evaluation_run_id: str | None = None


class ShownField(NamedTuple):
    """A field of a response: its type, and its value for an item."""

    kind: Any
    read: Callable[[Record, Any], Json]
    """From the item, and the project or the roles of its calls, to the value."""


def response_model(name: str, text: str | None, fields: Mapping[str, Any]) -> type[BaseModel]:
    """Make the model of a response of one resource; its name has no spaces."""
    required: Any = {field: (kind, ...) for field, kind in fields.items()}
    return create_model(name.replace(" ", ""), __base__=Deferred, __doc__=text, **required)
