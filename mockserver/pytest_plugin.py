"""The pytest plugin: a server for the session, as new before each test.

Nothing heavy is imported until a fixture is used: the module is loaded in every pytest run of
every environment that has the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from mockserver.server import MockServer
    from mockserver.settings import Settings

MakeMockServer = Callable[..., "MockServer"]


@pytest.fixture(scope="session")
def mockserver_settings() -> Settings:
    """Settings of the session's server; override it in a conftest to change them."""
    from mockserver.settings import Settings

    return Settings(port=0, log="quiet")


@pytest.fixture(scope="session")
def mockserver_session(mockserver_settings: Settings) -> Iterator[MockServer]:
    """The running server of this session, or of this xdist worker; never reset by the plugin."""
    from mockserver.server import MockServer

    with MockServer(mockserver_settings) as server:
        yield server


@pytest.fixture
def mockserver(mockserver_session: MockServer) -> MockServer:
    """The session's server in the state it started with. `str(mockserver)` is its URL."""
    mockserver_session.reset()
    return mockserver_session


@pytest.fixture
def make_mockserver(mockserver_settings: Settings) -> Iterator[MakeMockServer]:
    """Start further servers: `make_mockserver(listing="a")`; all are stopped after the test."""
    from contextlib import ExitStack

    from mockserver.server import MockServer

    with ExitStack() as servers:

        def make(**changes: Any) -> MockServer:
            settings = type(mockserver_settings).model_validate(
                {**mockserver_settings.model_dump(), "port": 0, **changes}
            )
            return servers.enter_context(MockServer(settings))

        yield make
