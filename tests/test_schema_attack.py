"""Requests made of the interface's own description, right ones and wrong ones."""

from __future__ import annotations

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from mockserver import create_app
from mockserver.core.clock import stopwatch
from mockserver.listing import OPERATIONS, Listing, Side
from mockserver.settings import Settings
from tests.test_bad_input import prepare

ATTACKED = [
    row
    for row in OPERATIONS
    if row.method == "POST" and row.side is Side.TRACE and row.listings is not Listing.OWN
]
BOUND = 2.0
"""Seconds that no request may take."""


@pytest.fixture(scope="module")
def description():
    return schemathesis.openapi.from_asgi("/openapi.json", create_app(Settings()))


@pytest.mark.parametrize("mode", [GenerationMode.NEGATIVE, GenerationMode.POSITIVE])
@pytest.mark.parametrize("row", ATTACKED, ids=lambda row: row.name)
def test_no_request_fails_stalls_or_is_refused_by_halves(client, description, row, mode):
    prepare(client)
    store = client.application.services.store

    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(case=description[row.path][row.method].as_strategy(generation_mode=mode))
    def attack(case):
        before, began = store.snapshot(), stopwatch()
        body = case.body if isinstance(case.body, bytes) else json.dumps(case.body).encode()
        answer = client.request(row.method, case.formatted_path, content=body)
        assert stopwatch() - began < BOUND
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert store.snapshot() == before
        store.restore(before)

    attack()
