"""Nothing a client sends makes a 5xx, and what is refused changes nothing."""

from __future__ import annotations

import copy
import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mockserver.core.digest import digest_value
from mockserver.listing import OPERATIONS
from tests.conftest import P

STARTED = {
    "project_id": P,
    "id": "a",
    "op_name": "weave:///acme/demo/op/f:v1",
    "trace_id": "t",
    "parent_id": None,
    "started_at": "2024-01-01T00:00:00Z",
    "attributes": {"k": {"l": [1]}},
    "inputs": {"x": 1, "ref": "weave:///acme/demo/object/o:v0"},
    "wb_run_step": 3,
}
ENDED = {
    "project_id": P,
    "id": "a",
    "ended_at": "2024-01-01T00:00:01Z",
    "output": {"y": [1, 2]},
    "exception": None,
    "summary": {
        "usage": {"m": {"prompt_tokens": 1, "completion_tokens": 2}},
        "status_counts": {"success": 1},
        "weave": {"status": "x"},
    },
}
FILTER = {
    "op_names": ["f:*"],
    "trace_ids": ["t"],
    "call_ids": ["a"],
    "parent_ids": [],
    "input_refs": ["weave:///acme/demo/object/o:v0"],
    "thread_ids": None,
    "trace_roots_only": True,
    "wb_run_ids": ["r"],
}
QUERY = {
    "$expr": {
        "$and": [
            {"$eq": [{"$getField": "inputs.x"}, {"$literal": 1}]},
            {
                "$not": [
                    {"$contains": {"input": {"$getField": "op_name"}, "substr": {"$literal": "z"}}}
                ]
            },
            {
                "$gt": [
                    {"$convert": {"input": {"$getField": "inputs.x"}, "to": "double"}},
                    {"$literal": 0},
                ]
            },
        ]
    }
}
EXISTS = {
    "$expr": {
        "$eq": [
            {"$convert": {"input": {"$getField": "row_digest"}, "to": "exists"}},
            {"$literal": True},
        ]
    }
}
SEARCH = {
    "project_id": P,
    "filter": FILTER,
    "query": QUERY,
    "sort_by": [{"field": "inputs.x", "direction": "desc"}],
    "limit": 10,
    "offset": 0,
    "columns": ["id", "inputs.x"],
}
SEARCHED = {key: SEARCH[key] for key in ("project_id", "filter", "query", "limit")}
WINDOW = {
    "project_id": P,
    "start": "2024-01-01T00:00:00Z",
    "end": "2024-01-01T01:00:00Z",
    "granularity": 600,
    "timezone": "UTC",
}
COMPLETE = {**STARTED, **{key: value for key, value in ENDED.items() if key not in STARTED}}

EMPTY_TABLE = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
ROWS = {
    "project_id": P,
    "digest": EMPTY_TABLE,
    "filter": {"row_digests": ["d"]},
    "sort_by": [{"field": "a.b", "direction": "asc"}],
    "limit": 2,
    "offset": 1,
}
OTLP = {
    "resourceSpans": [
        {
            "resource": {
                "attributes": [
                    {"key": "wandb.entity", "value": {"stringValue": "acme"}},
                    {"key": "wandb.project", "value": {"stringValue": "demo"}},
                ]
            },
            "scopeSpans": [
                {
                    "spans": [
                        {
                            "traceId": "0af7651916cd43dd8448eb211c80319c",
                            "spanId": "b7ad6b7169203331",
                            "name": "chat",
                            "kind": 3,
                            "startTimeUnixNano": "1704067200000000000",
                            "endTimeUnixNano": "1704067201000000000",
                            "status": {"code": 2, "message": "no"},
                            "attributes": [
                                {"key": "gen_ai.prompt.0.role", "value": {"stringValue": "user"}},
                                {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "3"}},
                                {"key": "wandb.is_turn", "value": {"boolValue": True}},
                            ],
                            "events": [{"timeUnixNano": "1", "name": "e", "attributes": []}],
                            "links": [{"traceId": "00", "spanId": "11"}],
                        }
                    ]
                }
            ],
        }
    ]
}

OBJECT = digest_value({"_type": "T", "a": [1]})

REACTION = {
    "project_id": P,
    "weave_ref": "weave:///acme/demo/call/a",
    "feedback_type": "wandb.reaction.1",
    "payload": {"emoji": "\U0001f44d"},
    "id": "f",
    "creator": None,
}

