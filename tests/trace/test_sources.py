"""The sources of datasets: linking rows to sources, and finding the links from either side."""

from __future__ import annotations

from operator import itemgetter

import pytest

from tests.conftest import P
from tests.trace.test_agents import keep, span
from tests.trace.test_otel import TRACE


def source(kind, name, trace=""):
    return {"source_kind": kind, "source_id": name, "source_trace_id": trace}


CALL = source("call", "a", "t1")
SPAN = source("span", f"{1:016x}", TRACE)
TALK = source("conversation", "c")


@pytest.fixture
def sources(client):
    client.start("a")
    keep(client, span(1, "chat"))


def link(client, *rows, dataset="d", **fields):
    links = [{"row_digest": row, "sources": sources} for row, sources in rows]
    body = {"project_id": P, "dataset_object_id": dataset, "dataset_digest": "x", "links": links}
    return client.post("/dataset_sources/link", json={**body, **fields})


def ask(client, path, **body):
    answer = client.post(f"/dataset_sources/{path}", json={"project_id": P, **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.usefixtures("sources")
def test_the_sources_of_a_dataset_are_found(client):
    answer = link(client, ("r2", [CALL]), ("r1", [SPAN, TALK]), include_created_status=True)
    assert [entry["created"] for entry in answer.json()["entries"]] == [True] * 3
    found = ask(client, "query", dataset_object_id="d")["links"]
    shown = itemgetter("row_digest", "source_kind", "source_display_name")
    assert [*map(shown, found)] == [
        ("r1", "conversation", ""), ("r1", "span", "chat"), ("r2", "call", "op"),
    ]  # fmt: skip
    assert "project_id" not in found[0]
    assert (found[2]["source_trace_id"], found[2]["deleted_at"]) == ("t1", None)
    of_calls = ask(client, "query", dataset_object_id="d", source_kinds=["call"])["links"]
    assert [each["row_digest"] for each in of_calls] == ["r2"]
    last = ask(client, "query", dataset_object_id="d", row_digests=["r1"], limit=1, offset=1)
    assert [each["source_kind"] for each in last["links"]] == ["span"]
    assert ask(client, "query", dataset_object_id="none")["links"] == []


@pytest.mark.usefixtures("sources")
def test_a_link_is_made_once(client):
    first = link(client, ("r1", [CALL])).json()["entries"]
    again = link(client, ("r1", [CALL]), include_created_status=True).json()["entries"]
    assert (first[0]["created"], again[0]["created"]) == (None, False)
    assert first[0]["link_id"] == again[0]["link_id"]
    [kept] = ask(client, "query", dataset_object_id="d")["links"]
    assert kept["created_at"] < kept["updated_at"]


@pytest.mark.usefixtures("sources")
def test_a_deleted_link_is_shown_on_request_only_and_restored_by_linking_again(client):
    made = link(client, ("r1", [CALL, SPAN])).json()["entries"]
    gone = made[0]["link_id"]
    answer = ask(client, "link_delete", link_ids=[gone, gone])
    assert [(each["link_id"], each["deleted"]) for each in answer["entries"]] == [
        (gone, True), (gone, False),
    ]  # fmt: skip
    [left] = ask(client, "query", dataset_object_id="d")["links"]
    assert left["id"] == made[1]["link_id"]
    assert ask(client, "source_datasets_query", sources=[CALL])["memberships"] == []
    everything = ask(client, "query", dataset_object_id="d", include_deleted=True)["links"]
    assert {each["id"]: bool(each["deleted_at"]) for each in everything} == {
        gone: True, left["id"]: False,
    }  # fmt: skip
    [member] = ask(client, "source_datasets_query", sources=[CALL], include_deleted=True)[
        "memberships"
    ]
    assert member["row_digests"] == ["r1"]
    [again] = link(client, ("r1", [CALL]), include_created_status=True).json()["entries"]
    assert again == {"link_id": gone, "created": False}
    assert len(ask(client, "query", dataset_object_id="d")["links"]) == 2


@pytest.mark.usefixtures("sources")
def test_a_link_that_is_not_found_is_refused_and_none_is_deleted(client):
    [made] = link(client, ("r1", [CALL])).json()["entries"]
    body = {"project_id": P, "link_ids": [made["link_id"], "none"]}
    answer = client.post("/dataset_sources/link_delete", json=body)
    assert (answer.status_code, "'none'" in answer.text) == (400, True)
    assert len(ask(client, "query", dataset_object_id="d")["links"]) == 1


@pytest.mark.usefixtures("sources")
def test_the_datasets_of_a_source_are_found(client):
    for dataset in ("e", "d"):
        assert (
            link(client, ("r2", [CALL]), ("r1", [CALL, SPAN]), dataset=dataset).status_code == 200
        )
    found = ask(client, "source_datasets_query", sources=[CALL, TALK])["memberships"]
    assert [(each["dataset_object_id"], each["row_digests"]) for each in found] == [
        ("d", ["r1", "r2"]), ("e", ["r1", "r2"]),
    ]  # fmt: skip
    assert (found[0]["row_digests_total_count"], found[0]["row_digests_truncated"]) == (2, False)


@pytest.mark.usefixtures("sources")
@pytest.mark.parametrize(
    ("sources", "status", "words"),
    [
        ([source("call", "none")], 400, "not found"),
        ([source("span", f"{1:016x}", "f" * 32)], 400, "not found"),
        ([source("conversation", "c", "t1")], 400, "source_trace_id"),
        ([CALL] * 1001, 413, "1000"),
        ([{**CALL, "source_kind": "table"}], 422, "source_kind"),
    ],
)  # fmt: skip
def test_an_invalid_source_is_refused_and_nothing_is_kept(client, sources, status, words):
    answer = link(client, ("r1", [CALL]), ("r2", sources))
    assert (answer.status_code, words in answer.text) == (status, True)
    assert ask(client, "query", dataset_object_id="d")["links"] == []
