"""A guide answers through the service's own completions, with a published prompt."""

from __future__ import annotations

import json

import weave

try:
    from weave.flow.llm_structured_model import LLMStructuredCompletionModel
except ModuleNotFoundError:  # the older library has it elsewhere
    from weave.trace_server.interface.builtin_object_classes.llm_structured_model import (
        LLMStructuredCompletionModel,
    )

client = weave.init("acme/talk")
prompt = weave.MessagesPrompt([{"role": "system", "content": "You know {place} well."}])
ref = weave.publish(prompt, name="guide").uri()
guide = LLMStructuredCompletionModel(
    name="guide-model",
    llm_model_id="m1",
    default_params={"prompt": ref, "temperature": 0.5, "response_format": "text"},
)
answer = guide.predict("Where is the old harbour?", place="Rome")
client.finish(use_progress_bar=False)
print(
    json.dumps(
        {
            "answer": answer if isinstance(answer, str) else answer.content,
            "calls": [
                {"op": call.func_name, "summary": dict(call.summary), "output": dict(call.output)}
                for call in client.get_calls()
                if "completions_create" in call._op_name
            ],
        },
        default=str,
    )
)
