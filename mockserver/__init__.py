"""A local server for testing programs that trace, evaluate or call language models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mockserver.core.version import VERSION

if TYPE_CHECKING:
    from mockserver.app import create_app
    from mockserver.server import InProcess, MockServer, RemoteServer
    from mockserver.settings import Settings
    from mockserver.testing.verbs.clients import hurry

__version__ = VERSION
__all__ = [
    "InProcess",
    "MockServer",
    "RemoteServer",
    "Settings",
    "__version__",
    "create_app",
    "hurry",
]

_HOMES = {
    "InProcess": "mockserver.server",
    "MockServer": "mockserver.server",
    "RemoteServer": "mockserver.server",
    "Settings": "mockserver.settings",
    "create_app": "mockserver.app",
    "hurry": "mockserver.testing.verbs.clients",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: the pytest plugin must cost nothing."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
