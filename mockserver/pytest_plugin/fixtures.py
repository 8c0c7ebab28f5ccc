"""The fixtures. Each imports what it needs when it is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mockserver.pytest_plugin.early import PORT
from mockserver.pytest_plugin.early import variables as variables_for
from mockserver.pytest_plugin.options import is_shared, option_settings, option_value

if TYPE_CHECKING:
    from mockserver.server import MockServer
    from mockserver.settings import Settings
    from mockserver.testing.verbs.verbs import Controls
    from mockserver.testing.verbs.watch import Watch

MakeMockServer = Callable[..., "MockServer"]

PASSED = pytest.StashKey[bool]()
"""True if the test itself has passed."""

WATCHES = pytest.StashKey[list["Watch"]]()
"""The watches of a test, one for each of its servers."""


@pytest.fixture(scope="session")
def mockserver_settings() -> Settings:
    """Settings of the session's server; override it in a conftest to change them."""
    from mockserver.settings import Settings

    return Settings(port=0, log="quiet")


@pytest.fixture(scope="session")
def mockserver_session(request: pytest.FixtureRequest) -> Iterator[Controls]:
    """The running server of this session, or of this xdist worker; the plugin never resets it."""
    from mockserver.server import MockServer, RemoteServer

    server: Controls
    if url := option_value(request.config, "mockserver_url"):
        server = RemoteServer(url)
        with _errors_named(f"--mockserver-url {url}"):
            server.counts()
    else:
        settings = request.getfixturevalue("mockserver_settings")
        with _errors_named("the options of mockserver"):
            settings = _changed(settings, option_settings(request.config))
            is_anywhere = (settings.host, settings.port) == ("127.0.0.1", 0)
            port = request.config.stash.get(PORT, None) if is_anywhere else None
            server = MockServer(settings, port=port)
    with server:
        yield server


@pytest.fixture
def mockserver(request: pytest.FixtureRequest, mockserver_session: Controls) -> Iterator[Controls]:
    """The session's server, reset and configured by the test's marker; `str()` is its URL.

    An unused fault or reply fails the test after the fixtures that depend on this one have ended.
    On a server that several workers share, faults and replies apply to the test's project alone.
    """
    server, changes = mockserver_session, _requested(request)
    if not is_shared(request.config):
        with _errors_named(f"the session's server, {server}"):
            server.reset()
    elif changes:
        pytest.fail("several workers share this server; none can change it", pytrace=False)
    else:
        server.project = request.getfixturevalue("mockserver_project")
    with _errors_named("@pytest.mark.mockserver"):
        _apply(changes, request, server)
    watch = _watch(request, server)
    yield server
    try:
        _judge(request, [watch])
    finally:
        if option_value(request.config, "mockserver_url"):
            watch.take_back()


@pytest.fixture
def make_mockserver(
    request: pytest.FixtureRequest, mockserver_settings: Settings
) -> Iterator[MakeMockServer]:
    """Start more servers: `make_mockserver(listing="a")`; they are stopped after the test."""
    from contextlib import ExitStack

    from mockserver.server import MockServer

    watches: list[Watch] = []
    with ExitStack() as servers:

        def make(**changes: Any) -> MockServer:
            settings = _changed(mockserver_settings, {"port": 0, **changes})
            server = servers.enter_context(MockServer(settings))
            watches.append(_watch(request, server))
            return server

        yield make
        _judge(request, watches)


@pytest.fixture
def mockserver_project(request: pytest.FixtureRequest) -> str:
    """A unique project name for the test."""
    from mockserver.core.clock import Clock
    from mockserver.core.ids import Ids

    letters = [letter if letter.isalnum() else "-" for letter in request.node.name]
    return f"test/{''.join(letters)[:40]}-{Ids(Clock()).hex()[:8]}"


@pytest.fixture
def mockserver_env(
    request: pytest.FixtureRequest, mockserver: Controls, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """Point the official clients at the server with their environment variables.

    If the ini file requests it, they are set even before test modules are imported.
    """
    variables = variables_for(request.config, mockserver.url)
    if mockserver.project:
        variables["OPENAI_PROJECT_ID"] = mockserver.project
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return variables


def _apply(changes: dict[str, Any], request: pytest.FixtureRequest, server: Controls) -> None:
    files = changes.pop("data", ())
    for file in [files] if isinstance(files, str) else files:
        beside_test = request.path.parent / file
        server.load(beside_test if beside_test.exists() else Path(file))
    if changes:
        server.configure(**changes)


def _watch(request: pytest.FixtureRequest, server: Controls) -> Watch:
    from mockserver.testing.verbs.watch import Watch

    folders: pytest.TempPathFactory = request.getfixturevalue("tmp_path_factory")
    watch = Watch(server, lambda: folders.mktemp("mockserver"))
    request.node.stash.setdefault(WATCHES, []).append(watch)
    return watch


def _judge(request: pytest.FixtureRequest, watches: list[Watch]) -> None:
    """Fail a passed test that has unused faults or replies."""
    if not request.node.stash.get(PASSED, False):
        return
    if problems := [problem for watch in watches for problem in watch.unused()]:
        pytest.fail("mockserver: " + "\n".join(problems), pytrace=False)


def _requested(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The arguments of the markers, of which the nearest wins; for a remote server also the
    options."""
    remote = option_value(request.config, "mockserver_url")
    changes = option_settings(request.config) if remote else {}
    for marker in reversed([*request.node.iter_markers("mockserver")]):
        if marker.args:
            pytest.fail(f"@pytest.mark.mockserver: {marker.args[0]!r} has no name", pytrace=False)
        changes.update(marker.kwargs)
    return changes


def _changed(settings: Settings, changes: dict[str, Any]) -> Settings:
    return type(settings).checked({**settings.model_dump(), **changes})


@contextmanager
def _errors_named(source: str) -> Iterator[None]:
    """Fail the test with one sentence that names `source`, without a traceback."""
    import httpx

    from mockserver.core.errors import Unusable
    from mockserver.testing.verbs.channel import Refused

    try:
        yield
    except (Refused, Unusable) as error:
        reason = str(error)
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}"
    except (httpx.TransportError, httpx.InvalidURL, ValueError) as error:
        reason = f"no mockserver responds there: {error}"
    else:
        return
    raise pytest.fail.Exception(f"{source}: {reason}", pytrace=False) from None
