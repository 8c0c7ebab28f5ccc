"""Schemas are filled with the values of a message: records, alternatives, totals, lists."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.chat.asking import content, said


def shape(written: Any) -> dict[str, Any]:
    """The schema of an object, a list with one kind of item, a tuple of alternatives, or `a|b`."""
    if isinstance(written, dict):
        properties = {name: shape(each) for name, each in written.items()}
        return {"type": "object", "properties": properties, "required": [*written]}
    if isinstance(written, list):
        return {"type": "array", "items": shape(written[0])}
    if isinstance(written, tuple):
        return {"anyOf": [*map(shape, written)]}
    if written.startswith("="):
        return {"const": written[1:]}
    return {"type": "string", "enum": written.split("|")} if "|" in written else {"type": written}


ITEM = {"name": "string", "qty": "integer", "unit_price": "number", "line_total": "number"}
PART = {"name": "string", "amount": "number", "unit": "g|ml|pcs"}
CARD = {"kind": "=card", "expires": "string"}
ACCOUNT = {"kind": "=bank_account", "iban": "string", "holder": "string"}
FILLED = {
    "Bill 771\nFrom: Kettle & Co\n\n 3 x Green tea      4.00   12.00\n12 x Paper cups     0.50    6.00"
    "\n\nTotal 18.00 EUR\n\nExtract it.": (
        {"items": [ITEM], "total": "number"},
        {
            "items": [
                {"name": "Green tea", "qty": 3, "unit_price": 4, "line_total": 12},
                {"name": "Paper cups", "qty": 12, "unit_price": 0.5, "line_total": 6},
            ],
            "total": 18,
        },
    ),
    "For the dough take 500 g flour, 300 ml water and 2 eggs.": (
        {"ingredients": [PART]},
        {
            "ingredients": [
                {"name": "flour", "amount": 500, "unit": "g"},
                {"name": "water", "amount": 300, "unit": "ml"},
                {"name": "eggs", "amount": 2, "unit": "pcs"},
            ]
        },
    ),
    "Please debit IBAN GB29NWBK60161331926819, holder Tom Reed.": (
        {"payment": (CARD, ACCOUNT)},
        {
            "payment": {
                "kind": "bank_account",
                "iban": "GB29NWBK60161331926819",
                "holder": "Tom Reed",
            }
        },
    ),
    "Great hotel, slow lift. I give it 7 out of 10.": ({"score": "integer"}, {"score": 7}),
    "Send it to Jon Webb, 7 Elm Street, 1020 Vienna.": (
        {"street": "string", "postal_code": "string", "city": "string"},
        {"street": "7 Elm Street", "postal_code": "1020", "city": "Vienna"},
    ),
}


@pytest.mark.parametrize("message", FILLED)
def test_a_schema_has_the_values_of_a_message(make_client, message):
    written, wanted = FILLED[message]
    form = {"type": "json_schema", "json_schema": {"name": "x", "schema": shape(written)}}
    reply = content(make_client(), messages=[said(message)], response_format=form)
    assert json.loads(reply) == wanted
