"""The server itself, over HTTP: health, routes, settings, clock, outages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from mockserver import listing
from mockserver.core.codec import encode
from mockserver.core.errors import forbidden, invalid
from mockserver.core.masking import reduced
from mockserver.core.model import Record
from mockserver.http.answers import Later
from mockserver.http.context import Context
from mockserver.settings import Settings
from mockserver.testing.admin.models import NewSettings, Outage, Time


def health(ctx: Context) -> Record:
    """The process is alive."""
    return {"status": "ok"}


def ready(ctx: Context) -> Record:
    """The data is loaded; a server does not listen before that."""
    return {"ready": True, "counts": ctx.store.counts()}


def routes(ctx: Context) -> Record:
    """All operations served, and the number of calls of each since the last reset."""
    request_log = ctx.services.request_log
    return {
        "routes": [
            {
                "operation": row.name,
                "method": row.method,
                "path": row.path,
                "listings": [str(part.name).lower() for part in row.listings],
                "hits": request_log.hits(row.name),
            }
            for row in listing.served(ctx.settings)
        ]
    }


def settings(ctx: Context) -> Record:
    """The settings, with credentials masked."""
    return _shown(ctx.settings)


def configure(body: NewSettings, ctx: Context) -> Record:
    """Change settings until the next reset. A new seed begins another sequence of ids."""
    changes = {name: getattr(body, name) for name in body.model_fields_set}
    changed = ctx.settings.model_copy(update=changes)
    if body.now is not None:
        with _within_calendar():
            ctx.clock.freeze(body.now)
    if body.seed is not None:
        ctx.ids.reseed(body.seed)
        ctx.services.faults.ids.reseed(f"{body.seed} faults")
    ctx.services.host.configure(changed)
    return _shown(changed)


def clock(ctx: Context) -> Record:
    """The time on the server's clock."""
    return {"now": ctx.clock.iso(), "frozen": ctx.clock.frozen}


def set_clock(body: Time, ctx: Context) -> Record:
    """Freeze, move or release the clock."""
    if len(body.model_fields_set) != 1:
        raise invalid("Exactly one of freeze, advance and release is required")
    with _within_calendar():
        if body.release:
            ctx.clock.release()
        elif body.freeze:
            ctx.clock.freeze(None if body.freeze is True else body.freeze)
        elif body.advance is not None:
            ctx.clock.advance(timedelta(seconds=body.advance))
    return clock(ctx)


def outage(body: Outage, ctx: Context) -> Later:
    """Refuse connections for a while. The response arrives when the outage begins."""
    vanish = ctx.services.host.vanish
    if vanish is None:
        raise forbidden("This app has no port")

    async def answer() -> bytes:
        await vanish(body.seconds)
        return encode({"seconds": body.seconds})

    return Later(answer)


def shutdown(ctx: Context) -> Record:
    """Stop the server, if `--allow-shutdown` permits it."""
    if not ctx.settings.allow_shutdown:
        raise forbidden("This server was started without --allow-shutdown")
    ctx.services.host.stop()
    return {"stopping": True}


@contextmanager
def _within_calendar() -> Iterator[None]:
    """Refuse a moment outside the calendar with a 400."""
    try:
        yield
    except OverflowError:
        raise invalid("The year must be between 1 and 9999") from None


def _shown(settings: Settings) -> Record:
    record: Record = settings.model_dump(mode="json")
    record["api_key"] = [reduced(key.encode()).decode() for key in settings.api_key]
    if key := settings.upstream_key:
        record["upstream_key"] = reduced(key.encode()).decode()
    return record
