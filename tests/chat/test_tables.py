"""The notation of tables: the example in the docstring of the loader does what it says."""

import pkgutil
import re
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from mockserver.chat import model
from mockserver.chat.model.text import tables
from mockserver.chat.model.text.tables import PatternTable

EXAMPLE = PatternTable(dedent((tables.__doc__ or "").split("\n\n")[1]))
SIGNS = PatternTable(
    "=== sum\n№ plus № => <a> and <b>\nadd ~9 № => <a>\n=== late\n+ pm\n- am\n\\d+\n=== bare\n(<it>\\w+)!"
)


@pytest.mark.parametrize(
    ("request_text", "text"),
    [
        ("Please buy me two plums.", "You want plums, two of them."),
        ("Is there any apple?", "Yes, we have."),
        ("Have you got pears?", "Yes, we have."),
        ("Buy me a boat", ""),
    ],
)
def test_a_row_leads_to_its_text(request_text, text):
    assert EXAMPLE.text("wish", request_text) == text


def test_a_name_has_all_its_alternatives():
    assert [match[0] for match in EXAMPLE.find_all("fruit", "plum, pear")] == ["pear", "plum"]


def test_a_name_cannot_be_defined_in_two_places():
    with pytest.raises(ValueError, match="fruit"):
        PatternTable("{fruit} = plum\n{tree} = oak\n{fruit} = pear")


def test_numbers_are_captured_in_their_order():
    assert SIGNS.text("sum", "1,200 plus 3") == "1,200 and 3"
    assert SIGNS.text("sum", "add the 7") == "7"


def test_a_row_without_a_text_leads_to_its_first_group():
    assert SIGNS.text("bare", "Hello!") == "Hello"


def test_a_section_has_conditions():
    section = next(each for each in SIGNS.sections if each.head == "late")
    assert [section.is_open(text) for text in ("5 pm", "5", "5 pm or am")] == [True, False, False]


def test_every_name_that_is_one_pattern_has_no_group_twice():
    """Such a pattern is compiled on first use, so a group with two places would fail late."""
    for each in pkgutil.walk_packages(model.__path__, f"{model.__name__}."):
        module = import_module(each.name)
        source = Path(module.__file__ or "").read_text()
        for table, name in re.findall(r'\b([A-Z_]+)\.pattern\("([^"]+)"\)', source):
            re.compile(getattr(module, table).pattern(name).pattern, re.IGNORECASE)


def test_every_name_that_code_uses_is_defined_in_a_table():
    """A name is looked up on use, so one that no table has would fail late."""
    folder = Path(model.__file__ or "").parent
    rows = "\n".join(each.read_text() for each in folder.rglob("*.txt"))
    defined = {*re.findall(r"(?m)^(?:\{([a-z][a-z -]*)\} = |=== (.+)$)", rows)}
    names = {one or other for one, other in defined}
    look_up = (
        r"\.(?:matches|find|find_all|pattern|texts?|rows|meaning|changed|is_open)\(\s*\"([^\"]+)\""
    )
    for each in folder.rglob("*.py"):
        assert {*re.findall(look_up, each.read_text())} <= names, each
