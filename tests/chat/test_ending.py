"""Where a reply ends: limits, stop strings, stop tokens, and the order in which they count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockserver.chat.decoding.ending import Ending, generate, pieces
from mockserver.chat.prompt.tokens import count, split
from mockserver.chat.prompt.vocabulary import token_id
from tests.chat.asking import ask, choice, content, said


@pytest.fixture
def tokens(client):
    """The tokens of the reply to the usual question."""
    return split(content(client))


def ending(found):
    return found["message"]["content"], found["finish_reason"], found["stop_reason"]


def test_chat_53_a_maximum_cuts_the_reply(client, tokens):
    answer = ask(client, max_tokens=2)
    assert ending(answer["choices"][0]) == ("".join(tokens[:2]), "length", None)
    assert answer["usage"]["completion_tokens"] == 2


def test_chat_54_the_newer_maximum_wins(client):
    assert ask(client, max_tokens=3, max_completion_tokens=1)["usage"]["completion_tokens"] == 1
    assert ask(client, max_tokens=3, max_completion_tokens=0)["usage"]["completion_tokens"] == 3


def test_a_reply_that_just_fits_ends_by_its_length(client, tokens):
    assert ending(choice(client, max_tokens=len(tokens)))[1] == "length"
    assert ending(choice(client, max_tokens=len(tokens) + 1))[1] == "stop"


def test_chat_55_57_a_stop_string_cuts_right_before_itself(client, tokens):
    text, stop = "".join(tokens), tokens[6][1:3]
    for given_stop in (stop, [stop]):
        answer = ask(client, stop=given_stop)
        before = text[: text.index(stop)]
        assert ending(answer["choices"][0]) == (before, "stop", stop)
        assert answer["usage"]["completion_tokens"] == count(before + stop)


def test_chat_56_a_stop_string_may_stay(client, tokens):
    text, stop = "".join(tokens), tokens[6] + tokens[7]
    found = choice(client, stop=[stop], include_stop_str_in_output=True)
    assert ending(found) == (text[: text.index(stop)] + stop, "stop", stop)


def test_chat_58_of_two_in_one_token_the_first_in_the_list_wins(client, tokens):
    word = next(token for token in tokens if len(token) > 5)
    early, late = word[1:3], word[3:5]
    assert choice(client, stop=[late, early])["stop_reason"] == late
    assert choice(client, stop=[early, late])["stop_reason"] == early


def test_chat_59_a_stop_string_that_is_absent_changes_nothing(client, tokens):
    assert ending(choice(client, stop=["§"])) == ("".join(tokens), "stop", None)


def test_chat_60_a_stop_token_is_left_out_and_counts(client, tokens):
    wanted = tokens.index(tokens[4])
    answer = ask(client, stop_token_ids=[token_id(tokens[wanted])])
    expected = ("".join(tokens[:wanted]), "stop", token_id(tokens[wanted]))
    assert ending(answer["choices"][0]) == expected
    assert answer["usage"]["completion_tokens"] == wanted + 1


def test_a_stop_token_may_stay(client, tokens):
    stop = token_id(tokens[4])
    found = choice(client, stop_token_ids=[stop], include_stop_str_in_output=True)
    assert ending(found) == ("".join(tokens[: tokens.index(tokens[4]) + 1]), "stop", stop)


def test_chat_61_a_stop_string_at_the_start_leaves_nothing(client, tokens):
    assert ending(choice(client, stop=[tokens[0]])) == ("", "stop", tokens[0])


def test_chat_62_a_stop_string_wins_over_the_limit_and_the_limit_over_a_stop_token(client, tokens):
    last = tokens[5]
    assert tokens.index(last) == 5
    assert choice(client, max_tokens=6, stop=[last])["finish_reason"] == "stop"
    assert choice(client, max_tokens=6, stop_token_ids=[token_id(last)])["stop_reason"] is None


def test_chat_63_stop_rules_sleep_for_the_least_tokens(client, tokens):
    early = {"stop": [tokens[1]], "stop_token_ids": [token_id(tokens[1])]}
    assert ending(choice(client, **early))[2] is not None
    found = choice(client, **early, min_tokens=5, max_tokens=6)
    assert ending(found) == ("".join(tokens[:6]), "length", None)


def test_a_least_length_beyond_the_reply_carries_it_on(client, tokens):
    answer = ask(client, min_tokens=300)
    assert answer["usage"]["completion_tokens"] >= 300
    text, reason, _ = ending(answer["choices"][0])
    assert reason == "stop"
    assert text.startswith("".join(tokens))
    assert text.endswith(".")


def test_chat_64_without_an_end_of_its_own_a_reply_runs_to_the_limit(client, tokens):
    answer = ask(client, ignore_eos=True, max_tokens=500)
    assert answer["usage"]["completion_tokens"] == 500
    text, reason, _ = ending(answer["choices"][0])
    assert reason == "length"
    assert text.startswith("".join(tokens))


def test_an_endless_reply_to_a_greeting_goes_on_too(client):
    answer = ask(client, messages=[said("hello")], ignore_eos=True, max_tokens=500)
    assert answer["usage"]["completion_tokens"] == 500


# The engine by itself


TOKENS = st.lists(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=30)
STOPS = st.lists(st.text("abc", min_size=1, max_size=4), max_size=3)


@st.composite
def endings(draw):
    most = draw(st.integers(1, 40))
    return Ending(
        most,
        least=draw(st.integers(0, most)),
        strings=draw(STOPS),
        ids=frozenset(map(token_id, draw(STOPS))),
        keep_stop=draw(st.booleans()),
    )


def carried_on(tokens, ending):
    return tokens + ["c"] * max(ending.least - len(tokens), 0)


@given(TOKENS, endings())
def test_the_pieces_of_a_generation_are_its_text(tokens, ending):
    generation = generate(carried_on(tokens, ending), ending)
    assert "".join(pieces(generation)) == generation.text
    assert len(pieces(generation)) == len(generation.tokens) <= ending.most


def test_chat_58_the_order_of_the_list_decides_not_the_place_in_the_text():
    generation = generate(["abcdef"], Ending(9, strings=["ef", "cd"]))
    assert (generation.text, generation.stop_reason) == ("abcd", "ef")


def test_a_stream_holds_back_one_character_less_than_the_longest_stop_string():
    generation = generate(["ab", "cd", "ef"], Ending(9, strings=["x", "xyz"]))
    assert pieces(generation) == ["", "ab", "cdef"]


def one_by_one(tokens, ending):
    """The stopping rules written down a second time: token after token, as the engine works."""
    text = ""
    for place, token in enumerate(tokens, 1):
        before, text = text, text + token
        if place < ending.most and place > ending.least and token_id(token) in ending.ids:
            return place, text if ending.keep_stop else before, "stop", token_id(token)
        for stop in ending.strings if place > ending.least else ():
            start = text.find(stop, max(len(before) - len(stop) + 1, 0))
            if start >= 0:
                kept = len(stop) if ending.keep_stop else 0
                return place, text[: start + kept], "stop", stop
        if place == ending.most:
            return place, text, "length", None
    return len(tokens), text, "stop", None


@given(TOKENS, endings())
def test_the_engine_ends_where_one_token_after_the_other_would(tokens, ending):
    tokens = carried_on(tokens, ending)
    generation = generate(tokens, ending)
    found = generation.finish_reason, generation.stop_reason
    assert (len(generation.tokens), generation.text, *found) == one_by_one(tokens, ending)


@given(TOKENS, st.integers(1, 40), st.integers(1, 40))
def test_a_smaller_maximum_gives_a_prefix(tokens, one, other):
    smaller, larger = sorted((one, other))
    part, whole = generate(tokens, Ending(smaller)), generate(tokens, Ending(larger))
    assert whole.text.startswith(part.text)
    assert len(part.tokens) == min(smaller, len(tokens))


@pytest.mark.parametrize("most", [1, 2, 7, 20, 400])
def test_a_smaller_maximum_gives_a_prefix_of_an_answer(client, most):
    endless = {"ignore_eos": True, "seed": 4}
    text = content(client, **endless, max_tokens=most)
    assert content(client, **endless, max_tokens=most + 30).startswith(text)
