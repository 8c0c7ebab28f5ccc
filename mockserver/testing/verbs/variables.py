"""The variables that clients read."""

from __future__ import annotations

Variables = dict[str, str]


def client_variables(url: str, key: str = "any") -> Variables:
    """The variables that point the official clients at a server.

    Two of them keep the tracing client from what cannot work here: answers that it has cached
    from another server, and reports of its own crashes.
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
