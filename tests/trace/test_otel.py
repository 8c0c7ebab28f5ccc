"""OpenTelemetry: exported spans become finished calls."""

from __future__ import annotations

import gzip
import json
import zlib
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue

from tests.conftest import P

TRACE = "0af7651916cd43dd8448eb211c80319c"
SPAN = "b7ad6b7169203331"
PATHS = ["/otel/v1/trace", "/otel/v1/traces"]
SECOND = 10**9
NOON = 1704110400 * SECOND
"""2024-01-01T12:00:00Z."""

PROTOBUF = {"content-type": "application/x-protobuf"}
JSON = {"content-type": "application/json"}
HOME = {"project_id": P}
NO_CACHE = {"cache_creation_input_tokens": None, "cache_read_input_tokens": None}


def attribute(name, value):
    """An attribute in OTLP/JSON."""
    kinds = {bool: "boolValue", int: "intValue", float: "doubleValue", str: "stringValue"}
    return {"key": name, "value": {kinds[type(value)]: value}}


def attributes(values):
    return [attribute(name, value) for name, value in values.items()]


def span(values=None, **fields):
    """A span of 1.5 seconds in OTLP/JSON."""
    return {
        "traceId": TRACE,
        "spanId": SPAN,
        "name": "chat",
        "startTimeUnixNano": str(NOON),
        "endTimeUnixNano": str(NOON + 3 * SECOND // 2),
        "attributes": attributes(values or {}),
        **fields,
    }


def export(*spans, resource=None):
    """An export request in OTLP/JSON."""
    group = {"scopeSpans": [{"spans": list(spans)}]}
    if resource is not None:
        group["resource"] = {"attributes": attributes(resource)}
    return {"resourceSpans": [group]}


def send(client, *spans, path="/otel/v1/traces", headers=HOME, **fields):
    answer = client.post(path, json=export(*spans, **fields), headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["partial_success"]


def kept(client, values=None, **fields):
    """The call that a span becomes."""
    assert send(client, span(values, **fields)) is None
    return client.read(fields.get("spanId", SPAN))


def message(values=None):
    """An export request in protobuf, with one span."""
    request = ExportTraceServiceRequest()
    request.resource_spans.add().scope_spans.add().spans.add(
        trace_id=bytes.fromhex(TRACE),
        span_id=bytes.fromhex(SPAN),
        name="chat",
        start_time_unix_nano=NOON,
        end_time_unix_nano=NOON + SECOND,
        attributes=[KeyValue(key=key, value=value) for key, value in (values or {}).items()],
    )
    return request


def send_bytes(client, content, headers=None, path="/otel/v1/traces"):
    return client.post(path, content=content, headers={**HOME, **PROTOBUF, **(headers or {})})


# The wire


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("encoding", "pack"),
    [("identity", bytes), ("gzip", gzip.compress), ("deflate", zlib.compress)],
)
def test_protobuf_becomes_a_finished_call_calls_116(client, path, encoding, pack):
    content = pack(message().SerializeToString())
    answer = send_bytes(client, content, {"content-encoding": encoding}, path)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "application/x-protobuf"
    call = client.read(SPAN)
    assert (call["id"], call["trace_id"], call["op_name"]) == (SPAN, TRACE, "chat")
    assert (call["started_at"], call["ended_at"]) == (
        "2024-01-01T12:00:00Z",
        "2024-01-01T12:00:01Z",
    )
    assert call["summary"]["weave"] == {
        "status": "success",
        "latency_ms": 1000,
        "trace_name": "chat",
    }


def test_nanoseconds_are_cut_to_microseconds_calls_116(client):
    call = kept(client, startTimeUnixNano=str(NOON + 1_999))
    assert call["started_at"] == "2024-01-01T12:00:00.000001Z"


def test_deflate_without_its_frame_is_read_too(client):
    squeeze = zlib.compressobj(wbits=-15)
    content = squeeze.compress(message().SerializeToString()) + squeeze.flush()
    assert send_bytes(client, content, {"content-encoding": "deflate"}).status_code == 200
    assert client.read(SPAN)["id"] == SPAN


def test_json_ids_are_hex_in_either_case_calls_117(client):
    parent = "00f067aa0ba902b7"
    send(client, span(traceId=TRACE.upper(), spanId=SPAN.upper(), parentSpanId=parent))
    call = client.read(SPAN)
    assert (call["id"], call["trace_id"], call["parent_id"]) == (SPAN, TRACE, parent)


@pytest.mark.parametrize("headers", [JSON, {"content-type": "text/plain"}, {}])
def test_json_is_known_by_its_first_byte_as_well(client, headers):
    content = json.dumps(export(span(), resource={"wandb.entity": "acme", "wandb.project": "demo"}))
    answer = client.post("/otel/v1/traces", content=content, headers=headers)
    assert (answer.status_code, answer.json()) == (200, {"partial_success": None})
    assert client.read(SPAN)["op_name"] == "chat"


@pytest.mark.parametrize("path", PATHS)
def test_the_object_of_listing_a_names_project_and_run(client, path):
    body = {"project_id": P, "traces": export(span()), "wb_run_id": f"{P}/r1"}
    answer = client.post(path, json=body)
    assert answer.json() == {"partial_success": None}
    assert client.read(SPAN)["wb_run_id"] == f"{P}/r1"


@pytest.mark.parametrize("missing", ["project_id", "traces"])
def test_the_object_of_listing_a_needs_its_members(client, missing):
    body = {"project_id": P, "traces": export(span())}
    del body[missing]
    answer = client.post("/otel/v1/trace", json=body)
    assert answer.status_code == 422
    problem = answer.json()["detail"][0]
    assert (problem["type"], problem["loc"]) == ("missing", ["body", missing])


@pytest.mark.parametrize("headers", [PROTOBUF, JSON, {}])
@pytest.mark.parametrize("path", PATHS)
def test_an_empty_export_is_fine_and_needs_no_project_calls_128(client, path, headers):
    assert client.post(path, headers=headers).status_code == 200
    assert client.query() == []


def test_a_credential_is_required(client):
    del client.headers["Authorization"]
    refused = client.post("/otel/v1/traces", json=export(span()), headers=HOME)
    assert (refused.status_code, refused.json()) == (401, {"detail": "Not authenticated"})
    assert refused.headers["www-authenticate"] == "Basic"
    send(client, span(), headers={**HOME, "wandb-api-key": "k"})


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        pytest.param(message().SerializeToString()[:-5], "identity", id="half a message"),
        pytest.param(b'{"resourceSpans": []}', "identity", id="JSON called protobuf"),
        pytest.param(gzip.compress(b"a" * 99)[:-9], "gzip", id="half a gzip"),
        pytest.param(gzip.compress(b"")[:-1], "gzip", id="gzip without its last byte"),
        pytest.param(gzip.compress(b"") + b"more", "gzip", id="more than a gzip"),
        pytest.param(message().SerializeToString(), "gzip", id="no gzip"),
        pytest.param(message().SerializeToString(), "deflate", id="no deflate"),
        pytest.param(b"", "gzip", id="no gzip at all"),
        pytest.param(b"", "br", id="unknown encoding"),
    ],
)
def test_torn_bytes_are_400_calls_116(client, content, encoding):
    answer = send_bytes(client, content, {"content-encoding": encoding})
    assert answer.status_code == 400
    assert answer.json()["reason"]
    assert client.query() == []


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_broken_protobuf_is_refused_or_accepted_and_never_fails(client, data):
    whole = message({"a.b": AnyValue(string_value="[1]"), "input": AnyValue(int_value=-1)})
    content = bytearray(whole.SerializeToString())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    answer = send_bytes(client, bytes(content))
    assert answer.status_code in (200, 400)
    assert client.post("/calls/query", json={"project_id": P}).status_code == 200


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_bomb_is_413(make_client, encoding):
    client = make_client(max_body=10_000)
    pack = gzip.compress if encoding == "gzip" else zlib.compress
    assert (
        send_bytes(client, pack(bytes(10_000)), {"content-encoding": encoding}).status_code == 400
    )
    answer = send_bytes(client, pack(bytes(10_001)), {"content-encoding": encoding})
    assert (answer.status_code, answer.json()["limit"]) == (413, 10_000)


