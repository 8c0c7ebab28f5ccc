"""The interface as it describes itself."""

from __future__ import annotations

import re

import pytest
from jsonschema import Draft202012Validator

from mockserver.listing import OPERATIONS, served
from mockserver.openapi.routes import operation_id
from mockserver.settings import Settings
from tests.conftest import P

STATED = {
    "POST /call/upsert_batch": "call_start_batch_call_upsert_batch_post",
    "POST /calls/stream_query": "calls_query_stream_calls_stream_query_post",
    "GET /health": "read_root_health_get",
    "GET /geolocate": "get_caller_location_geolocate_get",
    "POST /files/query_stats": "files_stats_files_query_stats_post",
    "POST /otel/v1/trace": "export_trace_otel_v1_trace_post",
    "GET /v2/{entity}/{project}/evaluation_runs": "evaluation_run_list",
    "DELETE /v2/{entity}/{project}/ops/{object_id}": "op_delete",
    "POST /v1/chat/completions": "chat_completions",
}


def document(client):
    answer = client.get("/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def operations(text):
    return {
        f"{method.upper()} {path}": operation
        for path, methods in text["paths"].items()
        for method, operation in methods.items()
    }


@pytest.mark.parametrize(("operation", "name"), STATED.items())
def test_operations_have_the_ids_that_are_stated(client, operation, name):
    assert operations(document(client))[operation]["operationId"] == name


def test_no_two_operations_of_the_table_share_an_id():
    ids = [operation_id(row) for row in OPERATIONS]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("listing", ["a", "b", "both"])
def test_the_document_has_what_the_running_listing_serves(make_client, listing):
    described = operations(document(make_client(listing=listing)))
    rows = served(Settings(listing=listing))
    paths = {f"{row.method} {re.sub(':path', '', row.path)}" for row in rows}
    assert set(described) == paths - {"GET /openapi.json", "GET /docs", "GET /metrics"}


def test_a_document_of_the_bare_interface_is_not_served(make_client):
    assert make_client(strict=True).get("/openapi.json").status_code == 404


def test_every_schema_is_one_and_every_reference_leads_somewhere(client):
    text = client.get("/openapi.json")
    schemas = text.json()["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    references = set(re.findall(r'"#/components/schemas/([^"]+)"', text.text))
    assert references
    assert references <= set(schemas)


def test_a_body_is_described_as_it_is_checked(client):
    text = document(client)
    body = operations(text)["POST /call/read"]["requestBody"]["content"]["application/json"]
    name = body["schema"]["$ref"].rpartition("/")[2]
    schema = text["components"]["schemas"][name]
    assert schema["required"] == ["project_id", "id"]
    assert schema["additionalProperties"] is False
    assert client.post("/call/read", json={"project_id": P}).status_code == 422


def test_query_parameters_are_described(client):
    listed = operations(document(client))["GET /v2/{entity}/{project}/predictions"]
    names = {each["name"]: each["in"] for each in listed["parameters"]}
    assert names.items() >= {"entity": "path", "limit": "query"}.items()
    streams = ["application/jsonl", "application/x-ndjson"]
    assert list(listed["responses"]["200"]["content"]) == streams
    assert "422" in listed["responses"]


DELETED = {
    "ops/{object_id}": "digests",
    "models/{object_id}": "digests",
    "evaluation_runs": "evaluation_run_ids",
    "predictions": "prediction_ids",
    "scores": "score_ids",
}


@pytest.mark.parametrize(("path", "name"), DELETED.items())
def test_what_is_to_be_deleted_may_stand_in_the_query_or_in_the_body(client, path, name):
    described = operations(document(client))[f"DELETE /v2/{{entity}}/{{project}}/{path}"]
    [parameter] = [each for each in described["parameters"] if each["in"] == "query"]
    listed = {"type": "array", "items": {"type": "string"}}
    assert (parameter["name"], parameter["required"]) == (name, False)
    assert parameter["schema"].items() >= listed.items()
    assert described["requestBody"]["required"] is False
    [body] = described["requestBody"]["content"].values()
    versions = {"anyOf": [listed, {"type": "null"}]}
    assert body["schema"] == (versions if name == "digests" else listed)


def test_a_body_is_described_only_where_one_counts(client):
    described = operations(document(client))
    prediction = described["POST /v2/{entity}/{project}/predictions/{prediction_id}/finish"]
    assert "requestBody" not in prediction


def test_raw_bytes_and_forms_are_described_by_what_they_may_hold(client):
    described = operations(document(client))
    export = described["POST /otel/v1/traces"]
    forms = ["application/json", "application/x-protobuf"]
    assert export["requestBody"]["required"] is False
    assert list(export["requestBody"]["content"]) == forms
    assert list(export["responses"]["200"]["content"]) == forms
    form = described["POST /file/create"]["requestBody"]["content"]["multipart/form-data"]
    assert list(form["schema"]["properties"]) == ["project_id", "file", "expected_digest"]


def answers(operation):
    """The schema of each media type of what is answered."""
    content = operation["responses"]["200"]["content"]
    return {media: each["schema"] for media, each in content.items()}


def component(name):
    return {"$ref": f"#/components/schemas/{name}"}


def test_every_operation_says_what_it_answers(client):
    described = operations(document(client))
    bare = [name for name, each in described.items() if {} in answers(each).values()]
    assert bare == []


ANSWERED = {
    "POST /call/start": "CallStartRes",
    "POST /calls/query_stats": "CallsQueryStatsRes",
    "POST /obj/read": "ObjReadRes",
    "POST /feedback/query": "FeedbackQueryRes",
    "GET /geolocate": "GeolocationRes",
    "DELETE /v2/{entity}/{project}/ops/{object_id}": "OpDeleteRes",
    "GET /v2/{entity}/{project}/scores/{score_id}": "ScoreReadRes",
}


@pytest.mark.parametrize(("operation", "name"), ANSWERED.items())
def test_an_answer_has_the_name_that_is_stated(client, operation, name):
    described = operations(document(client))[operation]
    assert answers(described) == {"application/json": component(name)}


def test_a_member_of_an_answer_has_no_default_as_it_is_there_or_absent(client):
    schemas = document(client)["components"]["schemas"]
    told = [name for name in schemas if name.endswith(("Res", "Schema", "Chunk"))]
    parts = [part for name in told for part in schemas[name].get("properties", {}).values()]
    assert parts
    assert not [part for part in parts if "default" in part]


def test_a_record_has_all_its_members(client):
    schemas = document(client)["components"]["schemas"]
    for name in ("CallSchema", "ObjSchema"):
        assert schemas[name]["required"] == list(schemas[name]["properties"])


LINES = {
    "POST /calls/stream_query": "CallSchema",
    "POST /threads/stream_query": "ThreadSchema",
    "POST /table/query_stream": "TableRowSchema",
    "GET /v2/{entity}/{project}/models": "ModelReadRes",
}


@pytest.mark.parametrize(("operation", "name"), LINES.items())
def test_a_stream_of_lines_is_an_array_in_the_word_of_the_accept_header(client, operation, name):
    described = operations(document(client))[operation]
    lines = {"type": "array", "items": component(name)}
    media = ["application/jsonl", "application/x-ndjson"]
    assert answers(described) == dict.fromkeys(media, lines)
    [accept] = [each for each in described["parameters"] if each["in"] == "header"]
    assert (accept["name"], accept["schema"]["default"]) == ("accept", media[0])


def test_a_completion_is_a_document_or_events(client):
    described = operations(document(client))["POST /v1/chat/completions"]
    events = {"anyOf": [component("ChatCompletionChunk"), component("ErrorResponse")]}
    assert answers(described) == {
        "application/json": component("ChatCompletionResponse"),
        "text/event-stream": events,
    }


def test_refusals_are_described_where_they_befall(client):
    described = operations(document(client))
    refusals = {name: list(each["responses"])[1:] for name, each in described.items()}
    assert refusals["POST /call/read"] == ["401", "422", "default"]
    assert refusals["GET /v2/{entity}/{project}/scores/{score_id}"] == ["401", "default"]
    assert refusals["GET /geolocate"] == ["422", "default"]
    assert refusals["POST /v1/chat/completions"] == ["default"]


def test_every_way_to_show_a_credential_is_described(client):
    text = document(client)
    schemes = text["components"]["securitySchemes"]
    key = {"type": "apiKey", "in": "header", "name": "wandb-api-key"}
    assert schemes["WandbApiKey"] == key
    secured = operations(text)
    assert [*schemes] == [name for [name] in secured["POST /call/read"]["security"]]
    assert secured["POST /v1/chat/completions"]["security"] == [{"BearerAuth": []}]
    assert "security" not in secured["GET /health"]


def test_the_page_needs_no_network(client):
    page = client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "openapi.json" in page.text
    assert not re.findall(r"""(?:src|href|import|url)\W+https?:""", page.text)
