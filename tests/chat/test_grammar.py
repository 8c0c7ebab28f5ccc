"""Replies derived from a grammar: EBNF, and Lark's notation with its extra."""

from __future__ import annotations

import ast
import json
import re

import pytest
from lark import Lark

from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.chat.structured.grammar import write
from tests.chat.asking import REFUSED, content, refusal


def derived(source, count=10):
    return [write(source, b"%d" % number, Budget()) for number in range(count)]


SQL = """
root ::= "SELECT " column (", " column)* " FROM " table condition?
column ::= [a-z]+  # any name
table ::= "customers" | "orders"
condition ::= " WHERE " column " = " [0-9]{1,3}
"""
JSON = r"""
root ::= object
value ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" ws (string ":" ws value ("," ws string ":" ws value)*)? "}" ws
array ::= "[" ws (value ("," ws value)*)? "]" ws
string ::= "\"" ([^"\\\x7F\x00-\x1F] | "\\" (["\\bfnrt] | "u" [0-9a-fA-F]{4}))* "\""
number ::= "-"? ([0-9] | [1-9] [0-9]{0,15}) ("." [0-9]+)? ([eE] [-+]? [1-9] [0-9]?)?
ws ::= | " " | "\n" [ \t]{0,2}
"""
SUMS = """
root ::= sum
sum ::= sum ("+" | "-") product | product
product ::= [1-9] [0-9]* | "(" sum ")"
"""


def test_chat_92_one_of_two_words(client):
    found = {content(client, guided_grammar='root ::= "a" | "b"', seed=seed) for seed in range(20)}
    assert found == {"a", "b"}


def test_chat_92_a_derivation_of_sql():
    for text in derived(SQL):
        assert re.fullmatch(
            r"SELECT [a-z]+(, [a-z]+)* FROM (customers|orders)( WHERE [a-z]+ = \d{1,3})?", text
        )


def test_chat_92_a_derivation_of_json():
    assert all(isinstance(json.loads(text), dict) for text in derived(JSON, 30))


def test_chat_92_a_derivation_with_recursion_on_the_left():
    texts = derived(SUMS, 30)
    assert all(ast.parse(text, mode="eval") for text in texts)
    assert len(set(texts)) > 15
    assert max(map(len, texts)) < 2_000


SPELLED = {
    'root ::= "tab\\t\\x41\\u00e9\\U0001F600\\"" \'one\'': 'tab\tAé😀"one',
    'root ::= first\n  second  # a remark\nfirst ::= "a"\nsecond ::= "b" "c"': "abc",
    'root ::= ("a"){3} "b"{2,2} "c"{0}': "aaabb",
    'root ::= ""': "",
    "root ::= never | [x]\nnever ::= never": "x",
}


@pytest.mark.parametrize("source", SPELLED)
def test_the_notation_of_ebnf(source):
    assert derived(source, 1) == [SPELLED[source]]


