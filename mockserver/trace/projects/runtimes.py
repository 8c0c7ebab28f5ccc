"""Objects of a project that nobody published there: runtimes, and versions of other projects.

A runtime is an object of the class Provider, and each of its models one of the class ProviderModel
that names the version of its provider.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mockserver.core.codec import decode
from mockserver.core.digest import DigestOrder
from mockserver.core.errors import invalid
from mockserver.core.model import Json, Record
from mockserver.core.project import check_project
from mockserver.core.refs import parse_ref
from mockserver.core.steps import Steps
from mockserver.store.store import Store
from mockserver.trace.objects import labels, query, versions
from mockserver.trace.objects import service as objects
from mockserver.trace.objects.kinds import OBJECTS
from mockserver.trace.objects.labels import ALIAS
from mockserver.trace.objects.models import NewObject, ObjectVersionFilter, ObjQueryReq
from mockserver.trace.objects.versions import Name
from mockserver.trace.projects.models import RegistryLinkReq, RuntimeReq, RuntimeRes

_NOT_IN_AN_ID = re.compile(r"[^a-zA-Z0-9_-]")


class Shelf(NamedTuple):
    """The objects of a project, as they are published at one moment."""

    store: Store
    project: str
    order: DigestOrder
    now: str

    def publish(self, object_id: str, value: Json, builtin: str | None = None) -> str:
        """Keep a value as the latest version of its object and return its digest."""
        new = NewObject(
            project_id=self.project, object_id=object_id, val=value, builtin_object_class=builtin
        )
        return objects.publish(self.store, new, self.order, self.now, None)

    def models(self) -> Steps[list[Record]]:
        """The latest versions of all models of runtimes."""
        wanted = ObjectVersionFilter(base_object_classes=["ProviderModel"], latest_only=True)
        request = ObjQueryReq(project_id=self.project, filter=wanted)
        return [*map(decode, (yield from query.query(self.store, request)))]


def apply(shelf: Shelf, name: str, request: RuntimeReq) -> Steps[RuntimeRes]:
    """Let a runtime have just these models. Raises a 400 if two of them are one object."""
    provider = _object_id(name)
    wanted = {f"{provider}-{_object_id(each.id)}": each for each in request.runtime_ids}
    if len(wanted) < len(request.runtime_ids):
        raise invalid("Runtime IDs map to the same storage identity")
    known = versions.versions_of(shelf.store, OBJECTS, Name(shelf.project, provider))
    before = {version["digest"] for version in known}
    endpoint = {"base_url": request.base_url, "extra_headers": request.headers}
    secret = request.api_key_secret or ""
    value = {"name": name, **endpoint, "api_key_name": secret}
    digest = shelf.publish(provider, value, "Provider")
    for object_id, each in wanted.items():
        model = {"name": each.id, "provider": digest, "max_tokens": each.max_tokens}
        shelf.publish(object_id, model, "ProviderModel")
    for kept in (yield from shelf.models()):
        if kept["val"]["provider"] in before and kept["object_id"] not in wanted:
            objects.delete(shelf.store, Name(shelf.project, kept["object_id"]), [], shelf.now)
    return {
        "name": name,
        "base_url": request.base_url,
        "api_key_secret": request.api_key_secret,
        "headers": request.headers,
        "runtime_ids": [
            {**each.model_dump(), "playground_id": f"custom::{name}::{each.id}"}  # type: ignore[typeddict-item]
            for each in request.runtime_ids
        ],
    }


def link(store: Store, request: RegistryLinkReq, order: DigestOrder, now: str) -> int:
    """Publish a version in the project of a registry, under aliases, and return its index.

    Raises a 404 if it is not there. Chosen: a registry is a project like any other.
    """
    ref, target = parse_ref(request.ref), request.target
    version = versions.find(store, ref.project_id, ref.name, ref.version)
    project = check_project(f"{target.entity_name}/{target.project_name}")
    digest = Shelf(store, project, order, now).publish(target.portfolio_name, version["val"])
    labels.add(store, ALIAS, Name(project, target.portfolio_name), digest, request.aliases)
    return versions.index_of(versions.find(store, project, target.portfolio_name, digest))


def _object_id(name: str) -> str:
    return _NOT_IN_AN_ID.sub("_", name)
