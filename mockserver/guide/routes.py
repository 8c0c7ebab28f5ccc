"""The guide as web pages: an index, and a page for each chapter."""

from __future__ import annotations

from html import escape

from mockserver.core.errors import not_found
from mockserver.guide import TOPICS, chapter, chapters
from mockserver.guide.html import html
from mockserver.http.answers import Content, page
from mockserver.http.context import Context
from mockserver.http.control import Control

ROOT = "/__guide"

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>mockserver: {title}</title>
<link rel="icon" href="data:,">
<style>
  :root {{ color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }}
  body {{ font: 16px/1.55 system-ui, sans-serif; }}
  nav, main {{ max-width: 54rem; margin: 1rem auto; padding: 0 1rem; }}
  h1 {{ font-size: 1.6rem; }} h2 {{ font-size: 1.2rem; margin-top: 2rem; }}
  code {{ font: 14px/1.45 ui-monospace, monospace; }}
  pre {{ overflow: auto; padding: .7rem; border: 1px solid var(--line); }}
  table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
  th, td {{ border-bottom: 1px solid var(--line); padding: .3rem .8rem .3rem 0; }}
  th, td {{ text-align: left; vertical-align: top; }}
</style>
<nav>
  <a href="/__guide">guide</a> · <a href="/docs">operations</a> · <a href="/__console">console</a>
</nav>
<main>
{body}
</main>
"""


def index(ctx: Context) -> Content:
    """The list of chapters, with the subject of each."""
    rows = (
        f'<tr><td><a href="{ROOT}/{each.topic}.md">{each.title}</a></td>'
        f"<td>{html(each.about)}</td></tr>"
        for each in chapters()
    )
    return _page("guide", f"<h1>Guide</h1><table>{''.join(rows)}</table>")


def read(ctx: Context) -> Content:
    """One chapter, under the name of its file, so that links between the files work here too."""
    topic = ctx.path["file"].removesuffix(".md")
    if topic not in TOPICS:
        raise not_found(f"The guide has no chapter {topic!r}; it has {', '.join(TOPICS)}")
    found = chapter(topic)
    return _page(found.title, html(found.text))


def _page(title: str, body: str) -> Content:
    return page(PAGE.format(title=escape(title), body=body).encode(), "text/html")


PAGES = (
    Control("GET", ROOT, index, open=True),
    Control("GET", ROOT + "/", index, open=True),
    Control("GET", ROOT + "/{file}", read, open=True),
)
