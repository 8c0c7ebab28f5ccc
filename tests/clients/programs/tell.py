"""People tell what they think of a shop's answers, what these cost, and look for some of them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import weave

USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


@weave.op
def answer(question: str, length: int) -> dict[str, object]:
    return {"text": question.upper()[:length], "model": "m1", "usage": USAGE}


@weave.op
def judged(output: dict[str, object]) -> dict[str, int]:
    return {"length": len(str(output["text"]))}


@weave.op
def conversation(question: str) -> int:
    return len(str(answer(question, 9)["text"]))


client = weave.init("acme/told")
with weave.thread("t1"):
    conversation("why?")
with weave.attributes({"shop": "north"}):
    _, first = answer.call("how?", 3)
_, second = answer.call("when?", 5)
client.finish(use_progress_bar=False)

first.feedback.add_reaction("\N{THUMBS UP SIGN}")
first.feedback.add_note("well said")
first.feedback.add("grade", {"points": 3})
second.feedback.add_note("too late")
mistake = second.feedback.add_note("a mistake")
asyncio.run(first.apply_scorer(judged))
client.finish(use_progress_bar=False)
second.feedback.purge(mistake)

client.add_cost("m1", prompt_token_cost=0.5, completion_token_cost=2.0)
client.add_cost("m2", prompt_token_cost=1.0, completion_token_cost=1.0)
(wrong,) = client.query_costs(llm_ids=["m2"])
client.purge_costs(wrong.id)


def told(call_id: str) -> dict[str, object]:
    return {item.feedback_type: item.payload for item in client.get_call(call_id).feedback}


def found(**conditions: Any) -> list[str]:
    """The questions that calls were asked, with these conditions."""
    return [call.inputs["question"] for call in client.get_calls(**conditions)]


def equal(field: str, value: object) -> dict[str, object]:
    return {"$expr": {"$eq": [{"$getField": field}, {"$literal": value}]}}


OPS = {"op_names": [answer.ref.uri()]}
LONGEST = [{"field": "inputs.length", "direction": "desc"}]
(dear,) = client.get_calls(filter={"call_ids": [first.id]}, include_costs=True)
(rated,) = client.get_calls(filter={"call_ids": [first.id]}, include_feedback=True)
print(
    json.dumps(
        {
            "feedback": [told(first.id), told(second.id)],
            "notes": len(client.get_feedback(reaction="\N{THUMBS UP SIGN}")),
            "costs": [[cost.llm_id, cost.prompt_token_cost] for cost in client.query_costs()],
            "cost": dear.summary["weave"]["costs"]["m1"],
            "rated": [item["feedback_type"] for item in rated.summary["weave"]["feedback"]],
            "by_op": found(filter=OPS),
            "by_input": found(query=equal("inputs.length", 5)),
            "by_attribute": found(query=equal("attributes.shop", "north")),
            "by_output": found(query=equal("output.text", "WHEN?")),
            "by_thread": found(filter={"thread_ids": ["t1"]}),
            "roots": found(filter={**OPS, "trace_roots_only": True}),
            "sorted": found(filter=OPS, sort_by=LONGEST),
            "paged": found(filter=OPS, sort_by=LONGEST, limit=1, offset=1),
            "in_pages_of_one": found(filter=OPS, sort_by=LONGEST, page_size=1),
            "scored": found(scored_by="judged"),
            "counted": len(client.get_calls(filter=OPS)),
        }
    )
)