def test_too_many_spans_are_413(client):
    request = ExportTraceServiceRequest()
    request.resource_spans.add().scope_spans.add().spans.extend(
        message().resource_spans[0].scope_spans[0].spans[0:1] * 20_001
    )
    assert send_bytes(client, request.SerializeToString()).status_code == 413
    assert client.query() == []


@pytest.mark.parametrize("values", ["attributes", "events", "links"])
def test_too_many_values_in_a_span_are_413(client, values):
    many = {
        "attributes": attributes({f"a{n}": n for n in range(6_000)}),
        "events": [{"name": "e"}] * 6_000,
        "links": [{"traceId": TRACE}] * 6_000,
    }
    body = export(span(spanId="1" * 16), {**span(), values: many[values]})
    answer = client.post("/otel/v1/traces", json=body, headers=HOME)
    assert (answer.status_code, answer.json()["limit"]) == (413, 5_000)
    assert client.query() == []


@pytest.mark.parametrize("group", [{}, {"scopeSpans": []}, {"scopeSpans": [{}, {}]}])
def test_too_many_groups_of_spans_are_413(client, group):
    body = {"resourceSpans": [group] * 20_001}
    assert client.post("/otel/v1/traces", json=body, headers=HOME).status_code == 413


def test_too_many_scopes_in_a_group_are_413(client):
    for scopes, status in ((20_000, 200), (20_001, 413)):
        body = {"resourceSpans": [{"scopeSpans": [{}] * scopes}]}
        assert client.post("/otel/v1/traces", json=body, headers=HOME).status_code == status


