"""The shape of a rule, the same in data files, the control API and Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from mockserver.chat.script.paths import parse_path
from mockserver.chat.script.patterns import LONGEST, captures, compiled, slots
from mockserver.core.durations import Seconds
from mockserver.core.model import Json, JsonObject
from mockserver.core.part import Name, Part

_FRAME = frozenset({"content-length", "transfer-encoding", "connection"})


class Matcher(Part):
    """What a text has to be like: one of the four."""

    exact: Json = None
    contains: str | None = None
    pattern: str | None = Field(None, max_length=LONGEST)
    present: bool | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise ValueError("say one of exact, contains, pattern and present")
        if self.pattern is not None:
            compiled(self.pattern)
        return self


def _exact(given: Any) -> Any:
    return given if isinstance(given, dict | Matcher) else {"exact": given}


def _contained(given: Any) -> Any:
    return {"contains": given} if isinstance(given, str) else given


Exact = Annotated[Matcher, BeforeValidator(_exact)]
Contained = Annotated[Matcher, BeforeValidator(_contained)]
Path = Annotated[str, BeforeValidator(parse_path)]


class When(Part):
    """Which requests a rule answers."""

    model: Exact | None = None
    last_user: Contained | None = None
    roles: list[Name] = Field(default_factory=list)
    has_tool: bool | Name | None = None
    turn: int | None = Field(None, ge=0)
    header: dict[Name, Exact] = Field(default_factory=dict)
    body: dict[Path, Exact] = Field(default_factory=dict)
    exactly: bool = False

    @property
    def matchers(self) -> Iterator[Matcher]:
        """All matchers of texts; what the last of several captures under a name counts."""
        alone = (self.model, *self.header.values(), *self.body.values(), self.last_user)
        return (matcher for matcher in alone if matcher)


class ToolCall(Part):
    """A call of a function; arguments that are a text are sent as they are, even if no JSON.

    Without an `id` each use has a new one.
    """

    id: Name | None = None
    name: Name
    arguments: JsonObject | str = Field(default_factory=dict)

    @property
    def written(self) -> str:
        """The arguments as the engine writes them."""
        if isinstance(self.arguments, str):
            return self.arguments
        return json.dumps(self.arguments, ensure_ascii=False)


def _no_frame(name: str) -> str:
    if name.lower() in _FRAME:
        raise ValueError(f"the server itself tells {name}")
    return name


HeaderName = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]+$"), AfterValidator(_no_frame)]
HeaderValue = Annotated[str, Field(pattern=r"^[ -~]*$")]


class Failure(Part):
    """A refusal. `after` so many pieces of a stream it is an event in it."""

    status: int = Field(500, ge=400, le=599)
    message: str = "The server failed, as it was told to"
    body: Json = None
    headers: dict[HeaderName, HeaderValue] = Field(default_factory=dict)
    after: int | None = Field(None, ge=0)


class Line(Part):
    """One answer. What is not said here the model says."""

    text: str | None = None
    tool_call: ToolCall | None = None
    tool_calls: list[ToolCall] = Field(default_factory=list)
    reasoning: str | None = None
    error: Failure | None = None
    delay: Seconds = 0
    first_token: Seconds | None = None
    token: Seconds | None = None
    jitter: float | None = Field(None, ge=0, le=1)
    cut: int | None = Field(None, ge=0)

    @model_validator(mode="after")
    def _is_one_answer(self) -> Self:
        if self.tool_call and self.tool_calls:
            raise ValueError("say either tool_call or tool_calls")
        if self.error and self.error.after is None and self.speaks:
            raise ValueError("an error says nothing before it, unless it has `after`")
        return self

    @property
    def calls(self) -> list[ToolCall]:
        """All calls."""
        return [self.tool_call] if self.tool_call else self.tool_calls

    @property
    def breaks_off(self) -> bool:
        """Whether the answer does not come to its end."""
        return self.cut is not None or self.error is not None

    @property
    def speaks(self) -> bool:
        """Whether it says anything in the model's place."""
        return self.text is not None or bool(self.calls) or self.reasoning is not None


class Rule(Line):
    """Which requests are answered, and with what."""

    name: Name | None = None
    when: When = Field(default_factory=When)
    sequence: list[Line] = Field(default_factory=list)
    times: int | None = Field(None, ge=1)
    next: bool = False

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        own = self.model_fields_set & set(Line.model_fields)
        if bool(own) == bool(self.sequence):
            raise ValueError("a rule needs something to answer, or a sequence of it, not both")
        known = {name for matcher in self.when.matchers for name in captures(matcher.pattern)}
        for slot in slots(self.model_dump(exclude={"when"})) if known else ():
            if slot not in known:
                raise ValueError(
                    f"nothing captures {{{slot}}}; captured: {', '.join(sorted(known))}"
                )
        return self

    @property
    def lines(self) -> list[Line]:
        """One for each use; the last for all further ones."""
        return self.sequence or [self]

    @property
    def most(self) -> int | None:
        """How often it is used at most; None if there is no end to it."""
        return self.times or (1 if self.next else None)
