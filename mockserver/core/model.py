"""Base classes of the request models.

Observed: the outer object of a request is closed (an unknown key is a 422), the record inside it
is open (an unknown key is dropped).

Most modules of models do without postponed annotations, since pydantic compiles each of them again:
that takes up to a third of the time to import a model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ConfigDict, ValidationError

Response = TypeVar("Response")

Json = Any
"""Any JSON value, stored unchanged."""

JsonObject = dict[str, Any]
Record = dict[str, Any]
"""A stored document: plain JSON values, in the order in which the service writes them."""


class Deferred(BaseModel):
    """A model whose validator is built when it is first used."""

    model_config = ConfigDict(defer_build=True)


class Closed(Deferred):
    """A request object that refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid")


class Open(Deferred):
    """A record inside a request, which drops keys it does not know."""


def misfit(error: ValidationError) -> str:
    """Describe the first problem of a value that does not fit a model."""
    problem = error.errors(include_url=False, include_context=False)[0]
    where = ".".join(map(str, problem["loc"]))
    return f"{where}: {problem['msg']}" if where else problem["msg"]


def fields_of(model: type[Response], record: Record) -> Response:
    """The fields of a record that a response model has."""
    return cast("Response", {name: record[name] for name in model.__annotations__})


def leaves(value: Json) -> Iterator[Json]:
    """Everything in a JSON value that is neither an object nor a list, in its order."""
    pending = [value]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            pending.extend(reversed(value.values()))
        elif isinstance(value, list):
            pending.extend(reversed(value))
        else:
            yield value


def with_texts(value: Json, change: Callable[[str], Json]) -> Json:
    """A copy of a JSON value in which `change` has replaced every string."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: with_texts(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [with_texts(item, change) for item in value]
    return value
