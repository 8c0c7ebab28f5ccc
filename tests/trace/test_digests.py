"""Digests equal the service's, to the byte."""

from __future__ import annotations

from base64 import urlsafe_b64encode

import pytest

from mockserver.core.digest import digest_bytes, digest_value
from mockserver.core.refs import internal_project_id

SORTED = {
    "W1": ({"a": 1, "b": 2}, "2El9nYJ3CnBykmEJWqmPfvUVTXr0mfgDe2yiUClnhaY"),
    "W2": ({"b": 2, "a": 1}, "2El9nYJ3CnBykmEJWqmPfvUVTXr0mfgDe2yiUClnhaY"),
    "W3": ("hello", "WqdirjgYu3J688ejbUlApbjECpiUUtIwT8lYYz81Tno"),
    "W4": (
        {"name": "café ☕", "pi": 3.0, "t": True, "n": None},
        "nsGN2k3bO0eBYN2wAKG4UIoYaTROjRmYmXUG27hRKmI",
    ),
    "W5": (
        {"z": {"y": [1, {"b": 0, "a": -1.5e-7}]}, "a": []},
        "rLo9QZ7bRzs46MOdTyMpD4vDzRL20BWD3xQEH6v3f94",
    ),
    "W6 null": (None, "dCNOmKYnSYX12vHzasLXiswzlGT5UHA7jAGYkvmCuQs"),
    "W6 list": ([1, 2, 3], "o2sfLDXEUi3RAFFFZGYX1wVMCFHpfHKgOcC9Xsn6BYM"),
    "W6 object": ({}, "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o"),
    "W7": ({"n": 12345678901234567890}, "QYyZXkfEYFKHhVG5YuNBLYwYcSX33WOQKOSMDQZYH5A"),
    "W8": (
        {
            "_type": "CustomWeaveType",
            "weave_type": {"type": "Op"},
            "files": {"obj.py": "PHDgaBdn39Nytf2SeVoiwHCTfbRmccrFFAu7xfXlUrM"},
        },
        "0VjM6AQ9K97cw2BR7seEVJf0l8XGTlENBkuWIWMSKUc",
    ),
    "W9 row 1": ({"q": "1", "a": 1}, "WSAKqODo6pGW2ApzKYLqA4e8BwTBkpXPMxEE29yrAAI"),
    "W9 row 2": ({"q": "2", "a": 2}, "gDvHAtK8cDzUwzONDv6qRmivc5hb0XtyPiVWq8zlqnA"),
}

RECEIVED = {
    "W2": ({"b": 2, "a": 1}, "1biu0mUlbIk4UNMWCaiEzZEKRS3wkONM5NMYye9b13E"),
    "W4": (SORTED["W4"][0], "P82DZjGoUUyDLqBgpGbTYq5VuXpbZrvl2tUweUZDuhE"),
    "W5": (SORTED["W5"][0], "uiwyLT2XOo3F5hG0rAQ2erZvmEijBSLg9QZ0rnpo8xs"),
    "W8": (SORTED["W8"][0], "Ywdsn4iWeDUwPvvnQX6bhYqDJGjsJmb5ontdzPhPpH4"),
    "W9 row 1": (SORTED["W9 row 1"][0], "GVaIX7UVSkzMGoMRv4Yw9CNMQHjSQXYHhJ99ghe6SYY"),
    "W9 row 2": (SORTED["W9 row 2"][0], "nceK2BnPCAcQ0BQEWRBFdN9MtIKhDtz1O6x08afwzL8"),
}

FILES = {
    b"hello": "LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
    b"": "47DEQpj8HBSaXYTImWX5JCeuQeRkm5NMpJWZG3hSuFU",
    b"def f(): pass": "PHDgaBdn39Nytf2SeVoiwHCTfbRmccrFFAu7xfXlUrM",
    b"0": "XXzrZvYIbzjZUnhsbWlsecLbwjndTpG0ZynXOif7VXk",
}


@pytest.mark.parametrize(("value", "digest"), SORTED.values(), ids=SORTED)
def test_a_value_has_the_services_digest(value, digest):
    assert digest_value(value) == digest


@pytest.mark.parametrize(("value", "digest"), RECEIVED.values(), ids=RECEIVED)
def test_the_older_generation_hashes_keys_as_received(value, digest):
    assert digest_value(value, "received") == digest


@pytest.mark.parametrize(("content", "digest"), FILES.items(), ids=["W11"] * len(FILES))
def test_a_file_has_the_services_digest(content, digest):
    assert digest_bytes(content) == digest


def test_refs_are_hashed_in_their_internal_form_w12():
    ref = "weave:///e/p/object/o1:2El9nYJ3CnBykmEJWqmPfvUVTXr0mfgDe2yiUClnhaY"
    assert internal_project_id("e/p") == urlsafe_b64encode(b"e/p").decode() == "ZS9w"
    assert digest_value({"r": ref}) == "sXqpPGlnVhYhRlrm89d0DQb5DrxIEkUDZRsmRsHZuYc"
