"""A pydantic-ai agent that logfire watches; its spans go to the trace side."""

from __future__ import annotations

import json
import os

import logfire
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from pydantic_ai import Agent

headers = {"wandb-api-key": "any", "project_id": "acme/agents"}
exporter = OTLPSpanExporter(f"{os.environ['WF_TRACE_SERVER_URL']}/otel/v1/traces", headers=headers)
logfire.configure(
    send_to_logfire=False,
    console=False,
    additional_span_processors=[BatchSpanProcessor(exporter)],
)
logfire.instrument_pydantic_ai()
agent = Agent("openai:m1", name="forecaster", instructions="Be brief.")


@agent.tool_plain
def get_weather(city: str) -> dict[str, float]:
    """Get the weather of a city."""
    return {"degrees": 21}


said = agent.run_sync("What is the weather in Oslo?").output
logfire.shutdown()
print(json.dumps({"said": said}))
