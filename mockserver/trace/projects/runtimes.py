"""Objects that are published on behalf of a client: runtimes, and links to a registry.

A runtime is an object of the class Provider, and each of its models one of the class ProviderModel
that names the version of its provider.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mockserver.core.codec import decode
from mockserver.core.digest import DigestOrder
from mockserver.core.errors import invalid
from mockserver.core.model import Json
from mockserver.core.project import check_project
from mockserver.core.refs import parse_ref
from mockserver.core.steps import Steps
from mockserver.store.store import Store
from mockserver.trace.kinds import OBJECTS
from mockserver.trace.objects import labels, query, versions
from mockserver.trace.objects import service as objects
from mockserver.trace.objects.labels import ALIAS
from mockserver.trace.objects.models import NewObject, ObjectVersionFilter, ObjQueryReq
from mockserver.trace.objects.versions import Name
from mockserver.trace.projects.models import RegistryLinkReq, RuntimeReq, RuntimeRes

_NOT_IN_AN_ID = re.compile(r"[^a-zA-Z0-9_-]")


class Publisher(NamedTuple):
    """Publishes objects of a project at one moment."""

    store: Store
    project: str
    order: DigestOrder
    now: str

    def publish(self, object_id: str, value: Json, builtin: str | None = None) -> str:
        """Store a value as the latest version of its object and return its digest."""
        new = NewObject(
            project_id=self.project, object_id=object_id, val=value, builtin_object_class=builtin
        )
        return objects.publish(self.store, new, self.order, self.now, None)


def apply(publisher: Publisher, name: str, request: RuntimeReq) -> Steps[RuntimeRes]:
    """Let a runtime have exactly these models. Raises a 400 if two of them are one object."""
    store, project = publisher.store, publisher.project
    provider = _object_id(name)
    models = {f"{provider}-{_object_id(each.id)}": each for each in request.runtime_ids}
    if len(models) < len(request.runtime_ids):
        raise invalid("Runtime IDs map to the same storage identity")
    former = versions.versions_of(store, OBJECTS, Name(project, provider))
    former_digests = {version["digest"] for version in former}
    value = {
        "name": name,
        "base_url": request.base_url,
        "extra_headers": request.headers,
        "api_key_name": request.api_key_secret or "",
    }
    digest = publisher.publish(provider, value, "Provider")
    for object_id, each in models.items():
        model = {"name": each.id, "provider": digest, "max_tokens": each.max_tokens}
        publisher.publish(object_id, model, "ProviderModel")
    conditions = ObjectVersionFilter(base_object_classes=["ProviderModel"], latest_only=True)
    latest = yield from query.query(store, ObjQueryReq(project_id=project, filter=conditions))
    for known in map(decode, latest):
        if known["val"]["provider"] in former_digests and known["object_id"] not in models:
            objects.delete(store, Name(project, known["object_id"]), [], publisher.now)
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
    """Publish a version in the project of a registry, with aliases, and return its index there.

    Raises a 404 for an unknown version. Chosen: a registry is an ordinary project.
    """
    ref, target = parse_ref(request.ref), request.target
    version = versions.find(store, ref.project_id, ref.name, ref.version)
    project = check_project(f"{target.entity_name}/{target.project_name}")
    digest = Publisher(store, project, order, now).publish(target.portfolio_name, version["val"])
    labels.add(store, ALIAS, Name(project, target.portfolio_name), digest, request.aliases)
    return versions.index_of(versions.find(store, project, target.portfolio_name, digest))


def _object_id(name: str) -> str:
    return _NOT_IN_AN_ID.sub("_", name)
