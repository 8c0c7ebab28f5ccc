"""The GraphQL questions that the Python clients ask when they start: of `weave`, of `wandb`."""

from __future__ import annotations

import re

from mockserver.core.model import Record
from mockserver.trace.info.models import GraphQLReq, GraphQLRes

ENTITY = "mockserver"
"""The entity of a caller who names a project without one."""

_WORD = re.compile(r"\w+", re.ASCII)


def answer(body: GraphQLReq, user: str) -> GraphQLRes:
    """`{"data"}`, or `{"data": null, "errors"}` for any other question. Observed."""
    variables, words = body.variables or {}, frozenset(_WORD.findall(body.query))
    if "upsertModel" in words:
        made = {"name": variables.get("name"), "description": variables.get("description")}
        return {"data": {"upsertModel": {"model": made}}}
    if "project(" in body.query:
        return {"data": {"project": {"name": variables.get("name")}}}
    if "viewer" in words:
        viewer = {field: value for field, value in _viewer(user).items() if field in words}
        return {"data": {"viewer": viewer}}
    return {"data": None, "errors": [{"message": "this server answers start-up queries only"}]}


def _viewer(user: str) -> Record:
    """The caller as `wandb` knows one: a user in one team, without keys to show. Observed."""
    return {
        "id": user,
        "name": user,
        "username": user,
        "email": None,
        "admin": False,
        "flags": "{}",
        "entity": ENTITY,
        "defaultEntity": {"name": ENTITY},
        "deletedAt": None,
        "apiKeys": {"edges": []},
        "teams": {"edges": [{"node": {"name": ENTITY}}]},
    }
