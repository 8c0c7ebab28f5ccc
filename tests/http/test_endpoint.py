"""The adapter: credentials, bodies, refusals, headers, and what is not there."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

from mockserver.settings import InvalidSetting, Settings
from tests.conftest import P


def basic(text: str) -> dict[str, str]:
    return {"Authorization": "Basic " + b64encode(text.encode()).decode()}


STORED = {"project_id": P, "id": "a"}
READ = {"json": {"project_id": P, "id": "a"}}

ACCEPTED = {
    "basic with the key after the colon": basic("api:key"),
    "basic with the key before the colon": basic("key:"),
    "bearer": {"Authorization": "Bearer key"},
    "the exporters' header": {"Authorization": "", "wandb-api-key": "key"},
}

REFUSED = {
    "no credential": {"Authorization": ""},
    "an empty key": basic(":"),
    "basic that is not base64": {"Authorization": "Basic !!"},
    "an empty bearer": {"Authorization": "Bearer "},
    "another scheme": {"Authorization": "Digest key"},
}


@pytest.mark.parametrize("headers", ACCEPTED.values(), ids=ACCEPTED)
def test_any_credential_is_accepted_by_default(client, headers):
    assert client.post("/call/read", **READ, headers=headers).status_code == 200


@pytest.mark.parametrize("headers", REFUSED.values(), ids=REFUSED)
def test_a_request_without_a_credential_is_401(client, headers):
    answer = client.post("/call/read", **READ, headers=headers)
    assert answer.status_code == 401
    assert answer.json() == {"detail": "Not authenticated"}
    assert answer.headers["www-authenticate"] == "Basic"


@pytest.mark.parametrize(
    ("headers", "status"),
    [(basic("api:right"), 200), (basic("right:"), 200), (basic("api:wrong"), 401), ({}, 401)],
    ids=["right", "right as user", "wrong", "other default"],
)
def test_with_keys_given_only_those_are_accepted(make_client, headers, status):
    client = make_client(api_key=("right", "also"))
    assert client.post("/call/read", **READ, headers=headers).status_code == status


def test_without_auth_nothing_is_asked(make_client):
    client = make_client(auth="none")
    assert client.post("/call/read", **READ, headers={"Authorization": ""}).status_code == 200


@pytest.mark.parametrize("path", ["/health", "/server_info", "/version", "/geolocate?ip=10.0.0.1"])
def test_the_service_information_needs_no_credential(client, path):
    assert client.get(path, headers={"Authorization": ""}).status_code == 200


def test_strict_asks_for_a_key_everywhere(make_client):
    client = make_client(strict=True)
    assert client.get("/health", headers={"Authorization": ""}).status_code == 401


def test_an_unauthorised_write_keeps_nothing(client):
    client.headers["Authorization"] = ""
    assert client.start().status_code == 401
    client.headers["Authorization"] = "Bearer key"
    assert client.read() is None


# Bodies


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/json; charset=utf-8"])
def test_json_is_read_whatever_the_content_type_says_calls_10(client, content_type):
    headers = {"content-type": content_type} if content_type else {}
    answer = client.post("/call/read", content=json.dumps(STORED).encode(), headers=headers)
    assert (answer.status_code, answer.json()) == (200, {"call": None})


def test_broken_json_is_422_with_its_place_calls_11(client):
    answer = client.post("/call/read", content=b'{"project_id": ')
    [problem] = answer.json()["detail"]
    assert answer.status_code == 422
    assert (problem["type"], problem["loc"]) == ("json_invalid", ["body", 15])
    assert problem["msg"] == "JSON decode error"


@pytest.mark.parametrize("body", [b"", b"  ", b"null"], ids=["empty", "blank", "null"])
def test_a_missing_body_is_422_calls_11(client, body):
    answer = client.post("/call/read", content=body)
    [problem] = answer.json()["detail"]
    assert answer.status_code == 422
    assert (problem["type"], problem["loc"]) == ("missing", ["body"])


@pytest.mark.parametrize("body", [b"[]", b'"x"', b"3", b"true"])
def test_a_body_that_is_no_object_is_422(client, body):
    [problem] = client.post("/call/read", content=body).json()["detail"]
    assert (problem["type"], problem["loc"]) == ("model_attributes_type", ["body"])


UNREADABLE = {
    "not utf-8": b'{"project_id": "\xff"}',
    "300 arrays deep": b"[" * 300 + b"]" * 300,
    "100,000 arrays deep": b"[" * 100_000,
    "300 objects deep": b'{"a":' * 300 + b"1" + b"}" * 300,
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
def test_text_that_no_parser_reads_is_400(client, body):
    answer = client.post("/call/read", content=body)
    assert answer.status_code == 400
    assert answer.json() == {"detail": "There was an error parsing the body"}


def test_utf_16_is_read_as_the_service_reads_it(client):
    answer = client.post("/call/read", content=json.dumps(STORED).encode("utf-16"))
    assert answer.json() == {"call": None}


def test_an_unknown_key_is_422_in_a_closed_model_calls_5(client):
    answer = client.post("/call/read", json={**STORED, "foo": 1})
    [problem] = answer.json()["detail"]
    assert answer.status_code == 422
    assert (problem["type"], problem["loc"]) == ("extra_forbidden", ["body", "foo"])
    assert problem["input"] == 1


def test_lenient_drops_unknown_keys(make_client):
    client = make_client(lenient=True)
    answer = client.post("/call/read", json={**STORED, "foo": 1})
    assert answer.json() == {"call": None}
    assert answer.headers["x-mockserver-dropped"] == '["foo"]'


def test_what_is_dropped_is_named_once_and_in_ascii(make_client):
    client = make_client(lenient=True)
    answer = client.post("/call/read", json={**STORED, "Größe\r\nX: y": 1})
    assert answer.headers["x-mockserver-dropped"] == r'["Gr\u00f6\u00dfe\r\nX: y"]'
    assert "x-mockserver-dropped" not in client.post("/call/read", json=STORED).headers


def test_lenient_still_refuses_what_is_wrong(make_client):
    client = make_client(lenient=True)
    answer = client.post("/call/read", json={"project_id": P, "foo": 1})
    assert answer.status_code == 422
    assert {problem["type"] for problem in answer.json()["detail"]} == {
        "missing",
        "extra_forbidden",
    }


def test_every_problem_is_reported_at_once(client):
    answer = client.post("/call/read", json={"id": 3})
    problems = {tuple(problem["loc"]): problem["type"] for problem in answer.json()["detail"]}
    assert problems == {("body", "project_id"): "missing", ("body", "id"): "string_type"}


def test_a_body_over_the_limit_is_413(make_client):
    client = make_client(max_body=100)
    answer = client.start(inputs={"text": "x" * 100})
    assert answer.status_code == 413
    assert answer.json()["reason"] == "Request too large"
    assert client.read() is None


def test_a_body_of_unknown_length_over_the_limit_is_413(make_client):
    client = make_client(max_body=100)
    answer = client.post("/call/start", content=(b"x" * 60 for _ in range(3)))
    assert answer.status_code == 413


@pytest.mark.parametrize("project", ["p", "", "e/", "/p", "e/p/q"])
def test_a_malformed_project_is_400_everywhere(client, project):
    answer = client.post("/call/read", json={"project_id": project, "id": "a"})
    assert answer.status_code == 400
    assert answer.json() == {"reason": f"Invalid project_id format: {project}"}


BAD_REFS = {
    "weave:///bad": "Invalid URI: weave:///bad",
    "weave:///e/p": "Invalid URI: weave:///e/p",
    "weave-trace-internal:///x/op/a:b": "Encountered unexpected ref format.",
}


@pytest.mark.parametrize("ref", BAD_REFS)
@pytest.mark.parametrize("place", ["op_name", "inputs", "inputs deep down"])
def test_a_malformed_ref_anywhere_is_400_calls_31(client, ref, place):
    fields = {
        "op_name": {"op_name": ref},
        "inputs": {"inputs": {"x": ref}},
        "inputs deep down": {"inputs": {"x": [{"y": [ref]}]}},
    }[place]
    answer = client.start(**fields)
    assert (answer.status_code, answer.json()) == (400, {"reason": BAD_REFS[ref]})
    assert client.read() is None


ESCAPED = ["\\u0077eave:///bad", "weave\\u003a///bad", "weave:\\/\\/\\/bad"]


@pytest.mark.parametrize("spelled", ESCAPED)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_malformed_ref_is_400_however_it_is_spelled_calls_31(client, spelled, encoding):
    body = '{"obj": {"project_id": "acme/demo", "object_id": "o", "val": ["REF"]}}'
    content = body.replace("REF", spelled).encode(encoding)
    answer = client.post("/obj/create", content=content)
    assert (answer.status_code, answer.json()) == (400, {"reason": "Invalid URI: weave:///bad"})


def test_refs_that_are_keys_or_parts_of_texts_are_no_refs(client):
    inputs = {"weave:///bad": 1, "text": "see weave:///bad"}
    assert client.start(inputs=inputs).status_code == 200
    assert client.read()["inputs"] == inputs


# Answers


def test_answers_name_their_operation_and_their_request(client):
    first, second = client.get("/health"), client.post("/call/read", **READ)
    assert first.headers["x-mockserver-operation"] == "Read Root"
    assert second.headers["x-mockserver-operation"] == "Call Read"
    numbers = [int(answer.headers["x-mockserver-request"]) for answer in (first, second)]
    assert numbers == [1, 2]


@pytest.mark.parametrize(
    ("accept", "answered"),
    [
        (None, "application/jsonl"),
        ("*/*", "application/jsonl"),
        ("application/json", "application/jsonl"),
        ("application/jsonl", "application/jsonl"),
        ("application/x-ndjson", "application/x-ndjson"),
        ("text/html, application/x-ndjson;q=0.9, */*", "application/x-ndjson"),
    ],
)
def test_json_lines_echo_an_accept_that_names_them(client, accept, answered):
    client.headers.pop("accept")
    headers = {"accept": accept} if accept else {}
    answer = client.post("/calls/stream_query", json={"project_id": P}, headers=headers)
    assert answer.headers["content-type"] == answered


def test_a_stream_has_one_object_a_line_and_no_blank_line_calls_59(client):
    client.start("a"), client.start("b")
    text = client.post("/calls/stream_query", json={"project_id": P}).text
    assert text.endswith("}\n")
    assert [json.loads(line)["id"] for line in text[:-1].split("\n")] == ["a", "b"]


def test_a_stream_without_rows_has_no_bytes_calls_59(client):
    answer = client.post("/calls/stream_query", json={"project_id": "nobody/here"})
    assert (answer.status_code, answer.content) == (200, b"")


def test_a_long_stream_arrives_whole(client):
    batch = [
        {"req": {"start": {
            "project_id": P, "id": f"{number:05}", "op_name": "op", "trace_id": "t",
            "started_at": number, "attributes": {}, "inputs": {"text": "x" * 300},
        }}}
        for number in range(3000)
    ]  # fmt: skip
    assert client.post("/call/upsert_batch", json={"batch": batch}).status_code == 200
    assert client.ids() == [f"{number:05}" for number in range(3000)]


# What is not there


def test_an_unknown_path_is_404_with_the_nearest_rows_objects_68(client):
    answer = client.post("/calls/start")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "Not Found"
    assert "POST /call/start (Call Start)" in answer.json()["hint"]


def test_an_unknown_path_on_the_chat_side_says_so_in_the_chat_clients_shape(client):
    body = client.post("/v1/answers").json()
    assert body["detail"] == "Not Found"
    assert body["error"]["code"] == 404
    assert "/v1/" in body["error"]["message"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/call/start", "POST"),
        ("GET", "/obj/create", "POST"),
        ("POST", "/health", "GET, HEAD"),
        ("PUT", "/v2/e/p/ops", "GET, HEAD, POST"),
        ("GET", "/v1/chat/completions", "POST"),
    ],
)
def test_a_wrong_method_is_405_with_the_right_ones_objects_68(client, method, path, allowed):
    answer = client.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert answer.json()["detail"] == "Method Not Allowed"


def test_a_head_request_is_answered_like_a_get_without_its_body(client):
    answer = client.head("/health")
    assert (answer.status_code, answer.content) == (200, b"")


def test_a_trailing_slash_is_redirected_away(client):
    answer = client.post("/call/read/?x=1", **READ, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/call/read?x=1")
    assert client.post("/call/read/", **READ).json() == {"call": None}


def test_an_empty_path_segment_is_404(client):
    assert client.get("/v2//p/ops").status_code == 404


# Browsers

LOCAL = [
    "http://localhost:3000",
    "http://127.0.0.1:5173",
    "https://app.localhost",
    "http://[::1]:80",
]
FOREIGN = ["https://example.com", "http://localhost.example.com", "http://evil.com?localhost"]


@pytest.mark.parametrize("origin", LOCAL)
def test_a_page_of_this_machine_may_call(client, origin):
    answer = client.post("/call/read", **READ, headers={"origin": origin})
    assert answer.headers["access-control-allow-origin"] == origin
    shown = set(answer.headers["access-control-expose-headers"].split(", "))
    assert shown > {"retry-after", "x-mockserver-operation", "x-mockserver-request"}


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_from_elsewhere_may_not(client, origin):
    answer = client.post("/call/read", **READ, headers={"origin": origin})
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_from_elsewhere_does_not_control_the_server(client, origin):
    client.start()
    answer = client.post("/__admin/reset", json={}, headers={"origin": origin})
    assert answer.status_code == 403
    assert client.read()["id"] == "a"


@pytest.mark.parametrize("origin", [*LOCAL, "http://testserver", "http://10.0.0.7:4020"])
def test_a_page_of_the_server_controls_it(client, origin):
    host = origin.partition("//")[2]
    headers = {"origin": origin, "host": host}
    assert client.post("/__admin/reset", json={}, headers=headers).status_code == 200
    assert client.get("/__console", headers=headers).status_code == 200


@pytest.mark.parametrize("listening", ["127.0.0.1", "0.0.0.0", "::"])
@pytest.mark.parametrize("path", ["/__admin/requests", "/__console", "/__admin/stream"])
def test_a_name_that_was_led_here_is_not_answered(make_client, listening, path):
    client = make_client(host=listening)
    for name in ("evil.example:4020", "localhost.evil.example", "127.0.0.1.evil.example", "a b"):
        for origin in ({}, {"origin": f"http://{name}"}):
            answer = client.get(path, headers={"host": name, **origin})
            assert answer.status_code == 403
            assert f"by the name {name}; see --allow-host" in answer.json()["reason"]


@pytest.mark.parametrize(
    "name",
    [
        "mockserver:4020",
        "192.168.0.7",
        "[fe80::1]:80",
        "host.docker.internal",
        "m.ns.svc.cluster.local",
    ],
)
def test_names_of_containers_and_addresses_are_answered(make_client, name):
    client = make_client(host="0.0.0.0", allow_admin=True)
    assert client.get("/__admin/requests", headers={"host": name}).status_code == 200


def test_a_name_is_allowed_by_a_setting(make_client):
    client = make_client(allow_host=("Mock.Example.org",), host="box.example.org", allow_admin=True)
    for name in ("mock.example.org:4020", "MOCK.example.org", "box.example.org"):
        assert client.get("/__admin/requests", headers={"host": name}).status_code == 200
    assert client.get("/__admin", headers={"host": "x.mock.example.org"}).status_code == 403


def test_a_refusal_can_be_read_by_a_page(client):
    headers = {"origin": LOCAL[0], "Authorization": ""}
    refused = client.post("/call/read", **READ, headers=headers)
    unknown = client.post("/nowhere", headers=headers)
    for answer, status in ((refused, 401), (unknown, 404)):
        assert answer.status_code == status
        assert answer.headers["access-control-allow-origin"] == LOCAL[0]


@pytest.mark.parametrize("path", ["/call/start", "/v1/chat/completions", "/nowhere"])
def test_a_preflight_needs_no_key_chat_120(client, path):
    headers = {
        "origin": LOCAL[0],
        "Authorization": "",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization, x-own",
    }
    answer = client.options(path, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == LOCAL[0]
    assert answer.headers["access-control-allow-headers"] == "authorization, x-own"
    assert "POST" in answer.headers["access-control-allow-methods"]


# Defects of ours


def test_a_defect_is_a_500_that_names_the_operation_and_the_request(client, monkeypatch, caplog):
    monkeypatch.setattr("mockserver.trace.calls.service.start", lambda *_: 1 / 0)
    answer = client.start()
    assert answer.status_code == 500
    body = answer.json()
    assert (body["reason"], body["operation"]) == ("Internal server error", "Call Start")
    assert "ZeroDivisionError" in caplog.text
    assert f"request {body['request']}" in caplog.text


APP = "https://app.example:8443"


@pytest.mark.parametrize("allowed", [(APP,), ("https://other.example", APP.upper()), ("*",)])
def test_a_page_of_an_allowed_origin_may_call_and_does_not_control(make_client, allowed):
    client = make_client(allow_origin=allowed, auth="none")
    answers = [
        client.post("/call/read", **READ, headers={"origin": APP, "content-type": "text/plain"}),
        client.get("/nowhere", headers={"origin": APP}),
        client.options("/call/read", headers={"origin": APP}),
        client.get("/health", headers={"origin": LOCAL[0]}),
    ]
    told = [answer.headers["access-control-allow-origin"] for answer in answers]
    assert told == [APP, APP, APP, LOCAL[0]]
    refused = client.options("/__admin/reset", headers={"origin": APP})
    assert "access-control-allow-origin" not in refused.headers
    assert client.post("/__admin/reset", json={}, headers={"origin": APP}).status_code == 403


def test_other_origins_may_not_call_beside_an_allowed_one(make_client):
    answer = make_client(allow_origin=(APP,)).get("/health", headers={"origin": FOREIGN[0]})
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("text", ["app.example", "https://app.example/", "null", ""])
def test_what_is_no_origin_is_refused(text):
    with pytest.raises(InvalidSetting, match=r"write it like https://app\.example:8443, or"):
        Settings.checked({"allow_origin": (text,)})
