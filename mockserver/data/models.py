"""The shape of a data file. Every part is closed: a key that it does not know is a mistake."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from mockserver.core.model import Closed, Json, JsonObject
from mockserver.data.times import Duration, Moment

REMARK = "//"

Name = Annotated[str, Field(min_length=1)]


class Part(Closed):
    """One object of the file. The key `//` holds a remark for people."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        for key in given:
            if key != REMARK and key not in cls.model_fields:
                raise _unknown(key, list(cls.model_fields))
        return {key: value for key, value in given.items() if key != REMARK}


class Usage(Part):
    """Tokens that one call took from one model."""

    model: Name
    prompt: int = Field(0, ge=0)
    completion: int = Field(0, ge=0)


class Call(Part):
    """A call with everything below it."""

    op: Name
    at: Moment | None = None
    took: Duration | None = None
    inputs: JsonObject = Field(default_factory=dict)
    output: Json = None
    exception: str | None = None
    attributes: JsonObject = Field(default_factory=dict)
    usage: Usage | None = None
    thread: Name | None = None
    turn: Name | None = None
    display_name: str | None = None
    children: list[Call] = Field(default_factory=list)

    @property
    def runs(self) -> bool:
        """Whether nothing says that the call has ended. An output of null says so."""
        return self.model_fields_set.isdisjoint({"took", "output", "exception"})


class Object(Part):
    """An object, its versions from the oldest to the latest."""

    name: Name
    versions: list[Json] = Field(min_length=1)


class Project(Part):
    calls: list[Call] = Field(default_factory=list)
    objects: list[Object] = Field(default_factory=list)


class DataFile(Part):
    """A whole file; `mockserver` is the version of its format."""

    mockserver: Literal[1]
    projects: dict[str, Project] = Field(default_factory=dict)


def _unknown(key: str, known: list[str]) -> PydanticCustomError:
    nearest = get_close_matches(key, known, n=1, cutoff=0)[0]
    message = "unknown key '{key}'; the nearest known key is '{nearest}'"
    return PydanticCustomError("unknown_key", message, {"key": key, "nearest": nearest})
