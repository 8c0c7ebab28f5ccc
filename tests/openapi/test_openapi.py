"""The interface as it describes itself."""

from __future__ import annotations

import copy
import re
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from mockserver.app import create_app
from mockserver.listing import OPERATIONS, served
from mockserver.openapi.routes import operation_id
from mockserver.settings import Settings
from tests.conftest import CREDENTIAL, Client, P
from tests.http.test_bad_input import EXAMPLES

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


@pytest.fixture(scope="module")
def client():
    """A client of one app for all tests here, which ask for its document."""
    with Client(create_app(Settings()), headers=CREDENTIAL) as made:
        yield made


@cache
def document(client):
    """The description of an app, which it makes anew for each request."""
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


@pytest.mark.parametrize(
    ("operation", "tag"),
    [
        ("POST /call/start", "Calls"),
        ("POST /v2/{entity}/{project}/evaluation_runs", "Evaluation Runs"),
        ("POST /v1/chat/completions", "Chat"),
    ],
)
def test_an_operation_is_tagged_with_its_family(client, operation, tag):
    assert operations(document(client))[operation]["tags"] == [tag]


def test_no_two_operations_of_the_table_share_an_id():
    ids = [operation_id(row) for row in OPERATIONS]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("listing", ["a", "b", "both"])
def test_the_document_has_what_the_running_listing_serves(make_client, listing):
    described = operations(document(make_client(listing=listing)))
    rows = served(Settings(listing=listing))
    paths = {f"{row.method} {re.sub(':path', '', row.path)}" for row in rows}
    assert set(described) == paths - {"GET /openapi.json", "GET /docs", "GET /metrics"}


@pytest.mark.parametrize("settings", [{"strict": True}, {"client_routes": False}], ids=str)
def test_the_control_api_describes_a_bare_interface_which_does_not_itself(make_client, settings):
    client = make_client(**settings)
    assert client.get("/openapi.json").status_code == 404
    described = operations(client.get("/__admin/openapi/service.json").json())
    assert set(described) == {f"{row.method} {row.path}" for row in served(Settings(**settings))}
    assert ("security" in described["GET /health"]) == ("strict" in settings)


def test_the_control_api_describes_what_the_service_does(client):
    assert client.get("/__admin/openapi/service.json").json() == document(client)


def test_without_keys_no_security_is_described(make_client):
    described = operations(document(make_client(auth="none")))
    assert not [name for name, each in described.items() if "security" in each]


def test_every_schema_is_valid_and_every_reference_has_a_target(client):
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
    assert (parameter["name"], parameter["required"]) == (name, name != "digests")
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
    assert form["schema"] == component("Body_file_create_file_create_post")
    schemas = document(client)["components"]["schemas"]
    assert list(schemas["Body_file_create_file_create_post"]["properties"]) == [
        "project_id",
        "file",
        "expected_digest",
    ]


def answers(operation):
    """The schema of each media type of what is answered."""
    content = operation["responses"]["200"]["content"]
    return {media: each["schema"] for media, each in content.items()}


def component(name):
    return {"$ref": f"#/components/schemas/{name}"}


def test_every_operation_has_a_described_response(client):
    described = operations(document(client))
    bare = [name for name, each in described.items() if {} in answers(each).values()]
    assert bare == []


RESPONSES = {
    "POST /call/start": "CallStartRes",
    "POST /calls/query_stats": "CallsQueryStatsRes",
    "POST /obj/read": "ObjReadRes",
    "POST /feedback/query": "FeedbackQueryRes",
    "GET /geolocate": "GeolocationRes",
    "DELETE /v2/{entity}/{project}/ops/{object_id}": "OpDeleteRes",
    "GET /v2/{entity}/{project}/scores/{score_id}": "ScoreReadRes",
}


@pytest.mark.parametrize(("operation", "name"), RESPONSES.items())
def test_an_answer_has_the_name_that_is_stated(client, operation, name):
    described = operations(document(client))[operation]
    assert answers(described) == {"application/json": component(name)}


def test_a_field_of_a_response_has_no_default(client):
    schemas = document(client)["components"]["schemas"]
    names = [name for name in schemas if name.endswith(("Res", "Schema", "Chunk"))]
    parts = [part for name in names for part in schemas[name].get("properties", {}).values()]
    assert parts
    assert not [part for part in parts if "default" in part]


def test_a_record_has_all_its_fields(client):
    schemas = document(client)["components"]["schemas"]
    for name in ("CallSchema", "ObjSchema"):
        assert schemas[name]["required"] == list(schemas[name]["properties"])


def test_a_field_that_a_request_may_leave_out_has_its_default_in_words(client):
    schemas = document(client)["components"]["schemas"]
    sent = [schema for name, schema in schemas.items() if name.endswith(("Req", "Body", "Insert"))]
    assert sent
    for schema in sent:
        assert not [part for part in schema.get("properties", {}).values() if "default" in part]
    assert schemas["EvaluationCreateReq"]["properties"]["trials"]["description"] == "Default: 1"


NAMED = {
    "POST /v1/chat/completions": "ChatCompletionRequest",
    "POST /file/content": "FileContentReadReq",
    "POST /v2/{entity}/{project}/evaluations": "EvaluationCreateReq",
}


