"""Handlers of the console's files."""

from __future__ import annotations

from importlib.resources import files

from mockserver.core.errors import not_found
from mockserver.http.answers import Content
from mockserver.http.context import Context
from mockserver.http.control import Control
from mockserver.http.pages import page as shown

ROOT = "/__console"
MEDIA = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


def page(ctx: Context) -> Content:
    """The page itself."""
    return _file("index.html")


def part(ctx: Context) -> Content:
    """A file that the page asks for; a 404 for any other."""
    return _file(ctx.path["file"])


PAGES = (
    Control("GET", ROOT, page, open=True),
    Control("GET", ROOT + "/", page, open=True),
    Control("GET", ROOT + "/{file}", part, open=True),
)


def _file(name: str) -> Content:
    folder = files("mockserver.console").joinpath("static")
    known = {entry.name: entry for entry in folder.iterdir()}
    if name not in known:
        raise not_found(f"The console has no file {name!r}")
    media = MEDIA[name.rpartition(".")[2]]
    return shown(known[name].read_bytes(), media)
