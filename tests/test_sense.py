"""Floors under the figures of `make sense`."""

from __future__ import annotations

import json
import os
import subprocess
import sys

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


def test_replies_are_the_same_in_processes_that_order_sets_differently():
    one, other = replies(hash_seed="1"), replies(hash_seed="2")
    assert len(one) > 300
    assert one == other


def replies(hash_seed: str) -> dict[str, str]:
    """Replies by conversation, from a new process with a seed for its hashes of strings."""
    command = [sys.executable, "-m", "tests.sense.replies"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return json.loads(subprocess.check_output(command, env=environment))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not ifeval.FOLDER.exists(), reason="IFEval is there after `make sense`")
def test_ifeval_keeps_its_floor():
    assert min(ifeval.measure().values()) >= 92
