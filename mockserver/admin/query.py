"""The query string of a request, as a handler's parameter `query`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar, get_type_hints
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError

from mockserver.core.errors import Malformed
from mockserver.wire.context import Context

Answer = TypeVar("Answer")


def queried(handler: Callable[..., Answer]) -> Callable[..., Answer]:
    """A handler that is given what the query string says, as the model that `query` names."""
    model: type[BaseModel] = get_type_hints(handler)["query"]

    @wraps(handler)
    def handle(*args: Any) -> Answer:
        return handler(*args, query=_read(args[-1], model))

    others = [part for part in signature(handler).parameters.values() if part.name != "query"]
    setattr(handle, "__signature__", signature(handler).replace(parameters=others))  # noqa: B010
    return handle


def _read(ctx: Context, model: type[BaseModel]) -> BaseModel:
    """What the query string says; of a parameter named twice, the last. Raises Malformed."""
    given = dict(parse_qsl(ctx.query_string.decode("latin-1"), keep_blank_values=True))
    try:
        return model.model_validate(given)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False)
        raise Malformed([{**each, "loc": ["query", *each["loc"]]} for each in problems]) from None