@pytest.mark.parametrize("unknown", [{str(n): n for n in range(20_000)}, [0] * 20_000])
def test_unknown_values_of_a_span_count_too(client, unknown):
    body = export(span(spanId="1" * 16), {**span(), "unknown": unknown})
    answer = client.post("/otel/v1/traces", json=body, headers=HOME)
    assert (answer.status_code, answer.json()["limit"]) == (413, 5_000)
    assert client.query() == []


@pytest.mark.parametrize(
    "body",
    [
        {"resourceSpans": 3},
        {"resourceSpans": [3]},
        {"resourceSpans": {"scopeSpans": []}},
        {"resourceSpans": [{"scopeSpans": "x"}]},
        {"resourceSpans": [{"scopeSpans": [{"spans": [None]}]}]},
        {"resourceSpans": [{"resource": 3}]},
        export({"traceId": "xyz"}),
        export({"traceId": 5}),
        export(span(startTimeUnixNano="soon")),
        export(span(name="\ud800")),
        export(span(status={"code": float("-inf")})),
        export(span(name=["chat"])),
        export(span(kind=float("inf"))),
        export(span(attributes=[{"key": "a", "value": {"stringValue": "x", "intValue": 1}}])),
        export("\ud800"),
    ],
)
def test_other_json_is_400(client, body):
    answer = client.post("/otel/v1/traces", content=json.dumps(body), headers={**HOME, **JSON})
    assert answer.status_code == 400, answer.text
    assert client.query() == []


def test_unknown_keys_are_ignored(client):
    kept(client, newMember={"a": [1]}, kind=77, status={"code": 9, "reason": "?"})
    dump = client.read(SPAN)["attributes"]["otel_span"]
    assert (dump["kind"], dump["status"]["code"]) == ("UNSPECIFIED", "UNSET")


# Projects


def test_a_resource_names_its_project_before_the_header_does(client):
    send(client, span(), resource={"wandb.entity": "other", "wandb.project": "place"})
    assert client.read(SPAN, "other/place")["id"] == SPAN
    assert client.query() == []


def test_a_header_names_the_project_before_the_body_does(client):
    body = {"project_id": "in/body", "traces": export(span())}
    assert client.post("/otel/v1/trace", json=body, headers={"project-id": P}).status_code == 200
    assert client.read(SPAN)["project_id"] == P


@pytest.mark.parametrize("resource", [None, {}, {"wandb.entity": "acme"}])
def test_spans_without_a_project_are_400_calls_128(client, resource):
    answer = client.post("/otel/v1/traces", json=export(span(), resource=resource))
    assert answer.status_code == 400
    assert "wandb.entity" in answer.json()["reason"]


def test_a_malformed_project_is_400_and_nothing_is_kept(client):
    body = export(span(), resource={"wandb.entity": "acme", "wandb.project": "demo"})
    astray = export(span(), resource={"wandb.entity": "a/b", "wandb.project": "c"})
    body["resourceSpans"] += astray["resourceSpans"]
    answer = client.post("/otel/v1/traces", json=body)
    assert answer.json() == {"reason": "Invalid project_id format: a/b/c"}
    assert client.query() == []


def test_one_resource_without_a_project_loses_its_own_spans_only(client):
    body = export(span(), resource={"wandb.entity": "acme", "wandb.project": "demo"})
    body["resourceSpans"] += export(span(spanId="1" * 16))["resourceSpans"]
    partial = client.post("/otel/v1/traces", json=body).json()["partial_success"]
    assert partial["rejected_spans"] == 1
    assert client.ids() == [SPAN]


# Spans to calls


@pytest.mark.parametrize("status", [{"code": 1, "message": "no"}, {"message": "no"}, {}])
def test_only_an_error_has_an_exception_calls_118(client, status):
    call = kept(client, status=status)
    assert (call["exception"], call["summary"]["weave"]["status"]) == (None, "success")


