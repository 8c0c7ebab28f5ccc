"""Floors under the figures of BFCL, which `make sense` prints."""

from __future__ import annotations

import pytest

from tests.sense import bfcl

FLOORS = {
    "simple_python: function": 99,
    "simple_python: arguments": 72,
    "multiple: function": 97,
    "multiple: arguments": 73,
    "parallel: function": 71,
    "parallel: arguments": 50,
    "parallel_multiple: function": 69,
    "parallel_multiple: arguments": 32,
    "irrelevance: function": 90,
}


@pytest.mark.skipif(not bfcl.FOLDER.exists(), reason="BFCL is there after `make sense`")
def test_bfcl_keeps_its_floors():
    figures = bfcl.measure()
    assert figures.keys() == FLOORS.keys()
    assert {name: share for name, share in figures.items() if share < FLOORS[name]} == {}
