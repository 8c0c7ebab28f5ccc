"""Links that the service's clients print lead to the console."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from mockserver.cli import commands

LINKS = {
    "/": "/",
    "/acme/shop/r/call/0198-a": "/p/acme/shop/calls/0198-a",
    "/acme/shop/weave": "/p/acme/shop/traces",
    "/acme/shop/weave/traces": "/p/acme/shop/traces",
    "/acme/shop/weave/calls": "/p/acme/shop/traces",
    "/acme/shop/weave/calls/0198-a": "/p/acme/shop/calls/0198-a",
    "/acme/shop/weave/objects/prompt/versions/abc": "/p/acme/shop/data/objects/prompt/abc",
    "/acme/shop/weave/ops/answer/versions/abc": "/p/acme/shop/data/ops/answer/abc",
    "/acme/shop/weave/evaluations": "/p/acme/shop/evals",
    "/acme/shop/weave/threads": "/p/acme/shop/threads",
    "/acme/shop/weave/datasets": "/p/acme/shop/data/datasets",
    "/acme/shop/weave/boards/new": "/p/acme/shop/traces",
    "/acme/my%20shop/weave": "/p/acme/my%20shop/traces",
}


@pytest.mark.parametrize(("link", "view"), LINKS.items(), ids=LINKS)
def test_console_1_a_printed_link_lands_on_its_view(client, link, view):
    moved = client.get(link + "?tab=chat", follow_redirects=False)
    assert moved.status_code == 302
    assert moved.headers["location"] == f"/__console{view}?tab=chat"


@pytest.mark.parametrize("settings", [{"strict": True}, {"console": False}], ids=str)
def test_without_the_console_links_lead_nowhere(make_client, settings):
    assert make_client(**settings).get("/acme/shop/weave").status_code == 404


@pytest.mark.parametrize("path", ["/v2/shop/weave", "/v1/shop/weave", "/traces/shop/weave"])
def test_the_services_own_paths_are_no_links(client, path):
    assert client.get(path, follow_redirects=False).status_code == 404


def test_only_a_reader_is_led_on(client):
    assert client.post("/acme/shop/weave").status_code == 404


OPENED = {
    "": "/__console/",
    "/requests": "/__console/requests",
    "http://127.0.0.1:4020/acme/shop/r/call/a": "/__console/p/acme/shop/calls/a",
    "/__console/chat": "/__console/chat",
}


@pytest.mark.parametrize(("address", "path"), OPENED.items(), ids=OPENED)
def test_the_command_opens_a_view_or_a_printed_link(monkeypatch, address, path):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    printed = CliRunner().invoke(commands, ["open", *filter(None, [address])]).output.strip()
    assert opened == [printed] == [f"http://127.0.0.1:4020{path}"]


def test_without_a_browser_the_address_is_printed_all_the_same(monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda _: False)
    ended = CliRunner().invoke(commands, ["open"])
    assert (ended.exit_code, "/__console/" in ended.output) == (1, True)