def test_an_error_has_its_message_calls_118(client):
    call = kept(client, status={"code": 2, "message": "no tea"})
    assert (call["exception"], call["summary"]["weave"]["status"]) == ("no tea", "error")


def test_an_error_without_a_message_has_that_of_its_event(client):
    raised = {"name": "exception", "attributes": attributes({"exception.message": "no milk"})}
    recorded = kept(client, status={"code": 2}, events=[raised])
    bare = kept(client, status={"code": 2}, spanId="1" * 16)
    assert [recorded["exception"], bare["exception"]] == ["no milk", "ERROR"]
    assert bare["summary"]["weave"]["status"] == "error"


GENAI = {
    "gen_ai.system": "openai",
    "gen_ai.request.model": "m",
    "gen_ai.request.temperature": 0.5,
    "gen_ai.response.model": "m-1",
    "gen_ai.prompt.0.role": "user",
    "gen_ai.prompt.0.content": "hi",
    "gen_ai.completion.0.role": "assistant",
    "gen_ai.completion.0.content": "ho",
    "gen_ai.usage.prompt_tokens": 5,
    "gen_ai.usage.completion_tokens": 7,
    "weave.span.kind": "llm",
    "extra": "only in the span",
}


def test_generative_ai_conventions_calls_119(client):
    call = kept(client, GENAI)
    assert call["inputs"] == {"gen_ai.prompt": [{"role": "user", "content": "hi"}]}
    assert call["output"] == {"gen_ai.completion": [{"role": "assistant", "content": "ho"}]}
    assert call["summary"]["usage"] == {
        "m-1": {
            "prompt_tokens": 5,
            "input_tokens": None,
            "completion_tokens": 7,
            "output_tokens": None,
            "requests": None,
            "total_tokens": 12,
            **NO_CACHE,
        }
    }
    dump = call["attributes"].pop("otel_span")
    assert call["attributes"] == {
        "system": "openai",
        "kind": "llm",
        "model": "m-1",
        "model_parameters": {"model": "m", "temperature": 0.5},
    }
    assert dump["attributes"]["extra"] == "only in the span"


def test_openinference_conventions(client):
    call = kept(
        client,
        {
            "llm.system": "openai",
            "llm.provider": "azure",
            "llm.model_name": "m",
            "llm.invocation_parameters": '{"top_p": 1}',
            "openinference.span.kind": "LLM",
            "input.value": '{"q": [1, 2]}',
            "output.value": "plain",
            "llm.token_count.prompt": 1,
            "llm.token_count.completion": 2,
            "llm.token_count.total": 4,
        },
    )
    call["attributes"].pop("otel_span")
    assert call["attributes"] == {
        "system": "openai",
        "kind": "LLM",
        "model": "m",
        "provider": "azure",
        "model_parameters": {"top_p": 1},
    }
    assert call["inputs"] == {"input.value": {"q": [1, 2]}}
    assert call["output"] == {"output.value": "plain"}
    usage = call["summary"]["usage"]["m"]
    assert (usage["prompt_tokens"], usage["completion_tokens"], usage["total_tokens"]) == (1, 2, 4)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("traceloop.entity.input", "traceloop.entity.output"),
        ("ai.prompt", "ai.response"),
        ("mlflow.spanInputs", "mlflow.spanOutputs"),
        ("gcp.vertex.agent.tool_call_args", "gcp.vertex.agent.tool_response"),
        ("gcp.vertex.agent.llm_request", "gcp.vertex.agent.llm_response"),
    ],
)
def test_other_conventions_keep_their_names_as_one_flat_key(client, source, target):
    call = kept(client, {source: '{"a": {"0": 1, "1": 2}}', target: "b"})
    assert call["inputs"] == {source: {"a": [1, 2]}}
    assert call["output"] == {target: "b"}


@pytest.mark.parametrize(
    ("values", "inputs"),
    [
        ({"input": '{"x":1}'}, {"x": 1}),
        ({"inputs.x": 1}, {"x": 1}),
        ({"input": "[1,2]"}, {"input": [1, 2]}),
        (
            {"input.value": '{"args": [], "kwargs": {}}'},
            {"input.value": {"args": [], "kwargs": []}},
        ),
        ({"input": '{"kwargs": {}}'}, {"kwargs": []}),
        ({"input": "{}"}, {}),
        ({"input": "{no json"}, {"input": "{no json"}),
        ({"input": 0, "other": 1}, {}),
        ({"ai.prompt": "a", "gen_ai.prompt": "b", "input.value": "c"}, {"ai.prompt": "a"}),
        ({"input.value": "c", "gen_ai.prompt": "b"}, {"gen_ai.prompt": "b"}),
    ],
)
def test_inputs_are_the_first_present_attribute_calls_120_121(client, values, inputs):
    assert kept(client, values)["inputs"] == inputs