DOUBLING = "\n".join(f"r{n} ::= r{n + 1} r{n + 1}" for n in range(40))
BROKEN = {
    "92 an open quote": ('root ::= "a', "invalid at"),
    "no rule": ("root ::= x", "no rule x"),
    "no root": ('x ::= "a"', "no rule root"),
    "no end": ('root ::= "a" root', "no short text"),
    "92 bounds that leave nothing": ('root ::= "a"{2,1}', "at least 2 and at most 1"),
    "no bracket": ('root ::= ("a"', "expected"),
    "no head": ('"a" ::= "b"', "expected"),
    "two of a name": ('root ::= "a"\nroot ::= "b"', "two rules root"),
    "an empty class": ("root ::= [^\\x00-\\U0010ffff]", "no character"),
    "a range backwards": ("root ::= [z-a]", "invalid"),
    "no such character": ('root ::= "\\UFFFFFFFF"', "not a character"),
    "many brackets": ("root ::= " + "(" * 3000 + ")" * 3000, "too deeply"),
    "much text": ('root ::= "a"{1000000000}', "characters"),
    "more text": (f'{DOUBLING}\nr40 ::= "x"\nroot ::= r0', "work"),
    "no end of repeats": ('root ::= "a"{99999999999999}', "too large a bound"),
    "much of nothing": ('root ::= ""{1000000000}', "work"),
    "long rules": ("root ::= x" * 20_000, "characters"),
    "long chains": (
        "\n".join(f"r{n} ::= r{n + 1}" for n in range(900)) + '\nr900 ::= "x"\nroot ::= r0',
        "no short text",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_unsupported_grammar_is_refused(client, name):
    source, reason = BROKEN[name]
    status, kind, message = refusal(client, guided_grammar=source)
    assert (status, kind) == (400, REFUSED)
    assert message.startswith("Grammar error: ")
    assert reason in message


# Lark's notation

ARITHMETIC = """
start: sum
?sum: product | sum "+" product -> add | sum "-" product -> take
?product: atom | product "*" atom
?atom: NUMBER | "-" atom | "(" sum ")"
%import common.NUMBER
%import common.WS
%ignore WS
"""
LISTS = """
start: "[" row{item, ","} "]" | [NAME] "!"
row{x, mark}: x (mark x)*
item: NAME ~ 1..2 | "null"i | /[0-9]{2}/
NAME.2: "a".."f" ("0".."9")+
%ignore " "
"""
QUERY = """
start: "SELECT" NAME ("," NAME)* "FROM" NAME ["WHERE" NAME "=" ESCAPED_STRING]
%import common.CNAME -> NAME
%import common.ESCAPED_STRING
%import common.WS
%ignore WS
"""


@pytest.mark.parametrize("source", [ARITHMETIC, LISTS, QUERY], ids=["sums", "lists", "query"])
def test_lark_parses_what_its_grammar_derives(source):
    parser = Lark(source, parser="earley")
    texts = [text for text in derived(source, 20) if len(text) < 200]
    assert len(texts) > 10
    assert all(parser.parse(text) for text in texts)


BROKEN_LARK = {
    "no colon": ("start", "invalid"),
    "no start": ('other: "a"', "no rule start"),
    "no rule": ("start: other", "invalid"),
    "a file": ('start: "a"\n%import .secrets.X', "from common"),
    "a library": ("start: X\n%import nowhere.X", "from common"),
    "declared": ("start: X\n%declare X", "without a text"),
    "no end": ('start: "a" start', "no short text"),
    "much text": ('start: "a" ~ 1000000000', "characters"),
    "endless templates": (
        'start: a{"x"}\na{x}: a{b{x}} | "b"\nb{x}: x',
        "templates too often",
    ),
    "a pattern that is not followed": ("start: /(?<=x)y/", "pattern"),
}


@pytest.mark.parametrize("name", BROKEN_LARK)
def test_an_unsupported_grammar_for_lark_is_refused(client, name):
    source, reason = BROKEN_LARK[name]
    status, kind, message = refusal(client, guided_grammar=source)
    assert (status, kind) == (400, REFUSED)
    assert reason in message


def test_a_grammar_that_lark_expands_endlessly_is_derived_at_once():
    assert set("".join(derived("start: " + '["a"] ' * 60, 1))) == {"a"}


def test_the_effort_is_bounded():
    with pytest.raises(Unservable, match="work"):
        write(JSON, b"key", Budget(3))


def test_terminals_may_refer_to_a_bounded_number_of_others(client):
    chain = "\n".join(f'A{n}: "a" A{n + 1}' for n in range(60))
    assert content(client, guided_grammar=f'start: A0\n{chain}\nA60: "b"') == "a" * 60 + "b"
    pairs = "\n".join(f"A{n}: A{n + 1} A{n + 1}" for n in range(60))
    refused = refusal(client, guided_grammar=f'start: A0\n{pairs}\nA60: "b"')
    assert "refer to more than 4000 others" in refused[2]
    more = "".join(f'\n%extend A{n}: "c"' for n in range(60))
    assert (
        "refer to more than"
        in refusal(client, guided_grammar=f'start: A0\n{pairs}\nA60: "b"{more}')[2]
    )
    assert "Recursion in terminal" in refusal(client, guided_grammar='start: A\nA: "a" A')[2]
