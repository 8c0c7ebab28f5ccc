"""Links that the official clients print, mapped to pages of the console."""

from __future__ import annotations

import re

ROOT = "/__console"

_PROJECT = r"/(?!v1/|v2/|traces/|__)(?P<project>[^/]+/[^/]+)"

_LINKS = tuple(
    (re.compile(pattern), target)
    for pattern, target in (
        (r"/", "/"),
        (_PROJECT + r"/r/call/(?P<id>[^/]+)", "/p/{project}/calls/{id}"),
        (_PROJECT + r"/weave/calls/(?P<id>[^/]+)", "/p/{project}/calls/{id}"),
        (
            _PROJECT + r"/weave/(?P<kind>objects|ops)/(?P<name>[^/]+)/versions/(?P<version>[^/]+)",
            "/p/{project}/data/{kind}/{name}/{version}",
        ),
        (_PROJECT + r"/weave/(?P<kind>objects|ops|datasets)", "/p/{project}/data/{kind}"),
        (_PROJECT + r"/weave/evaluations", "/p/{project}/evals"),
        (_PROJECT + r"/weave/threads", "/p/{project}/threads"),
        (_PROJECT + r"/weave(?:/.*)?", "/p/{project}/traces"),
    )
)


def console_path(path: str) -> str | None:
    """The page for a link such as `/{entity}/{project}/r/call/{id}`; None for other paths."""
    for pattern, target in _LINKS:
        if match := pattern.fullmatch(path):
            return ROOT + target.format(**match.groupdict())
    return None
