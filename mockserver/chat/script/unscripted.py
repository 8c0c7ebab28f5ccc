"""The reply if no rule matches: the model's, an echo, or an error.

The error lists the rules and why each did not match, so that a suite can be strict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, cast, get_args

from mockserver.core.errors import ApiError, invalid

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line
    from mockserver.chat.script.question import ScriptRequest
    from mockserver.chat.script.script import Script

UNSCRIPTED = b"x-mockserver-unscripted"

Unscripted = Literal["model", "echo", "error"]

_MOST_RULES = 50


def unscripted_in(headers: Mapping[bytes, bytes], usual: Unscripted) -> Unscripted:
    """The value of the header of a request, else the usual one. Raises a 400."""
    if UNSCRIPTED not in headers:
        return usual
    named = headers[UNSCRIPTED].decode("latin-1").strip().lower()
    if named not in get_args(Unscripted):
        raise invalid(f"X-Mockserver-Unscripted: must be model, echo or error, got {named!r}")
    return cast("Unscripted", named)


def echo(question: ScriptRequest) -> Line:
    """The last user message as the reply."""
    from mockserver.chat.script.models import Line

    return Line(text=question.last_user)


def refusal(script: Script, question: ScriptRequest) -> ApiError:
    """The error that lists every rule with the reasons why it did not match."""
    reasons = "\n".join(_reasons(script, question))
    return invalid(f"No rule answers this request, and the model is not to.\n{reasons}")


def _reasons(script: Script, question: ScriptRequest) -> Iterator[str]:
    if not script.planned:
        yield "There are no rules."
    for plan in script.planned[:_MOST_RULES]:
        number, rule = plan.number, plan.value
        name = f"rule {number} ({rule.name})" if rule.name else f"rule {number}"
        if plan.remaining == 0:
            yield f"- {name}: it was used {plan.used} times, all that it has"
        else:
            yield f"- {name}: {'; '.join(rule.when.problems(question))}"
    if len(script.planned) > _MOST_RULES:
        yield f"- and {len(script.planned) - _MOST_RULES} more"
