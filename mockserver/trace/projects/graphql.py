"""The GraphQL queries that the Python clients `weave` and `wandb` send when they start."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from mockserver.core.model import Json, Record
from mockserver.trace.projects.models import GraphQLReq, GraphQLRes

ENTITY = "mockserver"
"""The entity of projects that are named without one."""

_WORD = re.compile(r"\w+", re.ASCII)


def answer(body: GraphQLReq, user: str, projects: Callable[[str], Iterable[str]]) -> GraphQLRes:
    """`{"data"}`, or `{"data": null, "errors"}` for any other query. Observed.

    Clients send no operation name, so words in the query tell them apart. `projects` returns the
    names of an entity's projects.
    """
    variables, words = body.variables or {}, frozenset(_WORD.findall(body.query))
    if "upsertModel" in words:
        model = {"name": variables.get("name"), "description": variables.get("description")}
        return {"data": {"upsertModel": {"model": model}}}
    entity = str(variables.get("entity") or variables.get("entityName") or ENTITY)
    if "models(" in body.query:
        edges = [{"node": _project(name, entity, user)} for name in projects(entity)]
        page = {"__typename": "PageInfo", "endCursor": None, "hasNextPage": False}
        return {"data": {"models": {"pageInfo": page, "edges": edges}}}
    if "project(" in body.query:
        project = _project(variables.get("name"), entity, user)
        return {"data": {"project": {key: project[key] for key in project if key in words}}}
    if "viewer" in words:
        viewer = {field: value for field, value in _viewer(user).items() if field in words}
        return {"data": {"viewer": viewer}}
    return {"data": None, "errors": [{"message": "this server answers start-up queries only"}]}


def _project(name: Json, entity: str, user: str) -> Record:
    """A project in the schema of `wandb`. Observed."""
    return {
        "__typename": "Project",
        "id": f"{entity}/{name}",
        "name": name,
        "entityName": entity,
        "createdAt": "1970-01-01T00:00:00Z",
        "isBenchmark": False,
        "user": _viewer(user),
    }


def _viewer(user: str) -> Record:
    """The caller in the schema of `wandb`: a user in one team, without API keys. Observed."""
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
