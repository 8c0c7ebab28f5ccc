"""The metrics, as Prometheus reads them."""

from __future__ import annotations

import re

import pytest

from mockserver.http.metrics import metric


def scraped(client) -> dict[str, float]:
    answer = client.get("/metrics", headers={"Authorization": ""})
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_requests_are_counted_by_operation_and_status(client):
    client.start("a")
    client.start("b")
    client.post("/call/start", json={})
    client.get("/nowhere")
    found = scraped(client)
    assert found['mockserver_requests_total{operation="Call Start",status="200"}'] == 2
    assert found['mockserver_requests_total{operation="Call Start",status="422"}'] == 1
    assert found['mockserver_requests_total{operation="unmatched",status="404"}'] == 1


def test_what_the_journal_forgets_is_still_counted(make_client):
    client = make_client(journal=2)
    for name in "abcd":
        client.start(name)
    found = scraped(client)
    assert found['mockserver_requests_total{operation="Call Start",status="200"}'] == 4


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/__admin/reset"), ("DELETE", "/__admin/requests")]
)
def test_no_counter_falls_when_requests_are_forgotten(client, method, path):
    client.start("a")
    client.request(method, path, content=b"{}")
    client.start("a")
    found = scraped(client)
    assert found['mockserver_requests_total{operation="Call Start",status="200"}'] == 2
    assert found['mockserver_request_duration_seconds_count{operation="Call Start"}'] == 2
    hits = {row["operation"]: row["hits"] for row in client.get("/__admin/routes").json()["routes"]}
    assert hits["Call Start"] == 1


def test_durations_are_summed_up_by_operation(client):
    client.start("a")
    client.post("/call/start", json={})
    found = scraped(client)
    labels = '{operation="Call Start"}'
    assert found["mockserver_request_duration_seconds_count" + labels] == 2
    assert 0 < found["mockserver_request_duration_seconds_sum" + labels] < 10


def test_records_are_counted_by_kind(client):
    client.start("a")
    assert scraped(client)['mockserver_records{kind="calls"}'] == 1


def test_each_metric_is_explained_once(client):
    client.start("a")
    text = client.get("/metrics").text
    names = re.findall(r"^# TYPE (\S+) (?:counter|gauge|summary)$", text, flags=re.MULTILINE)
    assert len(names) == len(set(names)) == len(re.findall(r"^# HELP \S+ .+\.$", text, flags=re.M))
    samples = re.findall(r"^(mockserver_\w+)\{", text, flags=re.MULTILINE)
    assert {re.sub("_(sum|count)$", "", name) for name in samples} <= set(names)


@pytest.mark.parametrize(
    ("value", "told"), [('a"b', r"a\"b"), ("a\\b", r"a\\b"), ("a\nb", r"a\nb"), ("é", "é")]
)
def test_labels_are_escaped(value, told):
    text = metric("m", "gauge", "A metric.", [("", {"label": value}, 1.5)])
    assert text == f'# HELP m A metric.\n# TYPE m gauge\nm{{label="{told}"}} 1.5\n'


def test_strict_servers_have_no_metrics(make_client):
    assert make_client(strict=True).get("/metrics").status_code == 404
