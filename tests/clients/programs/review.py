"""What the newest Weave library does beside tracing: results of evaluations, queues of calls to
annotate, sources of datasets, and conversations of agents."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta

import weave
from opentelemetry import trace
from weave.conversation import Message, Usage

client = weave.init("acme/review")
began = datetime.now(UTC) - timedelta(minutes=5)


@weave.op
def is_right(expected: int, output: int) -> dict[str, bool]:
    return {"right": expected == output}


@weave.op
def double(number: int) -> int:
    return 2 * number


rows = [{"number": number, "expected": number + 2} for number in range(3)]
evaluation = weave.Evaluation(name="doubles", dataset=rows, scorers=[is_right])
asyncio.run(evaluation.evaluate(double))
client.flush()
roots = [call for call in client.get_calls() if call.parent_id is None]
results = client.server.eval_results_query(
    {
        "project_id": client.project_id,
        "evaluation_call_ids": [root.id for root in roots],
        "include_summary": True,
        "include_raw_data_rows": True,
        "resolve_row_refs": True,
    }
)
[summed] = results.summary.evaluations

calls = [call.id for call in client.get_calls() if "double" in call.op_name]
queue = client.create_annotation_queue(name="Doubles", scorer_refs=[], description="Look.")
added = client.add_calls_to_annotation_queue(queue, call_ids=calls, display_fields=["output"])
items = client.list_annotation_queue_items(queue, include_position=True)
client.server.annotator_queue_items_progress_update(
    {
        "project_id": client.project_id,
        "queue_id": queue,
        "item_id": items[0].id,
        "annotation_state": "completed",
    }
)
[stats] = client.get_annotation_queue_stats([queue])
client.update_annotation_queue(queue, name="Done")
named = [each.name for each in client.list_annotation_queues()]
client.delete_annotation_queue(queue)

dataset = {"project_id": client.project_id, "dataset_object_id": "doubles"}
source = {"source_kind": "call", "source_id": calls[0], "source_trace_id": ""}
links = [{"row_digest": "row", "sources": [source]}]
linked = client.server.dataset_sources_link({**dataset, "dataset_digest": "any", "links": links})
link_id = linked.entries[0].link_id
deletion = {"project_id": client.project_id, "link_ids": [link_id]}
deleted = client.server.dataset_sources_link_delete(deletion)
left = client.server.dataset_sources_query(dataset)

with (
    weave.start_conversation(agent_name="guide", model="m1", conversation_id="c1"),
    weave.start_turn(user_message="Where is the harbour?"),
):
    with weave.start_llm(model="m1", provider_name="openai") as said:
        said.record(
            input_messages=[Message(role="user", content="Where is the harbour?")],
            output_messages=[Message(role="assistant", content="By the sea.")],
            usage=Usage(input_tokens=5, output_tokens=3),
        )
    with weave.start_tool(name="map", arguments='{"of": "harbour"}') as tool:
        tool.result = "north"
trace.get_tracer_provider().force_flush()
client.add_cost("m1", prompt_token_cost=2, completion_token_cost=1)

agents = [agent.agent_name for agent in client.get_agents()]
spans = list(client.get_agent_spans(agent_name="guide"))
trace_id = spans[0].trace_id
client.get_agent_turn_feedback(trace_id).add_reaction("👍")
client.flush()
shown = client.get_agent_turn(trace_id=trace_id, include_feedback=True)
turns = client.get_agent_turns(conversation_id="c1")
tokens = {
    "alias": "tokens",
    "value_type": "number",
    "value": {"source": "field", "key": "input_tokens"},
}
counted = client.get_agent_span_stats(
    start=began, metrics=[tokens], group_by=[{"source": "field", "key": "agent_name"}]
)
found = client.search_agents(query="harbour")

told = {
    "rows": sorted(row.raw_data_row["number"] for row in results.rows),
    "pass_rate": summed.scorer_stats[0].pass_rate,
    "trials": summed.trial_count,
    "queue": [added.added_count, stats.total_items, stats.completed_items, named],
    "positions": [item.position_in_queue for item in items],
    "links": [[each.deleted for each in deleted.entries], left.links],
    "agents": agents,
    "spans": len(spans),
    "lists": [spans[0].artifact_refs, spans[0].object_refs, spans[0].request_stop_sequences],
    "messages": [message.type for message in shown.messages],
    "feedback": len(shown.feedback),
    "cost": shown.total_cost_usd,
    "turns": turns.total_turns,
    "tokens": sum(row["sum_tokens"] for row in counted.rows),
    "found": [each.conversation_id for each in found.results],
}
print(json.dumps(told))
