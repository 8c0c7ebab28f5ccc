"""Floors under the figures of BFCL, which `make sense` prints."""

from __future__ import annotations

import pytest

from tests.sense import bfcl

FLOORS = {
    "simple_python: function": 95,
    "simple_python: arguments": 55,
    "multiple: function": 90,
    "multiple: arguments": 50,
    "parallel: function": 40,
    "parallel: arguments": 20,
    "parallel_multiple: function": 40,
    "parallel_multiple: arguments": 12,
    "irrelevance: function": 72,
}


@pytest.mark.skipif(not bfcl.FOLDER.exists(), reason="BFCL is there after `make sense`")
def test_bfcl_keeps_its_floors():
    figures = bfcl.measure()
    assert figures.keys() == FLOORS.keys()
    assert {name: share for name, share in figures.items() if share < FLOORS[name]} == {}
