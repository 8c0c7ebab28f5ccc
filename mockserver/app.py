"""The application: the rows of the listing as one Starlette application with its services."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from mockserver import listing
from mockserver.core.clock import Clock
from mockserver.core.errors import ApiError
from mockserver.core.ids import Ids
from mockserver.http.auth import (
    Admit,
    admission,
    admission_to_control,
    admit_anybody,
    admit_no_foreign_write,
)
from mockserver.http.context import BASELINE, Host, Memory, Services
from mockserver.http.control import Control, ControlEndpoint
from mockserver.http.dialects import ChatDialect, Dialect, TraceDialect
from mockserver.http.endpoint import Endpoint, Operation
from mockserver.http.faults import Faults
from mockserver.http.request_log import RequestHook, RequestLog
from mockserver.http.transport.dispatch import CHAT, CONTROL, MESSAGES, Dispatch, Unknown
from mockserver.http.transport.router import Router
from mockserver.listing import Row, Side
from mockserver.settings import InvalidSetting, Settings, flag
from mockserver.store.store import Store
from mockserver.store.upkeep import kept
from mockserver.trace.kinds import KINDS

if TYPE_CHECKING:
    from mockserver.data.load import Progress
    from mockserver.http.fault import Fault
    from mockserver.testing.recording.upstream import Upstream


class App(Starlette):
    """A Starlette application that serves the operations selected by its settings.

    Every row is a `Route` in `routes`. Requests bypass Starlette's middleware unless a user has
    added some, because the endpoints handle their own errors.
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.dispatch = Dispatch(
            self.explain, self._link, self._control, services, lifespan=lambda _: self._life()
        )
        self.router = self.dispatch
        self._upstream = _upstream(services)
        self.configure(services.settings)
        services.host.configure = self.configure

    def configure(self, settings: Settings) -> None:
        """Apply other settings from the next request on; the state is kept."""
        self.settings = settings
        self.services = self.services._replace(settings=settings)
        self.rows = listing.served(settings)
        make = _endpoint_maker(self.services, self._upstream)
        self._endpoints = [*map(make, self.rows)]
        table = Router[Endpoint]()
        for row, endpoint in zip(self.rows, self._endpoints, strict=True):
            for path in listing.paths(row, settings):
                table.add(path, endpoint, *_methods(row))
        self.dispatch.serve(table, self.services)

    def save(self) -> str | None:
        """Write the state to the data file of `--save`. Returns its name, or None.

        Raises DataError.
        """
        path = self.services.host.settings.save
        if path:
            from mockserver.data.dump import dump, layout, save

            save(Path(path), layout(dump(self.services)))
        return path

    def reload(self) -> list[str]:
        """Reload the data files and keep the records of clients. Returns warnings.

        Raises DataError, and changes nothing, if a file is invalid.
        """
        from mockserver.data.reload import reload

        warnings = reload(self.services, planned_faults(self.services.host.settings))
        self.services.host.news.announce()
        return warnings

    @property
    def routes(self) -> list[BaseRoute]:
        """The rows as Starlette routes, made on demand, since each compiles a pattern."""
        return [
            Route(row.path, endpoint, methods=[row.method], name=row.name)
            for row, endpoint in zip(self.rows, self._endpoints, strict=True)
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the lifespan."""
        if scope["type"] == "http" and not self.user_middleware:
            scope["app"] = self
            await self.router.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def explain(self, method: str, path: str) -> Unknown:
        """The reason why a path is not served, and the side whose form the refusal has."""
        hint = None if listing.published(method, path) else listing.advice(path)
        if hint:
            return Unknown(hint, as_chat=True, as_anthropic=path.startswith(MESSAGES))
        return Unknown(self._hint(method, path), as_chat=path.startswith(CHAT))

    def _hint(self, method: str, path: str) -> str:
        """The listing that has the path, or the paths nearest to it."""
        if path.startswith(CONTROL):
            controls = [row for row in _controls(self.settings) if isinstance(row, Control)]
            return "known: " + ", ".join(f"{row.method} {row.path}" for row in controls)
        if row := listing.published(method, path):
            return (
                f"{row.name} is served in {listing.origin(row)}; this server runs {self._running}"
            )
        if path.startswith(CHAT):
            chats = listing.chat_rows(method, self.rows)
            likely = listing.nearest(method, path, chats)
            return "use instead: " + _names(dict.fromkeys([*likely, *chats[:1]]))
        nearest = listing.nearest(method, path, self.rows)
        return f"nearest: {_names(nearest)}" if nearest else "no path is similar"

    @property
    def _running(self) -> str:
        """The settings that exclude some operations."""
        settings = self.settings
        client = "--strict" * settings.strict or "--no-client-routes" * (not settings.client_routes)
        return " ".join(filter(None, (settings.listing.upper(), client)))

    def _link(self, path: str) -> str | None:
        """The console page for a link that an official client printed, or None."""
        if self.settings.strict or not self.settings.console:
            return None
        from mockserver.console.links import console_path

        return console_path(path)

    @asynccontextmanager
    async def _life(self) -> AsyncIterator[None]:
        async with kept(self.services.store), _live_demo(self.services):
            yield
            if self._upstream:
                await self._upstream.close()
            self.save()

    def _control(self) -> Router[Endpoint]:
        """Make the endpoints of the control API and the console."""
        table = Router[Endpoint]()
        for row in _controls(self.settings):
            admit = admission_to_control(self.settings, is_open=row.open)
            operation = Operation(row.name, row.resolve, TraceDialect(), admit)
            table.add(row.path, ControlEndpoint(operation, self.services), row.method)
        return table


def create_app(
    settings: Settings | None = None,
    *,
    log: RequestHook | None = None,
    progress: Progress | None = None,
) -> App:
    """Make an application with its own state; data files are loaded if that is empty.

    Without `settings`, the `MOCKSERVER_*` variables and the defaults apply. Raises StoreError for
    an unreadable database, DataError for a data file, InvalidSetting for a price list or a fault.
    """
    settings = settings or Settings.read({})
    services = make_services(settings, log)
    if settings.data or settings.demo:
        from mockserver.data.reload import begin

        try:
            services.host.warnings = begin(services, planned_faults(settings), progress)
        except BaseException:
            services.store.abandon()  # leaves the database files untouched
            raise
    services.host.snapshots[BASELINE] = services.store.snapshot()
    return App(services)


def make_services(settings: Settings, log: RequestHook | None) -> Services:
    """Make the services of an application, with the state of its database, if any.

    Raises StoreError for an unreadable database, InvalidSetting for a price list or a fault.
    """
    if settings.prices:
        from mockserver.trace.costs import default_prices

        default_prices(settings.prices)
    clock, faults = Clock(settings.now), planned_faults(settings)
    path = Path(settings.db) if settings.db else None
    store = Store(KINDS, path, durable=settings.fsync)
    ids = Ids(clock, settings.seed)
    if len(store):  # with a seed, the ids of the stored state are not repeated
        ids = ids.apart(f"after {len(store)} records")
    return Services(
        store,
        clock,
        ids,
        settings,
        RequestLog(store.transaction, settings.request_log, log),
        Faults(clock, ids.apart("faults"), faults),
        Memory(),
        Host(settings),
    )


def planned_faults(settings: Settings) -> list[Fault]:
    """The faults that the settings plan. Raises InvalidSetting."""
    if not (settings.fault or settings.latency):
        return []
    from mockserver.http.fault import Fault, parse_fault

    faults: list[Fault] = []
    for text in settings.fault:
        try:
            fault = parse_fault(text)
            listing.check_operation(fault.operation)
        except (ValueError, ApiError) as error:
            raise InvalidSetting(f"{flag('fault')} {text!r}: {error}") from None
        faults.append(fault)
    if settings.latency:
        faults.append(Fault(delay=settings.latency, optional=True))
    return faults


def _upstream(services: Services) -> Upstream | None:
    """The upstream, if any, with its replies recorded. Raises InvalidSetting."""
    if not services.settings.upstream:
        return None
    from mockserver.testing.recording.replies import Replies
    from mockserver.testing.recording.upstream import Upstream

    services.host.recorded = services.memory[Replies].rules
    return Upstream(services.settings)


def _endpoint_maker(
    services: Services, upstream: Upstream | None = None
) -> Callable[[Row], Endpoint]:
    settings = services.settings
    admit = admission(settings)
    admit_write = admit_no_foreign_write(settings.allow_origin) if settings.is_open else admit
    dialects: dict[Side, Dialect] = {
        Side.TRACE: TraceDialect(),
        Side.CHAT: ChatDialect(settings.error_style),
    }

    def admit_to(row: Row) -> Admit:
        if row.open and not settings.strict:
            return admit_anybody
        return admit_write if row.method == listing.POST else admit

    def make(row: Row) -> Endpoint:
        operation = Operation(row.name, row.resolve, dialects[row.side], admit_to(row))
        if upstream and upstream.serves(row):
            from mockserver.testing.recording.forwarding import ForwardingEndpoint

            return ForwardingEndpoint(operation, services, row.side, upstream)
        return Endpoint(operation, services)

    return make


def _methods(row: Row) -> tuple[str, ...]:
    return ("GET", "HEAD") if row.method == "GET" else (row.method,)


def _controls(settings: Settings) -> list[Control | Row]:
    from mockserver.console.routes import PAGES
    from mockserver.guide.routes import PAGES as GUIDE
    from mockserver.testing.admin.rows import ROUTES
    from mockserver.testing.admin.traces import PASSED_ON

    return [*PASSED_ON, *ROUTES, *GUIDE, *(PAGES if settings.console else ())]


def _names(rows: Iterable[Row]) -> str:
    return ", ".join(f"{row.method} {row.path} ({row.name})" for row in rows)


@asynccontextmanager
async def _live_demo(services: Services) -> AsyncIterator[None]:
    """With `--demo-live`, add new traces to the demo during the block."""
    if not services.host.settings.demo_live:
        yield
        return
    from mockserver.data.demo.heartbeat import beating

    async with beating(services):
        yield