GREETING = {
    "project_id": P,
    "object_id": "greeting",
    "val": {
        "_class_name": "MessagesPrompt",
        "_bases": ["Prompt", "Object", "BaseModel"],
        "messages": [{"role": "system", "content": "You know {this}."}],
    },
}
COMPLETION = {
    "project_id": P,
    "inputs": {
        "model": "m",
        "messages": [{"role": "user", "content": "Why is {this} salt?"}],
        "prompt": "greeting",
        "template_vars": {"this": "the sea"},
        "max_tokens": 9,
        "n": 1,
        "stop": ["x"],
        "seed": 3,
        "timeout": 1.5,
    },
    "track_llm_call": True,
    "trace_id": "t",
    "parent_id": "a",
    "inference_route": {"base_url": "u", "connection": "c", "connection_type": "dedicated"},
}

TOOL = {"type": "function", "name": "f", "parameters": {"type": "object"}}
TALK = {"source_kind": "conversation", "source_id": "c", "source_trace_id": ""}
EXAMPLES = {
    "Call Start": {"start": STARTED},
    "Call Start V2": {"start": STARTED},
    "Call End": {"end": ENDED},
    "Call End V2": {"end": ENDED},
    "Call Start Batch": {
        "batch": [{"mode": "start", "req": {"start": STARTED}}, {"req": {"end": ENDED}}]
    },
    "Calls Complete": {"batch": [COMPLETE]},
    "Calls Delete": {"project_id": P, "call_ids": ["a", "b"]},
    "Call Update": {"project_id": P, "call_id": "a", "display_name": "n"},
    "Call Read": {"project_id": P, "id": "a", "include_costs": False},
    "Calls Query Stats": SEARCHED,
    "Calls Query Stream": SEARCH,
    "Calls Query": SEARCH,
    "Files Stats": {"project_id": P},
    "Cost Create": {
        "project_id": P,
        "costs": {
            "m": {
                "prompt_token_cost": 0.1,
                "completion_token_cost": 0.2,
                "effective_date": "2024-01-01T00:00:00Z",
            }
        },
    },
    "Cost Query": {
        "project_id": P,
        "fields": ["id"],
        "query": {"$expr": {"$gt": [{"$getField": "prompt_token_cost"}, {"$literal": 0}]}},
        "sort_by": [{"field": "effective_date", "direction": "desc"}],
        "limit": 10,
        "offset": 0,
    },
    "Cost Purge": {
        "project_id": P,
        "query": {"$expr": {"$in": [{"$getField": "id"}, [{"$literal": "c"}]]}},
    },
    "Feedback Create": REACTION,
    "Feedback Create Batch": {"batch": [REACTION, {**REACTION, "id": "g"}]},
    "Feedback Replace": {**REACTION, "feedback_id": "e"},
    "Feedback Query": {
        "project_id": P,
        "fields": ["id", "payload.emoji"],
        "query": {"$expr": {"$eq": [{"$getField": "payload.emoji"}, {"$literal": "x"}]}},
        "sort_by": [{"field": "created_at", "direction": "asc"}],
        "limit": 10,
        "offset": 0,
    },
    "Feedback Purge": {
        "project_id": P,
        "query": {"$expr": {"$or": [{"$eq": [{"$getField": "id"}, {"$literal": "f"}]}]}},
    },
    "Threads Query Stream": {
        "project_id": P,
        "filter": {
            "thread_ids": ["t"],
            "after_datetime": "2024-01-01T00:00:00Z",
            "before_datetime": None,
        },
        "sort_by": [{"field": "turn_count", "direction": "desc"}],
        "limit": 10,
        "offset": 0,
    },
    "File Content": {"project_id": P, "digest": "d"},
    "Obj Create": {"obj": {"project_id": P, "object_id": "o", "val": {"_type": "T", "a": [1]}}},
    "Obj Read": {"project_id": P, "object_id": "o", "digest": "latest", "metadata_only": False},
    "Obj Delete": {"project_id": P, "object_id": "o", "digests": ["latest"]},
    "Objs Query": {
        "project_id": P,
        "filter": {
            "base_object_classes": ["Model"],
            "exclude_base_object_classes": ["Scorer"],
            "leaf_object_classes": ["M"],
            "object_ids": ["o"],
            "is_op": False,
            "latest_only": True,
        },
        "limit": 2,
        "offset": 0,
        "sort_by": [{"field": "object_id", "direction": "desc"}],
        "metadata_only": False,
        "include_storage_size": True,
        "include_tags_and_aliases": True,
    },
    "Obj Tags Add": {"project_id": P, "tags": ["t"]},
    "Obj Tags Remove": {"project_id": P, "tags": ["t"]},
    "Obj Aliases Set": {"project_id": P, "digest": OBJECT, "aliases": ["prod"]},
    "Obj Aliases Remove": {"project_id": P, "aliases": ["beta"]},
    "Refs Read Batch": {"refs": []},
    "Export Trace": {"project_id": P, "traces": OTLP, "wb_run_id": "r"},
    "Export Agent Trace": OTLP,
    "Project Stats": {"project_id": P, "include_file_storage_size": False},
    "Projects Info": {"project_ids": [P]},
    "Table Create": {"table": {"project_id": P, "rows": [{"a": 1}, {"a": {"b": [2]}}]}},
    "Table Create From Digests": {"project_id": P, "row_digests": ["d", "e"]},
    "Table Update": {
        "project_id": P,
        "base_digest": EMPTY_TABLE,
        "updates": [{"append": {"row": {"a": 1}}}, {"insert": {"index": 0, "row": {}}}],
    },
    "Table Query": ROWS,
    "Table Query Stream": ROWS,
    "Table Query Stats": {"project_id": P, "digest": EMPTY_TABLE},
    "Table Query Stats Batch": {
        "project_id": P,
        "digests": [EMPTY_TABLE, "d"],
        "include_storage_size": True,
    },
    "Op Create": {"name": "f", "source_code": "def f(): pass"},
    "Dataset Create": {"name": "d", "description": "n", "rows": [{"a": 1}, {"b": {"c": [2]}}]},
    "Scorer Create": {"name": "s", "description": "n", "op_source_code": "def score(): pass"},
    "Evaluation Create": {
        "name": "e",
        "description": "n",
        "dataset": "weave:///acme/demo/object/d:v0",
        "scorers": ["weave:///acme/demo/object/s:v0"],
        "trials": 2,
        "evaluation_name": "n",
        "eval_attributes": {"k": {"l": 1}},
    },
    "Model Create": {
        "name": "m",
        "description": "n",
        "source_code": "class M: pass",
        "attributes": {"temperature": 0.5},
    },
    "Evaluation Run Create": {
        "evaluation": "weave:///acme/demo/object/e:v0",
        "model": "weave:///acme/demo/object/m:v0",
        "source_evaluation_run_id": "r",
    },
    "Evaluation Run Finish": {
        "summary": {
            "mine": 1,
            "usage": {"m": {"requests": 1}},
            "status_counts": {"error": 1},
            "weave": {"status": "x"},
        }
    },
    "Prediction Create": {
        "model": "weave:///acme/demo/object/m:v0",
        "inputs": {"q": 1},
        "output": {"y": [2]},
        "evaluation_run_id": "a",
    },
    "Prediction Finish": {},
    "Score Create": {
        "prediction_id": "a",
        "scorer": "weave:///acme/demo/object/s:v0",
        "value": {"z": 0.5},
        "evaluation_run_id": "a",
    },
    "GraphQL": {"query": "project(name)", "variables": {"name": "n"}},
    "Eval Results Query": {
        "evaluation_call_ids": ["a"],
        "evaluation_run_ids": ["{evaluation_run_id}"],
        "include_raw_data_rows": True,
        "resolve_row_refs": True,
        "include_summary": True,
        "include_costs": True,
        "sort_by": [{"field": "inputs.q", "direction": "desc"}],
        "filters": [{"query": EXISTS, "evaluation_call_id": None}],
        "limit": 2,
        "offset": 0,
    },
    "Evaluations Status": {"project_id": P, "call_id": "none"},
    "Evaluations Evaluate Model": {"project_id": P, "evaluation_ref": "e", "model_ref": "m"},
    "Evaluations Rescore": {
        "project_id": P,
        "source_evaluation_run_id": "r",
        "scorer_refs": ["s"],
    },
    "Calls Usage": {"project_id": P, "call_ids": ["a"], "include_costs": True, "limit": 9},
    "Trace Usage": {**SEARCHED, "include_costs": True},
    "Calls Stats": {
        **WINDOW,
        "filter": FILTER,
        "usage_metrics": [{"metric": "total_cost"}, {"metric": "input_tokens"}],
        "call_metrics": [
            {"metric": "latency_ms", "aggregations": ["avg", "max"], "percentiles": [50, 99.9]}
        ],
    },
    "Calls Score": {"project_id": P, "call_ids": ["a"], "scorer_refs": ["s"]},
    "Feedback Stats": {
        **WINDOW,
        "feedback_type": "wandb.reaction.1",
        "trigger_ref": "t:*",
        "metrics": [{"json_path": "a.b", "aggregations": ["sum"], "percentiles": [5]}],
    },
    "Feedback Payload Schema": {
        "project_id": P,
        "start": "2024-01-01T00:00:00Z",
        "end": None,
        "sample_limit": 10,
    },
    "Feedback Aggregate": {
        "project_id": P,
        "after_ms": 0,
        "before_ms": 10**7,
        "time_bucket_seconds": 3600,
        "feedback_types": ["wandb.*"],
        "rating_min": 0.5,
        "group_by": ["scorer_id"],
    },
    "Annotation Queue Create": {
        "project_id": P,
        "name": "q",
        "scorer_refs": [],
        "description": "d",
    },
    "Annotation Queues Query": {
        "project_id": P,
        "name": "q",
        "sort_by": [{"field": "name", "direction": "asc"}],
        "limit": 2,
        "offset": 0,
    },
    "Annotation Queues Stats": {"project_id": P, "queue_ids": ["q"]},
    "Annotation Queue Update": {"project_id": P, "name": "n", "scorer_refs": ["s"]},
    "Annotation Queue Add": {"project_id": P, "call_ids": ["a"], "display_fields": ["inputs"]},
    "Annotation Queue Items": {
        "project_id": P,
        "filter": {"call_id": "a", "annotation_states": ["unstarted"]},
        "sort_by": [{"field": "call_op_name", "direction": "desc"}],
        "limit": 2,
        "offset": 0,
        "include_position": True,
    },
    "Annotation Queue Progress": {"project_id": P, "annotation_state": "in_progress"},
    "Agents Query": {
        "project_id": P,
        "filters": {"agent_name": None},
        "sort_by": [{"field": "span_count", "direction": "asc"}],
        "limit": 5,
        "offset": 0,
    },
    "Agent Versions Query": {"project_id": P, "agent_name": "guide"},
    "Agent Spans Query": {
        "project_id": P,
        "query": {"$expr": {"$gte": [{"$getField": "input_tokens"}, {"$literal": 0}]}},
        "sort_by": [{"field": "gen_ai.usage.input_tokens", "direction": "asc"}],
        "include_details": True,
        "limit": 5,
        "offset": 0,
        "started_after": "2020-01-01T00:00:00Z",
    },
    "Agent Trace Chat": {"project_id": P, "trace_id": "0af7651916cd43dd8448eb211c80319c"},
    "Agent Conversation Chat": {"project_id": P, "conversation_id": "c", "limit": 5, "offset": 0},
    "Agent Conversation Spans": {"project_id": P, "conversation_ids": ["c"]},
    "Agent Custom Attributes": {"project_id": P, "limit": 5, "offset": 0},
    "Agents Search": {"project_id": P, "query": "", "roles": ["user"], "limit": 5, "offset": 0},
    "Agent Spans Stats": {
        "project_id": P,
        "start": "2024-01-01T12:00:00Z",
        "end": "2024-01-01T13:00:00Z",
        "granularity": 1800,
        "timezone": "UTC",
        "query": {"$expr": {"$gte": [{"$getField": "input_tokens"}, {"$literal": 0}]}},
        "group_by": [{"source": "field", "key": "agent_name", "alias": "agent"}],
        "group_limit": 5,
        "bucket_by": {"type": "time"},
        "metrics": [
            {
                "alias": "tokens",
                "value_type": "number",
                "value": {"source": "field", "key": "input_tokens"},
                "aggregations": ["sum", "avg", "count_distinct"],
                "percentiles": [50],
            },
            {
                "alias": "failed",
                "value_type": "boolean",
                "value": {"source": "derived", "key": "is_error"},
            },
        ],
    },
    "Dataset Sources Link": {
        "project_id": P,
        "dataset_object_id": "d",
        "dataset_digest": "x",
        "links": [{"row_digest": "r", "sources": [TALK], "link_metadata": {"by": "hand"}}],
        "include_created_status": True,
    },
    "Dataset Sources Link Delete": {"project_id": P, "link_ids": ["{link}"]},
    "Dataset Sources Query": {
        "project_id": P,
        "dataset_object_id": "d",
        "row_digests": ["r"],
        "source_kinds": ["conversation"],
        "limit": 5,
        "offset": 0,
    },
    "Source Datasets Query": {"project_id": P, "sources": [TALK]},
    "Runtime Apply": {
        "base_url": "https://models.example.com/v1",
        "runtime_ids": [{"id": "m1", "max_tokens": 100}],
        "headers": {"x-a": "b"},
        "api_key_secret": "KEY",
    },
    "Registry Link": {
        "ref": f"weave:///{P}/object/o:latest",
        "target": {"portfolio_name": "p", "entity_name": "acme", "project_name": "registry"},
        "aliases": ["prod"],
    },
    "Image Create": {"project_id": P, "inputs": {"model": "m", "prompt": "a tree", "n": 1}},
    "Project Retention Read": {"project_id": P},
    "Project Retention Update": {"project_id": P, "retention_days": 3},
    "Project Sampling Read": {"project_id": P},
    "Completions Create": COMPLETION,
    "Completions Create Stream": COMPLETION,
    "Response Create": {
        "model": "m",
        "input": "Why is the sea salt?",
        "tools": [TOOL],
        "request_id": "r",
    },
    "Response Cancel": {},
    "Response Input Tokens": {"model": "m", "input": "Why is the sea salt?"},
    "Text Completion": {"model": "m", "prompt": "Why is the sea salt?", "logprobs": 1},
    "Embeddings Create": {"model": "m", "input": ["Why is the sea salt?"]},
    "Rerank": {"query": "salt", "documents": ["The sea is salt."]},
    "Score": {"text_1": "salt", "text_2": ["The sea is salt."]},
    "Tokenize": {"prompt": "Why is the sea salt?", "return_token_strs": True},
    "Detokenize": {"tokens": [104, 105]},
    "Ping": {},
    "Chat Completion": {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "Why is the sea salt?"}]},
        ],
        "n": 1,
        "max_tokens": 9,
        "temperature": 0.5,
        "stop": ["x"],
        "stream": False,
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "get_tide",
                    "description": "The tide somewhere",
                    "parameters": {"type": "object", "properties": {"place": {"type": "string"}}},
                },
            }
        ],
        "tool_choice": "required",
        "parallel_tool_calls": True,
        "reasoning_effort": "low",
        "chat_template_kwargs": {"enable_thinking": True},
        "request_id": "r",
    },
}

