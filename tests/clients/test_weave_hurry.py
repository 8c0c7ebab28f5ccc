"""A test with the Weave library of Python that does not wait for its batches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.conftest import FindLibrary, serving
from tests.clients.test_weave import VERSIONS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_flush_takes_no_second(library: FindLibrary, version: str):
    with serving() as (server, requests):
        printed = library(version).run("hurry.py", server, str(ROOT))
    assert len({call["id"] for call in started(requests)}) == 4
    assert min(printed["durations"][1:]) < 0.5


def started(requests):
    for exchange in requests:
        if exchange.operation == "Call Start Batch":
            batch = json.loads(exchange.body)["batch"]
            yield from (each["req"]["start"] for each in batch if each["mode"] == "start")
        elif exchange.operation == "Calls Complete":
            yield from json.loads(exchange.body)["batch"]
