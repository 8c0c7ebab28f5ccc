"""The console's files: who gets them, and that their JavaScript is sound."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import mockserver.console

STATIC = Path(mockserver.console.__file__).with_name("static")
TSC = Path(__file__).parents[2] / ".clients" / "node" / "node_modules" / ".bin" / "tsc"
FILES = {
    "console.css": "text/css",
    "app.js": "text/javascript",
    "views/trace.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
VIEWS = ["/__console", "/__console/", "/__console/p/acme/shop/traces/t1?call=c1", "/__console/chat"]


@pytest.mark.parametrize("path", VIEWS)
def test_every_address_is_the_page_and_open_to_everybody(make_client, path):
    page = make_client(api_key=("secret",)).get(path, headers={"Authorization": ""})
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "require-trusted-types-for 'script'" in page.headers["content-security-policy"]


@pytest.mark.parametrize(("name", "media"), FILES.items())
def test_its_files_are_served_by_their_kind(client, name, media):
    response = client.get(f"/__console/static/{name}")
    assert response.headers["content-type"].startswith(media)
    assert response.content == (STATIC / name).read_bytes()


@pytest.mark.parametrize("name", ["nothing.js", "__init__.py", "..%2Froutes.py"])
def test_nothing_else_is(client, name):
    assert client.get(f"/__console/static/{name}").status_code == 404


def test_it_can_be_left_out(make_client):
    bare = make_client(console=False)
    assert bare.get("/__console").status_code == 404
    assert bare.get("/__admin/health").status_code == 200


def test_no_file_names_another_host():
    hosts = re.compile(r"https?://(?!www\.w3\.org)[\w.]+")
    texts = {file: file.read_text() for file in STATIC.rglob("*.*")}
    assert {
        file.name: hosts.findall(text) for file, text in texts.items() if hosts.findall(text)
    } == {}


def test_no_script_writes_html():
    written = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|style=")
    assert [file.name for file in STATIC.rglob("*.js") if written.search(file.read_text())] == []


def test_what_it_asks_for_is_not_in_the_request_log(client):
    client.get("/__console/")
    client.get("/__admin/projects")
    assert client.get("/__admin/requests").json() == {"requests": []}


def test_its_types_hold():
    if not TSC.exists():
        pytest.skip("typescript is not installed for the tests: run `make clients`")
    done = subprocess.run(
        [TSC, "--project", Path(__file__).parent], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
