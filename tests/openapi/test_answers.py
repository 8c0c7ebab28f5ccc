"""What operations answer is what the server's description tells of it, and nothing else."""

from __future__ import annotations

import json

import pytest

from mockserver.app import create_app
from mockserver.listing import OPERATIONS, Listing
from mockserver.settings import Settings
from tests.chat import asking as chat
from tests.conftest import CREDENTIAL, Client, P
from tests.http.test_bad_input import EXAMPLES, OTLP, prepare
from tests.openapi.description import Description, values
from tests.trace.test_otel import export, span

NO_WORKER = ("Evaluations Evaluate Model", "Evaluations Rescore")
"""Those that are refused whatever they are asked."""

PUBLISHED = [
    row for row in OPERATIONS if row.listings is not Listing.OWN and row.name not in NO_WORKER
]
ROWS = {f"{row.method} {row.path}": row for row in PUBLISHED}

EVERYTHING = {"project_id": P}
TABLE = {"project_id": P, "digest": "{table}"}
ASKED = {
    **EXAMPLES,
    "Call Read": {**EVERYTHING, "id": "a", "include_total_storage_size": True},
    "Calls Query": {**EVERYTHING, "include_costs": True, "include_feedback": True},
    "Calls Query Stream": {**EVERYTHING, "include_storage_size": True, "include_usernames": True},
    "Calls Query Stats": {**EVERYTHING, "include_total_storage_size": True},
    "Cost Query": EVERYTHING,
    "Feedback Query": EVERYTHING,
    "Objs Query": {**EVERYTHING, "include_storage_size": True, "include_tags_and_aliases": True},
    "Threads Query Stream": EVERYTHING,
    "File Content": {"project_id": P, "digest": "{file}"},
    "Refs Read Batch": {"refs": [f"weave:///{P}/object/o:{{object}}"]},
    "Export Trace": OTLP,
    "Table Query": TABLE,
    "Table Query Stream": TABLE,
    "Table Query Stats": TABLE,
    "Table Query Stats Batch": {**EVERYTHING, "digests": ["{table}"], "include_storage_size": True},
    "Table Create From Digests": {**EVERYTHING, "row_digests": ["{row}"]},
    "Calls Stats": {**EXAMPLES["Calls Stats"], "filter": None},
    "Trace Usage": EVERYTHING,
    "Agents Query": EVERYTHING,
    "Agent Spans Query": EVERYTHING,
    "Feedback Aggregate": {**EVERYTHING, "after_ms": 0, "before_ms": 10**14},
    "Prediction Create": {
        **EXAMPLES["Prediction Create"],
        "evaluation_run_id": "{evaluation_run_id}",
    },
}
"""What each operation is asked, so that its answer is not empty."""

QUERIES = {
    "Annotation Queue Read": EVERYTHING,
    "Annotation Queue Delete": EVERYTHING,
    "Project Sensitive Data": EVERYTHING,
    "Tags List": EVERYTHING,
    "Aliases List": EVERYTHING,
    "Get Caller Location": {"ip": "8.8.8.8"},
    "Evaluation Run Delete": {"evaluation_run_ids": "{evaluation_run_id}"},
    "Prediction Delete": {"prediction_ids": "{prediction_id}"},
    "Score Delete": {"score_ids": "{score_id}"},
}
OBJECTS = {
    "objs": "o",
    "ops": "f",
    "datasets": "d",
    "scorers": "s",
    "evaluations": "e",
    "models": "m",
}
CONVERSATION = export(
    span(
        {
            "gen_ai.conversation.id": "c",
            "gen_ai.agent.name": "guide",
            "gen_ai.input.messages": '[{"role":"user","content":"hi"}]',
            "x.y": 1,
        }
    ),
    resource={"wandb.entity": "acme", "wandb.project": "demo"},
)
QUEUES = "/annotation_queues"
UPLOAD = {"data": {"project_id": P}, "files": {"file": ("f", b"text")}}
MADE = (
    "Call Start Batch", "Cost Create", "Feedback Create", "Op Create", "Dataset Create",
    "Scorer Create", "Evaluation Create", "Model Create", "Evaluation Run Create",
    "Prediction Create", "Score Create", "Obj Tags Add",
)  # fmt: skip
SILENT = (
    "Call End",
    "Call End V2",
    "Call Update",
    "Calls Complete",
    "Cost Purge",
    "Feedback Purge",
    "Calls Score",
    "Obj Tags Add",
    "Obj Tags Remove",
    "Obj Aliases Set",
    "Obj Aliases Remove",
)
"""Those that answer an empty object."""


def populated(client):
    """The words that name what is in a server after this."""
    prepare(client)
    client.start("b", thread_id="t", turn_id="b")
    client.end("b")
    table = client.post("/table/create", json=EXAMPLES["Table Create"]).json()
    version = client.post("/obj/create", json=EXAMPLES["Obj Create"]).json()
    gone = {**EVERYTHING, "object_id": "gone"}
    client.post("/obj/create", json={"obj": {**gone, "val": 1}})
    client.post("/obj/delete", json=gone)
    words = {"entity": "acme", "project": "demo", "digest": "latest", "model:path": "mock-small"}
    words["runtime"] = "r"
    words["queue_id"] = client.post(QUEUES, json=EXAMPLES["Annotation Queue Create"]).json()["id"]
    client.post(f"{QUEUES}/{words['queue_id']}/items", json=EXAMPLES["Annotation Queue Add"])
    found = client.post(f"{QUEUES}/{words['queue_id']}/items/query", json=EVERYTHING).json()
    words["item_id"] = found["items"][0]["id"]
    client.post("/agents/otel/v1/traces", json=CONVERSATION)
    linked = client.post("/dataset_sources/link", json=EXAMPLES["Dataset Sources Link"]).json()
    words["link"] = linked["entries"][0]["link_id"]
    words["file"] = client.post("/file/create", **UPLOAD).json()["digest"]
    words |= {"object": version["digest"], "table": table["digest"], "row": table["row_digests"][0]}
    for name in MADE:
        [row] = [row for row in PUBLISHED if row.name == name]
        words |= {key: word for key, word in ask(client, row, words).json().items() if "_id" in key}
    return words


