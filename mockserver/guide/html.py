"""Markdown to HTML, limited to the syntax that the guide uses.

Blocks are headings, fenced code, tables, lists of one level and paragraphs. A line has code, bold
and italic text, and links to other chapters.
"""

from __future__ import annotations

import re
from html import escape

_BLOCK = re.compile(r"```\w*\n(?P<code>.*?)```|(?P<lines>[^\n]+(?:\n[^\n]+)*)", re.DOTALL)

_INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<b>.+?)\*\*|\*(?P<i>[^*]+)\*"
    r"|\[(?P<label>[^\]]+)\]\((?P<target>[\w./#-]+)\)"
)

_LISTS = {"ul": re.compile(r"- "), "ol": re.compile(r"\d+\. ")}

_BAR = re.compile(r"(?<!\\)\|")
"""The separator of table cells; within a cell it is escaped by a backslash."""


def html(markdown: str) -> str:
    """The HTML of a text."""
    return "\n".join(map(_block, _BLOCK.finditer(markdown)))


def _block(match: re.Match[str]) -> str:
    if match["lines"] is None:
        return f"<pre><code>{escape(match['code'], quote=False)}</code></pre>"
    lines = match["lines"].split("\n")
    if heading := re.match(r"(#+) (.*)", lines[0]):
        level, text = len(heading[1]), heading[2]
        return f'<h{level} id="{_anchor(text)}">{_inline(text)}</h{level}>'
    if lines[0].startswith("|"):
        return _table(lines)
    for tag, mark in _LISTS.items():
        if mark.match(lines[0]):
            items = [f"<li>{_inline(mark.sub('', line, count=1))}</li>" for line in lines]
            return f"<{tag}>{''.join(items)}</{tag}>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _table(lines: list[str]) -> str:
    head, _, *rows = lines
    return f"<table>{_row(head, 'th')}{''.join(_row(row, 'td') for row in rows)}</table>"


def _row(line: str, tag: str) -> str:
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(line)[1:-1]]
    return f"<tr>{''.join(f'<{tag}>{_inline(cell)}</{tag}>' for cell in cells)}</tr>"


def _inline(text: str) -> str:
    made, end = "", 0
    for match in _INLINE.finditer(text):
        made += escape(text[end : match.start()], quote=False) + _span(match)
        end = match.end()
    return made + escape(text[end:], quote=False)


def _span(match: re.Match[str]) -> str:
    if match["code"]:
        return f"<code>{escape(match['code'], quote=False)}</code>"
    if match["target"]:
        return f'<a href="{match["target"]}">{_inline(match["label"])}</a>'
    tag = "b" if match["b"] else "i"
    return f"<{tag}>{_inline(match[tag])}</{tag}>"


def _anchor(heading: str) -> str:
    """The id that a code host gives to a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
