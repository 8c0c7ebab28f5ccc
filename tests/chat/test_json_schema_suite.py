"""The official test suite of JSON Schema: what is written for its schemas, judged by the reference.

Its files come with the source of `jsonschema`; `make clients` fetches them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft7Validator, Draft202012Validator
from referencing import Registry
from referencing.exceptions import Unresolvable

from mockserver.chat.structured.budget import Unservable
from mockserver.chat.structured.schema import write

SUITE = Path(__file__).parents[2] / ".clients" / "json-schema-test-suite"

pytestmark = pytest.mark.skipif(
    not (SUITE / ".installed").exists() and os.environ.get("CI") != "true",
    reason="the suite is not there: run `make clients`",
)


class Group(NamedTuple):
    """A schema of the suite, and the instances that it is tested with."""

    name: str
    schema: Any
    tests: list[dict[str, Any]]

    @property
    def is_satisfiable(self) -> bool:
        return any(test["valid"] for test in self.tests)


def groups(draft: str) -> Iterator[Group]:
    found = sorted(SUITE.glob(f"*/json/tests/{draft}/*.json"))
    assert found
    for file in found:
        for group in json.loads(file.read_text()):
            name = f"{file.stem}: {group['description']}"
            yield Group(name, group["schema"], group["tests"])


def judge_of(validator: Any, group: Group) -> Any:
    """The reference's own judge; none if the schema refers to other documents."""
    judge = validator(group.schema, registry=Registry())
    try:
        for test in group.tests:
            judge.is_valid(test["data"])
    except Unresolvable:
        return None
    return judge


def named(schema: Any, validator: Any) -> Any:
    """The schema with the draft it is of, which the older parts of the suite leave out."""
    if isinstance(schema, bool) or "$schema" in schema:
        return schema
    return {"$schema": validator.META_SCHEMA["$schema"], **schema}


def written(schema: Any, key: bytes) -> Any:
    """A value, or nothing if the schema is refused."""
    try:
        return [json.loads(write(schema, key))]
    except Unservable:
        return []


@pytest.mark.parametrize(
    ("draft", "validator"), [("draft2020-12", Draft202012Validator), ("draft7", Draft7Validator)]
)
def test_chat_86_nothing_wrong_is_written_for_any_schema_of_the_suite(draft, validator):
    obeyed, refused = 0, []
    for group in groups(draft):
        judge = judge_of(validator, group)
        values = written(named(group.schema, validator), group.name.encode()) if judge else []
        assert all(judge.is_valid(value) for value in values), (group.name, values)
        obeyed += len(values)
        if judge and group.is_satisfiable and not values:
            refused.append(group.name)
    assert obeyed > 200
    assert refused == []
