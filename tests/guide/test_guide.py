"""The guide as the command prints it, and as a server shows it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from mockserver import guide
from mockserver.cli import commands
from mockserver.guide.html import html

MARKUP = re.compile(r"[`|#]|\*\*|\]\(|^- |<!--", re.MULTILINE)
EMPTY = ("meta", "link")


class Page(HTMLParser):
    """The links of a page and its text outside of code. Tags that do not close are an error."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(page)
        assert set(self.open) <= {"html"}

    def handle_starttag(self, tag, attrs):
        self.links += [value for name, value in attrs if (tag, name) == ("a", "href")]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"code", "style"} & set(self.open):
            self.text += data


def printed(*topic: str):
    return CliRunner().invoke(commands, ["help", *topic])


@pytest.mark.parametrize("topic", guide.TOPICS)
def test_a_chapter_is_printed_and_shown(client, topic):
    answer = client.get(f"/__guide/{topic}.md", headers={"Authorization": ""})
    page = Page(answer.text)
    assert printed(topic).output == guide.chapter(topic).text
    assert guide.chapter(topic).title in page.text
    assert MARKUP.findall(page.text) == []


def test_the_topics_are_listed(client):
    page = Page(client.get("/__guide").text)
    for chapter in guide.chapters():
        assert re.search(rf"^  {chapter.topic} ", printed().output, re.MULTILINE)
        assert f"/__guide/{chapter.topic}.md" in page.links


def test_links_between_chapters_work(client):
    pages = {topic: Page(client.get(f"/__guide/{topic}.md").text) for topic in guide.TOPICS}
    links = {link for page in pages.values() for link in page.links if not link.startswith("/")}
    assert links
    assert [link for link in links if client.get(f"/__guide/{link}").status_code != 200] == []


@pytest.mark.parametrize("page", ["/docs", "/__console"])
def test_other_pages_link_it(client, page):
    assert 'href="/__guide"' in client.get(page).text


def test_it_is_served_without_the_console_and_with_strict(make_client):
    bare = make_client(console=False, strict=True)
    assert bare.get("/__guide/").text == bare.get("/__guide").text


def test_an_unknown_topic_is_reported(client):
    assert "recording" in printed("recordings").output
    assert "recording" in client.get("/__guide/recordings.md").text


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("## A *b* & `c<d`", '<h2 id="a-b--cd">A <i>b</i> &amp; <code>c&lt;d</code></h2>'),
        ("one\ntwo", "<p>one two</p>"),
        ("- **a**\n- b", "<ul><li><b>a</b></li><li>b</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("```sh\na <b\n\n# c\n```", "<pre><code>a &lt;b\n\n# c\n</code></pre>"),
        ("[a](b.md)", '<p><a href="b.md">a</a></p>'),
        ("[a](javascript:b)", "<p>[a](javascript:b)</p>"),
        (
            "| a |\n|---|\n| `x` y \\| z |",
            "<table><tr><th>a</th></tr><tr><td><code>x</code> y | z</td></tr></table>",
        ),
    ],
)
def test_markdown_becomes_html(markdown, shown):
    assert html(markdown) == shown
