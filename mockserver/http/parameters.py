"""Query strings, validated and passed to a handler as its parameter `query`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar, get_origin, get_type_hints
from urllib.parse import parse_qs

from pydantic import BaseModel, ValidationError

from mockserver.core.errors import Malformed
from mockserver.http.context import Context
from mockserver.http.parsers import problems_of

Answer = TypeVar("Answer")


def queried(handler: Callable[..., Answer]) -> Callable[..., Answer]:
    """Pass the query string to a handler as the model that annotates its parameter `query`.

    The decorated handler has the same signature without that parameter.
    """
    model: type[BaseModel] = get_type_hints(handler)["query"]

    @wraps(handler)
    def handle(*args: Any) -> Answer:
        return handler(*args, query=_read(args[-1], model))

    others = [part for part in signature(handler).parameters.values() if part.name != "query"]
    setattr(handle, "__signature__", signature(handler).replace(parameters=others))  # noqa: B010
    return handle


def _read(ctx: Context, model: type[BaseModel]) -> BaseModel:
    """Validate the query string. Observed: the last value of a repeated parameter counts, unless
    it is a list. Raises Malformed, which names the parameter."""
    fields = model.model_fields
    lists = {name for name, field in fields.items() if get_origin(field.annotation) is list}
    given = parse_qs(ctx.query_string.decode("latin-1"), keep_blank_values=True)
    values = {name: values if name in lists else values[-1] for name, values in given.items()}
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise Malformed(problems_of(error, "query")) from None
