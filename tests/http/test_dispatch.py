"""What the server answers where nothing is served, and how it names what would be."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from tests.conftest import CREDENTIAL, Client, P

CHAT = "POST /v1/chat/completions (Chat Completion)"

MOVED = {
    "/v2/a/b%0Ac/ops/": "/v2/a/b%0Ac/ops",
    "/v2/a%20b%3Fx/c/ops/?limit=1": "/v2/a%20b%3Fx/c/ops?limit=1",
    "/v2/a/%C3%A4/ops/": "/v2/a/%C3%A4/ops",
    "/v2/a%25/b%23/ops/": "/v2/a%25/b%23/ops",
}


@pytest.mark.parametrize(("path", "target"), MOVED.items())
def test_a_redirect_leads_to_the_path_that_was_asked_for(client, path, target):
    answer = client.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, target)
    assert client.get(path).status_code == 200


def test_a_redirect_stays_beneath_the_path_where_the_app_is_mounted(client):
    whole = Client(Starlette(routes=[Mount("/mock", client.application)]), headers=CREDENTIAL)
    answer = whole.get("/mock/v2/a/b/ops/", follow_redirects=False)
    assert answer.headers["location"] == "/mock/v2/a/b/ops"
    assert whole.get("/mock/v2/a/b/ops/").status_code == 200


def test_refusals_of_unknown_chat_paths_obey_changed_settings_and_their_reset(client):
    def told():
        answer = client.post("/v1/embedding", headers={"authorization": ""})
        return answer.status_code, "error" in answer.json()

    assert told() == (401, True)
    client.put("/__admin/settings", json={"auth": "none", "error_style": "flat"})
    assert told() == (404, False)
    client.put("/__admin/settings", json={"auth": "any", "api_key": ["right"]})
    assert client.post("/v1/embedding").status_code == 401
    client.post("/__admin/reset")
    assert client.post("/v1/embedding").json()["error"]["code"] == 404
    assert told() == (401, True)


NEAREST = {
    "GET /v2/acme/demo/opz": "GET /v2/{entity}/{project}/ops (Op List)",
    "POST /v2/acme/demo/opz": "POST /v2/{entity}/{project}/ops (Op Create)",
    "GET /v2//demo/ops": "GET /v2/{entity}/{project}/ops (Op List)",
    "GET /v2/acme/demo": "GET /v2/{entity}/{project}/ops (Op List)",
    "POST /v2/a-long-name/predictions/predictions/x/finnish": (
        "POST /v2/{entity}/{project}/predictions/{prediction_id}/finish (Prediction Finish)"
    ),
    "GET /v2/acme/demo/dataset/x/version/y": (
        "GET /v2/{entity}/{project}/datasets/{object_id}/versions/{digest} (Dataset Read)"
    ),
    "POST /call/strat": "POST /call/start (Call Start)",
}


@pytest.mark.parametrize(("request_line", "row"), NEAREST.items())
def test_a_wrong_path_is_answered_with_the_nearest_row(client, request_line, row):
    answer = client.request(*request_line.split())
    assert answer.status_code == 404
    assert answer.json()["hint"].startswith(f"nearest: {row}")


def test_a_path_that_is_like_none_names_none_however_long_it_is(client):
    for path in ("/zzz", "/api/chat", "/" + "zz/" * 15_000):
        assert client.get(path).json()["hint"] == "no path is similar"


@pytest.mark.parametrize("path", ["/v1/edits", "/v1/chat", "/v1/chat/completion"])
def test_other_chat_interfaces_name_the_one_that_is_served(client, path):
    told = client.post(path, json={}).json()
    assert CHAT in told["hint"]
    assert CHAT in told["error"]["message"]


def test_a_wrong_method_is_worded_as_the_side_of_its_path_does(client):
    answer = client.delete("/v1/chat/completions")
    words = "Method Not Allowed"
    error = {"message": words, "type": "MethodNotAllowedError", "param": None, "code": 405}
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json() == {"detail": words, "error": error}
    assert client.get("/call/start").json() == {"detail": words}


def test_the_flat_style_is_that_of_unknown_paths_too(make_client):
    told = make_client(error_style="flat").get("/v1/chat/completions").json()
    assert (told["object"], told["code"]) == ("error", 405)


def test_control_requests_need_no_body_when_nothing_has_to_be_said(client):
    client.start()
    assert client.post("/__admin/reset").json()["dropped"]["records"] == {"calls": 1}
    assert client.post("/__admin/requests/count").json() == {"count": 0}
    answer = client.post("/__admin/outage")
    [problem] = answer.json()["detail"]
    assert (answer.status_code, problem["loc"]) == (422, ["body", "seconds"])
    assert client.post("/call/read").status_code == 422
    assert client.read("a", P) is None
