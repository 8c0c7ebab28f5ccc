"""Handlers of the console's files. Every address of the console serves the same page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from mockserver.core.errors import not_found
from mockserver.http.answers import Content
from mockserver.http.answers import page as shown
from mockserver.http.context import Context
from mockserver.http.control import Control

ROOT = "/__console"
MEDIA = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}


def page(ctx: Context) -> Content:
    """The page; the rest of the path names the view that it shows."""
    return _contents()["index.html"]


def part(ctx: Context) -> Content:
    """A file that the page loads; a 404 for any other name."""
    name = ctx.path["file"]
    if name not in _contents():
        raise not_found(f"The console has no file {name!r}")
    return _contents()[name]


PAGES = (
    Control("GET", ROOT, page, open=True),
    Control("GET", ROOT + "/static/{file:path}", part, open=True),
    Control("GET", ROOT + "/{view:path}", page, open=True),
    Control("GET", ROOT + "/", page, open=True),
)


@cache
def _contents() -> dict[str, Content]:
    """Every file by its path below `static/`."""
    static = files("mockserver.console").joinpath("static")
    found = {}
    for folder, prefix in ((static, ""), (static.joinpath("views"), "views/")):
        for file in folder.iterdir():
            if file.is_file():
                media = MEDIA[file.name.rpartition(".")[2]]
                found[prefix + file.name] = shown(file.read_bytes(), media)
    return found
