"""Parsers: from a body or a query string to the handler's argument, or to a list of problems."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, reduce, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import parse_qs

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json

from mockserver.core.codec import decode_body
from mockserver.core.errors import Malformed, Problem, missing_field
from mockserver.core.steps import Steps
from mockserver.http.bodies import Body, FormReader, Raw, Recurring, Upload
from mockserver.http.context import Context
from mockserver.http.dialects import Dialect, Headers

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Answer = TypeVar("Answer")

LONG = 1024
"""Bytes from which a body is parsed first and then validated. Doing both at once is faster for
shorter bodies, and slower for longer ones, above all with unions: H5 takes a quarter longer."""

MOST_RECENT, LONGEST_RECENT = 256, 4096
"""Bodies that a parser remembers, and the bytes of the longest one."""

PART = 2000
"""Items of a long list that are validated at a time."""

Drop = Callable[[list[str]], None]
"""Called with the unknown keys that were dropped from a body; without it they are a 422."""


class Parser(Protocol):
    """Turns a body into a handler's first argument."""

    def parse(self, body: Any, headers: Headers) -> Any:
        """Parse a body. Raises Malformed, Unparsable or another ApiError."""


class JsonParser:
    """A parser of JSON by a model, in pydantic's lax mode like the service."""

    def __init__(self, model: Any, dialect: Dialect, drop: Drop | None = None) -> None:
        self._model = model
        self._vet = dialect.vet
        self._drop = drop

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        from pydantic import TypeAdapter

        adapter = TypeAdapter(self._model)
        adapter.rebuild()
        return adapter

    def parse(self, body: bytes, headers: Headers) -> Any:
        """Parse a body. An invalid one is parsed again, slowly, to list its problems."""
        validator = self._adapter.validator
        try:
            if len(body) < LONG:
                value = validator.validate_json(body)
            else:
                value = validator.validate_python(from_json(body, cache_strings="keys"))
        except ValueError:
            value = self._parse_slowly(body)
        self._vet(body)
        return value

    def parse_in_steps(self, body: bytes, headers: Headers) -> Steps[Any]:
        """Parse a long body in steps."""
        try:
            value = from_json(body, cache_strings="keys")
            yield
            value = yield from self._validated_in_steps(value)
        except ValueError:
            value = self._parse_slowly(body)
        yield
        self._vet(body)
        return value

    def _validated_in_steps(self, value: Any) -> Steps[Any]:
        """Validate a value; if the model names its longest list, that is validated in parts."""
        validate = self._adapter.validator.validate_python
        path: tuple[str, ...] = getattr(self._model, "LONGEST", ())
        items = _at(value, path)
        if not path or not isinstance(items, list) or not items:
            return validate(value)
        parts, holder = [], _at(value, path[:-1])
        for start in range(0, len(items), PART):
            holder[path[-1]] = items[start : start + PART]
            parts.append(validate(value))
            yield
        whole = parts[0]
        for part in parts[1:]:
            reduce(getattr, path, whole).extend(reduce(getattr, path, part))
        return whole

    def _parse_slowly(self, body: bytes) -> Any:
        value = decode_body(body) if body.strip() else None
        if value is None:
            raise missing_field("body")
        try:
            return self._validated(value)
        except Malformed as error:
            problems = error.problems
        if self._drop is None or not _drop_unknown_keys(value, problems):
            raise Malformed(problems)
        self._drop([".".join(map(str, problem["loc"][1:])) for problem in problems])
        return self._validated(value)

    def _validated(self, value: Any) -> Any:
        """Validate a value. Raises Malformed, perhaps only after unknown keys were dropped, since
        checks of a whole model come last."""
        try:
            return self._adapter.validate_python(value, from_attributes=True)
        except ValidationError as error:
            raise Malformed(problems_of(error, "body")) from None


class RecurringParser(JsonParser):
    """A parser that remembers the values of recent bodies from their second time on.

    A repeated chat takes half the time (H6r).
    """

    def __init__(self, model: Any, dialect: Dialect, drop: Drop | None = None) -> None:
        super().__init__(model, dialect, drop)
        self._recent: dict[bytes, Recurring[Any] | None] = {}
        """Values by body; None for a body that was met once."""
        self._longest = LONGEST_RECENT if drop is None else 0

    def parse(self, body: bytes, headers: Headers) -> Recurring[Any]:
        """Parse a body, or return the object of the last time."""
        recent = self._recent
        if known := recent.get(body):
            return known
        parsed = Recurring(JsonParser.parse(self, body, headers))
        if len(body) <= self._longest:
            if len(recent) == MOST_RECENT:
                recent.clear()
            recent[body] = parsed if body in recent else None
        return parsed

    def parse_in_steps(self, body: bytes, headers: Headers) -> Steps[Recurring[Any]]:
        """Parse a long body, which is not remembered."""
        return Recurring((yield from super().parse_in_steps(body, headers)))


class UploadParser:
    """A parser of multipart forms."""

    def parse(self, body: Body, headers: Headers) -> Upload:
        """Parse a form; a body of another type gives an empty one."""
        if isinstance(body, Upload):
            return body
        reader = FormReader(headers.get(b"content-type", b""))
        reader.write(body)
        return reader.finish()


class RawParser:
    """A parser that accepts any body."""

    def parse(self, body: bytes, headers: Headers) -> Raw:
        """Wrap the bytes."""
        return Raw(body)


def parser_for(
    handler: Callable[..., Any], dialect: Dialect, drop: Drop | None = None
) -> Parser | None:
    """The parser for a handler; None if it takes only the context."""
    names = list(signature(handler).parameters)
    if len(names) == 1:
        return None
    model = get_type_hints(handler)[names[0]]
    if get_origin(model) is Recurring:
        return RecurringParser(model_of(model), dialect, drop)
    if model is Upload:
        return UploadParser()
    if model is Raw:
        return RawParser()
    return JsonParser(model, dialect, drop)


def queried(handler: Callable[..., Answer]) -> Callable[..., Answer]:
    """Pass the query string to a handler as the model that annotates its parameter `query`.

    The decorated handler has the same signature without that parameter.
    """
    model: type[BaseModel] = get_type_hints(handler)["query"]

    @wraps(handler)
    def handle(*args: Any) -> Answer:
        return handler(*args, query=_read_query(args[-1], model))

    others = [part for part in signature(handler).parameters.values() if part.name != "query"]
    setattr(handle, "__signature__", signature(handler).replace(parameters=others))  # noqa: B010
    return handle


def model_of(body: Any) -> Any:
    """The model in the annotation of a body."""
    return get_args(body)[0] if get_origin(body) is Recurring else body


def problems_of(error: ValidationError, place: str) -> list[Problem]:
    """List the problems of one part of a request as the service does.

    An exception in a problem's context is replaced by its text.
    """
    return [_problem(details, place) for details in error.errors(include_url=False)]


def _read_query(ctx: Context, model: type[BaseModel]) -> BaseModel:
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


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _problem(details: ErrorDetails, place: str) -> Problem:
    problem: dict[str, Any] = {**details, "loc": [place, *details["loc"]]}
    if "ctx" in details:
        problem["ctx"] = {
            name: str(value) if isinstance(value, Exception) else value
            for name, value in details["ctx"].items()
        }
    return problem


def _drop_unknown_keys(value: Any, problems: list[Problem]) -> bool:
    """Remove the unknown keys from `value`; False if there are other problems."""
    if any(problem["type"] != "extra_forbidden" for problem in problems):
        return False
    for problem in problems:
        holder = value
        for step in problem["loc"][1:-1]:
            holder = holder[step]
        del holder[problem["loc"][-1]]
    return True
