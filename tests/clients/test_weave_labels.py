"""The newest Weave library of Python publishes values with tags and aliases."""

from __future__ import annotations

from tests.clients.conftest import FindLibrary, serving


def test_a_value_is_read_by_its_alias_next_trace_15(library: FindLibrary) -> None:
    with serving() as (server, requests):
        told = library("weave-0.54.0").run("label.py", server)
    assert told == {
        "value": {"steps": 1},
        "tags": ["checked", "fast"],
        "aliases": ["prod"],
        "all_tags": ["checked", "fast"],
        "all_aliases": ["beta", "latest", "prod"],
        "left": ["checked"],
    }
    assert {request.status for request in requests if "tags" in request.path} == {200}