@pytest.mark.parametrize(("operation", "name"), NAMED.items())
def test_a_request_has_the_name_that_is_stated(client, operation, name):
    body = operations(document(client))[operation]["requestBody"]
    assert body["content"]["application/json"]["schema"] == component(name)


STATED_PARTS = [
    *("StartedCallSchemaForInsert", "EndedCallSchemaForInsert", "ObjSchemaForInsert"),
    *("TableSchemaForInsert", "TableAppendSpecPayload", "TableInsertSpecPayload"),
    *("TablePopSpecPayload", "LLMUsageSchema", "SummaryInsertMap", "TraceStatus"),
    *("ChatMessage", "LogitsProcessorConstructor"),
]


def test_parts_of_requests_have_the_names_that_are_stated(client):
    assert set(STATED_PARTS) <= set(document(client)["components"]["schemas"])


def test_annotations_and_audio_of_a_message_have_the_fields_that_are_stated(client):
    schemas = document(client)["components"]["schemas"]
    citation = {"end_index", "start_index", "title", "url"}
    assert schemas["ChatAnswer"]["properties"]["annotations"]["anyOf"][0] == component(
        "Annotations"
    )
    assert set(schemas["Annotations"]["properties"]) == {"type", "url_citation"}
    assert set(schemas["UrlCitation"]["properties"]) == citation
    assert set(schemas["Audio"]["properties"]) == {"id", "data", "transcript", "expires_at"}


LINES = {
    "POST /calls/stream_query": "CallSchema",
    "POST /threads/stream_query": "ThreadSchema",
    "POST /table/query_stream": "TableRowSchema",
    "GET /v2/{entity}/{project}/models": "ModelReadRes",
}


@pytest.mark.parametrize(("operation", "name"), LINES.items())
def test_a_stream_of_lines_has_the_media_type_of_the_accept_header(client, operation, name):
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


def test_refusals_are_described_where_they_occur(client):
    described = operations(document(client))
    refusals = {name: list(each["responses"])[1:] for name, each in described.items()}
    assert refusals["POST /call/read"] == ["401", "422", "4XX"]
    assert refusals["GET /v2/{entity}/{project}/scores/{score_id}"] == ["401", "4XX"]
    assert refusals["GET /geolocate"] == ["422", "4XX"]
    assert refusals["POST /v1/chat/completions"] == ["4XX"]


# Constraints


def bodies(text):
    """The schema of each JSON body, by its operation, with what it refers to at hand."""
    schemas = text["components"]["schemas"]
    for name, operation in operations(text).items():
        content = operation.get("requestBody", {}).get("content", {})
        reference = content.get("application/json", {}).get("schema", {}).get("$ref")
        if reference:
            yield name, schemas[reference.rpartition("/")[2]], schemas


def example(name):
    """A valid body for an operation."""
    [row] = [row for row in OPERATIONS if f"{row.method} {row.path}" == name]
    return copy.deepcopy(EXAMPLES[row.name])


def holder_of(schema, schemas, name):
    """Where in an example a field stands: in the body itself, or in one object of it."""
    if name in schema["properties"]:
        return None
    for part, inner in schema["properties"].items():
        target = schemas.get(inner.get("$ref", "").rpartition("/")[2], {})
        if name in target.get("properties", {}):
            return part
    return ""


def test_every_project_that_is_described_with_a_pattern_is_checked_by_it(client):
    checked = []
    for name, schema, schemas in bodies(document(client)):
        place = holder_of(schema, schemas, "project_id")
        if place == "" or name in ("POST /otel/v1/trace", "POST /otel/v1/traces"):
            continue
        body = example(name)
        holder = body[place] if place else body
        for wrong in ("acme", "acme/", "a/b/c"):
            holder["project_id"] = wrong
            answer = client.request(*name.split(), json=body)
            assert (answer.status_code, "project_id" in answer.text) == (400, True), name
        checked.append(name)
    assert len(checked) > 25


def paged(schema):
    """The limits that are described with a minimum."""
    parts = {part: schema["properties"].get(part, {}) for part in ("limit", "offset")}
    return [part for part, schema in parts.items() if "minimum" in schema.get("anyOf", [{}])[0]]


REFUSING = {400: "must be", 422: "greater than or equal"}
"""Words in which a service refuses a page, and in which a model does, as in newer operations."""


def test_every_page_that_is_described_with_a_minimum_is_checked_by_it(client):
    text = document(client)
    checked = []
    for name, schema, _ in bodies(text):
        for part in paged(schema):
            number = schema["properties"][part]["anyOf"][0]
            body = {**example(name), part: number["minimum"] - 1}
            answer = client.request(*name.split(), json=body)
            assert REFUSING.get(answer.status_code, "no other") in answer.text, (name, part)
            body[part] = number["minimum"]
            assert client.request(*name.split(), json=body).status_code in (200, 404), (name, part)
            checked.append(name)
    assert len(checked) > 10


def test_pages_of_v2_are_described_with_their_minimum(client):
    listed = operations(document(client))["GET /v2/{entity}/{project}/ops"]["parameters"]
    least = {
        each["name"]: each["schema"]["anyOf"][0]["minimum"]
        for each in listed
        if each["in"] == "query"
    }
    assert least == {"limit": 0, "offset": 0}
    assert client.get("/v2/acme/demo/ops?limit=-1").status_code == 400


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
