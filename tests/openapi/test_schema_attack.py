"""Requests made of the interface's own description, right ones and wrong ones, and their answers
held against it."""

from __future__ import annotations

import json
import re
from time import process_time

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core import NOT_SET

from mockserver import create_app
from mockserver.listing import OPERATIONS, Listing, Side
from mockserver.settings import Settings
from tests.conftest import P
from tests.http.test_bad_input import prepare
from tests.pace import slowness

ATTACKED = [
    row
    for row in OPERATIONS
    if row.method == "POST" and row.side is Side.TRACE and row.listings is not Listing.OWN
]
CONFORMING = [response_schema_conformance, content_type_conformance, status_code_conformance]
RIGHT = GenerationMode.POSITIVE
PROJECT = re.compile(rb'"project_id": "[^"]*"')
BOUND = 2.0
"""Seconds of a processor that no request may take."""

EXAMPLES_EACH = settings.default.max_examples // 10
"""They are costly to make; `tests/http/test_bad_input.py` has many that are cheap."""


@pytest.fixture(scope="module")
def description():
    return schemathesis.openapi.from_asgi("/openapi.json", create_app(Settings()))


def sent(body, mode):
    """The bytes of a body, which may be none where none is required; right ones name a project
    that is there."""
    if body is NOT_SET:
        return b""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    return PROJECT.sub(b'"project_id": "%b"' % P.encode(), text) if mode is RIGHT else text


@pytest.mark.parametrize("mode", [GenerationMode.NEGATIVE, RIGHT])
@pytest.mark.parametrize("row", ATTACKED, ids=lambda row: row.name)
def test_no_request_fails_stalls_or_is_refused_by_halves(client, description, row, mode):
    prepare(client)
    store = client.application.services.store

    @settings(max_examples=EXAMPLES_EACH, suppress_health_check=list(HealthCheck))
    @given(case=description[row.path][row.method].as_strategy(generation_mode=mode))
    def attack(case):
        before, began = store.snapshot(), process_time()
        answer = client.request(row.method, case.formatted_path, content=sent(case.body, mode))
        assert process_time() - began < BOUND * slowness()
        assert answer.status_code < 500, answer.text
        case.validate_response(answer, checks=CONFORMING)
        if answer.status_code >= 400:
            assert store.snapshot() == before
        store.restore(before)

    attack()
