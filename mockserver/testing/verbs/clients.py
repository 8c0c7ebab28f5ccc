"""The official clients in tests: the variables that point them at a server, and their pace."""

from __future__ import annotations

from shlex import quote
from typing import Any

Variables = dict[str, str]

PAUSE = 0.01
"""Seconds between two batches of a hurried client."""


def client_variables(url: str, key: str = "any") -> Variables:
    """Make the environment variables that point the official clients at a server.

    Three of them switch features off: the tracing client's cache, which is keyed by request and
    not by server, its crash reports, and the traces that OpenAI's agents send home.
    """
    return {
        "WF_TRACE_SERVER_URL": url,
        "WANDB_BASE_URL": url,
        "WANDB_API_KEY": key,
        "WEAVE_USE_SERVER_CACHE": "false",
        "WANDB_ERROR_REPORTING": "false",
        "OPENAI_BASE_URL": f"{url}/v1",
        "OPENAI_API_KEY": key,
        "OPENAI_AGENTS_DISABLE_TRACING": "1",
    }


def as_sh(variables: Variables) -> str:
    """Lines for `eval "$(mockserver env)"`."""
    return "\n".join(f"export {name}={quote(value)}" for name, value in variables.items())


def hurry(client: Any) -> None:
    """Make a client that `weave.init` returned send its batches at once.

    Observed: it waits a second between two batches, so each `flush` takes that long, and no
    variable changes that. After this call a flush takes a hundredth of a second.
    """
    server = client.server
    while inner := getattr(server, "_next_trace_server", None):
        server = inner
    for processor in (server.call_processor, server.feedback_processor):
        processor.min_batch_interval = PAUSE