REFUSED = {
    "Annotation Queue Update": 404,
    "Annotation Queue Add": 404,
    "Annotation Queue Progress": 400,
    "Dataset Sources Link Delete": 400,
    "File Content": 404,
    "Evaluations Evaluate Model": 400,
    "Evaluations Rescore": 400,
    "Response Cancel": 404,
}
"""What no example can make succeed."""

POSTED = [row for row in OPERATIONS if row.method in ("POST", "PUT") and row.name != "File Create"]

EXAMPLES_EACH = settings.default.max_examples // 3
"""Spoiled bodies for one operation; the operations of a kind share their models."""

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.sampled_from(["", "x", "é\x00\ud800", "weave:///bad", "1e999", "2024-01-01", P, "$eq"])
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(value, path=()):
    """Every place in a JSON value, the whole included."""
    yield path
    for key, member in members(value):
        yield from places(member, (*path, key))


def members(value):
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


@st.composite
def spoiled(draw, body):
    """A body with up to three members replaced, dropped or added."""
    body = {"": copy.deepcopy(body)}
    for _ in range(draw(st.integers(1, 3))):
        *path, key = draw(st.sampled_from([("", *place) for place in places(body[""])]))
        holder = body
        for step in path:
            holder = holder[step]
        kind = draw(st.sampled_from(["replace", "replace", "drop", "add"]))
        if kind == "drop" and path:
            del holder[key]
        elif kind == "add" and isinstance(holder, dict) and path:
            holder[draw(st.text(max_size=8))] = draw(values)
        else:
            holder[key] = draw(values)
    return body[""]


