"""Rules and their replies, the same in data files, the control API and Python."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, MutableMapping
from functools import cached_property, partial
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from mockserver.chat.script.question import ScriptRequest, end_of
from mockserver.core.hand_written import HandWritten, Name
from mockserver.core.matching.criteria import Criteria, text_matchers
from mockserver.core.matching.paths import parse_path
from mockserver.core.matching.patterns import Captured, captures
from mockserver.core.matching.values import (
    Contained,
    Exact,
    Expected,
    Matcher,
    matchers_in,
    short,
)
from mockserver.core.model import Json, JsonObject, leaves, with_texts
from mockserver.core.values import Seconds

ASIDE = frozenset({"model", "request_id", "stream", "stream_options"})
"""Fields of a request that `body` need not name: the model, and options of the response's form."""

Path = Annotated[str, BeforeValidator(parse_path)]

_SLOT = re.compile(r"\{(\w+)\}")
"""A slot in a text of a reply, such as `{city}` or `{1}`, for a capture of a pattern."""

_FRAME = frozenset({"content-length", "transfer-encoding", "connection"})


class When(Criteria):
    """The conditions under which a rule answers a request."""

    model: Exact | None = None
    last_user: Contained | None = None
    roles: list[Name] = Field(default_factory=list)
    has_tool: bool | Name | None = None
    turn: int | None = Field(None, ge=0)
    body: dict[Path, Expected] = Field(default_factory=dict)
    exactly: bool = False
    match: Literal["last_user"] | None = Field(
        None,
        description="Of the body only the last user message counts, whatever its case, punctuation "
        "and articles, and who has spoken since.",
    )

    @model_validator(mode="before")
    @classmethod
    def _older_name(cls, given: Any) -> Any:
        if isinstance(given, dict) and "header" in given:
            given = {**given, "headers": {**given["header"], **given.get("headers", {})}}
            del given["header"]
        return given

    @model_validator(mode="after")
    def _has_a_conversation(self) -> Self:
        if self.match and self._expected_end is None:
            raise ValueError("match=last_user needs the conversation, body.messages")
        return self

    @cached_property
    def _expected_end(self) -> tuple[list[str], list[str]] | None:
        """The expected end of the conversation, if any."""
        expected = self.body.get("messages")
        messages: Any = expected.exact if isinstance(expected, Matcher) else expected
        try:
            return end_of(messages)
        except (AttributeError, IndexError, KeyError, TypeError):
            return None

    @property
    def matchers(self) -> Iterator[Matcher]:
        """All its matchers; of several captures of one name the last counts."""
        alone = (self.model, *text_matchers(self), *matchers_in(self.body), self.last_user)
        return (matcher for matcher in alone if matcher)

    def problems(
        self, request: ScriptRequest, captured: MutableMapping[str, str] | None = None
    ) -> Iterator[str]:
        """A sentence for each condition that a question does not meet."""
        captured = {} if captured is None else captured
        yield from self._of_the_conversation(request)
        if self.model and (problem := self.model.problem([request.model], "model", captured)):
            yield problem
        if self.match:
            yield from self._of_its_end(request, captured)
        else:
            yield from super().problems(request, captured)
        if self.last_user and (
            problem := self.last_user.problem([request.last_user], "last_user", captured)
        ):
            yield problem

    def _of_its_end(
        self, question: ScriptRequest, captured: MutableMapping[str, str]
    ) -> Iterator[str]:
        anybody = self.model_copy(update={"body": None})
        yield from Criteria.problems(anybody, question, captured)
        expected, got = self._expected_end, end_of(question.body["messages"])
        if expected != got:
            yield f"last_user: expected {short(expected)}, got {short(got)}"

    def _of_the_conversation(self, question: ScriptRequest) -> Iterator[str]:
        roles, tools = question.roles, question.tools
        if roles[max(len(roles) - len(self.roles), 0) :] != self.roles:
            yield f"roles: expected {self.roles} at the end, got {roles}"
        if self.turn not in (None, roles.count("user")):
            yield f"turn: expected {self.turn}, got {roles.count('user')}"
        if self.has_tool not in (None, bool(tools), *tools):
            yield f"has_tool: expected {short(self.has_tool)}, got {short(tools)}"
        if (
            self.exactly
            and not self.match
            and (more := question.body.keys() - ASIDE - self.body.keys())
        ):
            yield f"exactly: {', '.join(sorted(more))} in the request as well"


