"""Who may control a server, and what pages from elsewhere may do to it."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256

import pytest
from click.testing import CliRunner

from mockserver.app import create_app
from mockserver.cli import commands
from mockserver.cli.banner import banner
from mockserver.server import MockServer, RemoteServer
from mockserver.settings import Settings
from tests.conftest import P

BEYOND = ["0.0.0.0", "::", "192.168.0.7", "box.example.org"]
HERE = ["127.0.0.1", "127.0.0.9", "::1", "localhost"]


@pytest.mark.parametrize("host", HERE)
def test_a_server_of_this_machine_is_controlled_without_a_key(make_client, host):
    client = make_client(host=host, api_key=("right",))
    assert client.get("/__admin/state", headers={"authorization": ""}).status_code == 200


@pytest.mark.parametrize("host", BEYOND)
def test_a_server_that_others_reach_is_controlled_with_a_key_alone(make_client, host):
    client = make_client(host=host, api_key=("right",))
    for credential, status in (("", 401), ("Bearer wrong", 401), ("Bearer right", 200)):
        headers = {"authorization": credential}
        assert client.get("/__admin/state", headers=headers).status_code == status
        assert client.post("/__admin/reset", headers=headers).status_code == status


def test_a_browser_is_asked_for_the_key(make_client):
    client = make_client(host="0.0.0.0", api_key=("right",))
    answer = client.get("/__admin/state", headers={"authorization": ""})
    assert answer.headers["www-authenticate"] == "Basic"
    typed = {"authorization": "Basic " + b64encode(b"me:right").decode()}
    assert client.get("/__admin/state", headers=typed).status_code == 200


@pytest.mark.parametrize("host", BEYOND)
def test_without_a_key_nobody_controls_a_server_that_others_reach(make_client, host):
    client = make_client(host=host)
    answer = client.get("/__admin/state")
    assert answer.status_code == 403
    assert "--api-key" in answer.json()["reason"]
    assert "--allow-admin" in answer.json()["reason"]
    open_to_all = make_client(host=host, allow_admin=True)
    assert open_to_all.get("/__admin/state").status_code == 200


@pytest.mark.parametrize("path", ["/__admin/health", "/__admin/ready", "/__console"])
def test_probes_and_the_page_itself_need_no_key(make_client, path):
    client = make_client(host="0.0.0.0")
    assert client.get(path, headers={"authorization": ""}).status_code == 200


def test_commands_and_tests_show_the_key_of_the_environment(monkeypatch):
    settings = Settings(host="0.0.0.0", port=0, api_key=("right",))
    with MockServer(settings) as server:
        server.reset()
        asked = ["control", "GET", "/state", "--url", server.url]
        assert CliRunner().invoke(commands, asked).exit_code == 1
        monkeypatch.setenv("MOCKSERVER_API_KEY", "right,other")
        assert CliRunner().invoke(commands, asked).exit_code == 0
        with RemoteServer(server.url) as remote:
            assert remote.configuration()["host"] == "0.0.0.0"


WARNINGS = {
    "nobody": ({}, "nobody controls this server"),
    "a key": ({"api_key": ("right",)}, "anybody with a key"),
    "anybody": ({"allow_admin": True}, "anybody there controls this server"),
}


@pytest.mark.parametrize(("settings", "told"), WARNINGS.values(), ids=WARNINGS)
def test_the_banner_warns_of_other_machines(settings, told):
    text = banner(create_app(Settings(host="0.0.0.0", **settings)), "http://0.0.0.0:4020")
    [warning] = [line for line in text.splitlines() if line.startswith("  warning")]
    assert "other machines can reach 0.0.0.0" in warning
    assert told in warning
    assert "warning" not in banner(create_app(Settings(**settings)), "http://127.0.0.1:4020")


# Pages


@pytest.mark.parametrize("path", ["/docs", "/__console", "/__console/console.js"])
def test_pages_take_nothing_from_elsewhere_and_are_not_framed(client, path):
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert (policy["default-src"], policy["frame-ancestors"]) == ("'none'", "'none'")
    assert policy["connect-src"] == "'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_what_stands_in_a_page_is_what_its_policy_allows(client):
    page = client.get("/docs")
    inline = re.findall(r"<(?:script|style)[^>]*>(.+?)</(?:script|style)>", page.text, re.DOTALL)
    digests = re.findall(r"'sha256-([^']+)'", page.headers["content-security-policy"])
    assert inline
    assert {sha256(text.encode()).digest() for text in inline} == {*map(b64decode, digests)}
    assert "unsafe" not in page.headers["content-security-policy"]
    assert not re.findall(r"\s(?:on\w+|style)=", page.text.partition("<script")[0])


# Writes of pages from elsewhere

ELSEWHERE = ["https://evil.example", "null", "http://evil.localhost.example"]
SIMPLE = ["text/plain", "application/x-www-form-urlencoded", "Multipart/Form-Data; boundary=x", ""]
CALL = {
    "project_id": P,
    "op_name": "op",
    "trace_id": "t",
    "started_at": "2024-01-01T00:00:00Z",
    "attributes": {},
    "inputs": {},
}


def write(client, origin, media_type):
    headers = {"content-type": media_type, "origin": origin, "authorization": ""}
    return client.post("/call/start", content=json.dumps({"start": CALL}), headers=headers)


@pytest.mark.parametrize("origin", ELSEWHERE)
@pytest.mark.parametrize("media_type", SIMPLE)
def test_without_keys_a_page_from_elsewhere_writes_nothing(make_client, origin, media_type):
    client = make_client(auth="none")
    answer = write(client, origin, media_type)
    assert answer.status_code == 403
    assert client.get("/__admin/state").json() == {"counts": {}}
    assert client.post("/v1/chat/completions", headers={"origin": origin}).status_code == 403


def test_without_keys_everybody_else_still_writes(make_client):
    client = make_client(auth="none")
    for origin in ("http://localhost:3000", "http://testserver"):
        assert write(client, origin, "text/plain").status_code == 200
    assert write(client, "https://evil.example", "application/json").status_code == 200
    headers = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    assert (
        "access-control-allow-origin" not in client.options("/call/start", headers=headers).headers
    )
    assert client.start("b").status_code == 200
