"""JSON that obeys a schema: the writer by itself, then through the chat completion."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from mockserver.inference.guided.effort import Unservable
from mockserver.inference.guided.schema import write

PERSON = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "email": {"type": "string", "format": "email"},
        "age": {"type": "integer", "minimum": 18, "maximum": 99},
        "tags": {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True},
    },
    "required": ["name", "email", "age"],
    "additionalProperties": False,
}
EMPTY = {"type": "integer", "minimum": 2, "maximum": 1}


def test_what_is_written_satisfies_the_schema():
    for number in range(20):
        text = write(PERSON, b"key %d" % number)
        assert Draft202012Validator(PERSON).is_valid(json.loads(text))


def test_the_same_key_writes_the_same_and_another_key_something_else():
    assert write(PERSON, b"a") == write(PERSON, b"a") != write(PERSON, b"b")


def test_properties_stand_in_the_order_of_the_schema():
    assert list(json.loads(write(PERSON, b"a")))[:3] == ["name", "email", "age"]


@pytest.mark.parametrize(
    ("schema", "reason", "path"),
    [
        (False, "false", "$"),
        ({"type": "nothing"}, "`type` is not JSON Schema", "$"),
        ({"type": "string", "minLength": 3, "maxLength": 2}, "`minLength`", "$"),
        (
            {"type": "object", "required": ["a"], "properties": {"a": EMPTY}},
            "`maximum`",
            "$.a",
        ),
        ({"$ref": "#/$defs/missing"}, "`$ref` leads nowhere", "$"),
    ],
)
def test_what_cannot_be_satisfied_is_refused_by_keyword_and_path(schema, reason, path):
    with pytest.raises(Unservable) as refused:
        write(schema, b"key")
    assert reason in refused.value.reason
    assert refused.value.path == path
