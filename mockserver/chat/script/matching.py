"""Whether a rule answers a question, and whether it leaves anything to a later rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mockserver.chat.script.models import Matcher, Rule, When
from mockserver.chat.script.paths import values_at
from mockserver.chat.script.patterns import Captured, search

ASIDE = frozenset({"model", "request_id", "stream", "stream_options"})
"""Members of a request that `body` need not name: the model, and what changes only the telling."""


class Question(NamedTuple):
    """A request for a chat completion, as rules see it."""

    model: str
    last_user: str
    body: Mapping[str, Any]
    headers: Mapping[bytes, bytes]


def answers(when: When, question: Question) -> Captured | None:
    """What the patterns of a rule captured if it answers a question, else None."""
    if not _is_such_a_conversation(when, question.body):
        return None
    captured: dict[str, str] = {}
    for matcher, values in _texts(when, question):
        found = _held(matcher, values)
        if found is None:
            return None
        captured.update(found)
    return captured


def misfits(when: When, question: Question) -> Iterator[str]:
    """A sentence for everything in a question that is not as a rule wants it."""
    body = question.body
    roles = [message["role"] for message in body["messages"]]
    if roles[max(len(roles) - len(when.roles), 0) :] != when.roles:
        yield f"the last roles are {', '.join(roles[-4:])}, not {', '.join(when.roles)}"
    if when.turn not in (None, roles.count("user")):
        yield f"it is turn {roles.count('user')}, not {when.turn}"
    tools = [tool["function"]["name"] for tool in body.get("tools") or ()]
    if when.has_tool not in (None, bool(tools), *tools):
        yield f"the tools are {', '.join(tools) or 'none'}, not {when.has_tool}"
    if when.exactly and not body.keys() - ASIDE <= when.body.keys():
        yield f"it has more members: {', '.join(sorted(body.keys() - ASIDE - when.body.keys()))}"
    if when.model and _held(when.model, [question.model]) is None:
        yield f"the model is {question.model}, and {_wanted(when.model)}"
    for name, matcher in when.header.items():
        value = question.headers.get(name.lower().encode())
        if _held(matcher, [] if value is None else [value.decode("latin-1")]) is None:
            seen = "absent" if value is None else "another"
            yield f"header {name} is {seen}, and {_wanted(matcher)}"
    for path, matcher in when.body.items():
        values = list(values_at(body, path))
        if _held(matcher, values) is None:
            yield f"{path} is {_shown(values[0]) if values else 'absent'}, and {_wanted(matcher)}"
    if when.last_user and _held(when.last_user, [question.last_user]) is None:
        said = _shown(question.last_user)
        yield f"the last user message is {said}, and {_wanted(when.last_user)}"


def _wanted(matcher: Matcher) -> str:
    if matcher.present is not None:
        return "it must be there" if matcher.present else "it must be absent"
    if matcher.contains is not None:
        return f"it must contain {matcher.contains!r}"
    if matcher.pattern is not None:
        return f"it must match {matcher.pattern!r}"
    return f"it must be {matcher.exact!r}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def leaves_nothing(rule: Rule, later: Rule) -> bool:
    """Whether an earlier rule answers everything that a later one could; false when in doubt."""
    if rule.most is not None:
        return False
    one, other = rule.when, later.when
    return (
        _implied(one.model, other.model)
        and _implied(one.last_user, other.last_user)
        and all(_implied(matcher, other.header.get(name)) for name, matcher in one.header.items())
        and all(_implied(matcher, other.body.get(path)) for path, matcher in one.body.items())
        and one.turn in (None, other.turn)
        and other.roles[len(other.roles) - len(one.roles) :] == one.roles
        and _is_narrower(one.has_tool, other.has_tool)
        and (not one.exactly or (other.exactly and one.body.keys() == other.body.keys()))
    )


def _is_such_a_conversation(when: When, body: Mapping[str, Any]) -> bool:
    roles = [message["role"] for message in body["messages"]]
    tools = [tool["function"]["name"] for tool in body.get("tools") or ()]
    return (
        roles[max(len(roles) - len(when.roles), 0) :] == when.roles
        and when.turn in (None, roles.count("user"))
        and when.has_tool in (None, bool(tools), *tools)
        and (not when.exactly or body.keys() - ASIDE <= when.body.keys())
    )


def _texts(when: When, question: Question) -> Iterator[tuple[Matcher, list[Any]]]:
    """Every matcher, and the values of which one has to fit it."""
    if when.model:
        yield when.model, [question.model]
    for name, matcher in when.header.items():
        value = question.headers.get(name.lower().encode())
        yield matcher, [] if value is None else [value.decode("latin-1")]
    for path, matcher in when.body.items():
        yield matcher, list(values_at(question.body, path))
    if when.last_user:
        yield when.last_user, [question.last_user]


def _held(matcher: Matcher, values: list[Any]) -> Captured | None:
    if matcher.present is not None:
        return {} if bool(values) == matcher.present else None
    found = (_fits(matcher, value) for value in values)
    return next((captured for captured in found if captured is not None), None)


def _fits(matcher: Matcher, value: Any) -> Captured | None:
    if matcher.contains is not None:
        held = isinstance(value, str) and matcher.contains.lower() in value.lower()
        return {} if held else None
    if matcher.pattern is not None:
        return search(matcher.pattern, value) if isinstance(value, str) else None
    same = value == matcher.exact and isinstance(value, bool) == isinstance(matcher.exact, bool)
    return {} if same else None


def _implied(one: Matcher | None, other: Matcher | None) -> bool:
    """Whether all that fits the other matcher fits the one too."""
    if one is None or one == other:
        return True
    if other is None or other.present is False or one.present is False:
        return False
    if one.present or "exact" in other.model_fields_set:
        return bool(one.present) or _fits(one, other.exact) is not None
    return one.contains is not None and _fits(one, other.contains) is not None


def _is_narrower(one: bool | str | None, other: bool | str | None) -> bool:
    return one in (None, other) or (one is True and isinstance(other, str))
