"""Few-shot examples: the last, open one is completed in the way of the others."""

from __future__ import annotations

import pytest

from tests.chat.asking import content, said

PEOPLE = """Turn the sentence into JSON.

Input: Ben Hart is 31 and lives in Oslo.
Output: {"name": "Ben Hart", "age": 31, "city": "Oslo"}

Input: Mia Stone is 28 and lives in Lyon.
Output:"""


@pytest.mark.parametrize(
    ("prompt", "completion"),
    [
        (PEOPLE, '{"name": "Mia Stone", "age": 28, "city": "Lyon"}'),
        ("hot -> cold\nwet -> dry\nbig ->", "small"),
        ("Q: What is 2+2?\nA: 4\nQ: What is 10-3?\nA: 7\nQ: What is 6*7?\nA:", "42"),
        ("cheap fun\nLabel: good\nawful noise\nLabel: bad\na boring, ugly plot\nLabel:", "bad"),
    ],
)
def test_the_open_example_is_completed_as_the_others_are(client, prompt, completion):
    assert content(client, messages=[said(prompt)]) == completion


def test_earlier_turns_are_examples(client):
    turns = [
        said("Convert notes to JSON.", "system"),
        said("Call Ben on 2025-03-01."),
        said('{"name":"Ben","date":"2025-03-01"}', "assistant"),
        said("Write to Mia on 2025-03-04."),
    ]
    assert content(client, messages=turns) == '{"name":"Mia","date":"2025-03-04"}'


def test_turns_of_a_talk_are_no_examples(client):
    talk = [said("I am Ada."), said("Hello Ada!", "assistant"), said("What is my name?")]
    assert "Ada" in content(client, messages=talk)


def test_a_request_without_a_rule_is_answered_without_its_examples(client):
    prompt = (
        "Fix the grammar.\nInput: He go home.\nOutput: He goes home.\n"
        "Input: She have a dog.\nOutput: She has a dog.\nInput: They was late.\nOutput:"
    )
    assert "They were late." in content(client, messages=[said(prompt)])
