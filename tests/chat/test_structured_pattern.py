"""Texts for patterns, and matching with bounded backtracking."""

from __future__ import annotations

import re
from contextlib import suppress
from time import process_time

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from mockserver.chat.structured.budget import Budget, DeadEnd, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.pattern import Pattern, Width
from tests.pace import slowness

PATTERNS = [
    r"\d{3}-\d{4}",
    r"[A-Z]{2}\d{2} ?[A-Z0-9]{4}",
    r"(foo|bar)+baz",
    r"^[a-z]+$",
    r"[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}",
    r"(\w+) \1",
    r"(?P<quote>['\"]).*?(?P=quote)",
    r"(?=.*\d)(?=.*[A-Z])[A-Za-z\d]{8,}",
    r"(?!foo)\w{3}",
    r"(?i)hello",
    r"[\u4e00-\u9fff]{2,4}",
    r"\bword\b",
    r"a{3,5}?b*c?",
    r"a(?<=a)b(?<!a)",
    r"^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$",
    r"#[0-9a-fA-F]{6}",
    r"[^a-z]+",
    r"(?s).{5}\n",
    r"(?m)^x$\n^y$",
    r"",
    r"(\d{4})-(\d{2})T\1",
    r"\d+(\.\d+)*",
    r"[^\x00-\u0400]{3}",
    r"\S+\s\D\W",
]


@pytest.mark.parametrize("source", PATTERNS)
def test_chat_89_a_text_matches_its_pattern_as_a_whole(source):
    for number in range(10):
        text = Pattern.of(source).text(Draws(b"%d" % number), Budget())
        assert re.fullmatch(source, text)


REFUSED = {
    "an open bracket": ("(", "invalid"),
    "an unknown escape": (r"\p{Lu}", "invalid"),
    "a condition": (r"(a)(?(1)b|c)", "groupref exists"),
    "an atomic group": (r"(?>a+)b", "atomic group"),
    "nothing": (r"(?!)", "no text"),
    "a contradiction": (r"a(?<=b)", "no text"),
    "too many brackets": ("(" * 2000 + ")" * 2000, "nested"),
    "too much text": ("(((x{999}){999}){999})", "characters"),
    "too long a pattern": ("x" * 5000, "characters"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_unsupported_pattern_is_refused(name):
    source, reason = REFUSED[name]
    with pytest.raises(Unservable) as refused:
        Pattern.of(source).text(Draws(b"key"), Budget())
    assert reason in refused.value.reason


@pytest.mark.parametrize(("least", "most"), [(0, 3), (5, 5), (12, 40), (200, 300)])
def test_a_text_has_the_requested_length(least, most):
    text = Pattern.of("[a-z]+(-[a-z]+)*").text(Draws(b"key"), Budget(), Width(least, most))
    assert least <= len(text) <= most


def test_a_class_of_all_letters_becomes_a_word():
    assert Pattern.of(r"[a-z]{3,12}").text(Draws(b"key"), Budget()).isalpha()
    assert len({Pattern.of(r"\w+").text(Draws(b"%d" % n), Budget()) for n in range(30)}) > 10


BOMBS = [
    (r"(a+)+$", "a" * 60 + "!"),
    (r"(a|a)*b", "a" * 60),
    (r"(.*)*=.*", "x" * 60),
    (r"(a?){50}a{50}", "a" * 49),
    (r"^(([a-z])+.)+[A-Z]([a-z])+$", "a" * 60),
    (r"(((a*)*)*)*b", "a" * 60),
    (r"(x+x+)+y", "x" * 60),
    (r"a*a*a*a*a*a*a*a*b", "a" * 200),
    (r"(?=(a+)+b)a", "a" * 60),
    (r"(a*)*\1b", "a" * 60),
    (r"(a|[ab]b?)" * 40 + "c", "a" * 60),
]


@pytest.mark.parametrize(("source", "text"), BOMBS)
def test_no_pattern_backtracks_endlessly(source, text):
    """Python's own matcher would take from minutes to the end of the world for each of them."""
    begun = process_time()
    with suppress(Unservable):
        assert not Pattern.of(source).searches(text, Budget())
    assert process_time() - begun < 5 * slowness()


PIECES = st.sampled_from(
    [
        *("a", "b", "[ab]", ".", r"\d", "(a|b)", "(ab)", "a*", "b+", "a?", "(a+b)*", "[^a]", "^"),
        *("$", r"\b", "(?=a)", "(?!b)", "(?<=a)", "(?<!b)", "(?:a|)", "(?i:A)", "(?:ab?){2}"),
    ]
)
SOURCES = st.lists(PIECES, max_size=5).map("".join)
TEXTS = st.text("abA1\n", max_size=8)


@given(SOURCES, TEXTS)
def test_both_matchers_find_what_python_finds(source, text):
    pattern = Pattern(source)
    pattern._ways = lambda _: 10**9
    with suppress(DeadEnd):
        assert pattern.searches(text, Budget()) == bool(re.search(source, text))
        assert pattern.matches(text, Budget()) == bool(re.fullmatch(source, text))


@pytest.mark.parametrize("text", ["a" * 15, "a1" * 200 + "!", "ab.c1" * 40])
@pytest.mark.parametrize("source", [r"^([a-z]+\d?)+$", r"(\w+\.)*\w+", r"(x|ab|.)*c[0-9]"])
def test_patterns_with_much_backtracking_are_matched_in_linear_time(source, text):
    begun = process_time()
    assert Pattern.of(source).searches(text, Budget()) == (
        re2.compile(source).search(text) is not None
    )
    assert process_time() - begun < 1 * slowness()


def test_a_text_for_a_password_is_found():
    looks = r"(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])"
    text = Pattern.of(rf"^{looks}[A-Za-z\d@$!%*?&]{{8,}}$").text(Draws(b"key"), Budget())
    assert re.search(looks, text)
    assert len(text) >= 8


@given(SOURCES, st.integers(0, 5), st.integers(0, 9))
def test_a_text_with_a_match_has_the_requested_length(source, least, more):
    width = Width(least, least + more)
    try:
        text = Pattern.of(source).found_in(Draws(source.encode()), Budget(), width)
    except Unservable:
        return
    assert re.search(source, text)
    assert width.least <= len(text) <= width.most
