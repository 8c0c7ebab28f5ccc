"""What the Weave library of Python keeps, fetched by another program of either version."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from mockserver.http.request_log import LoggedRequest
from mockserver.server import MockServer
from tests.clients.conftest import FindLibrary, serving
from tests.clients.test_weave import VERSIONS

RED, WHITE = [255, 0, 0], [255, 255, 255]
PAINTED = [[RED, WHITE, WHITE], [WHITE, WHITE, WHITE]]
TURNED = [[WHITE, WHITE], [WHITE, WHITE], [RED, WHITE]]
LETTER = "Dear shop, \N{HOT BEVERAGE} please.\n"


class Kept(NamedTuple):
    """What `keep.py` printed, and the server that has it."""

    printed: Any
    server: MockServer
    requests: list[LoggedRequest]


@pytest.fixture(scope="session", params=VERSIONS)
def kept(request: pytest.FixtureRequest, library: FindLibrary) -> Iterator[Kept]:
    with serving() as (server, requests):
        yield Kept(library(request.param).run("keep.py", server), server, requests)


@pytest.fixture(scope="module", params=VERSIONS)
def fetched(request: pytest.FixtureRequest, library: FindLibrary, kept: Kept) -> Any:
    """What `fetch.py` found."""
    return library(request.param).run("fetch.py", kept.server, json.dumps(kept.printed))


def test_a_model_predicts_again(fetched):
    assert (fetched["price"], fetched["sign"]) == (4.5, PAINTED)


def test_an_op_works_again(fetched):
    assert (fetched["doubled"], fetched["doubled_in_stock"]) == (8, 10)


def test_a_ref_leads_into_values_within_values(fetched):
    assert fetched["branch"] == [1, 1]


def test_five_thousand_rows_come_back_in_order(fetched):
    assert fetched["rows"] == [5000, True, "ware 1"]


def test_a_picture_comes_back(fetched):
    assert fetched["picture"] == PAINTED


def test_a_file_comes_back(fetched):
    assert fetched["letter"] == [LETTER, "text/plain"]


def test_pictures_go_in_and_out_of_an_op(fetched):
    assert fetched["turned"] == [PAINTED, TURNED]


def test_files_go_in_and_out_of_an_op(fetched):
    answered = LETTER.replace("please", "with pleasure")
    assert fetched["answered"] == [[LETTER, "text/plain"], [answered, "text/plain"]]


def test_the_library_computes_the_digests_that_the_server_expects(library, kept):
    with serving() as (server, requests):
        settings = json.dumps({"enable_client_side_digests": True})
        printed = library("weave-0.54.0").run("keep.py", server, settings)
    assert {exchange.status for exchange in requests} == {200}
    assert "Projects Info" in [exchange.operation for exchange in requests]
    for name in ("shop", "double", "wares", "picture"):
        assert printed["refs"][name] == kept.printed["refs"][name]


def test_nothing_that_was_asked_was_refused(kept, fetched):
    assert [entry for entry in kept.requests if entry.status != 200] == []