INPUTS = ["ai.prompt", "gen_ai.prompt", "input.value", "mlflow.spanInputs",
    "traceloop.entity.input", "gcp.vertex.agent.tool_call_args", "gcp.vertex.agent.llm_request",
    "input", "inputs"]  # fmt: skip
OUTPUTS = ["ai.response", "gen_ai.completion", "output.value", "mlflow.spanOutputs",
    "gen_ai.content.completion", "traceloop.entity.output", "gcp.vertex.agent.tool_response",
    "gcp.vertex.agent.llm_response", "output", "outputs"]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), [*pairwise(INPUTS)])
def test_of_two_inputs_the_earlier_wins_calls_121(client, first, second):
    assert kept(client, {second: "2", first: "1"})["inputs"] == {first: "1"}
    empty = kept(client, {second: "2", first: ""}, spanId="1" * 16)
    assert empty["inputs"] == {second: "2"}


def as_output(name, value):
    return value if name in ("output", "outputs") else {name: value}


@pytest.mark.parametrize(("first", "second"), [*pairwise(OUTPUTS)])
def test_of_two_outputs_the_earlier_wins_calls_121(client, first, second):
    assert kept(client, {second: "2", first: "1"})["output"] == as_output(first, "1")
    empty = kept(client, {second: "2", first: ""}, spanId="1" * 16)
    assert empty["output"] == as_output(second, "2")


KNOWN = {
    "system": ["gen_ai.system", "llm.system"],
    "kind": ["weave.span.kind", "traceloop.span.kind", "openinference.span.kind"],
    "model": ["gen_ai.response.model", "llm.model_name", "ai.model.id"],
    "provider": ["llm.provider", "ai.model.provider"],
}
COUNTS = {
    "input_tokens": ["gen_ai.usage.input_tokens"],
    "output_tokens": ["gen_ai.usage.output_tokens"],
    "prompt_tokens": [
        "gen_ai.usage.prompt_tokens", "llm.token_count.prompt", "ai.usage.promptTokens",
    ],
    "completion_tokens": [
        "gen_ai.usage.completion_tokens", "llm.token_count.completion",
        "ai.usage.completionTokens",
    ],
    "total_tokens": ["llm.usage.total_tokens", "llm.token_count.total"],
}  # fmt: skip


def suffixes(table):
    return [(key, names[at:]) for key, names in table.items() for at in range(len(names))]


@pytest.mark.parametrize(("key", "names"), suffixes(KNOWN))
def test_an_attribute_has_names_in_an_order_calls_122(client, key, names):
    call = kept(client, {name: str(at) for at, name in reversed([*enumerate(names)])})
    del call["attributes"]["otel_span"]
    assert call["attributes"] == {key: "0"}


@pytest.mark.parametrize(("key", "names"), suffixes(COUNTS))
def test_a_count_has_names_in_an_order_calls_119(client, key, names):
    call = kept(client, {name: at for at, name in reversed([*enumerate(names, 1)])})
    usage = call["summary"]["usage"]["usage"]
    assert {name: count for name, count in usage.items() if count is not None} == {key: 1}


def test_a_total_is_also_that_of_input_and_output_calls_119(client):
    call = kept(client, {"gen_ai.usage.input_tokens": 3, "gen_ai.usage.output_tokens": "4"})
    assert call["summary"]["usage"]["usage"]["total_tokens"] == 7


@pytest.mark.parametrize("output", ["def", 2.5, 3, True])
def test_an_output_of_any_kind_is_the_output_calls_120(client, output):
    assert kept(client, {"output": output})["output"] == output


def test_without_a_known_attribute_all_of_them_are_there_calls_122(client):
    call = kept(client, {"shop.name": "north", "shop.0": 1, "wandb.attributes.a": 1})
    dump = call["attributes"].pop("otel_span")
    tree = {"shop": {"name": "north", "0": 1}, "wandb": {"attributes": {"a": 1}}}
    assert call["attributes"] == dump["attributes"] == tree
    assert (call["inputs"], call["output"]) == ({}, {})


@pytest.mark.parametrize(
    "own", [{"wandb.attributes": '{"a": {"b": 1}}'}, {"wandb.attributes.a.b": 1}]
)
def test_own_attributes_are_added_to_the_known_ones_calls_122(client, own):
    attributes = kept(client, {"llm.system": "s", **own})["attributes"]
    assert set(attributes) == {"system", "a", "otel_span"}
    assert attributes["a"] == {"b": 1}


