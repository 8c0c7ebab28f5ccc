"""Few-shot examples: the last, open one is completed in the way of the others."""

from __future__ import annotations

import pytest

from tests.chat.asking import content, said

ORDERS = """Extract the order number or write NONE.

Message: Where is my order A-1029?
Order: A-1029

Message: Do you sell gift cards?
Order: NONE

Message: {}
Order:"""

SHOP = """Turn the request into JSON.

Input: add 2 melons to my cart
Output: {"action": "add", "item": "melons", "count": 2, "note": null}

Input: drop the 3 rolls, they are stale
Output: {"action": "remove", "item": "rolls", "count": 3, "note": "they are stale"}

Input: add five lemons to my cart
Output:"""

TABLE = """<in>a table for two at 7pm</in>
<out>people=2, time=7pm</out>
<in>a table for six at 9pm please</in>"""

FRUITS = """Text: I like apples and pears.
Fruits: ["apples", "pears"]
Text: We need plums and cherries.
Fruits:"""


@pytest.mark.parametrize(
    ("prompt", "completion"),
    [
        (ORDERS.format("I return B-7731, it is broken."), "B-7731"),
        (ORDERS.format("What are your opening hours?"), "NONE"),
        (SHOP, '{"action": "add", "item": "lemons", "count": 5, "note": null}'),
        ("hot -> cold\nwet -> dry\nbig ->", "small"),
        ("Input: Ada Lovelace\nOutput: A.L.\nInput: Alan Turing\nOutput:", "A.T."),
        ("Q: What is 2+2?\nA: 4\nQ: What is 10-3?\nA: 7\nQ: What is 6*7?\nA:", "42"),
        ("Date: May 5, 2024\nISO: 2024-05-05\nDate: July 4, 2025\nISO:", "2025-07-04"),
        ("cheap fun\nLabel: good\nawful noise\nLabel: bad\na boring, ugly plot\nLabel:", "bad"),
        (TABLE, "people=6, time=9pm"),
        (FRUITS, '["plums", "cherries"]'),
    ],
)
def test_the_open_example_is_completed_as_the_others_are(client, prompt, completion):
    assert content(client, messages=[said(prompt)]) == completion


def test_earlier_turns_are_examples(client):
    turns = [
        said("Convert notes to JSON.", "system"),
        said("2 apples"),
        said('{"item":"apples","count":2}', "assistant"),
        said("twelve eggs"),
    ]
    assert content(client, messages=turns) == '{"item":"eggs","count":12}'


def test_turns_of_a_talk_are_no_examples(client):
    talk = [said("I am Ada."), said("Hello Ada!", "assistant"), said("What is my name?")]
    assert "Ada" in content(client, messages=talk)


def test_a_request_without_a_rule_is_answered_without_its_examples(client):
    prompt = (
        "Fix the grammar.\nInput: He go home.\nOutput: He goes home.\n"
        "Input: She have a dog.\nOutput: She has a dog.\nInput: They was late.\nOutput:"
    )
    assert "They were late." in content(client, messages=[said(prompt)])
