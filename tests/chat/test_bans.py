"""What a reply may not say or must: biases, allowed tokens and bad words; and beam search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockserver.chat.decoding.bans import WordFinder
from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END_ID, readings, token_id
from tests.chat.asking import QUESTION, ask, choice, chunks, content, said


@pytest.fixture
def tokens(client):
    """The tokens of the reply to the usual question."""
    return split(content(client))


def test_a_bias_of_minus_100_bans_a_token(client, tokens):
    for banned in (tokens[2], tokens[-1], " starter"):
        text = content(client, logit_bias={str(token_id(banned)): -100})
        assert banned not in split(text)
        assert split(text)[:2] == tokens[:2]


def test_a_small_bias_leaves_the_reply_as_it_is(client, tokens):
    bias = {str(token_id(tokens[2])): -99, str(token_id(tokens[3])): 99.5}
    assert content(client, logit_bias=bias) == "".join(tokens)


def test_chat_40_a_bias_beyond_100_counts_as_100_and_forces_its_token(client, tokens):
    bias = {str(token_id(tokens[3])): 1000}
    answer = ask(client, logit_bias=bias, max_tokens=4)
    assert answer["choices"][0]["message"]["content"] == tokens[3] * 4
    assert answer["choices"][0]["finish_reason"] == "length"
    assert choice(client, logit_bias={"1": 1000}, max_tokens=3)["message"]["content"] == "\x01" * 3


def test_allowed_tokens_are_all_that_is_said(client, tokens):
    allowed = [token_id(token) for token in tokens[2:6]]
    found = choice(client, allowed_token_ids=allowed, max_tokens=40, logprobs=True)
    said = {entry["token"] for entry in found["logprobs"]["content"]}
    assert said == set(tokens[2:6])
    assert found["finish_reason"] == "length"


def test_an_allowed_end_ends_the_reply(client, tokens):
    allowed = [token_id(tokens[2]), END_ID]
    assert choice(client, allowed_token_ids=allowed)["finish_reason"] == "stop"
    only = ask(client, allowed_token_ids=[END_ID])
    assert only["choices"][0]["message"]["content"] == ""
    assert only["usage"]["completion_tokens"] == 1


def test_a_banned_end_makes_a_reply_endless(client):
    answer = ask(client, logit_bias={str(END_ID): -100}, max_tokens=300)
    assert answer["usage"]["completion_tokens"] == 300


def test_a_forced_token_counts_only_if_it_is_allowed(client, tokens):
    one, other = token_id(tokens[2]), token_id(tokens[3])
    limits = {"allowed_token_ids": [one, other], "max_tokens": 5}
    assert content(client, logit_bias={str(one): 100}, **limits) == tokens[2] * 5
    assert content(client, logit_bias={str(one): -100}, **limits) == tokens[3] * 5
    assert content(client, logit_bias={"65": 100}, **limits).replace(tokens[2], "").replace(
        tokens[3], ""
    ) == ""  # fmt: skip


def test_chat_65_a_bad_word_does_not_appear(client, tokens):
    for word in (tokens[2], tokens[4].strip(), "sourdough", "e", ". "):
        text = content(client, bad_words=[word])
        assert word not in text
        assert text


def test_chat_65_a_bad_word_is_found_across_tokens(client, tokens):
    words = ["".join(tokens[2:5]), tokens[7] + tokens[8][:2]]
    text = content(client, bad_words=words)
    assert not any(word in text for word in words)
    assert text.startswith("".join(tokens[:4]))


def test_when_nothing_may_be_said_the_reply_ends(client):
    found = choice(client, bad_words=list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    assert not any(letter.isalpha() for letter in found["message"]["content"])
    assert found["finish_reason"] == "stop"
    stops = {"stop": ["§"], "min_tokens": 20}
    assert choice(client, bad_words=list("aeiou"), **stops)["finish_reason"] == "stop"


def test_bans_hold_for_every_choice_and_every_stream(client, tokens):
    members = {"bad_words": [tokens[2].strip(), "the"], "n": 3, "seed": 4}
    texts = [found["message"]["content"] for found in ask(client, **members)["choices"]]
    assert len(set(texts)) == 3
    assert not any("the" in text for text in texts)
    found = [chunk["choices"][0] for chunk in chunks(client, **members)]
    assert "the" not in "".join(each["delta"]["content"] for each in found if each["index"] == 1)


WORDS = st.lists(st.text("abc", min_size=1, max_size=4), max_size=5)


@given(WORDS, st.lists(st.text("abc", max_size=4), max_size=8))
def test_words_are_found_whatever_the_pieces(words, pieces):
    looked_for, state, text = WordFinder(words), 0, ""
    for piece in pieces:
        text += piece
        state = looked_for.read(state, piece)
        assert (state is None) == any(word in text for word in words)
        if state is None:
            return


@given(st.integers(0, 131_071))
def test_every_id_reads_as_a_token_of_that_id(number):
    (text,) = readings([number], [])
    assert token_id(text) == number


def test_the_words_of_a_conversation_read_as_they_were_said(client):
    word = " sourdou"
    bias = {str(token_id(word)): 100}
    assert word in split(" " + QUESTION)
    assert content(client, logit_bias=bias, max_tokens=2) == word * 2


# Beam search


def test_beams_are_choices_the_likeliest_first(client):
    found = ask(client, use_beam_search=True, n=3)["choices"]
    assert len({each["message"]["content"] for each in found}) == 3
    assert [each["index"] for each in found] == [0, 1, 2]
    assert {(each["finish_reason"], each["stop_reason"]) for each in found} == {("stop", END_ID)}
    assert ask(client, use_beam_search=True, n=3, temperature=0, seed=9)["choices"] == found


def test_a_higher_length_penalty_favours_longer_replies(client):
    lengths = [
        ask(client, use_beam_search=True, n=3, length_penalty=penalty)["usage"]["completion_tokens"]
        for penalty in (-5, 5)
    ]
    assert lengths[0] < lengths[1]
    assert ask(client, use_beam_search=True, length_penalty=1e308)["choices"]


def test_beams_that_were_cut_end_by_their_length(client):
    found = choice(client, use_beam_search=True, max_tokens=3, logprobs=True, stop=["e"])
    assert (found["finish_reason"], found["stop_reason"]) == ("length", None)
    assert len(split(found["message"]["content"])) == 3
    assert found["logprobs"] is None


def test_a_beam_search_tells_nothing_of_the_prompt(client):
    for asked in ({"prompt_logprobs": 1}, {"echo": True}):
        assert ask(client, use_beam_search=True, **asked)["prompt_logprobs"] is None


def test_chat_118_a_streamed_beam_is_one_chunk(client):
    members = {"use_beam_search": True, "n": 2, "messages": [said(QUESTION)]}
    *roles, one, other = [chunk["choices"][0] for chunk in chunks(client, **members)]
    texts = [found["message"]["content"] for found in ask(client, **members)["choices"]]
    assert [each["delta"].get("role") for each in roles] == ["assistant"] * 2
    assert [one["delta"]["content"], other["delta"]["content"]] == texts
    assert one["stop_reason"] == END_ID
