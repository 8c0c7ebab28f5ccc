"""The console's files. What the page does is tested in a browser, beside the client libraries."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

import mockserver.console
from mockserver import MockServer, Settings
from tests.conftest import CREDENTIAL

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


COPY = """
import {{ asCurl, asPytest }} from {module};
const row = {row};
console.log(JSON.stringify([asCurl(row, {origin}), asPytest(row)]));
"""


@pytest.mark.skipif(
    not (shutil.which("node") and shutil.which("curl")), reason="copies are made by JavaScript"
)
def test_a_copy_asks_for_the_same_reply_and_the_same_failure(pytester):
    fault = {"x-mockserver-fault": "status=429; message=It's full"}
    with MockServer(Settings(port=0, log="quiet")) as server:
        sent = httpx.post(f"{server}/call/read?a=b", json={"id": "a"}, headers=fault | CREDENTIAL)
        row = httpx.get(f"{server}/__admin/requests/1").json()
        module = (STATIC / "copies.js").as_uri()
        names = {"module": module, "origin": server.url}
        parts = {name: json.dumps(value) for name, value in names.items()}
        program = COPY.format(**parts, row=json.dumps(row))
        curl, test = copies(program)
        subprocess.run(["sh", "-c", curl], check=True, capture_output=True)
        again = server.requests[-1]
    assert (sent.status_code, again.status, again.body) == (429, 429, {"id": "a"})
    assert again.headers["x-mockserver-fault"] == fault["x-mockserver-fault"]
    pytester.makepyfile(test)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def copies(program):
    words = ["node", "--input-type=module", "--eval", program]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
