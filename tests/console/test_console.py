"""The console's files. What the page does is tested in a browser, beside the client libraries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mockserver.console

STATIC = Path(mockserver.console.__file__).with_name("static")
FILES = {"console.css": "text/css", "console.js": "text/javascript", "page.js": "text/javascript"}
MOST_LINES = 800


def test_the_page_is_served_to_everybody(make_client):
    page = make_client(api_key=("secret",)).get("/__console", headers={"Authorization": ""})
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(("name", "media"), FILES.items())
def test_its_files_are_served_by_their_kind(client, name, media):
    answer = client.get(f"/__console/{name}")
    assert answer.headers["content-type"] == f"{media}; charset=utf-8"
    assert answer.content == (STATIC / name).read_bytes()


@pytest.mark.parametrize("name", ["nothing.js", "__init__.py", "..%2Froutes.py"])
def test_nothing_else_is(client, name):
    assert client.get(f"/__console/{name}").status_code == 404


def test_it_can_be_left_out(make_client):
    bare = make_client(console=False)
    assert bare.get("/__console").status_code == 404
    assert bare.get("/__admin/health").status_code == 200


def test_it_needs_no_network_and_stays_small():
    texts = [path.read_text() for path in STATIC.iterdir()]
    assert not [found for text in texts for found in re.findall(r"https?://\S+", text)]
    assert sum(text.count("\n") for text in texts) <= MOST_LINES


def test_what_it_asks_for_is_not_journaled(client):
    assert client.get("/__console/").text == client.get("/__console").text
    client.get("/__admin/requests")
    assert client.get("/__admin/requests").json() == {"requests": []}
