"""JSON that satisfies a schema: first the writer alone, then through chat completions."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from mockserver.chat.prompt.tokens import count
from mockserver.chat.structured.budget import Unservable
from mockserver.chat.structured.schema import _kept, write
from tests.chat.asking import (
    PATH,
    REFUSED,
    ask,
    choice,
    chunks,
    content,
    refusal,
    refusal_of,
    request,
    said,
    streamed,
)

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


def test_a_written_value_satisfies_the_schema():
    for number in range(20):
        text = write(PERSON, b"key %d" % number)
        assert Draft202012Validator(PERSON).is_valid(json.loads(text))


def test_the_same_key_writes_the_same_value_and_another_key_another():
    assert write(PERSON, b"a") == write(PERSON, b"a") != write(PERSON, b"b")


def test_properties_are_in_the_order_of_the_schema():
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
def test_an_unsatisfiable_schema_is_refused_by_keyword_and_path(schema, reason, path):
    with pytest.raises(Unservable) as refused:
        write(schema, b"key")
    assert reason in refused.value.reason
    assert refused.value.path == path


# Through the chat completion


def by_schema(schema, **fields):
    json_schema = {"name": "answer", "schema": schema, "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": json_schema}, **fields}


def test_chat_85_any_json_object(client):
    assert isinstance(json.loads(content(client, response_format={"type": "json_object"})), dict)


def test_an_object_follows_a_schema_in_the_conversation(client):
    """So several clients ask, for models that take no schema."""
    asked = f"JSON schema:\n{json.dumps(PERSON)}\nYou MUST answer with an object that matches it."
    messages = [said(asked, "system"), said("Who is it? Not {this}.")]
    text = content(client, messages=messages, response_format={"type": "json_object"})
    assert Draft202012Validator(PERSON).is_valid(json.loads(text))


WANTED = {
    "Respond in JSON with keys answer and confidence.": {"answer": str, "confidence": float},
    "Respond in JSON with `answer` and `justification` keys.": {"answer": str}
    | {"justification": str},
    "Return a JSON object with an `answer` key and a `followup_question` key.": {"answer": str}
    | {"followup_question": str},
    'JSON with keys "name" (string), "age" (integer) and "tags" (list).': {"name": str}
    | {"age": int, "tags": list},
    "Use the following keys:\n- title\n- year\n- is_open": {"title": str, "year": int}
    | {"is_open": bool},
    "JSON with 'setup' and 'punchline', please": {"setup": str, "punchline": str},
    'Respond like {"answer": "...", "score": 0.5, "steps": [{"n": 1}]}.': {"answer": str}
    | {"score": float, "steps": list},
    'The format is {"answer": "string", "count": "integer"}': {"answer": str, "count": int},
    'Output format: {"answer": <text>, "confidence": <0-1>}': {"answer": str, "confidence": float},
    'An example: {"ok": true, "note": null, "at": {"city": "Oslo"}}': {
        "ok": bool,
        "note": type(None),
    }
    | {"at": dict},
    "word " * 20_000 + "JSON with keys: answer, count": {"answer": str, "count": int},
}


@pytest.mark.parametrize("asked", WANTED, ids=range(len(WANTED)))
@pytest.mark.parametrize("role", ["system", "user"])
def test_an_object_has_the_keys_that_the_conversation_names(client, role, asked):
    """So clients ask, in words or by an example, where they declare no schema."""
    messages = [said(asked, role), *([said("Who was it?")] if role == "system" else [])]
    any_object = {"response_format": {"type": "json_object"}}
    found = json.loads(content(client, messages=messages, truncate_prompt_tokens=9, **any_object))
    assert {name: type(value) for name, value in found.items()} == WANTED[asked]


@pytest.mark.parametrize(
    "asked",
    [
        *("Which keys are on a piano?", "The keys that open doors and windows"),
        *("Where are my keys?", 'Sum this up as an object: {"order": 5}', '{"order": 5}'),
        "Fill in the fields of a form",
    ],
)
def test_keys_that_are_not_clearly_requested_are_ignored(client, asked):
    found = content(client, messages=[said(asked)], response_format={"type": "json_object"})
    assert "answer" in json.loads(found)


def test_keys_named_in_earlier_messages_are_ignored(client):
    messages = [said("Use the keys: a1, b2"), said("Fine.", "assistant"), said("Who was it?")]
    found = content(client, messages=messages, response_format={"type": "json_object"})
    assert "answer" in json.loads(found)


def test_a_costly_schema_in_the_conversation_does_not_fail_the_request(client):
    costly = {"a": {"type": "string", "pattern": "^(a+)+$", "not": {"pattern": "a"}}}
    wrong = json.dumps({"type": "object", "properties": costly, "required": ["a"]})
    text = content(client, messages=[said(wrong)], response_format={"type": "json_object"}, n=8)
    assert "answer" in json.loads(text)


def test_an_object_is_any_object_when_that_schema_cannot_be_obeyed(client):
    wrong = json.dumps({"type": "object", "properties": {"a": False}, "required": ["a"]})
    text = content(client, messages=[said(wrong)], response_format={"type": "json_object"})
    assert "answer" in json.loads(text)


SCHEMALESS = {"type": "json_schema", "json_schema": {"name": "answer"}}
ADDRESS = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TREE = {
    "$defs": {
        "node": {
            "type": "object",
            "properties": {
                "value": {"type": "integer"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/node"}},
            },
            "required": ["value", "children"],
        }
    },
    "$ref": "#/$defs/node",
}
LIST = {
    "type": "object",
    "properties": {"value": True, "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}},
    "required": ["value", "next"],
}
TAGGED = {
    "oneOf": [
        {
            "type": "object",
            "properties": {"kind": {"const": kind}, "size": {"type": "number", "multipleOf": 0.5}},
            "required": ["kind", "size"],
        }
        for kind in ("circle", "square")
    ]
}
CONDITION = {
    "type": "object",
    "properties": {"paid": {"type": "boolean"}, "receipt": {"type": "string"}},
    "required": ["paid"],
    "if": {"properties": {"paid": {"const": True}}},
    "then": {"required": ["receipt"]},
    "else": {"properties": {"receipt": False}},
}
SCHEMAS = {
    "person": PERSON,
    "tree": TREE,
    "list": LIST,
    "tagged": TAGGED,
    "condition": CONDITION,
    "joined": {"allOf": [PERSON | {"additionalProperties": True}, ADDRESS]},
    "names": {
        "type": "object",
        "patternProperties": {"^x-[a-z]+$": {"type": "integer"}},
        "additionalProperties": False,
        "minProperties": 2,
    },
    "pair": {"type": "array", "prefixItems": [{"type": "string"}, ADDRESS], "items": False},
    "set": {"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": True, "minItems": 3},
    "code": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]+$", "minLength": 9, "maxLength": 9},
    "draft 7": {
        "type": "object",
        "definitions": {"pair": {"type": "array", "items": [{"type": "null"}, {}], "minItems": 2}},
        "properties": {"pair": {"$ref": "#/definitions/pair"}},
        "required": ["pair"],
        "dependencies": {"pair": ["other"]},
    },
    "not": {"type": "string", "not": {"enum": ["a"]}, "maxLength": 1},
    "contains": {"contains": {"type": "null"}, "items": {"type": ["null", "string"]}},
    "chain": {
        "definitions": {
            "link": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "next": {"$ref": "#/definitions/link"}},
                "required": ["name"],
            }
        },
        "type": "object",
        "properties": {"first": {"$ref": "#/definitions/link"}},
        "required": ["first"],
    },
    "objects to choose from": {
        "type": "object",
        "properties": {"size": {"enum": [{"width": 1}, {"width": 2}]}},
        "required": ["size"],
    },
    "list of numbers to choose from": {
        "type": "object",
        "properties": {"sizes": {"type": "array", "items": {"enum": [1, 2]}}},
        "required": ["sizes"],
    },
    "types with null": {
        "type": "object",
        "properties": {
            name: {"type": ["string", "null"]} for name in ("reason", "sentiment", "title", "name")
        },
        "required": ["reason", "sentiment", "title", "name"],
    },
    "names of signs": {
        "type": "object",
        "properties": {"%": {"type": "string"}, "/": {"type": "string"}},
        "required": ["%", "/"],
    },
}


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_chat_86_json_of_a_schema(client, schema):
    judge = Draft7Validator if "definitions" in schema else Draft202012Validator
    for seed in range(5):
        text = content(client, **by_schema(schema, seed=seed))
        assert judge(schema, format_checker=judge.FORMAT_CHECKER).is_valid(json.loads(text))


OBJECTS = {name: schema for name, schema in SCHEMAS.items() if schema.get("type") == "object"}


@pytest.mark.parametrize("schema", OBJECTS.values(), ids=OBJECTS)
def test_the_arguments_of_a_required_call_satisfy_its_parameters(client, schema):
    tool = {"type": "function", "function": {"name": "save", "parameters": schema}}
    message = choice(client, tools=[tool], tool_choice="required")["message"]
    arguments = json.loads(message["tool_calls"][0]["function"]["arguments"])
    judge = Draft7Validator if "definitions" in schema else Draft202012Validator
    assert judge(schema).is_valid(arguments)


D4, D7 = "http://json-schema.org/draft-04/schema", "http://json-schema.org/draft-07/schema"
NEWEST = "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("keyword", ["const", "enum", "default", "examples"])
def test_schema_keywords_inside_data_are_data(client, keyword):
    value = {"$schema": NEWEST, "x": 1, "unevaluatedItems": [{"$schema": D7}]}
    listed = [value] if keyword in ("enum", "examples") else value
    schema = {"$schema": NEWEST, keyword: listed, "type": "object"}
    found = [json.loads(content(client, **by_schema(schema, seed=seed))) for seed in range(9)]
    assert value in found
    assert keyword in ("default", "examples") or all(each == value for each in found)


DRAFTS = {
    "draft 4": (D4, {"exclusiveMinimum": True, "minimum": 3, "maximum": 4, "type": "integer"}, 4),
    "draft 7": (D7, {"items": [{"const": 1}, {"const": 2}], "minItems": 2, "maxItems": 2}, [1, 2]),
    "2020-12": (NEWEST, {"prefixItems": [{"const": 1}], "items": False, "minItems": 1}, [1]),
}


@pytest.mark.parametrize("draft", DRAFTS)
def test_a_draft_may_be_spelled_in_several_ways(client, draft):
    name, schema, only = DRAFTS[draft]
    bare = name.partition("://")[2]
    for spelled in (name, f"{name}#", f"http://{bare}", f"https://{bare}#", f"{name}/"):
        assert json.loads(content(client, **by_schema({"$schema": spelled, **schema}))) == only


BELOW = {
    "another draft": ({}, D7),
    "another spelling": ({"$schema": f"{D7}#"}, D7),
    "a draft that nobody knows": ({"$schema": D7}, "https://example.com/own"),
    "draft 3": ({}, "http://json-schema.org/draft-03/schema#"),
}


@pytest.mark.parametrize("name", BELOW)
def test_a_draft_below_the_root_is_ignored(client, name):
    root, below = BELOW[name]
    inner = {"$schema": below, "type": "integer", "minimum": 3, "exclusiveMaximum": 4}
    schema = {**root, "type": "object", "properties": {"a": inner}, "required": ["a"]}
    assert json.loads(content(client, **by_schema(schema))) == {"a": 3}


@pytest.mark.parametrize("name", ["https://example.com/own", "schema", "", f"{D7}-own"])
def test_an_unknown_draft_is_ignored(client, name):
    schema = {"prefixItems": [{"const": 1}], "items": False, "minItems": 1}
    assert content(client, **by_schema({"$schema": name, **schema})) == "[1]"


OPTIONAL = {"tags": {"type": "array", "items": {"type": "string"}}}


def test_optional_properties_are_written_unless_the_schema_forbids_them(client):
    only = {"type": "object", "properties": OPTIONAL}
    several = {"type": "object", "properties": {name: {"type": "null"} for name in "abcdef"}}
    either = {"anyOf": [{"required": ["a"]}, {"required": ["b"]}], **several}
    for seed in range(20):
        assert json.loads(content(client, **by_schema(only, seed=seed)))["tags"]
        assert [*json.loads(content(client, **by_schema(several, seed=seed)))] == [*"abcdef"]
        assert [*json.loads(content(client, **by_schema(either, seed=seed)))] == [*"abcdef"]
        few = json.loads(content(client, **by_schema({**several, "maxProperties": 2}, seed=seed)))
        assert len(few) == 2


def test_optional_arguments_of_a_tool_are_written(client):
    parameters = {"type": "object", "properties": OPTIONAL}
    tool = {"type": "function", "function": {"name": "save", "parameters": parameters}}
    for seed in range(9):
        (call,) = choice(client, tools=[tool], tool_choice="required", seed=seed)["message"][
            "tool_calls"
        ]
        assert json.loads(call["function"]["arguments"])["tags"]


def test_without_a_schema_there_is_no_constraint(client):
    assert content(client, response_format=SCHEMALESS) == content(client)


def test_chat_88_one_of_some_choices(client):
    found = {content(client, guided_choice=["red", "green"], seed=seed) for seed in range(20)}
    assert found == {"red", "green"}


def test_a_choice_may_be_empty(client):
    assert content(client, guided_choice=[""]) == ""
    assert streamed(chunks(client, guided_choice=[""])) == ""


def test_chat_89_a_text_that_a_pattern_matches(client):
    assert re.fullmatch(r"\d{3}-\d{4}", content(client, guided_regex=r"\d{3}-\d{4}"))


def test_chat_90_a_schema_may_come_as_text(client):
    one, other = (
        content(client, guided_json=PERSON),
        content(client, guided_json=json.dumps(PERSON)),
    )
    assert one == other


def blanks_of(text):
    """What stands between any two tokens of JSON, which its own scanner finds."""
    token = r'"(?:[^"\\]|\\.)*"|[][{}:,]|[^][{}:,"\s]+'
    *inner, last = re.split(token, text)[1:]
    assert (re.split(token, text)[0], last) == ("", "")
    return inner


SPACED = {
    "guided_json": {"guided_json": PERSON},
    "json_schema": by_schema(PERSON),
    "json_object": {"response_format": {"type": "json_object"}},
    "an empty object": {"guided_json": {"const": {}}},
    "quotes": {"guided_json": {"const": ['a "b" {c} \\', -1.5e-9, [None, True]]}},
}


@pytest.mark.parametrize(
    "pattern", [r"\n", " {2,}", r"\s+", r"[\n\t]|\r", r"(\r\n|\n )+", r"(?=.{3})\s*"]
)
@pytest.mark.parametrize("name", SPACED)
def test_blanks_between_the_tokens_of_json_match_their_pattern(client, name, pattern):
    text = content(client, **SPACED[name], guided_whitespace_pattern=pattern)
    blanks = blanks_of(text)
    assert blanks
    assert all(re.fullmatch(pattern, each) for each in blanks)
    assert json.loads(text) == json.loads(content(client, **SPACED[name]))


@pytest.mark.parametrize("pattern", ["", " ?", r"\s*", r"[\n\t ]*", "(  )?", None])
@pytest.mark.parametrize("name", SPACED)
def test_json_is_compact_where_a_pattern_allows_no_blanks(client, name, pattern):
    text = content(client, **SPACED[name], guided_whitespace_pattern=pattern)
    assert text == content(client, **SPACED[name])


def test_blanks_are_part_of_the_arguments_of_a_named_tool(client):
    tool = {"type": "function", "function": {"name": "save", "parameters": PERSON}}
    named = {"type": "function", "function": {"name": "save"}}
    fields = {"tools": [tool], "tool_choice": named, "guided_whitespace_pattern": "\t+"}
    (call,) = choice(client, **fields)["message"]["tool_calls"]
    assert set(blanks_of(call["function"]["arguments"])) == {"\t"}


def test_blanks_are_streamed_and_counted_like_any_text(client):
    fields = by_schema(PERSON, guided_whitespace_pattern=r"\n")
    answer = ask(client, **fields)
    text = answer["choices"][0]["message"]["content"]
    assert text.startswith('{\n"name"\n:\n')
    assert streamed(chunks(client, **fields)) == text
    assert answer["usage"]["completion_tokens"] == count(text)


NO_BLANKS = {
    "broken": ("(", "is invalid"),
    "a letter": ("[ a]", "more than the whitespace of JSON"),
    "anything": (".*", "more than the whitespace of JSON"),
    "a blank that JSON does not know": ("\u00a0", "more than the whitespace of JSON"),
    "a back reference to nowhere": (r"\1", "is invalid"),
    "nothing": ("(?!)", "no text"),
    "too many": (" {65,}", "more than 64 characters"),
    "far too many": (" {9000000}", "more than 100000 characters"),
    "not unicode": ("\ud800", "more than the whitespace of JSON"),
}


@pytest.mark.parametrize("name", NO_BLANKS)
@pytest.mark.parametrize("fields", [{}, {"guided_json": PERSON}], ids=["words", "json"])
def test_a_whitespace_pattern_for_other_characters_is_refused(client, name, fields):
    pattern, reason = NO_BLANKS[name]
    body = json.dumps(request(**fields, guided_whitespace_pattern=pattern))
    answer = client.post(PATH, content=body, headers={"content-type": "application/json"})
    status, kind, message = refusal_of(answer)
    assert (status, kind) == (400, REFUSED)
    assert message.startswith("Grammar error: guided_whitespace_pattern: ")
    assert reason in message


def test_the_schema_of_the_format_replaces_the_other_one(client):
    both = content(client, **by_schema({"const": 1}), guided_json={"const": 2})
    assert both == "1"


def test_chat_91_only_a_format_of_that_type_has_a_schema(client):
    unread = {"json_schema": {"name": "answer", "schema": {"const": 1}}}
    spelled = content(client, response_format={"type": "text", **unread}, guided_regex="a{3}")
    assert spelled == "aaa"
    loaded = json.loads(content(client, response_format={"type": "json_object", **unread}))
    assert isinstance(loaded, dict)


def test_chat_91_a_format_without_a_schema_takes_the_place_of_the_other_one_too(client):
    assert content(client, response_format=SCHEMALESS, guided_regex="a{3}") == "aaa"
    for replaced in ({"const": 2}, "{"):
        text = content(client, response_format=SCHEMALESS, guided_json=replaced)
        assert text == content(client)


TAG = {
    "structures": [{"begin": "<f=a>", "schema": ADDRESS, "end": "</f>"}],
    "triggers": ["<f="],
}


@pytest.mark.parametrize(
    "fields",
    [{"response_format": {"type": "structural_tag", **TAG}}, {"structural_tag": json.dumps(TAG)}],
    ids=["format", "member"],
)
def test_chat_93_json_between_two_marks(client, fields):
    found = re.fullmatch("<f=a>(.*)</f>", content(client, **fields))
    assert Draft202012Validator(ADDRESS).is_valid(json.loads(found[1]))


def test_a_structure_without_a_schema_holds_any_json(client):
    form = {"structures": [{"begin": "<a>", "end": "</a>"}], "triggers": ["<a"]}
    text = content(client, response_format={"type": "structural_tag", **form})
    json.loads(text.removeprefix("<a>").removesuffix("</a>"))
    assert text == content(client, structural_tag=json.dumps(form))


def leaf(kind, **fields):
    return {"type": kind, **fields}


CALL = leaf("tag", begin="<f=a>", content=leaf("json_schema", json_schema=ADDRESS), end="</f>")
NO_THOUGHT = leaf("tag", begin="<think>", content=leaf("any_text"), end="</think>")
JSON_CALL = r"<f=a>\{.*\}</f>"


@pytest.mark.parametrize(
    ("form", "pattern"),
    [
        (leaf("const_string", value="yes"), "yes"),
        (leaf("regex", pattern="[a-c]{4}"), "[a-c]{4}"),
        (leaf("grammar", grammar='root ::= "a" | "b"'), "a|b"),
        (CALL, JSON_CALL),
        (leaf("sequence", elements=[NO_THOUGHT, CALL]), f"<think></think>{JSON_CALL}"),
        (leaf("or", elements=[leaf("const_string", value="a"), CALL]), "a"),
        (leaf("triggered_tags", triggers=["<f="], tags=[CALL], at_least_one=True), JSON_CALL),
        (leaf("tags_with_separator", tags=[CALL], separator=","), JSON_CALL),
        (leaf("tag", begin="", content=leaf("const_string", value="x"), end=[".", "!"]), r"x\."),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_a_tag_of_the_current_format_is_obeyed(client, form, pattern):
    text = content(client, response_format={"type": "structural_tag", "format": form})
    assert re.fullmatch(pattern, text)
    tag = {"structural_tag": json.dumps({"type": "structural_tag", "format": form})}
    assert content(client, structured_outputs=tag) == text


def deep(levels):
    return leaf("sequence", elements=[deep(levels - 1) if levels else leaf("any_text")])


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ("x", "None"),
        (leaf("thing"), "'thing'"),
        (leaf("regex"), "`pattern`"),
        (leaf("regex", pattern=1), "strings"),
        (leaf("regex", pattern="("), ""),
        (leaf("grammar", grammar="("), ""),
        (leaf("json_schema", json_schema="{"), "object or a boolean"),
        (leaf("tag", begin="<", content=leaf("any_text")), "`end`"),
        (leaf("sequence", elements=[]), "at least one"),
        (leaf("triggered_tags", triggers=["["], tags=[CALL]), "trigger"),
        (deep(150), "levels"),
    ],
)
def test_a_tag_that_cannot_be_obeyed_is_refused(client, form, reason):
    tag = {"type": "structural_tag", "format": form}
    status, _, message = refusal(client, structured_outputs={"structural_tag": json.dumps(tag)})
    assert status == 400
    assert reason in message


def test_chat_94_a_maximum_cuts_json_too(client):
    found = choice(client, **by_schema(PERSON, max_tokens=2))
    assert found["finish_reason"] == "length"
    assert content(client, **by_schema(PERSON)).startswith(found["message"]["content"])
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        json.loads(found["message"]["content"])


CONSTRAINTS = {
    "schema": by_schema(PERSON),
    "object": {"response_format": {"type": "json_object"}},
    "pattern": {"guided_regex": r"\w+ \d+"},
    "tag": {"structural_tag": json.dumps(TAG)},
}


@pytest.mark.parametrize("fields", CONSTRAINTS.values(), ids=CONSTRAINTS)
def test_chat_105_a_stream_says_what_the_plain_answer_says(client, fields):
    answer = ask(client, **fields)
    text = answer["choices"][0]["message"]["content"]
    assert streamed(chunks(client, **fields)) == text
    assert answer["usage"]["completion_tokens"] == count(text)


@pytest.mark.parametrize("fields", CONSTRAINTS.values(), ids=CONSTRAINTS)
def test_chat_67_choices_differ_and_follow_the_seed(client, fields):
    texts = [found["message"]["content"] for found in ask(client, n=3, seed=7, **fields)["choices"]]
    assert texts == [content(client, seed=seed, **fields) for seed in (7, 8, 9)]
    assert len(set(texts)) > 1


def test_a_constraint_ends_a_reply_regardless_of_its_limits(client):
    found = choice(client, guided_regex="a{3}", min_tokens=20, ignore_eos=True, max_tokens=40)
    assert (found["message"]["content"], found["finish_reason"]) == ("aaa", "stop")


REFUSED_CONSTRAINTS = {
    "89 broken pattern": ({"guided_regex": "("}, "invalid"),
    "no schema": ({"guided_json": "3"}, "object or a boolean"),
    "no value": ({"guided_json": "false"}, "false"),
    "no type": (by_schema({"type": "thing"}), "`type` is not JSON Schema"),
    "no number": (by_schema({"type": "integer", "minimum": 2, "maximum": 1}), "`maximum`"),
    "no reference": (by_schema({"$ref": "https://example.com/x.json"}), "`$ref` leads nowhere"),
    "no end": (
        by_schema({"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]}),
        "deeper",
    ),
    "no trigger": ({"structural_tag": json.dumps({**TAG, "triggers": ["[["]})}, "trigger"),
    "no structure": ({"structural_tag": "{}"}, "`structures`"),
    "no tag": ({"structural_tag": "<"}, "not JSON"),
}


@pytest.mark.parametrize("name", REFUSED_CONSTRAINTS)
@pytest.mark.parametrize("stream", [False, True])
def test_chat_what_cannot_be_obeyed_is_refused(client, name, stream):
    fields, reason = REFUSED_CONSTRAINTS[name]
    status, kind, message = refusal(client, **fields, stream=stream)
    assert (status, kind) == (400, REFUSED)
    assert message.startswith("Grammar error: ")
    assert reason in message


def test_a_reply_does_not_depend_on_the_requests_before_it(client):
    before = [content(client, **by_schema(LIST, seed=seed)) for seed in range(8)]
    _kept.clear()
    assert content(client, **by_schema(LIST, seed=7)) == before[7]
