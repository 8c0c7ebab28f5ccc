"""OpenAI's library watched by OpenLLMetry or OpenInference, whose spans go to the trace side."""

from __future__ import annotations

import importlib
import json
import os
import sys

from openai import OpenAI
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

exporter = OTLPSpanExporter(
    f"{os.environ['WF_TRACE_SERVER_URL']}/otel/v1/traces", headers={"wandb-api-key": "any"}
)
home = Resource({"wandb.entity": "acme", "wandb.project": "spans"})
provider = TracerProvider(resource=home)
provider.add_span_processor(BatchSpanProcessor(exporter))
instrumentor = importlib.import_module(sys.argv[1]).OpenAIInstrumentor()
instrumentor.instrument(tracer_provider=provider)

client = OpenAI()
question = {"role": "user", "content": "When should I prune my apple tree?"}
get_weather = {
    "name": "get_weather",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
}
chat = client.chat.completions.create(model="m1", messages=[question])
stream = client.chat.completions.create(
    model="m1", messages=[question], stream=True, stream_options={"include_usage": True}
)
pieces = [chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices]
client.chat.completions.create(
    model="m1",
    messages=[{"role": "user", "content": "What is the weather in Oslo?"}],
    tools=[{"type": "function", "function": get_weather}],
    tool_choice="required",
)
response = client.responses.create(model="m1", input=question["content"])
client.embeddings.create(model="m1", input="a tree")
provider.shutdown()
print(
    json.dumps(
        {
            "chat": chat.choices[0].message.content,
            "streamed": "".join(pieces),
            "response": response.output_text,
            "usage": chat.usage.model_dump(),
        }
    )
)
