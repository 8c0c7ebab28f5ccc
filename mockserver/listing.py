"""THE TABLE: every operation of the interface, one row each.

Listing A and Listing B are the two published forms of the interface; they never contradict each
other. Client routes are further paths that the official clients call, and a few rows are this
server's own. Logs, faults and documentation call an operation by the name in its row, which is the
interface's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Flag, StrEnum, auto
from functools import cache
from heapq import nlargest
from importlib import import_module
from itertools import zip_longest
from operator import attrgetter
from typing import NamedTuple

from mockserver.core.errors import invalid
from mockserver.core.hand_written import nearest as nearest_name
from mockserver.core.matching import ANY
from mockserver.http.answers import Handler
from mockserver.http.transport.router import Router
from mockserver.settings import Settings


class Listing(Flag):
    """The origin of an operation: a published listing, the official clients, or this server."""

    A = auto()
    B = auto()
    CLIENT = auto()
    OWN = auto()


class Side(StrEnum):
    """The side of the service, which decides the credentials and the form of errors."""

    TRACE = auto()
    CHAT = auto()


class Row(NamedTuple):
    """One operation on one path."""

    name: str
    method: str
    path: str
    handler: str
    """Module and function, such as `trace.files:create`; of a package, its module `routes`."""

    listings: Listing
    side: Side = Side.TRACE
    open: bool = False

    @property
    def mark(self) -> str:
        """The provenance: stated in the interface, observed in its clients, or chosen."""
        if self.listings & (Listing.A | Listing.B):
            return "stated"
        return "observed" if self.listings & Listing.CLIENT else "chosen"

    def resolve(self) -> Handler:
        """Import the handler."""
        home, _, name = self.handler.partition(":")
        module = import_module(f"mockserver.{home}")
        if hasattr(module, "__path__"):
            module = import_module(f"mockserver.{home}.routes")
        handler: Handler = attrgetter(name)(module)
        return handler


A, B, CLIENT, OWN = Listing.A, Listing.B, Listing.CLIENT, Listing.OWN
BOTH = A | B
CHAT = Side.CHAT
GET, POST, PUT, DELETE = "GET", "POST", "PUT", "DELETE"


def versioned(name: str, collection: str) -> Iterator[Row]:
    """The rows of a v2 resource whose versions are objects."""
    base, kind = f"/v2/{{entity}}/{{project}}/{collection}", f"trace.evaluations:{collection}"
    yield Row(f"{name} List", GET, base, f"{kind}.list", A)
    yield Row(f"{name} Create", POST, base, f"{kind}.create", A)
    yield Row(f"{name} Delete", DELETE, base + "/{object_id}", f"{kind}.delete", A)
    yield Row(f"{name} Read", GET, base + "/{object_id}/versions/{digest}", f"{kind}.read", A)


def recorded(name: str, collection: str, item: str, *, finished: bool = False) -> Iterator[Row]:
    """The rows of a v2 resource whose items are calls."""
    base, kind = f"/v2/{{entity}}/{{project}}/{collection}", f"trace.evaluations:{collection}"
    yield Row(f"{name} Delete", DELETE, base, f"{kind}.delete", A)
    yield Row(f"{name} List", GET, base, f"{kind}.list", A)
    yield Row(f"{name} Create", POST, base, f"{kind}.create", A)
    yield Row(f"{name} Read", GET, f"{base}/{{{item}}}", f"{kind}.read", A)
    if finished:
        yield Row(f"{name} Finish", POST, f"{base}/{{{item}}}/finish", f"{kind}.finish", A)


OPERATIONS: tuple[Row, ...] = (
    #   operation                    method path                                     handler                                   in
    Row("Call Start",                POST,  "/call/start",                           "trace.calls:start",                      BOTH),
    Row("Call End",                  POST,  "/call/end",                             "trace.calls:end",                        BOTH),
    Row("Call Start Batch",          POST,  "/call/upsert_batch",                    "trace.calls:upsert_batch",               BOTH),
    Row("Calls Delete",              POST,  "/calls/delete",                         "trace.calls:delete",                     BOTH),
    Row("Call Update",               POST,  "/call/update",                          "trace.calls:update",                     BOTH),
    Row("Call Read",                 POST,  "/call/read",                            "trace.calls:read",                       BOTH),
    Row("Calls Query Stats",         POST,  "/calls/query_stats",                    "trace.calls:query_stats",                BOTH),
    Row("Calls Query Stream",        POST,  "/calls/stream_query",                   "trace.calls:stream_query",               BOTH),
    Row("Cost Create",               POST,  "/cost/create",                          "trace.costs:create",                     BOTH),
    Row("Cost Query",                POST,  "/cost/query",                           "trace.costs:query",                      BOTH),
    Row("Cost Purge",                POST,  "/cost/purge",                           "trace.costs:purge",                      BOTH),
    Row("Feedback Create",           POST,  "/feedback/create",                      "trace.feedback:create",                  BOTH),
    Row("Feedback Query",            POST,  "/feedback/query",                       "trace.feedback:query",                   BOTH),
    Row("Feedback Purge",            POST,  "/feedback/purge",                       "trace.feedback:purge",                   BOTH),
    Row("Feedback Replace",          POST,  "/feedback/replace",                     "trace.feedback:replace",                 BOTH),
    Row("File Create",               POST,  "/file/create",                          "trace.files:create",                     BOTH),
    Row("File Content",              POST,  "/file/content",                         "trace.files:content",                    BOTH),
    Row("Files Stats",               POST,  "/files/query_stats",                    "trace.files:stats",                      B),
    Row("Obj Create",                POST,  "/obj/create",                           "trace.objects:create",                   BOTH),
    Row("Obj Read",                  POST,  "/obj/read",                             "trace.objects:read",                     BOTH),
    Row("Obj Delete",                POST,  "/obj/delete",                           "trace.objects:delete",                   BOTH),
    Row("Objs Query",                POST,  "/objs/query",                           "trace.objects:query",                    A),
    Row("Export Trace",              POST,  "/otel/v1/trace",                        "trace.otel:export",                      A | CLIENT),
    Row("Export Trace",              POST,  "/otel/v1/traces",                       "trace.otel:export",                      B | CLIENT),
    Row("Refs Read Batch",           POST,  "/refs/read_batch",                      "trace.objects:refs_read_batch",          BOTH),
    Row("Read Root",                 GET,   "/health",                               "trace.info:health",                      BOTH, open=True),
    Row("Server Info",               GET,   "/server_info",                          "trace.info:server_info",                 BOTH, open=True),
    Row("Read Version",              GET,   "/version",                              "trace.info:version",                     B, open=True),
    Row("Get Caller Location",       GET,   "/geolocate",                            "trace.info:geolocate",                   B, open=True),
    Row("Table Create",              POST,  "/table/create",                         "trace.tables:create",                    BOTH),
    Row("Table Update",              POST,  "/table/update",                         "trace.tables:update",                    BOTH),
    Row("Table Query",               POST,  "/table/query",                          "trace.tables:query",                     BOTH),
    Row("Table Query Stats",         POST,  "/table/query_stats",                    "trace.tables:query_stats",               BOTH),
    Row("Table Query Stats Batch",   POST,  "/table/query_stats_batch",              "trace.tables:query_stats_batch",         B),
    Row("Table Query Stream",        POST,  "/table/query_stream",                   "trace.tables:query_stream",              A),
    Row("Threads Query Stream",      POST,  "/threads/stream_query",                 "trace.calls:stream_threads",             BOTH),
    Row("Completions Create",        POST,  "/completions/create",                   "trace.completions:create",               A),
    Row("Completions Create Stream", POST,  "/completions/create_stream",            "trace.completions:create_stream",        A),
    Row("Chat Completion",           POST,  "/v1/chat/completions",                  "chat:chat",                              BOTH, CHAT),

    *versioned("Op", "ops"),
    *versioned("Dataset", "datasets"),
    *versioned("Scorer", "scorers"),
    *versioned("Evaluation", "evaluations"),
    *versioned("Model", "models"),
    *recorded("Evaluation Run", "evaluation_runs", "evaluation_run_id", finished=True),
    *recorded("Prediction", "predictions", "prediction_id", finished=True),
    *recorded("Score", "scores", "score_id"),

    Row("File Create",               POST,  "/files/create",                         "trace.files:create",                     CLIENT),
    Row("File Content",              POST,  "/files/content",                        "trace.files:content",                    CLIENT),
    Row("Files Stats",               POST,  "/files/stats",                          "trace.files:stats",                      CLIENT),
    Row("Feedback Create Batch",     POST,  "/feedback/batch/create",                "trace.feedback:create_batch",            CLIENT),
    Row("Table Create From Digests", POST,  "/table/create_from_digests",            "trace.tables:create_from_digests",       CLIENT),
    Row("Calls Query",               POST,  "/calls/query",                          "trace.calls:query_all",                  CLIENT),
    Row("Project Stats",             POST,  "/project/stats",                        "trace.projects:stats",                   CLIENT),
    Row("Calls Complete",            POST,  "/v2/{entity}/{project}/calls/complete", "trace.calls:complete",                   CLIENT),
    Row("Call Start V2",             POST,  "/v2/{entity}/{project}/call/start",     "trace.calls:start",                      CLIENT),
    Row("Call End V2",               POST,  "/v2/{entity}/{project}/call/end",       "trace.calls:end",                        CLIENT),
    Row("GraphQL",                   POST,  "/graphql",                              "trace.projects:graphql",                 CLIENT),
    Row("Projects Info",             POST,  "/service/projects_info",                "trace.info:projects_info",               CLIENT),
    Row("Export Agent Trace",        POST,  "/agents/otel/v1/traces",                "trace.agents:export",                    CLIENT),
    Row("Agents Query",              POST,  "/agents/query",                         "trace.agents:agents",                    CLIENT),
    Row("Agent Versions Query",      POST,  "/agents/agent-versions/query",          "trace.agents:versions",                  CLIENT),
    Row("Agent Spans Query",         POST,  "/agents/spans/query",                   "trace.agents:spans",                     CLIENT),
    Row("Agent Spans Stats",         POST,  "/agents/spans/stats",                   "trace.agents:span_stats",                CLIENT),
    Row("Agent Trace Chat",          POST,  "/agents/traces/chat",                   "trace.agents:trace_chat",                CLIENT),
    Row("Agent Conversation Chat",   POST,  "/agents/conversations/chat",            "trace.agents:conversation_chat",         CLIENT),
    Row("Agent Conversation Spans",  POST,  "/agents/conversations/spans",           "trace.agents:conversation_spans",        CLIENT),
    Row("Agent Custom Attributes",   POST,  "/agents/spans/custom-attrs/schema",     "trace.agents:custom_attributes",         CLIENT),
    Row("Agents Search",             POST,  "/agents/search",                        "trace.agents:search",                    CLIENT),
    Row("Obj Tags Add",              PUT,   "/objs/{object_id}/versions/{digest}/tags", "trace.objects:add_tags",              CLIENT),
    Row("Obj Tags Remove",           POST,  "/objs/{object_id}/versions/{digest}/tags/remove", "trace.objects:remove_tags",    CLIENT),
    Row("Obj Aliases Set",           PUT,   "/objs/{object_id}/aliases",             "trace.objects:set_aliases",              CLIENT),
    Row("Obj Aliases Remove",        POST,  "/objs/{object_id}/aliases/remove",      "trace.objects:remove_aliases",           CLIENT),
    Row("Tags List",                 GET,   "/tags",                                 "trace.objects:list_tags",                CLIENT),
    Row("Aliases List",              GET,   "/aliases",                              "trace.objects:list_aliases",             CLIENT),
    Row("Eval Results Query",        POST,  "/v2/{entity}/{project}/eval_results/query", "trace.results:query",                CLIENT),
    Row("Evaluations Status",        POST,  "/evaluations/status",                   "trace.results:status",                   CLIENT),
    Row("Evaluations Evaluate Model", POST, "/evaluations/evaluate_model",           "trace.results:evaluate_model",           CLIENT),
    Row("Evaluations Rescore",       POST,  "/evaluations/rescore",                  "trace.results:rescore",                  CLIENT),
    Row("Calls Usage",               POST,  "/calls/usage",                          "trace.usage:of_calls",                   CLIENT),
    Row("Trace Usage",               POST,  "/trace/usage",                          "trace.usage:of_trace",                   CLIENT),
    Row("Calls Stats",               POST,  "/calls/stats",                          "trace.usage:stats",                      CLIENT),
    Row("Calls Score",               POST,  "/calls/score",                          "trace.usage:score",                      CLIENT),
    Row("Feedback Stats",            POST,  "/feedback/stats",                       "trace.feedback:stats",                   CLIENT),
    Row("Feedback Payload Schema",   POST,  "/feedback/payload_schema",              "trace.feedback:payload_schema",          CLIENT),
    Row("Feedback Aggregate",        POST,  "/feedback/aggregate",                   "trace.feedback:aggregate",               CLIENT),
    Row("Annotation Queue Create",   POST,  "/annotation_queues",                    "trace.annotation:create",                CLIENT),
    Row("Annotation Queues Query",   POST,  "/annotation_queues/query",              "trace.annotation:query",                 CLIENT),
    Row("Annotation Queues Stats",   POST,  "/annotation_queues/stats",              "trace.annotation:stats",                 CLIENT),
    Row("Annotation Queue Read",     GET,   "/annotation_queues/{queue_id}",         "trace.annotation:read",                  CLIENT),
    Row("Annotation Queue Update",   PUT,   "/annotation_queues/{queue_id}",         "trace.annotation:update",                CLIENT),
    Row("Annotation Queue Delete",   DELETE, "/annotation_queues/{queue_id}",        "trace.annotation:delete",                CLIENT),
    Row("Annotation Queue Add",      POST,  "/annotation_queues/{queue_id}/items",   "trace.annotation:add",                   CLIENT),
    Row("Annotation Queue Items",    POST,  "/annotation_queues/{queue_id}/items/query", "trace.annotation:items",             CLIENT),
    Row("Annotation Queue Progress", POST,  "/annotation_queues/{queue_id}/items/{item_id}/progress", "trace.annotation:progress", CLIENT),
    Row("Dataset Sources Link",      POST,  "/dataset_sources/link",                 "trace.sources:link",                     CLIENT),
    Row("Dataset Sources Link Delete", POST, "/dataset_sources/link_delete",         "trace.sources:delete",                   CLIENT),
    Row("Dataset Sources Query",     POST,  "/dataset_sources/query",                "trace.sources:query",                    CLIENT),
    Row("Source Datasets Query",     POST,  "/dataset_sources/source_datasets_query", "trace.sources:datasets",                CLIENT),
    Row("Runtime Apply",             PUT,   "/v2/{entity}/{project}/runtimes/{runtime}", "trace.projects:apply_runtime",       CLIENT),
    Row("Registry Link",             POST,  "/link_to_registry",                     "trace.projects:link_to_registry",        CLIENT),
    Row("Image Create",              POST,  "/image/create",                         "trace.completions:create_image",         CLIENT),
    Row("Project Retention Read",    POST,  "/project/ttl_settings/read",            "trace.projects:read_retention",          CLIENT),
    Row("Project Retention Update",  POST,  "/project/ttl_settings/update",          "trace.projects:update_retention",        CLIENT),
    Row("Project Sensitive Data",    GET,   "/project/sensitive_data_settings",      "trace.projects:sensitive_data",          CLIENT),
    Row("Project Sampling Read",     POST,  "/project/ingest_sampling_settings/read", "trace.projects:sampling",               CLIENT),
    Row("Served Models List",        GET,   "/v1/models",                            "chat:models",                            CLIENT, CHAT),
    Row("Served Model Read",         GET,   "/v1/models/{model:path}",               "chat:model",                             CLIENT, CHAT),

    Row("Response Create",           POST,  "/v1/responses",                         "chat.responses:create",                  CLIENT, CHAT),
    Row("Response Read",             GET,   "/v1/responses/{response_id}",           "chat.responses:read",                    CLIENT, CHAT),
    Row("Response Delete",           DELETE, "/v1/responses/{response_id}",          "chat.responses:delete",                  CLIENT, CHAT),
    Row("Response Cancel",           POST,  "/v1/responses/{response_id}/cancel",    "chat.responses:cancel",                  CLIENT, CHAT),
    Row("Response Input Items",      GET,   "/v1/responses/{response_id}/input_items", "chat.responses:input_items",           CLIENT, CHAT),
    Row("Response Input Tokens",     POST,  "/v1/responses/input_tokens",            "chat.responses:input_tokens",            CLIENT, CHAT),
    Row("Text Completion",           POST,  "/v1/completions",                       "chat.completions:create",                CLIENT, CHAT),
    Row("Embeddings Create",         POST,  "/v1/embeddings",                        "chat.embeddings:create",                 CLIENT, CHAT),
    Row("Rerank",                    POST,  "/v1/rerank",                            "chat.embeddings:rerank",                 CLIENT, CHAT),
    Row("Rerank",                    POST,  "/v2/rerank",                            "chat.embeddings:rerank",                 CLIENT, CHAT),
    Row("Rerank",                    POST,  "/rerank",                               "chat.embeddings:rerank",                 CLIENT, CHAT),
    Row("Score",                     POST,  "/v1/score",                             "chat.embeddings:score",                  CLIENT, CHAT),
    Row("Score",                     POST,  "/score",                                "chat.embeddings:score",                  CLIENT, CHAT),
    Row("Tokenize",                  POST,  "/tokenize",                             "chat.prompt:tokenize",                   CLIENT, CHAT, open=True),
    Row("Detokenize",                POST,  "/detokenize",                           "chat.prompt:detokenize",                 CLIENT, CHAT, open=True),
    Row("Tokenizer Info",            GET,   "/tokenizer_info",                       "chat.prompt:tokenizer_info",             CLIENT, CHAT, open=True),
    Row("Server Load",               GET,   "/load",                                 "chat:load",                              CLIENT, CHAT, open=True),
    Row("Ping",                      GET,   "/ping",                                 "chat:ping",                              CLIENT, CHAT, open=True),
    Row("Ping",                      POST,  "/ping",                                 "chat:ping",                              CLIENT, CHAT, open=True),

    Row("OpenAPI",                   GET,   "/openapi.json",                         "openapi:document",                       OWN, open=True),
    Row("OpenAPI Page",              GET,   "/docs",                                 "openapi:page",                           OWN, open=True),
    Row("Metrics",                   GET,   "/metrics",                              "http.metrics:page",                      OWN, open=True),
)  # fmt: skip

SIMILAR = 0.6
"""The similarity, from 0 to 1, from which a path is suggested in place of a wrong one."""

LONGEST_PATH = 200
"""Characters of a wrong path that are compared."""

TRACE_PREFIX = "/traces"
"""The prefix of trace paths in clients that have a single base URL."""


def served(settings: Settings) -> list[Row]:
    """The rows that a server with these settings serves."""
    chosen = {"a": A, "b": B, "both": BOTH}[settings.listing]
    if settings.client_routes and not settings.strict:
        chosen |= CLIENT | OWN
    return [row for row in OPERATIONS if row.listings & chosen]


def paths(row: Row, settings: Settings) -> list[str]:
    """The paths of a served row: its own and, with client routes, the prefixed one."""
    if row.side is Side.CHAT or settings.strict or not settings.client_routes:
        return [row.path]
    return [row.path, TRACE_PREFIX + row.path]


ADVICE = (
    # prefixes of paths that OpenAI serves and this server does not
    ("/v1/v1", "the base URL has /v1 twice"),
    ("/v1/messages", "the protocol is OpenAI's, not Anthropic's: POST /v1/chat/completions"),
    (
        "/v1/audio /v1/images /v1/moderations /v1/realtime /v1/videos",
        "only text models are served here",
    ),
    (
        "/v1/files /v1/uploads /v1/batches /v1/fine_tuning /v1/vector_stores /v1/containers",
        "files and batches are not kept here: send the requests themselves",
    ),
    ("/v1/chat/completions", "chat completions are not kept; responses are: POST /v1/responses"),
    ("/v1/evals", "evaluations are kept on the trace side: weave.Evaluation, or /v2"),
    ("/v1/assistants /v1/threads", "assistants are superseded: POST /v1/responses"),
    (
        "/v1/conversations",
        (
            "continue a response by previous_response_id (in OpenAI's agents, by a session other "
            "than OpenAIConversationsSession)"
        ),
    ),
    ("/responses /chat/completions /embeddings /completions", "the base URL must end in /v1"),
)


def advice(path: str) -> str | None:
    """Advice for a path that OpenAI serves and this server does not."""
    for prefixes, hint in ADVICE:
        if f"{path}/".startswith(tuple(f"{prefix}/" for prefix in prefixes.split())):
            return hint
    return None


def published(method: str, path: str) -> Row | None:
    """The row of a method and path in any listing, or of another method on the same path."""
    found = _all_rows().find(path)
    return found and found.methods.get(method, next(iter(found.methods.values())))


@cache
def _all_rows() -> Router[Row]:
    router = Router[Row]()
    for row in OPERATIONS:
        router.add(row.path, row, row.method)
    return router


def origin(row: Row) -> str:
    """The listings of a row, for an error text."""
    names = {A: "Listing A", B: "Listing B", CLIENT: "the client routes", OWN: "no listing"}
    return " and ".join(names[listing] for listing in row.listings)


def chat_rows(method: str, rows: Iterable[Row]) -> list[Row]:
    """The chat rows of a method, or all chat rows if the method has none."""
    found = [row for row in rows if row.side is CHAT]
    return [row for row in found if row.method == method] or found


def nearest(method: str, path: str, rows: Iterable[Row]) -> list[Row]:
    """The two rows most similar to a wrong path, the nearest first; fewer if they are not."""
    segments = path[:LONGEST_PATH].split("/")
    candidates = {row.path: row for row in sorted(rows, key=lambda row: row.method == method)}
    similarity = {template: _similarity(segments, template) for template in candidates}
    return [
        candidates[template]
        for template in nlargest(2, similarity, similarity.__getitem__)
        if similarity[template] >= SIMILAR
    ]


def _similarity(segments: list[str], template: str) -> float:
    """The similarity of a path to the literal segments of a template."""
    from difflib import SequenceMatcher

    pairs = zip_longest(segments, template.split("/"), fillvalue="")
    literal = [pair for pair in pairs if not pair[1].startswith("{")]
    path, words = map("/".join, zip(*literal, strict=True))
    matcher = SequenceMatcher(None, path, words)
    return matcher.ratio() if matcher.quick_ratio() >= SIMILAR else 0


def check_operation(name: str) -> None:
    """Raise a 400 if no operation has this name."""
    names = {row.name for row in OPERATIONS}
    if name in names or name == ANY:
        return
    near = nearest_name(name, names)
    raise invalid(f"There is no operation {name!r}; the nearest is {near!r}")
