"""The splitter: lossless over any text, and near the usual counts for ordinary text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockserver.chat.model.talk.sentences import reply
from mockserver.chat.prompt import vocabulary
from mockserver.chat.prompt.tokens import count, split

ANY_TEXT = st.text(st.characters(codec=None))


@given(ANY_TEXT)
def test_tokens_joined_are_the_text_again(text):
    tokens = split(text)
    assert "".join(tokens) == text
    assert all(tokens)


@given(ANY_TEXT)
def test_a_text_has_as_many_tokens_as_it_is_split_into(text):
    assert count(text) == len(split(text))


@given(st.text(max_size=40))
def test_long_texts_are_counted_like_short_ones(text):
    long = text * 800 + "x" * 20_000
    assert count(long) == len(split(long))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        ("hi there", ["hi", " there"]),
        ("The year 2024, in short.", ["The", " year", " ", "202", "4", ",", " in", " short", "."]),
        ("def f(x):\n    return x", ["def", " f", "(", "x", "):", "\n   ", " return", " x"]),
        ("snake_case", ["snake", "_case"]),
        ("東京都", ["東京", "都"]),
        ("  \n", ["  \n"]),
    ],
)
def test_ordinary_text_is_split_where_people_would(text, tokens):
    assert split(text) == tokens


@given(st.text())
def test_the_same_piece_has_the_same_id_within_the_vocabulary(piece):
    assert vocabulary.token_id(piece) == vocabulary.token_id("".join(piece))
    assert 0 <= vocabulary.token_id(piece) < vocabulary.SIZE


def test_no_two_words_of_the_model_share_an_id():
    ids = vocabulary.SPOKEN.values()
    assert len(set(ids)) == len(ids) > 300


@given(st.binary(min_size=1), st.text())
def test_the_tokens_of_a_reply_are_those_of_its_text(key, message):
    tokens = reply(key, message)
    assert split("".join(tokens)) == list(tokens)


@given(st.binary(min_size=1), st.text(), st.integers(0, 400))
def test_a_longer_reply_begins_with_the_reply(key, message, least):
    tokens, longer = reply(key, message), reply(key, message, least)
    assert longer[: len(tokens)] == tokens
    assert least <= len(longer) < max(least, len(tokens)) + 60
