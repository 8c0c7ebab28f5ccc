"""Variables of clients, set before test modules are imported.

Some clients read their variables when they are imported, and test modules import them before any
fixture runs. So if the ini file names variables, or lists `mockserver_env` in `usefixtures`, the
plugin reserves the port of the session's server and sets the variables as soon as it is loaded.
Until the server runs, the port refuses connections.
"""

from __future__ import annotations

import os
from socket import socket

import pytest

ENV = "mockserver_env"

PORT = pytest.StashKey[socket]()
"""The reserved port of the session's server, if any."""


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Point clients at the session's server, which starts later."""
    if not (early_config.getini(ENV) or ENV in early_config.getini("usefixtures")):
        return
    from mockserver.core.address import reserve, url_of

    url = early_config.known_args_namespace.mockserver_url or early_config.getini("mockserver_url")
    if not url:
        port = early_config.stash[PORT] = reserve("127.0.0.1", 0)
        early_config.add_cleanup(port.close)
        url = url_of(port)
    before = dict(os.environ)

    def restore() -> None:
        os.environ.clear()
        os.environ.update(before)

    os.environ.update(variables(early_config, url))
    early_config.add_cleanup(restore)


def variables(config: pytest.Config, url: str) -> dict[str, str]:
    """The variables in the ini file, or else those of the official clients."""
    from mockserver.testing.verbs.clients import client_variables

    pairs = (line.replace("{url}", url).partition("=") for line in config.getini(ENV))
    named = {name.strip(): value.strip() for name, _, value in pairs}
    return named or client_variables(url)