JSON = {"content-type": "application/json"}
HOSTILE = {
    "half a character in a ref": "weave:///acme/\ud800/object/o:d",
    "infinity": float("inf"),
    "400 digits": 10**400,
}


def test_every_operation_has_an_example():
    assert {row.name for row in POSTED} == set(EXAMPLES)


def concrete(path):
    """The path with a project, an object and, for any other id, that of a call that is there."""
    project = path.replace("{entity}", "acme").replace("{project}", "demo")
    project = project.replace("/objs/{object_id}", "/objs/o").replace("{digest}/", f"{OBJECT}/")
    return re.sub(r"\{\w+_id\}", "a", project)


def prepare(client):
    """Keep the records that the examples name."""
    client.start("a")
    client.post("/obj/create", json=EXAMPLES["Obj Create"])
    client.post("/obj/create", json={"obj": GREETING})
    client.post("/table/create", json={"table": {"project_id": P, "rows": []}})


@pytest.mark.parametrize("row", POSTED, ids=lambda row: f"{row.method} {row.path}")
def test_the_example_is_right(client, row):
    prepare(client)
    answer = client.request(row.method, concrete(row.path), json=EXAMPLES[row.name])
    assert answer.status_code == REFUSED.get(row.name, 200), answer.text


@pytest.mark.parametrize("row", POSTED, ids=lambda row: f"{row.method} {row.path}")
@pytest.mark.parametrize("lenient", [False, True], ids=["", "lenient"])
def test_a_spoiled_body_is_refused_or_served_and_never_fails(make_client, row, lenient):
    client = make_client(lenient=lenient)
    prepare(client)
    store = client.application.services.store

    @settings(max_examples=EXAMPLES_EACH, suppress_health_check=list(HealthCheck))
    @given(body=spoiled(EXAMPLES[row.name]))
    def spoil(body):
        before = store.snapshot()
        text = json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        answer = client.request(row.method, concrete(row.path), content=text, headers=headers)
        assert answer.status_code < 500 or answer.status_code == 501, answer.text
        if answer.status_code >= 400:
            assert store.snapshot() == before
        store.restore(before)

    spoil()


