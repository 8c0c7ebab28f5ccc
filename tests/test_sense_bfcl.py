"""Floors under the figures of BFCL, which `make sense` prints."""

from __future__ import annotations

import pytest

from tests.sense import bfcl

FLOORS = {
    "simple_python: function": 97,
    "simple_python: arguments": 60,
    "multiple: function": 96,
    "multiple: arguments": 56,
    "parallel: function": 67,
    "parallel: arguments": 43,
    "parallel_multiple: function": 65,
    "parallel_multiple: arguments": 27,
    "irrelevance: function": 88,
}


@pytest.mark.skipif(not bfcl.FOLDER.exists(), reason="BFCL is there after `make sense`")
def test_bfcl_keeps_its_floors():
    figures = bfcl.measure()
    assert figures.keys() == FLOORS.keys()
    assert {name: share for name, share in figures.items() if share < FLOORS[name]} == {}