def ask(client, row, words):
    """The answer to what an operation is asked."""
    if row.name == "File Create":
        return client.post(row.path, **UPLOAD)
    if "{response_id}" in row.path:
        later = {**EXAMPLES["Response Create"], "background": True}
        words = {**words, "response_id": client.post("/v1/responses", json=later).json()["id"]}
    object_id = next((name for kind, name in OBJECTS.items() if f"/{kind}/" in row.path), "")
    words = words | {"digest": words["object"]} if "/objs/" in row.path else words
    request = {"url": row.path, "json": ASKED.get(row.name), "params": QUERIES.get(row.name)}
    text = json.dumps(request)
    for name, word in {**words, "object_id": object_id}.items():
        text = text.replace(f"{{{name}}}", word)
    return client.request(row.method, **json.loads(text))


BARE = ("Ping", "Response Cancel")
"""Those that answer nothing, or lists with nothing in them."""


@pytest.fixture(scope="module")
def settled():
    with Client(create_app(Settings()), headers=CREDENTIAL) as client:
        yield client, populated(client), Description(client)


@pytest.fixture
def world(settled):
    """A server in which there is something to find, and its description; what a test changes
    there is undone."""
    store = settled[0].application.services.store
    before = store.snapshot()
    yield settled
    store.restore(before)


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"{row.method} {row.path}")
def test_a_response_fits_its_schema(world, row):
    client, words, description = world
    answer = ask(client, row, words)
    assert answer.status_code == 200, answer.text
    assert description.misfits(row.method, row.path, answer) == []
    found = values(answer)
    assert found == [{}] if row.name in SILENT else row.name in BARE or all(map(full, found))


GOOD_NEWS = ("warnings", "unfinished_call_ids", "groups")
"""Lists that are empty where all is well, or nobody asks for more."""


def full(value):
    """Whether there is something in a list, and in each list of an object that is no warning."""
    held = value.items() if isinstance(value, dict) else ()
    return value and not any(item == [] and name not in GOOD_NEWS for name, item in held)


LIKELY = {"n": 2, "max_tokens": 3, "stop": ["a"], "logprobs": True, "top_logprobs": 2}
USAGE = {"include_usage": True, "continuous_usage_stats": True}
CHATS = {
    "a tool is called": EXAMPLES["Chat Completion"],
    "a tool is called in a stream": {**EXAMPLES["Chat Completion"], "stream": True},
    "choices are weighed": chat.request(**LIKELY),
    "choices are weighed in a stream": chat.request(**LIKELY, stream=True, stream_options=USAGE),
    "the prompt is read": chat.request(prompt_logprobs=1, echo=True, reasoning_effort="high"),
}


@pytest.mark.parametrize("body", CHATS.values(), ids=CHATS)
def test_a_completion_and_its_chunks_fit_their_schemas(world, body):
    client, _, description = world
    answer = client.post(chat.PATH, json=body)
    assert answer.status_code == 200, answer.text
    assert description.misfits("POST", chat.PATH, answer) == []
    assert all(values(answer))


NO_FIELD = {"field": "x", "direction": "asc"}
REFUSED = {
    "malformed": ("/call/read", {"json": {}}, 422),
    "no credential": ("/call/read", {"json": {}, "headers": {"authorization": ""}}, 401),
    "no JSON": ("/call/read", {"content": b"\xff"}, 400),
    "no project": ("/call/read", {"json": {"project_id": "x", "id": "a"}}, 400),
    "not there": ("/table/query_stats", {"json": {**EVERYTHING, "digest": "x"}}, 404),
    "deleted": (
        "/obj/read",
        {"json": {**EVERYTHING, "object_id": "gone", "digest": "latest"}},
        404,
    ),
    "no field": ("/calls/stream_query", {"json": {**EVERYTHING, "sort_by": [NO_FIELD]}}, 422),
}


@pytest.mark.parametrize(("path", "request_", "status"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_fits_its_schema(world, path, request_, status):
    client, _, description = world
    answer = client.post(path, **request_)
    assert answer.status_code == status, answer.text
    assert description.misfits("POST", path, answer) == []


@pytest.mark.parametrize("style", ["nested", "flat"])
def test_a_refusal_of_the_chat_side_fits_its_schema(make_client, style):
    client = make_client(error_style=style)
    answer = client.post(chat.PATH, json={"messages": 1})
    assert answer.status_code == 400
    assert Description(client).misfits("POST", chat.PATH, answer) == []


def test_what_is_not_told_is_found(world):
    client, _, description = world
    answer = client.post("/call/read", json={**EVERYTHING, "id": "a"})
    assert description.misfits("POST", "/call/update", answer)
    assert description.misfits("POST", "/obj/read", answer)
