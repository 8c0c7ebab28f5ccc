"""Finds rules that are never reached, since an earlier one matches all that they could."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mockserver.chat.script.models import Rule
from mockserver.core.matching.values import Matcher, implies


def covers(rule: Rule, later: Rule) -> bool:
    """True if an earlier rule surely matches everything that a later one could."""
    one, other = rule.when, later.when
    if rule.most is not None or one.match or other.match:
        return rule.most is None and one == other
    return (
        _implied(one.model, other.model)
        and _implied(one.last_user, other.last_user)
        and _all_implied(one.headers, other.headers)
        and _all_implied(one.query, other.query)
        and _all_implied(one.body, other.body)
        and one.operation in (None, other.operation)
        and one.method in (None, other.method)
        and one.path in (None, other.path)
        and one.project in (None, other.project)
        and one.turn in (None, other.turn)
        and other.roles[len(other.roles) - len(one.roles) :] == one.roles
        and _is_narrower(one.has_tool, other.has_tool)
        and (not one.exactly or (other.exactly and one.body.keys() == other.body.keys()))
    )


def _all_implied(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(name in other and implies(wanted, other[name]) for name, wanted in one.items())


def _implied(one: Matcher | None, other: Matcher | None) -> bool:
    return one is None or (other is not None and one.implies(other))


def _is_narrower(one: bool | str | None, other: bool | str | None) -> bool:
    return one in (None, other) or (one is True and isinstance(other, str))