class ScriptedCall(HandWritten):
    """A call of a function. Arguments in a string are sent unchanged, even if they are no JSON;
    without an `id` each use has a new one."""

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
        raise ValueError(f"the server sets {name} itself")
    return name


HeaderName = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]+$"), AfterValidator(_no_frame)]
HeaderValue = Annotated[str, Field(pattern=r"^[ -~]*$")]


class Failure(HandWritten):
    """An error response; with `after`, an event after so many pieces of a stream."""

    status: int = Field(500, ge=400, le=599)
    message: str = "The server failed, as it was told to"
    body: Json = None
    headers: dict[HeaderName, HeaderValue] = Field(default_factory=dict)
    after: int | None = Field(None, ge=0)


class RecordedPace(HandWritten):
    """Seconds that an upstream took for its first token, and for each further one."""

    first_token: float = Field(ge=0)
    token: float = Field(ge=0)


class Line(HandWritten):
    """One reply. The model adds what is not given here."""

    text: str | None = None
    tool_call: ScriptedCall | None = None
    tool_calls: list[ScriptedCall] = Field(default_factory=list)
    reasoning: str | None = None
    error: Failure | None = None
    delay: Seconds = 0
    first_token: Seconds | None = None
    token: Seconds | None = None
    jitter: float | None = Field(None, ge=0, le=1)
    cut: int | None = Field(None, ge=0)
    recorded: RecordedPace | None = None

    @model_validator(mode="after")
    def _is_one_answer(self) -> Self:
        if self.tool_call and self.tool_calls:
            raise ValueError("use either tool_call or tool_calls")
        if self.error and self.error.after is None and self.has_content:
            raise ValueError("an error has no content before it, unless it has `after`")
        return self

    @property
    def calls(self) -> list[ScriptedCall]:
        """All calls."""
        return [self.tool_call] if self.tool_call else self.tool_calls

    @property
    def breaks_off(self) -> bool:
        """True if the response is not sent to its end."""
        return self.cut is not None or self.error is not None

    @property
    def has_content(self) -> bool:
        """True if it has text, calls or reasoning."""
        return self.text is not None or bool(self.calls) or self.reasoning is not None

    def filled(self, captured: Captured) -> Line:
        """The line with captures in its slots."""
        fields = self.model_dump(include=set(Line.model_fields), exclude_unset=True)
        fill = partial(_SLOT.sub, lambda slot: captured.get(slot[1], slot[0]))
        return Line.model_validate(with_texts(fields, fill))


class Rule(Line):
    """A condition on requests, and the replies to requests that meet it."""

    name: Name | None = None
    when: When = Field(default_factory=When)
    sequence: list[Line] = Field(default_factory=list)
    times: int | None = Field(None, ge=1)
    at_least: int | None = Field(None, ge=1)
    optional: bool = False
    next: bool = False

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        own = self.model_fields_set & set(Line.model_fields)
        if not own and not self.sequence:
            raise ValueError('a rule needs something to answer, such as text="Rain."')
        if own and self.sequence:
            raise ValueError("a rule has something to answer or a sequence of it, not both")
        if self.most is not None and (self.at_least or 0) > self.most:
            raise ValueError(
                f"at_least is {self.at_least}, but it is used {self.most} times at most"
            )
        known = {name for matcher in self.when.matchers for name in captures(matcher.pattern)}
        for slot in _slots(self.model_dump(exclude={"when"})) if known else ():
            if slot not in known:
                raise ValueError(
                    f"nothing captures {{{slot}}}; captured: {', '.join(sorted(known))}"
                )
        return self

    def __str__(self) -> str:
        conditions = self.when.model_dump(exclude_unset=True, exclude_defaults=True)
        shown = [f"{name}={short(wanted)}" for name, wanted in conditions.items()]
        return ": ".join([*([self.name] if self.name else []), ", ".join(shown) or "any question"])

    @property
    def lines(self) -> list[Line]:
        """One line for each use; the last serves all further ones."""
        return self.sequence or [self]

    @property
    def least(self) -> int:
        """The least uses by the end of a test, one unless the rule says otherwise."""
        return 0 if self.optional else self.at_least or self.times or 1

    @property
    def most(self) -> int | None:
        """The most uses; None without a limit."""
        return self.times or (1 if self.next else None)


def _slots(value: Any) -> Iterator[str]:
    """The names of all slots in the texts of a JSON value."""
    for leaf in leaves(value):
        if isinstance(leaf, str):
            yield from _SLOT.findall(leaf)
