"""The variables of clients, set before any test module is imported.

A client reads some of them as soon as it is imported, which test modules do long before a fixture
runs. So where the ini file says that `mockserver_env` is used, by naming variables or by
`usefixtures`, the port of the session's server is taken and the variables are set when the plugin
is loaded. Until the server runs, the port refuses connections.
"""

from __future__ import annotations

import os
from socket import socket

import pytest

ENV = "mockserver_env"

PORT = pytest.StashKey[socket]()
"""The port that the session's server will have, if it was taken already."""


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Point clients at the server that is to come."""
    if not (early_config.getini(ENV) or ENV in early_config.getini("usefixtures")):
        return
    from mockserver.core.address import reserve, url_of

    given = early_config.known_args_namespace.mockserver_url
    url = given or early_config.getini("mockserver_url")
    if not url:
        port = early_config.stash[PORT] = reserve("127.0.0.1", 0)
        early_config.add_cleanup(port.close)
        url = url_of(port)
    before = dict(os.environ)
    os.environ.update(variables(early_config, url))
    early_config.add_cleanup(lambda: _restore(before))


def variables(config: pytest.Config, url: str) -> dict[str, str]:
    """The variables that the ini file names, or else those of the official clients."""
    from mockserver.testing.verbs.variables import client_variables

    pairs = (line.replace("{url}", url).partition("=") for line in config.getini(ENV))
    named = {name.strip(): value.strip() for name, _, value in pairs}
    return named or client_variables(url)


def _restore(environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
