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
    "2025-06-01T11:22:33Z WARN scheduler [job-5] backup took 42 s": (
        {"level": "INFO|WARN", "service": "string", "job_id": "string", "message": "string"},
        {
            "level": "WARN",
            "service": "scheduler",
            "job_id": "job-5",
            "message": "backup took 42 s",
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
    "Analyse: The food was delicious. The service was awful, we waited an hour.": (
        {"aspects": [{"aspect": "food|service|price", "sentiment": "positive|negative"}]},
        {
            "aspects": [
                {"aspect": "food", "sentiment": "positive"},
                {"aspect": "service", "sentiment": "negative"},
            ]
        },
    ),
    "Our scarf comes in rust, navy and mustard. 29.00 GBP.": (
        {"colours": ["string"], "price": "number"},
        {"colours": ["rust", "navy", "mustard"], "price": 29},
    ),
    "Cart: 2 mugs at 9 each, 1 teapot at 32. Shipping is 5. Compute the sums.": (
        {"subtotal": "number", "shipping": "number", "total": "number"},
        {"subtotal": 50, "shipping": 5, "total": 55},
    ),
    "monitor, desk 4, broken\nkeyboard, desk 2, fine": (
        {"devices": [{"device": "string", "place": "string", "state": "string"}]},
        {
            "devices": [
                {"device": "monitor", "place": "desk 4", "state": "broken"},
                {"device": "keyboard", "place": "desk 2", "state": "fine"},
            ]
        },
    ),
    "Kim (sales) reports to Lee (CEO). Pat is in engineering.": (
        {"staff": [{"name": "string", "role": "string"}]},
        {
            "staff": [
                {"name": "Kim", "role": "sales"},
                {"name": "Lee", "role": "CEO"},
                {"name": "Pat", "role": "engineering"},
            ]
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
