"""Handlers that describe the interface: the OpenAPI document and its page."""

from __future__ import annotations

import re
from importlib.resources import files

from mockserver import listing
from mockserver.core.model import Record
from mockserver.http.answers import Content
from mockserver.http.answers import page as shown
from mockserver.http.context import Context
from mockserver.listing import Listing, Row, Side
from mockserver.openapi.document import CHAT, TRACE, DescribedOperation
from mockserver.openapi.document import document as described
from mockserver.settings import Settings

SCHEMES = {
    "HTTPBasic": {"type": "http", "scheme": "basic"},
    "BearerAuth": {"type": "http", "scheme": "bearer"},
    "WandbApiKey": {"type": "apiKey", "in": "header", "name": "wandb-api-key"},
}


def document(ctx: Context) -> Record:
    """The OpenAPI document of the operations that this server serves."""
    rows = [row for row in listing.served(ctx.settings) if row.listings is not Listing.OWN]
    title = f"mockserver, listing {ctx.settings.listing}"
    return described(title, (_operation(row, ctx.settings) for row in rows), SCHEMES)


def page(ctx: Context) -> Content:
    """A page to read the document and try its operations; it needs no network."""
    text = files("mockserver.openapi").joinpath("page.html").read_bytes()
    return shown(text, "text/html")


def _operation(row: Row, settings: Settings) -> DescribedOperation:
    security: tuple[str, ...]
    if row.side is Side.CHAT:
        tag, security, refusals = "Chat", ("BearerAuth",), CHAT[settings.error_style]
    else:
        tag = re.split(r"[.:]", row.handler)[-2].replace("_", " ").title()
        security, refusals = tuple(SCHEMES), TRACE
    is_open = settings.is_open or (row.open and not settings.strict)
    return DescribedOperation(row, operation_id(row), tag, () if is_open else security, refusals)


def operation_id(row: Row) -> str:
    """The id of an operation. Stated in three forms: for v2, for chat, and for all others."""
    name = row.name.lower().replace(" ", "_")
    if row.path.startswith("/v2/"):
        return name
    if row.side is Side.CHAT and Listing.CLIENT not in row.listings:
        return _words(row.path.removeprefix("/v1/"))
    return f"{name}{_words(row.path)}_{row.method.lower()}"


def _words(path: str) -> str:
    return re.sub(r"\W+", "_", path).rstrip("_")
