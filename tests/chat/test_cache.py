"""Cached tokens: the beginnings of prompts that the server has read before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockserver.chat.prompt.messages import read_turns
from mockserver.chat.prompt.prefixes import BLOCK, KnownBlocks, cached_tokens
from mockserver.chat.prompt.rendering import built_in
from tests.chat.asking import QUESTION, ask, chunks, said

LONG = [said("You are a careful assistant for a small library. " * 8, "system"), said(QUESTION)]


@pytest.fixture
def caching(make_client):
    """A client of a server that remembers prompts."""
    return make_client(prefix_cache=True)


def cached(client, **members):
    details = ask(client, **{"messages": LONG, **members})["usage"]["prompt_tokens_details"]
    return details["cached_tokens"] if details else None


def test_chat_6_without_the_setting_nothing_is_cached(client):
    assert [cached(client) for _ in range(2)] == [None, None]


def test_whole_blocks_of_a_prompt_are_cached_when_it_comes_again(caching):
    prompt_tokens = ask(caching, messages=LONG)["usage"]["prompt_tokens"]
    assert cached(caching) == (prompt_tokens - 1) // BLOCK * BLOCK > 0


def test_a_prompt_that_begins_alike_shares_its_beginning(caching):
    assert cached(caching) is None
    whole = cached(caching)
    assert 0 < cached(caching, messages=[LONG[0], said("Something else?")]) <= whole
    assert cached(caching, messages=[said("Be brief.", "system"), *LONG]) is None


def test_chat_46_prompts_with_another_salt_share_nothing(caching):
    assert cached(caching) is None
    assert [cached(caching, cache_salt=salt) for salt in ("a", "b")] == [None, None]
    assert cached(caching, cache_salt="a") == cached(caching) > 0


def test_models_share_nothing(caching):
    assert [cached(caching, model=model) for model in ("m1", "m2")] == [None, None]


def test_a_short_prompt_is_never_cached(caching):
    assert [cached(caching, messages=[said("hi")]) for _ in range(2)] == [None, None]


def test_a_stream_tells_cached_tokens_with_its_usage(caching):
    members = {"messages": LONG, "stream_options": {"continuous_usage_stats": True}}
    first, again = (chunks(caching, **members)[-1]["usage"] for _ in range(2))
    assert "prompt_tokens_details" not in first
    assert again == {**first, "prompt_tokens_details": {"cached_tokens": cached(caching)}}


def test_a_reset_forgets_the_prompts(caching):
    assert cached(caching) is None
    assert caching.post("/__admin/reset", json={}).status_code == 200
    assert cached(caching) is None


@given(st.integers(0, 200), st.integers(0, 200))
def test_what_two_prompts_have_in_common_is_cached_in_whole_blocks(one, other):
    seen = KnownBlocks()
    first, second = ({"messages": [said("word " * length)]} for length in (one, other))
    size = len(built_in(second, read_turns(second)))
    assert cached_tokens(first, "m", seen) == 0
    assert cached_tokens(second, "m", seen) <= (size if one == other else min(one, other) + 4)
    assert cached_tokens(second, "m", seen) == (size - 1) // BLOCK * BLOCK


def test_the_oldest_prompts_are_forgotten(monkeypatch):
    monkeypatch.setattr("mockserver.chat.prompt.prefixes.MOST_BLOCKS", 2)
    seen = KnownBlocks()
    assert [seen.read(key) for key in (b"a", b"b", b"a", b"c", b"b", b"a")] == [
        False, False, True, False, False, False
    ]  # fmt: skip