def test_a_lenient_body_is_refused_if_it_fails_without_its_unknown_keys(make_client):
    body = {**EXAMPLES["Feedback Stats"], "end": "2025-01-01T00:00:00Z", "unknown": 1}
    answer = make_client(lenient=True).post("/feedback/stats", json=body)
    assert answer.status_code == 422
    assert "31 days" in answer.text


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("row", POSTED, ids=lambda row: f"{row.method} {row.path}")
def test_no_place_of_a_body_fails_at_a_hostile_value(client, row, hostile):
    prepare(client)
    store, example = client.application.services.store, EXAMPLES[row.name]
    before = store.snapshot()
    for place in places(example):
        text = json.dumps(replaced(example, place, hostile))
        answer = client.request(row.method, concrete(row.path), content=text, headers=JSON)
        assert answer.status_code < 500, (place, answer.text)
        store.restore(before)


def replaced(value, place, new):
    """A copy of a JSON value with something new in one place."""
    if not place:
        return new
    changed = copy.copy(value)
    changed[place[0]] = replaced(value[place[0]], place[1:], new)
    return changed


QUERIED = [row for row in OPERATIONS if row.path.startswith("/v2/") and row.method != "POST"]

PARAMETERS = [
    "limit",
    "offset",
    "digests",
    "evaluations",
    "model_refs",
    "evaluation_run_id",
    "evaluation_run_ids",
    "prediction_ids",
    "score_ids",
    "x",
]
PARTS = ["", "0", "1", "-1", "1e3", "9" * 30, "a", "a,b", "\x00é"]

query_strings = st.dictionaries(
    st.sampled_from(PARAMETERS),
    st.lists(st.sampled_from(PARTS), max_size=3),
    max_size=4,
)


@pytest.mark.parametrize("row", QUERIED, ids=lambda row: f"{row.method} {row.path}")
def test_a_spoiled_query_string_is_refused_or_served_and_never_fails(client, row):
    prepare(client)
    client.post("/v2/acme/demo/datasets", json=EXAMPLES["Dataset Create"])
    path = concrete(row.path).replace("{digest}", "latest")
    store = client.application.services.store

    @settings(max_examples=EXAMPLES_EACH, suppress_health_check=list(HealthCheck))
    @given(parameters=query_strings, body=values)
    def spoil(parameters, body):
        before = store.snapshot()
        text = json.dumps(body).encode()
        answer = client.request(row.method, path, params=parameters, content=text)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert store.snapshot() == before
        store.restore(before)

    spoil()