def test_usage_has_all_its_keys_without_any_usage_calls_123(client):
    usage = kept(client)["summary"]["usage"]
    assert usage == {
        "usage": {
            "prompt_tokens": None,
            "input_tokens": None,
            "completion_tokens": None,
            "output_tokens": None,
            "requests": None,
            "total_tokens": None,
            **NO_CACHE,
        }
    }


def test_usage_is_filed_under_the_requested_model_if_none_answered(client):
    values = {"gen_ai.request.model": "m", "gen_ai.usage.input_tokens": 3}
    assert list(kept(client, values)["summary"]["usage"]) == ["m"]


@pytest.mark.parametrize(
    ("values", "thread", "turn"),
    [
        ({"wandb.thread_id": "t", "wandb.is_turn": True}, "t", SPAN),
        ({"wandb.thread_id": "t"}, "t", None),
        ({"wandb.is_turn": True}, None, None),
        ({"gcp.vertex.agent.session_id": "s", "wandb.thread_id": "t"}, "s", SPAN),
        ({"wandb.thread_id": 7}, "7", None),
    ],
)
def test_threads_and_turns_calls_124(client, values, thread, turn):
    call = kept(client, values)
    assert (call["thread_id"], call["turn_id"]) == (thread, turn)
    assert client.ids(filter={"thread_ids": ["t", "s", "7"]}) == ([SPAN] if thread else [])


def test_a_thread_of_spans_is_listed_calls_124(client):
    kept(client, {"wandb.thread_id": "t", "wandb.is_turn": True})
    answer = client.post("/threads/stream_query", json={"project_id": P})
    (thread,) = map(json.loads, answer.text.splitlines())
    assert (thread["thread_id"], thread["turn_count"], thread["last_turn_id"]) == ("t", 1, SPAN)


@pytest.mark.parametrize("values", [{"a": "x", "a.b": 1}, {"a.b": 1, "a": "x"}])
def test_a_name_that_is_value_and_parent_rejects_its_span_only_calls_125(client, values):
    wrong = span(values, spanId="1" * 16, name="wrong")
    partial = send(client, wrong, span())
    assert partial["rejected_spans"] == 1
    assert partial["error_message"].startswith(
        f"Rejected span (name='wrong' trace_id='{TRACE}' span_id='{'1' * 16}'): "
    )
    assert client.ids() == [SPAN]


def test_a_rejection_is_reported_in_protobuf_too_calls_125(client):
    request = message({"a": AnyValue(int_value=1), "a.b": AnyValue(int_value=2)})
    answer = send_bytes(client, request.SerializeToString())
    partial = ExportTraceServiceResponse.FromString(answer.content).partial_success
    assert partial.rejected_spans == 1
    assert "name='chat'" in partial.error_message


@pytest.mark.parametrize("first", ["list", "names"])
def test_a_list_and_numbered_names_are_one(client, first):
    listed = {"gen_ai.prompt": '[{"role": "user"}, {"role": "user", "content": "there?"}]'}
    numbered = {"gen_ai.prompt.0.content": "hi"}
    call = kept(client, listed | numbered if first == "list" else numbered | listed)
    messages = [{"role": "user", "content": "hi"}, {"role": "user", "content": "there?"}]
    assert call["inputs"] == {"gen_ai.prompt": messages}


def test_an_object_and_names_below_it_are_one_calls_125(client):
    call = kept(client, {"a": '{"b": 1}', "a.c": 2})
    assert call["attributes"]["a"] == {"b": 1, "c": 2}


@pytest.mark.parametrize(
    "wrong",
    [
        span({".".join("a" * 40): 1}),
        span({"input": "weave:///x"}),
        span({"input": '["weave-trace-internal:///x"]'}),
        span(traceId="00" * 16),
        span(traceId="11" * 8),
        span(spanId="00" * 8),
        span(spanId=""),
    ],
)
def test_a_span_that_cannot_be_a_call_is_rejected(client, wrong):
    assert send(client, wrong, span(spanId="1" * 16))["rejected_spans"] == 1
    assert client.ids() == ["1" * 16]


def test_twenty_rejections_are_named_and_the_rest_counted(client):
    partial = send(client, *[span(traceId="")] * 25)
    assert partial["rejected_spans"] == 25
    assert partial["error_message"].count("Rejected span") == 20
    assert partial["error_message"].endswith("; ...")


