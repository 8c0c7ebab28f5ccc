"""No schema takes long, reads a file or makes the server fail."""

from __future__ import annotations

import json
import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mockserver.chat.structured.budget import Unservable
from mockserver.chat.structured.schema import write
from tests.chat.asking import PATH, content, request
from tests.pace import slowness

PATIENCE = 5.0
"""Seconds of a processor; it takes less than one of them."""


def doubled(keyword):
    """A chain of definitions, each of which is the next one twice."""
    steps = {
        f"d{n}": {keyword: [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]}
        for n in range(30)
    }
    return {"$defs": {**steps, "d30": {"type": "integer"}}, "$ref": "#/$defs/d0"}


def grown():
    """The same with two required properties each."""
    steps = {
        f"d{n}": {
            "type": "object",
            "properties": {name: {"$ref": f"#/$defs/d{n + 1}"} for name in "ab"},
            "required": ["a", "b"],
        }
        for n in range(30)
    }
    return {"$defs": {**steps, "d30": {"type": "integer"}}, "$ref": "#/$defs/d0"}


def nested(depth):
    schema = {"type": "integer"}
    for _ in range(depth):
        schema = {"type": "array", "items": schema, "minItems": 1}
    return schema


WILD = "^(a+)+$"
LONG = "a" * 60 + "!"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
BOMBS = {
    "all of doubled": doubled("allOf"),
    "one of doubled": doubled("oneOf"),
    "any of doubled": doubled("anyOf"),
    "properties doubled": grown(),
    "a deep nest": nested(150),
    "many items": {"type": "array", "minItems": 10**9},
    "many unequal items": {"type": "array", "items": {"enum": [1, 2]}, "uniqueItems": True}
    | {"minItems": 1000},
    "a long text": {"type": "string", "minLength": 10**9},
    "many properties": {"type": "object", "minProperties": 10**9},
    "many named properties": {"properties": {f"p{n}": {"type": "string"} for n in range(5000)}},
    "a large enum": {"enum": [f"x{n}" for n in range(20_000)], "pattern": "^(x+)+y$"},
    "a wild pattern": {"enum": [LONG], "pattern": WILD},
    "a wild pattern for names": {"required": [LONG], "patternProperties": {WILD: {}}}
    | {"type": "object", "additionalProperties": False},
    "a wild pattern beside the unevaluated": {"required": [LONG], "type": "object"}
    | {"patternProperties": {WILD: {}}, "unevaluatedProperties": False},
    "a wild pattern in another draft": {"type": "object", "required": ["a"]}
    | {"properties": {"a": {"$schema": DRAFT, "pattern": WILD, "enum": [LONG]}}},
    "a circle": {"$ref": "#"},
    "a circle of the unevaluated": {"$ref": "#", "unevaluatedProperties": False},
    "no end": {"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]},
    "many unequal items of two types": {"type": "array", "uniqueItems": True, "minItems": 3000}
    | {"items": {"anyOf": [{"type": "integer"}, {"type": "object"}]}},
    "a long list of anything": {"type": [*range(2_000), *map(str, range(2_000))]},
    "many required names": {"type": "object", "required": [f"p{n}" for n in range(20_000)]},
    "many items of a large enum": {"type": "array", "minItems": 500}
    | {"items": {"enum": [f"x{n}" for n in range(10_000)]}},
    "arrays in arrays without a type": {"minItems": 900}
    | {"items": {"minItems": 900, "items": {"minItems": 900}}},
    "a large number": {"type": "integer", "minimum": 1e308},
    "small steps": {"type": "number", "multipleOf": 1e-300},
}


@pytest.mark.parametrize("name", BOMBS)
def test_no_schema_takes_long(client, name):
    form = {"type": "json_schema", "json_schema": {"name": "bomb", "schema": BOMBS[name]}}
    begun = process_time()
    answer = client.post(PATH, json=request(response_format=form, n=8))
    assert answer.status_code in (200, 400), answer.text
    assert process_time() - begun < PATIENCE * slowness()


FULL = {"type": "array", "minItems": 200}
NESTED = {"type": "object", "required": ["a"]}
NESTED |= {"properties": {"a": FULL | {"items": FULL | {"items": FULL}}}}
NESTS = {
    "items of anything": NESTED,
    "items of a type": {**FULL, "items": {**FULL, "items": {**FULL, "items": {"type": "null"}}}},
    "by reference": {
        "$defs": {"a": FULL},
        **FULL,
        "items": {**FULL, "items": {"$ref": "#/$defs/a"}},
    },
    "all of": {"allOf": [{**FULL, "items": {"allOf": [{**FULL, "items": FULL}]}}]},
    "of objects": {
        **FULL,
        "items": {"required": ["a", "b"], "properties": {"a": NESTED, "b": FULL}},
    },
}


def of_tool(parameters):
    named = {"type": "function", "function": {"name": "save", "parameters": parameters}}
    return {"tools": [named], "tool_choice": "required"}


@pytest.mark.parametrize("schema", NESTS.values(), ids=NESTS)
def test_arrays_in_arrays_are_refused_before_they_are_written(client, schema):
    wrapped = {"type": "object", "properties": {"in": schema}, "required": ["in"]}
    for fields in ({"guided_json": schema}, of_tool(wrapped)):
        begun = process_time()
        answer = client.post(PATH, json=request(**fields))
        assert process_time() - begun < PATIENCE / 5 * slowness()
        assert answer.status_code == 400
        assert "more work than one request may use" in answer.json()["error"]["message"]


HARD = {
    "a long array or a number": {
        "anyOf": [{"type": "array", "minItems": 9_000, "items": {"type": "integer"}}, {"const": 1}]
    },
    "large enums": {"type": "array", "minItems": 30, "maxItems": 30}
    | {"items": {"enum": [f"k{n}" for n in range(300)], "pattern": "^k"}},
    "few of many": {"properties": {name: {"enum": ["x", "y"]} for name in "abcdef"}}
    | {"required": [*"abcdef"], "not": {"properties": {"a": {"const": "x"}}}, "type": "object"},
}


@pytest.mark.parametrize("schema", HARD.values(), ids=HARD)
def test_whether_a_schema_is_accepted_does_not_depend_on_the_draw(schema):
    for key in range(20):
        value = json.loads(write(schema, b"%d" % key))
        assert Draft202012Validator(schema).is_valid(value)


REFUSED = {
    "a file": ({"$ref": "file:///etc/hostname"}, "leads nowhere"),
    "the network": ({"$ref": "http://127.0.0.1:9/schema"}, "leads nowhere"),
    "no address": ({"$id": "http://x/", "$ref": "http://["}, "leads nowhere"),
    "no schema": ({"title": "a", "$ref": "#/title"}, "no schema"),
    "an old draft": ({"$schema": "http://json-schema.org/draft-03/schema#"}, "draft 3"),
    "a draft that is not a string": ({"$schema": 3}, "not a string"),
    "a broken pattern": ({"type": "string", "pattern": "("}, "invalid"),
    "no properties": ({"properties": []}, "`properties` is not JSON Schema"),
    "nothing": ({"not": {}}, "`not`"),
    "a short address": ({"type": "string", "format": "email", "maxLength": 3}, "`format`"),
    "more than there is": ({"type": "array", "items": False, "minItems": 1}, "`minItems`"),
    "what its draft does not know": (
        {"items": [{}], "type": "object", "required": ["a"], "unevaluatedProperties": 3},
        "keyword",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_names_its_reason(name):
    schema, reason = REFUSED[name]
    with pytest.raises(Unservable, match=reason):
        write(schema, b"key")


NAMES = st.sampled_from(["a", "b", "name"])
VALUES = st.sampled_from([None, True, 0, 1, 2.5, "", "a", [], [1], {}, {"a": 1}])
SMALL = st.integers(0, 3)
KEYWORDS = {
    "type": st.sampled_from(["string", "integer", "number", "object", "array", "null"]),
    "required": st.lists(NAMES, max_size=2, unique=True),
    "minItems": SMALL,
    "maxItems": SMALL,
    "uniqueItems": st.booleans(),
    "minContains": SMALL,
    "minimum": st.sampled_from([-3, 0, 2.5]),
    "exclusiveMaximum": st.sampled_from([0, 3, 2.5]),
    "multipleOf": st.sampled_from([1, 0.5, 0.01, 3]),
    "pattern": st.sampled_from(["^a", r"\d+", "[a-c]{2,3}$", "(x+x+)+y"]),
    "format": st.sampled_from(["date", "email", "uuid", "unknown"]),
    "minLength": SMALL,
    "maxLength": SMALL,
    "enum": st.lists(VALUES, min_size=1, max_size=3),
    "const": VALUES,
    "minProperties": SMALL,
    "maxProperties": SMALL,
    "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=2, unique=True)),
    "$ref": st.sampled_from(["#", "#/properties/a", "#nowhere"]),
    "title": st.sampled_from(["Age", "Name"]),
}
INNER = ("items", "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames")
INNER += ("unevaluatedProperties", "unevaluatedItems")


def with_inner(inner):
    keywords = dict.fromkeys(INNER, inner)
    keywords |= dict.fromkeys(
        ("prefixItems", "anyOf", "oneOf", "allOf"), st.lists(inner, min_size=1, max_size=2)
    )
    keywords |= dict.fromkeys(
        ("properties", "dependentSchemas", "patternProperties"), st.dictionaries(NAMES, inner)
    )
    return st.fixed_dictionaries({}, optional=keywords | KEYWORDS).map(few)


def few(schema):
    """Not more keywords than may still agree."""
    return dict(list(schema.items())[:: max(1, len(schema) // 4)])


SCHEMAS = st.recursive(
    st.booleans() | st.fixed_dictionaries({}, optional=KEYWORDS).map(few), with_inner, max_leaves=6
)


@given(SCHEMAS, st.binary(max_size=2))
def test_chat_86_what_is_written_is_valid_whether_or_not_formats_count(schema, key):
    try:
        value = json.loads(write(schema, key))
    except Unservable as refused:
        assert refused.reason  # noqa: PT017
        return
    checker = Draft202012Validator.FORMAT_CHECKER
    assert Draft202012Validator(schema).is_valid(value)
    assert Draft202012Validator(schema, format_checker=checker).is_valid(value)
    assert write(schema, key) == write(schema, key)


GRAMMARS = {
    "wide classes": "root ::= "
    + " ".join(f"[^\\x00-\\u2fff{chr(0x100 + n)}]" for n in range(1_000)),
    "many classes": "root ::= " + " ".join(f"[{chr(0x100 + n)}a]" for n in range(3_000)),
    "a web of rules": "\n".join(f"r{n} ::= r{n + 1} | r{n * 7 % 900}" for n in range(900))
    + "\nr900 ::= 'x'\nroot ::= r0",
    "patterns that ignore case": "start: "
    + " ".join(f"/[\\u{n:04x}-\\uffff]/i" for n in range(250)),
    "a nest for lark": "start: " + "(" * 8_000 + '"a"' + ")" * 8_000,
    "options for lark": "start: " + '["a"] ' * 3_000,
    "imports": "\n".join(f"%import common.WS -> W{n}" for n in range(900)) + '\nstart: "a"',
    "a wild pattern that is ignored": 'start: "a" "b"\n%ignore /(a+)+ /',
}


@pytest.mark.parametrize("name", GRAMMARS)
def test_no_grammar_takes_long(client, name):
    begun = process_time()
    answer = client.post(PATH, json=request(guided_grammar=GRAMMARS[name], n=8))
    assert answer.status_code in (200, 400), answer.text
    assert process_time() - begun < PATIENCE * slowness()


WIDE = {f"p{n}": {"type": "string", "pattern": f"(?i)[\\u{n:04x}-\\uffff]"} for n in range(900)}
PATTERNS = {
    "wide classes that ignore case": "(?i)" + "[\\u0000-\\uffff]" * 200,
    "empty repeats": "(?:(?:){65535}){65535}",
    "looks ahead": "(?=.*a)" * 500 + ".*",
    "options": "(a?)" * 900 + "b",
    "back references": r"(a*)*\1" * 300,
    "back references to blanks": r"(\s*)*\1\n" * 300,
    "many blanks": "(?: {0,300}){0,300}(?!)",
    "optional letters": "(?:a?){9000}b",
    "repeats in repeats": "((.{0,20}){20}){20}",
    "kept texts": r"(?=(.*)(.*)(.*)\1\2\3).{800}",
}


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("member", ["guided_regex", "guided_whitespace_pattern"])
def test_no_pattern_takes_long(client, member, name):
    begun = process_time()
    answer = client.post(PATH, json=request(**{member: PATTERNS[name]}, n=8))
    assert answer.status_code in (200, 400), answer.text
    assert process_time() - begun < PATIENCE * slowness()


def test_many_patterns_of_one_schema_cost_what_each_costs(client):
    form = {"type": "json_schema", "json_schema": {"name": "bomb", "schema": {"properties": WIDE}}}
    begun = process_time()
    assert content(client, response_format=form) == "{}"
    assert process_time() - begun < PATIENCE * slowness()


LONG = "x y " * 60_000
SAVE = {"name": "save", "parameters": {"type": "object", "properties": {"a": {"const": LONG}}}}
SAVE["parameters"]["required"] = ["a"]
LONG_TEXTS = {
    "choice": {"guided_choice": [LONG]},
    "const": {"guided_json": {"const": LONG}},
    "arguments": {"tools": [{"type": "function", "function": SAVE}], "tool_choice": "required"},
}


@pytest.mark.parametrize("fields", LONG_TEXTS.values(), ids=LONG_TEXTS)
@pytest.mark.parametrize("most", [1, None])
def test_long_texts_limit_the_number_of_choices(client, fields, most):
    begun = process_time()
    asked = request(**fields, max_tokens=most, truncate_prompt_tokens=9)
    assert client.post(PATH, json=asked).status_code == 200
    refused = client.post(PATH, json={**asked, "n": 128})
    assert refused.status_code == 400
    assert re.search("more (work )?than", refused.json()["error"]["message"])
    assert process_time() - begun < PATIENCE * slowness()


@pytest.mark.parametrize(
    "member", ["guided_json", "guided_regex", "guided_grammar", "structural_tag", "guided_choice"]
)
@pytest.mark.parametrize("text", ["\ud800", "\x00", 'root ::= "\ud800"', '{"const": "\\ud800"}'])
def test_text_that_is_not_unicode_breaks_nothing(client, member, text):
    value = [text] if member == "guided_choice" else text
    body = json.dumps(request(**{member: value}, logprobs=True))
    answer = client.post(PATH, content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (200, 400), answer.text
