"""The shape of a data file, and its JSON Schema for editors.

Every part is closed: an unknown key is a mistake.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Self

from pydantic import Field, model_validator
from pydantic.json_schema import GenerateJsonSchema

from mockserver.chat.script.models import Rule
from mockserver.core.hand_written import COMMENT, SCHEMA, HandWritten, Name
from mockserver.core.model import Json, JsonObject, Record
from mockserver.data.records import Records
from mockserver.data.values import Duration, FileContents, Moment
from mockserver.http.fault import Fault
from mockserver.trace.evaluations.project import NO_SOURCE

VERSION = 1
"""The version of the format, the value of the key `mockserver`."""


class TokenUsage(HandWritten):
    """The tokens that one call used of one model."""

    model: Name
    prompt: int = Field(0, ge=0)
    completion: int = Field(0, ge=0)


class Feedback(HandWritten):
    """Feedback, with exactly one of `emoji`, `note`, `annotation`, `scorer` and `type`.

    `annotation` and `scorer` name an object of the project and need a `value`.
    """

    emoji: str | None = None
    note: str | None = None
    annotation: Name | None = None
    scorer: Name | None = None
    value: Json = None
    type: Name | None = None
    payload: JsonObject | None = None
    creator: str | None = None
    id: Name | None = None
    at: Moment | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        forms = (self.emoji, self.note, self.annotation, self.scorer, self.type)
        if forms.count(None) != len(forms) - 1:
            raise ValueError("needs exactly one of emoji, note, annotation, scorer and type")
        return self


class ProjectFeedback(Feedback):
    """Feedback on an object of the project by its name, or on anything by its ref."""

    on: Name


class Call(HandWritten):
    """A call with all calls below it."""

    op: Name
    id: Name | None = None
    at: Moment | None = None
    took: Duration | None = None
    inputs: JsonObject = Field(default_factory=dict)
    output: Json = None
    exception: str | None = None
    attributes: JsonObject = Field(default_factory=dict)
    usage: TokenUsage | None = None
    thread: Name | None = None
    turn: Name | None = None
    user: Name | None = None
    display_name: str | None = None
    feedback: list[Feedback] = Field(default_factory=list)
    children: list[Call] = Field(default_factory=list)

    @property
    def is_running(self) -> bool:
        """True if no field says that the call has ended; even an output of null does."""
        return self.model_fields_set.isdisjoint({"took", "output", "exception"})

    @property
    def size(self) -> int:
        """The number of calls in this trace."""
        return 1 + sum(child.size for child in self.children)


class NamedPart(HandWritten):
    """A part with a name, which a later file can override."""

    name: Name


class ObjectHistory(NamedPart):
    """An object with its versions, oldest first.

    `builtin` names a built-in class that completes them.
    """

    versions: list[Json] = Field(min_length=1)
    builtin: Name | None = None
    at: Moment | None = None


class Dataset(NamedPart):
    """A published dataset."""

    rows: list[JsonObject]
    description: str | None = None
    at: Moment | None = None


class Table(NamedPart):
    """Rows without an object; refs in data files use the name."""

    rows: list[JsonObject]


class File(NamedPart, FileContents):
    """A file with its contents, as text or in base64."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.text is None) == (self.base64 is None):
            raise ValueError("needs either text or base64")
        return self


class ModelHistory(NamedPart):
    """A model for evaluations; each version is an object of attributes."""

    versions: list[JsonObject] = Field(min_length=1)
    description: str | None = None
    source: str = NO_SOURCE
    at: Moment | None = None


class Scorer(NamedPart):
    """A scorer of predictions."""

    description: str | None = None
    source: str = NO_SOURCE
    at: Moment | None = None


class Prediction(HandWritten):
    """A model's output for a row of the dataset or for `inputs`, with a score per scorer."""

    row: int | None = Field(None, ge=0)
    inputs: JsonObject = Field(default_factory=dict)
    output: Json = None
    took: Duration = timedelta()
    exception: str | None = None
    usage: TokenUsage | None = None
    scores: dict[Name, Json] = Field(default_factory=dict)


class Run(HandWritten):
    """A run over a model, named as `name` or `name:v0`."""

    model: Name
    at: Moment | None = None
    predictions: list[Prediction] = Field(default_factory=list)
    finished: bool = True
    exception: str | None = None


class Evaluation(NamedPart):
    """An evaluation, with its dataset and scorers as `name` or `name:v0`, and its runs."""

    dataset: Name
    scorers: list[Name] = Field(default_factory=list)
    description: str | None = None
    trials: int = Field(1, ge=1)
    at: Moment | None = None
    runs: list[Run] = Field(default_factory=list)


class Cost(HandWritten):
    """The price per token of a model, from a moment on."""

    model: Name
    prompt: float
    completion: float
    unit: str = "USD"
    provider: str = "default"
    at: Moment | None = None


class Project(HandWritten):
    """The sections of one project; a part may name parts of earlier sections."""

    records: Records = Field(default_factory=Records)
    files: list[File] = Field(default_factory=list)
    tables: list[Table] = Field(default_factory=list)
    datasets: list[Dataset] = Field(default_factory=list)
    objects: list[ObjectHistory] = Field(default_factory=list)
    models: list[ModelHistory] = Field(default_factory=list)
    scorers: list[Scorer] = Field(default_factory=list)
    evaluations: list[Evaluation] = Field(default_factory=list)
    costs: list[Cost] = Field(default_factory=list)
    calls: list[Call] = Field(default_factory=list)
    feedback: list[ProjectFeedback] = Field(default_factory=list)


class DataFile(HandWritten):
    """A whole file; `mockserver` is the version of its format."""

    mockserver: int
    projects: dict[str, Project] = Field(default_factory=dict)
    faults: list[Fault] = Field(default_factory=list)
    replies: list[Rule] = Field(default_factory=list)


def schema() -> Record:
    """The JSON Schema of a whole file."""
    made = DataFile.model_json_schema(schema_generator=_Schema, mode="validation")
    made["properties"] = {SCHEMA: {"type": "string"}, **made["properties"]}
    return {SCHEMA: "https://json-schema.org/draft/2020-12/schema", **made}


class _Schema(GenerateJsonSchema):
    """Pydantic's schema, with the comment key in every object."""

    def model_schema(self, schema: Any) -> Record:
        """The schema of an object with its comment key."""
        made: Record = super().model_schema(schema)
        if "properties" in made:
            made["properties"] = {**made["properties"], COMMENT: {"description": "A comment."}}
        return made
