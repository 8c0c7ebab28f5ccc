"""Refs: texts by which records name each other.

`weave:///{entity}/{project}/{kind}/{rest}`, where the kind is object, op, call or table.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote

from mockserver.core.codec import decode_body
from mockserver.core.errors import invalid
from mockserver.core.model import leaves, with_texts

SCHEME = "weave:///"
INTERNAL_SCHEME = "weave-trace-internal:///"

_SUSPECT = re.compile(rb'"weave(?:-trace-internal:|:(?!///[^/"\\]*/[^/"\\]*/))')
_ESCAPED = re.compile(rb"\\u00[2-7]")
_BACKSLASH = ord("\\")
_NAMED = r"weave:///[^/]+/[^/]+/(?:op|object)/([^/:]+):[^/]+"
_PARTS = r"weave:///([^/]+/[^/]+)/([^/]+)/([^/]+)((?:/[^/]*)*)"
_INDEX = r"-?[0-9]{1,18}"

EDGES = frozenset({"attr", "key", "index", "id"})


class Step(NamedTuple):
    """One step into a value: the edges `attr` and `key` lead to a field, `index` to a list item,
    `id` to a row of a table by its digest."""

    edge: str
    value: str


class Ref(NamedTuple):
    """The parts of a ref. A kind without versions has neither `version` nor `steps`."""

    project_id: str
    kind: str
    name: str
    version: str = ""
    steps: tuple[Step, ...] = ()


def check_refs(body: bytes) -> None:
    """Refuse JSON that holds a malformed or internal ref, with a 400. Observed.

    Only suspicious text is parsed: a ref that looks malformed, an escape that may hide one, or a
    zero byte, which means that the encoding is not UTF-8.
    """
    named = body.find(b"weave") >= 0 and _SUSPECT.search(body)
    escaped = _BACKSLASH in body and body.find(b"\\u00") >= 0 and _ESCAPED.search(body)
    if named or escaped or 0 in body:
        for value in leaves(decode_body(body)):
            if isinstance(value, str):
                _check_ref(value)


def _check_ref(text: str) -> None:
    if text.startswith(INTERNAL_SCHEME):
        raise invalid("Encountered unexpected ref format.")
    if text.startswith(SCHEME) and text.count("/", len(SCHEME)) < 2:
        raise invalid(f"Invalid URI: {text}")


@lru_cache(maxsize=256)
def name_in_ref(text: str) -> str | None:
    """The object's name in a ref to an op or an object; None for any other text."""
    match = re.match(_NAMED, text) if text.startswith(SCHEME) else None
    return match[1] if match else None


def parse_ref(text: str) -> Ref:
    """Parse a ref. Raises a 400 for any other text."""
    match = re.fullmatch(_PARTS, text)
    if not match:
        raise invalid(f"Invalid ref: {text}")
    project_id, kind, name, rest = match.groups()
    if kind not in ("object", "op"):
        return Ref(project_id, kind, name)
    name, _, version = name.partition(":")
    if not (name and version) or ":" in version:
        raise invalid(f"Invalid ref: {text}")
    return Ref(project_id, kind, name, version, _steps(text, rest))


def _steps(text: str, rest: str) -> tuple[Step, ...]:
    """Parse the steps: pairs of an edge and a percent-encoded value, perhaps a slash at the end."""
    parts = rest.removesuffix("/").split("/")[1:]
    if len(parts) % 2:
        raise invalid(f"Invalid ref: {text} ends in the middle of a step")
    steps = tuple(map(Step, parts[::2], map(unquote, parts[1::2])))
    for edge, value in steps:
        if edge not in EDGES or (edge == "index" and not re.fullmatch(_INDEX, value)):
            raise invalid(f"Invalid ref: {text} has no step {edge}/{value}")
    return steps


def version_ref(project_id: str, kind: str, name: str, digest: str) -> str:
    """The ref of a version of an `object` or an `op`."""
    return f"{SCHEME}{project_id}/{kind}/{name}:{digest}"


def table_ref(project_id: str, digest: str) -> str:
    """The ref of a table."""
    return f"{SCHEME}{project_id}/table/{digest}"


def call_ref(project_id: str, call_id: str) -> str:
    """The ref of a call."""
    return f"{SCHEME}{project_id}/call/{call_id}"


def internal_project_id(project_id: str) -> str:
    """The internal name of a project: opaque, without a slash.

    Chosen: the URL-safe base64 of the external name, so that digests of values holding refs
    are the same in every run.
    """
    return urlsafe_b64encode(project_id.encode(errors="surrogatepass")).decode()


def internal_form(value: Any) -> Any:
    """A copy of a value with refs in internal form, for digests."""
    return with_texts(value, _internal_ref)


def _internal_ref(text: str) -> str:
    if not text.startswith(SCHEME):
        return text
    entity, project, rest = text[len(SCHEME) :].split("/", 2)
    return f"{INTERNAL_SCHEME}{internal_project_id(f'{entity}/{project}')}/{rest}"
