"""Spans sent by OpenTelemetry's own exporter, in each of the ways that users are told."""

from __future__ import annotations

import json
import os
from typing import Any

from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter, SpanExportResult

ENDPOINT = f"{os.environ['WF_TRACE_SERVER_URL']}/otel/v1/traces"
HOME = {"wandb.entity": "acme", "wandb.project": "spans"}


class Witness(SpanExporter):
    """An exporter that remembers what became of its exports."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self.results: list[str] = []

    def export(self, spans: Any) -> SpanExportResult:
        result = self._exporter.export(spans)
        self.results.append(result.name)
        return result


def order(exporter: SpanExporter, home: dict[str, str]) -> tuple[list[ReadableSpan], list[str]]:
    """Trace an order whose second half fails; its spans, root first, and the results."""
    witness = Witness(exporter)
    provider = TracerProvider(resource=Resource(home))
    provider.add_span_processor(SimpleSpanProcessor(witness))
    tracer = provider.get_tracer("shop")
    with tracer.start_as_current_span("order") as root:
        root.set_attributes({"input.value": '{"wares": ["tea", "milk"]}', "shop": "north"})
        with tracer.start_as_current_span("ask") as asked:
            asked.set_attributes(
                {
                    "gen_ai.prompt.0.content": "tea?",
                    "gen_ai.completion.0.content": "yes",
                    "gen_ai.response.model": "m1",
                    "gen_ai.usage.input_tokens": 3,
                    "gen_ai.usage.output_tokens": 1,
                }
            )
        try:
            with tracer.start_as_current_span("price"):
                raise KeyError("milk")
        except KeyError:
            pass
    provider.shutdown()
    return [root, asked], witness.results


def told(spans: list[ReadableSpan], results: list[str]) -> dict[str, Any]:
    contexts = [span.get_span_context() for span in spans]
    return {
        "ids": [f"{context.span_id:016x}" for context in contexts],
        "trace": f"{contexts[0].trace_id:032x}",
        "results": results,
    }


by_resource = OTLPSpanExporter(ENDPOINT, headers={"wandb-api-key": "any"})
by_header = OTLPSpanExporter(
    ENDPOINT,
    headers={"Authorization": "Basic YXBpOmFueQ==", "project_id": "acme/zipped"},
    compression=Compression.Gzip,
)
by_deflate = OTLPSpanExporter(
    ENDPOINT,
    headers={"wandb-api-key": "any", "project_id": "acme/deflated"},
    compression=Compression.Deflate,
)
nowhere = OTLPSpanExporter(ENDPOINT, headers={"wandb-api-key": "any"})
print(
    json.dumps(
        {
            "acme/spans": told(*order(by_resource, HOME)),
            "acme/zipped": told(*order(by_header, {})),
            "acme/deflated": told(*order(by_deflate, {})),
            "nowhere": told(*order(nowhere, {})),
        }
    )
)