@pytest.mark.parametrize(
    ("name", "op_name"),
    [
        ("b" * 128, "b" * 128),
        ("b" * 129, "b" * 123 + ":75c7"),
    ],
)
def test_a_long_name_is_cut_and_marked_calls_126(client, name, op_name):
    assert kept(client, name=name)["op_name"] == op_name


@pytest.mark.parametrize("delimiter", ["/", ", ", "?.."])
def test_a_long_name_is_cut_at_a_delimiter_calls_126(client, delimiter):
    op_name = kept(client, name="GET " + "a" * 100 + delimiter + "b" * 95)["op_name"]
    assert op_name[:-4] == "GET " + "a" * 100 + ":"
    int(op_name[-4:], 16)


def test_names_parents_and_runs_calls_127(client):
    values = {
        "wandb.display_name": "Chat!",
        "wandb.wb_run_id": "r1",
        "wandb.wb_run_step": 0,
        "wandb.wb_run_step_end": 3,
        "gen_ai.usage.prompt_tokens": "12",
        "gen_ai.usage.completion_tokens": "many",
    }
    call = kept(client, values, parentSpanId="00f067aa0ba902b7")
    assert (call["display_name"], call["parent_id"]) == ("Chat!", "00f067aa0ba902b7")
    assert call["summary"]["weave"]["trace_name"] == "chat"
    assert call["wb_run_id"] == f"{P}/r1"
    assert (call["wb_run_step"], call["wb_run_step_end"]) == (None, 3)
    usage = call["summary"]["usage"]["usage"]
    assert (usage["prompt_tokens"], usage["completion_tokens"]) == (12, None)


def test_a_long_display_name_is_cut_calls_127(client):
    assert len(kept(client, {"wandb.display_name": "x" * 1025})["display_name"]) == 1024


def test_the_run_of_the_export_is_that_of_its_spans_calls_127(client):
    body = {"project_id": P, "traces": export(span({"wandb.wb_run_id": "own"})), "wb_run_id": "r"}
    client.post("/otel/v1/trace", json=body)
    assert client.read(SPAN)["wb_run_id"] == "r"


@pytest.mark.parametrize("run", ["a/b/c", "a:b"])
def test_a_run_that_is_not_a_bare_id_is_dropped_calls_127(client, run):
    assert kept(client, {"wandb.wb_run_id": run})["wb_run_id"] is None


def test_the_same_span_again_is_the_same_call_calls_128(client):
    first = kept(client, GENAI)
    assert kept(client, GENAI) == first
    assert client.ids() == [SPAN]


def test_a_deleted_call_does_not_come_back_with_its_span(client):
    kept(client)
    client.post("/calls/delete", json={"project_id": P, "call_ids": [SPAN]})
    send(client, span())
    assert client.query() == []


@pytest.mark.parametrize(
    ("time", "started_at"),
    [
        ("2024-01-01T13:00:00+02:00", "2024-01-01T11:00:00Z"),
        (NOON - SECOND, "2024-01-01T11:59:59Z"),
        (1704110399.5, "2024-01-01T11:59:59.500000Z"),
    ],
)
def test_attributes_may_hold_the_times(client, time, started_at):
    call = kept(client, {"langfuse.startTime": time})
    assert call["started_at"] == started_at
    assert call["attributes"]["otel_span"]["start_time"] == started_at


@pytest.mark.parametrize("time", ["soon", 1e30, "[1]", "0001-01-01T00:00:00+14:00"])
def test_an_invalid_time_is_ignored(client, time):
    call = kept(client, {"langfuse.endTime": time})
    assert call["ended_at"] == "2024-01-01T12:00:01.500000Z"


def test_values_of_every_kind(client):
    request = message({
        "text": AnyValue(string_value="t"),
        "bytes": AnyValue(bytes_value=b"\x00\xff"),
        "nan": AnyValue(double_value=float("nan")),
        "infinite": AnyValue(double_value=float("-inf")),
        "nothing": AnyValue(),
        "array": AnyValue(array_value={"values": [AnyValue(int_value=2**62), AnyValue()]}),
        "pairs": AnyValue(
            kvlist_value={"values": [KeyValue(key="a.b", value=AnyValue(bool_value=False))]}
        ),
    })  # fmt: skip
    send_bytes(client, request.SerializeToString())
    attributes = client.read(SPAN)["attributes"]
    del attributes["otel_span"]
    assert attributes == {
        "text": "t",
        "bytes": "AP8=",
        "nan": "nan",
        "infinite": "-inf",
        "nothing": None,
        "array": [2**62, None],
        "pairs": {"a.b": False},
    }


