"""Query strings: what stands after the question mark, as a handler asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_origin
from urllib.parse import parse_qs

from pydantic import BaseModel, ValidationError

from mockserver.core.errors import Malformed
from mockserver.wire.bodies import problems_of
from mockserver.wire.context import Context

M = TypeVar("M", bound=BaseModel)
H = TypeVar("H", bound=Callable[..., Any])


def asking(model: type[BaseModel]) -> Callable[[H], H]:
    """Says of a handler what it reads from the query string, for the interface's description."""

    def note(handler: H) -> H:
        handler.__annotations__["query"] = model
        return handler

    return note


def parameters(model: type[M], ctx: Context) -> M:
    """The parameters that `model` names; of one that is no list the last value counts. Observed.

    Raises Malformed, which names the parameter.
    """
    given = _given(ctx)
    values = {
        name: given[name] if get_origin(field.annotation) is list else given[name][-1]
        for name, field in model.model_fields.items()
        if name in given
    }
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise Malformed(problems_of(error, "query")) from None


def repeated(name: str, ctx: Context) -> list[str]:
    """Every value of one parameter."""
    return _given(ctx).get(name, [])


def _given(ctx: Context) -> dict[str, list[str]]:
    return parse_qs(ctx.query_string.decode("latin-1"), keep_blank_values=True)
