"""Everyday requests are understood: the right tools are called, with values from the request."""

from __future__ import annotations

import json

import pytest

from tests.chat.asking import choice
from tests.sense.toolboxes import BOXES


@pytest.mark.parametrize("box", BOXES)
def test_everyday_requests_call_the_right_tools(make_client, box):
    client = make_client(now="2025-11-22T12:00:00Z")
    missed = []
    for request in BOXES[box]:
        message = choice(client, messages=request.messages, tools=request.tools)["message"]
        functions = [call["function"] for call in message["tool_calls"] or ()]
        made = [(each["name"], json.loads(each["arguments"])) for each in functions]
        if not request.is_met_by(made):
            missed.append((request.turns, made))
    assert missed == []