def test_the_whole_span_is_kept_with_its_call(client):
    full = span(
        {"a.b": 1},
        kind=3,
        traceState="k=v",
        status={"code": 1},
        events=[{"name": "e", "timeUnixNano": "5", "attributes": attributes({"x.y": 1})}],
        links=[{"traceId": TRACE, "spanId": "11" * 8, "flags": 1}],
    )
    resource = {"wandb.entity": "acme", "wandb.project": "demo"}
    send(client, full, resource=resource)
    assert client.read(SPAN)["attributes"]["otel_span"] == {
        "name": "chat",
        "context": {"trace_id": TRACE, "span_id": SPAN, "trace_state": "k=v"},
        "kind": "CLIENT",
        "parent_id": None,
        "start_time": "2024-01-01T12:00:00Z",
        "end_time": "2024-01-01T12:00:01.500000Z",
        "status": {"code": "OK", "message": ""},
        "attributes": {"a": {"b": 1}},
        "events": [
            {
                "name": "e",
                "timestamp": 5,
                "attributes": {"x.y": 1},
                "dropped_attributes_count": 0,
            }
        ],
        "links": [
            {
                "trace_id": TRACE,
                "span_id": "11" * 8,
                "trace_state": "",
                "attributes": {},
                "dropped_attributes_count": 0,
                "flags": 1,
            }
        ],
        "resource": {
            "attributes": {"wandb": {"entity": "acme", "project": "demo"}},
            "dropped_attributes_count": 0,
        },
    }


def test_deep_values_are_read_back_and_found(client):
    deep = "[" * 150 + "1" + "]" * 150
    call = kept(client, {".".join("a" * 31): deep, "input": deep})
    assert json.dumps(call["inputs"]["input"]).replace(" ", "") == deep
    assert client.ids(query={"$expr": {"$eq": [{"$getField": "op_name"}, {"$literal": "chat"}]}})


# The conventions of today


def test_messages_are_inputs_and_output_next_trace_59(client):
    messages = '[{"role":"user","parts":[{"type":"text","content":"hi"}]}]'
    call = kept(client, {"gen_ai.input.messages": messages, "gen_ai.output.messages": "[1]"})
    assert call["inputs"] == {"gen_ai.input.messages": json.loads(messages)}
    assert call["output"] == {"gen_ai.output.messages": [1]}


def test_the_requested_model_is_the_fallback_next_trace_60(client):
    values = {"gen_ai.request.model": "m-2", "gen_ai.system": "openai"}
    call = kept(client, {**values, "gen_ai.system_instructions": "Be brief."})
    assert call["attributes"]["model"] == "m-2"
    assert call["attributes"]["system"] == "Be brief."
    assert list(call["summary"]["usage"]) == ["m-2"]


def test_agents_of_pydantic_send_all_messages_next_trace_61(client):
    call = kept(client, {"pydantic_ai.all_messages": '[{"role":"user"}]', "final_result": "yes"})
    assert call["inputs"] == {"pydantic_ai.all_messages": [{"role": "user"}]}
    assert call["output"] == {"final_result": "yes"}
    event = {"name": "gen_ai.choice", "attributes": attributes({"message": "{}"})}
    silent = kept(client, spanId="b7ad6b7169203332", events=[event])
    assert (silent["inputs"], silent["output"]) == ({}, {})


def test_a_conversation_is_a_thread_next_trace_62(client):
    call = kept(client, {"gen_ai.conversation.id": "c"})
    assert (call["thread_id"], call["turn_id"]) == ("c", SPAN)
    values = {"gen_ai.conversation.id": "c", "wandb.is_turn": False}
    other = kept(client, values, spanId="b7ad6b7169203332")
    assert (other["thread_id"], other["turn_id"]) == ("c", None)


def test_zero_tokens_are_a_count_next_trace_63(client):
    values = {"gen_ai.usage.input_tokens": 0, "gen_ai.usage.output_tokens": 0}
    cached = {"gen_ai.usage.cache_read.input_tokens": 4}
    [usage] = kept(client, {**values, **cached})["summary"]["usage"].values()
    assert len(usage) == 8
    assert (usage["total_tokens"], usage["cache_read_input_tokens"]) == (0, 4)


def test_own_attributes_are_added_to_recognised_ones_next_trace_64(client):
    own = {"wandb.attributes": '{"team":"blue"}'}
    assert kept(client, own)["attributes"]["wandb"] == {"attributes": {"team": "blue"}}
    call = kept(client, {**own, "gen_ai.request.model": "m"}, spanId="b7ad6b7169203332")
    assert call["attributes"]["team"] == "blue"
    assert call["attributes"]["model"] == "m"
