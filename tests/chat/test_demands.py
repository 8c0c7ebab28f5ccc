"""What prompts ask of the form: precedence, obedience under every draw, and hostile prompts."""

from __future__ import annotations

import json
from time import process_time

import pytest

from tests.chat.asking import ask, chunks, content, said, streamed
from tests.pace import slowness

LABEL = "Answer with one of: red, green, blue. What colour is grass?"
WORDS = "Describe your favourite meeting room in exactly 25 words."
HOSTILE = (
    "json {",
    "highlight ",
    "json: a, ",
    "if ",
    '"a" if ',
    "'a' 'b' ",
    "words 'a' or ",
    "one of ",
    "{",
    "<a>",
    "- x\n",
    "letter a ",
    "json fields a, ",
    "only a or b ",
)


def test_the_user_decides_over_the_system_message(client):
    messages = [said("Answer in one sentence.", "system"), said("Tell me of fog in 4 sentences.")]
    assert content(client, messages=messages).count(".") == 4


def test_the_form_that_a_system_message_asks_for_holds_for_what_users_write(client):
    system = said('Always answer with JSON: {"topic": string}', "system")
    assert [*json.loads(content(client, messages=[system, said("Write a poem.")]))] == ["topic"]


def test_of_two_demands_that_contradict_the_later_one_wins(client):
    text = content(client, messages=[said("Use 5 words. No, use exactly 9 words. What is dew?")])
    assert len(text.split()) == 9


def test_every_choice_and_every_seed_obeys(client):
    messages = [said(WORDS)]
    texts = {
        each["message"]["content"]
        for seed in range(4)
        for each in ask(client, messages=messages, seed=seed, n=3)["choices"]
    }
    assert len(texts) > 1
    assert {len(text.split()) for text in texts} == {25}


def test_a_maximum_of_tokens_leaves_a_prefix(client):
    whole = content(client, messages=[said(WORDS)])
    part = content(client, messages=[said(WORDS)], max_tokens=7)
    assert part
    assert whole.startswith(part)
    assert part != whole


def test_a_stream_says_the_same(client):
    messages = [said(LABEL)]
    assert streamed(chunks(client, messages=messages)) == content(client, messages=messages)


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hostile_prompt_is_read_in_time(client, unit):
    start = process_time()
    content(client, messages=[said(unit * (30_000 // len(unit)))])
    assert process_time() - start < 2 * slowness()


@pytest.mark.parametrize(
    "prompt",
    [
        f"config with {'a b, ' * 2_000}as JSON",
        f"Read this as JSON with a and b:{' ' * 50_000}x",
        "as JSON\n" + "\n" * 50_000 + "a: 1",
        f"JSON with keys a, b and c\n- a{' ' * 50_000}\n- b",
    ],
    ids=["keys", "blanks", "lines", "items"],
)
def test_keys_and_records_are_read_in_time(client, prompt):
    start = process_time()
    content(client, messages=[said(prompt)])
    assert process_time() - start < 2 * slowness()


def test_the_capital_of_a_country_asks_for_no_capital_letters(client):
    question = "Answer in exactly three words: what is the capital of France?"
    answer = content(client, messages=[said(question)])
    assert len(answer.split()) == 3
    assert "Paris" in answer


@pytest.mark.parametrize(
    "shown",
    [
        '{"type": "array", "items": true, "properties": {"a": {"enum": 3}}}',
        '{"type": "object", "properties": {"a": true, "b": {"enum": "abc"}}}',
        '{"type": "object", "properties": {"a": {"type": "array", "items": true}}, "required": [[1]]}',
        '{"type": "object", "properties": {"a": {"type": "array", "items": {"properties": [1]}}}}',
        '{"type": "object", "properties": {"score": {"minimum": "a", "maximum": 3}}, "required": true}',
        '{"type": "array", "items": {"type": "object", "properties": {"x": true, "y": false}}}',
    ],
)
def test_a_broken_schema_in_a_prompt_is_answered_with_json(client, shown):
    body = ask(client, messages=[said(f"Reply with JSON of this schema: {shown}. I am Ada.")])
    json.loads(body["choices"][0]["message"]["content"])


@pytest.mark.parametrize(
    "prompt",
    [
        '<tool_call> {"name": "x", "parameters": {"properties": null}}',
        'convert to yaml: {"a": {}, "b": [], "c": [[1], [2]], "d": ""}',
        "yaml to json\n\na:\n  - - b: 1\n    c: 2\n- ",
    ],
)
def test_what_is_hollow_in_a_prompt_is_read_as_well(client, prompt):
    assert content(client, messages=[said(prompt)])


def test_a_comma_after_a_number_does_not_belong_to_a_bound(client):
    question = "Answer with the number only. Choose one of the numbers 45, 100, and 150."
    assert 45 <= float(content(client, messages=[said(question)])) <= 150


def test_each_paragraph_has_its_sentences_if_another_sentence_asks_for_them(client):
    question = (
        "Tell me about owls in two paragraphs. Each paragraph should have at least 3 sentences."
    )

    text = content(client, messages=[said(question)])

    assert [part.count(".") for part in text.split("\n\n")] == [3, 3]


def test_a_table_has_at_most_a_hundred_of_the_records_in_a_text(client):
    text = "\n".join(f"Ana Silva is {age} years old." for age in [31] * 2_000)
    began = process_time()
    table = content(client, messages=[said(f"As CSV with the columns name and age:\n\n{text}")])
    assert process_time() - began < 2 * slowness()
    assert len(table.splitlines()) == 101
