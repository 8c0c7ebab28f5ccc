"""The `wandb` library, which comes with the Weave library, asks who the caller is."""

from __future__ import annotations

from tests.clients.conftest import FindLibrary, serving


def test_the_public_api_starts_and_knows_the_caller(library: FindLibrary) -> None:
    with serving() as (server, requests):
        printed = library("weave-0.52.22").run("whoami.py", server)
        assert printed == {"entity": "mockserver", "username": "mockserver-user"}
        assert {(each.operation, each.status) for each in requests} == {("GraphQL", 200)}
