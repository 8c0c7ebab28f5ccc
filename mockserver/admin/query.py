"""The query string of a request, as a model."""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError

from mockserver.core.errors import Malformed
from mockserver.wire.context import Context

Model = TypeVar("Model", bound=BaseModel)


def query(ctx: Context, model: type[Model]) -> Model:
    """What the query string says; of a parameter named twice, the last. Raises Malformed."""
    given = dict(parse_qsl(ctx.query_string.decode("latin-1"), keep_blank_values=True))
    try:
        return model.model_validate(given)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False)
        raise Malformed([{**each, "loc": ["query", *each["loc"]]} for each in problems]) from None
