"""Floors under the figures of `make sense`."""

from __future__ import annotations

import pytest

from mockserver import InProcess, Settings
from tests.sense import ifeval, own
from tests.sense.cases import CASES


@pytest.fixture(scope="module")
def client():
    with InProcess(Settings(auth="none")) as server, server.client() as each:
        yield each


@pytest.mark.parametrize("chapter", CASES)
def test_the_model_does_what_prompts_ask(client, chapter):
    assert own.missed_of(client, CASES[chapter]) == []


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not ifeval.FOLDER.exists(), reason="IFEval is there after `make sense`")
def test_ifeval_keeps_its_floor():
    assert min(ifeval.measure().values()) >= 92
