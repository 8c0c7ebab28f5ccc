"""Environment variables of the official clients."""

from __future__ import annotations

Variables = dict[str, str]


def client_variables(url: str, key: str = "any") -> Variables:
    """Make the variables that point the official clients at a server.

    Two of them switch features of the tracing client off: its cache, which is keyed by request and
    not by server, and its crash reports.
    """
    return {
        "WF_TRACE_SERVER_URL": url,
        "WANDB_BASE_URL": url,
        "WANDB_API_KEY": key,
        "WEAVE_USE_SERVER_CACHE": "false",
        "WANDB_ERROR_REPORTING": "false",
        "OPENAI_BASE_URL": f"{url}/v1",
        "OPENAI_API_KEY": key,
    }
