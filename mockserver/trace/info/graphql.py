"""The three GraphQL questions that the Python clients ask when they start."""

from __future__ import annotations

from mockserver.core.model import JsonObject, Open, Record

ENTITY = "mockserver"
"""The entity of a caller who names a project without one."""


class GraphQLReq(Open):
    """A GraphQL question, told apart by words in its text: clients send no operation name."""

    query: str
    variables: JsonObject | None = None


def answer(body: GraphQLReq, user: str) -> Record:
    """`{"data"}`, or `{"data": null, "errors"}` for any other question. Observed."""
    variables = body.variables or {}
    if "upsertModel" in body.query:
        made = {"name": variables.get("name"), "description": variables.get("description")}
        return {"data": {"upsertModel": {"model": made}}}
    if "project(" in body.query:
        return {"data": {"project": {"name": variables.get("name")}}}
    if "defaultEntity" in body.query:
        viewer = {"username": user, "defaultEntity": {"name": ENTITY}}
        return {"data": {"viewer": viewer}}
    return {"data": None, "errors": [{"message": "this server answers start-up queries only"}]}
