"""The script of a running server: its rules, and the request headers that take their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, cast, get_args

from pydantic import ValidationError

from mockserver.core.codec import header_text
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import misfit
from mockserver.core.plans import Planned, Plans

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line, Rule
    from mockserver.chat.script.question import ScriptRequest

REPLY = b"x-mockserver-reply"
UNSCRIPTED = b"x-mockserver-unscripted"

Unscripted = Literal["model", "echo", "error"]
"""The reply if no rule matches: the model's, the last user message, or an error that lists the
rules and why each did not match."""

_MOST_RULES = 50
"""Rules that an error lists."""


class Cued(NamedTuple):
    """The number of the rule that answers a question, and its line for this use."""

    number: int
    line: Line


class Script(Plans["Rule", Planned["Rule"]]):
    """All rules, in the order in which they are tried."""

    def __init__(self) -> None:
        super().__init__("reply", Planned)

    def add(self, value: Rule) -> Planned[Rule]:
        """Add a rule after the others; one with `next` goes before all others without."""
        plan = super().add(value)
        if value.next:
            self.planned.pop()
            self.planned.insert(sum(other.value.next for other in self.planned), plan)
        return plan

    def answer(self, question: ScriptRequest) -> Cued | None:
        """The line of the first rule that matches, which counts as a use."""
        for plan in self.planned:
            captured: dict[str, str] = {}
            if plan.remaining == 0:
                continue
            if next(plan.value.when.problems(question, captured), None) is None:
                lines = plan.value.lines
                line = lines[min(plan.used, len(lines) - 1)]
                plan.used += 1
                return Cued(plan.number, line.filled(captured) if captured else line)
        return None

    def refusal(self, question: ScriptRequest) -> ApiError:
        """The error that lists every rule with the reasons why it did not match."""
        reasons = "\n".join(self._reasons(question))
        return invalid(f"No rule matches this request, and the model may not answer it.\n{reasons}")

    def missed(self) -> list[Planned[Rule]]:
        """The rules with fewer uses than they require."""
        return [plan for plan in self.planned if plan.used < plan.value.least]

    def shadow(self, plan: Planned[Rule]) -> int | None:
        """The number of an earlier rule that matches everything that this one could."""
        from mockserver.chat.script.shadow import covers

        for earlier in self.planned:
            if earlier is plan:
                break
            if covers(earlier.value, plan.value):
                return earlier.number
        return None

    def warnings(self) -> list[str]:
        """A warning for each rule that is never reached."""
        return [
            f"reply {plan.number} is never reached: reply {shadow} answers all that it could"
            for plan in self.planned
            if (shadow := self.shadow(plan))
        ]

    def _reasons(self, question: ScriptRequest) -> Iterator[str]:
        if not self.planned:
            yield "There are no rules."
        for plan in self.planned[:_MOST_RULES]:
            number, rule = plan.number, plan.value
            name = f"rule {number} ({rule.name})" if rule.name else f"rule {number}"
            if plan.remaining == 0:
                yield f"- {name}: it was used {plan.used} times, which is its limit"
            else:
                yield f"- {name}: {'; '.join(rule.when.problems(question))}"
        if len(self.planned) > _MOST_RULES:
            yield f"- and {len(self.planned) - _MOST_RULES} more"


def line_in(header: bytes) -> Line:
    """The line in a header: JSON if it begins with `{`, otherwise the text of the line.

    Raises a 400 that names the header.
    """
    from mockserver.chat.script.models import Line

    text = header_text(header)
    try:
        line = Line.model_validate_json(text) if text.startswith("{") else Line(text=text)
    except ValidationError as error:
        raise _refusal(misfit(error)) from None
    if not line.model_fields_set:
        raise _refusal("a reply needs something to answer")
    return line


def unscripted_in(headers: Mapping[bytes, bytes], usual: Unscripted) -> Unscripted:
    """The value of the header, which holds if no rule matches, else the usual one. Raises a 400."""
    if UNSCRIPTED not in headers:
        return usual
    named = headers[UNSCRIPTED].decode("latin-1").strip().lower()
    if named not in get_args(Unscripted):
        raise invalid(f"X-Mockserver-Unscripted: must be model, echo or error, got {named!r}")
    return cast("Unscripted", named)


def _refusal(why: str) -> ApiError:
    return invalid(f"X-Mockserver-Reply: {why}")
