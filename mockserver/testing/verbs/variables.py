"""Environment variables of the official clients."""

from __future__ import annotations

Variables = dict[str, str]


def client_variables(url: str, key: str = "any") -> Variables:
    """Make the variables that point the official clients at a server.

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
