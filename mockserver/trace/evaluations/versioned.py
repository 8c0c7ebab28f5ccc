"""Resources whose versions are objects: what makes one, and the rules that hold for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel

from mockserver.core.codec import decode, encode
from mockserver.core.errors import invalid, not_found
from mockserver.core.model import JsonObject, Record
from mockserver.core.refs import version_ref
from mockserver.core.steps import Steps, in_steps
from mockserver.trace.evaluations.models import Named, Page, Responses, VersionsNamed
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.evaluations.values import Read
from mockserver.trace.objects import query as queries
from mockserver.trace.objects import service as objects
from mockserver.trace.objects import versions
from mockserver.trace.objects.models import ObjectVersionFilter, ObjQueryReq
from mockserver.trace.objects.versions import Name

PLACE = ("object_id", "digest", "version_index", "created_at")
"""The fields that place a version, which every answer has."""


@dataclass(frozen=True, slots=True)
class Versioned:
    """Ops, or the objects of a class that is named like the resource."""

    name: str
    body: type[BaseModel]
    value: Callable[[Any, ProjectContext, str], JsonObject]
    """From the body and the object's id to the value that is published."""

    responses: Responses
    members: Mapping[str, Read]
    """The fields of a version in an answer beside its name and digest."""

    ref: str | None = None
    """The field of the answer to a creation that has the ref of the version."""

    sourced: bool = False
    """True if a version without a source is refused. Observed: not in a list."""

    page: ClassVar[type[Page]] = Page
    named: ClassVar[type[Named]] = VersionsNamed
    """The model of the request that names versions to delete."""

    ids_required: ClassVar[bool] = False
    """True if a deletion must name versions; else it means all."""

    def lines(self, page: Page, project: ProjectContext) -> Steps[list[bytes]]:
        """All versions of all objects, the oldest first; also versions that clients published."""
        request = ObjQueryReq(
            project_id=project.name, filter=self._filter(), limit=page.limit, offset=page.offset
        )
        texts = yield from queries.query(project.store, request)
        return (
            yield from in_steps(texts, lambda group: [self._line(text, project) for text in group])
        )

    def create(self, body: Any, project: ProjectContext) -> Record:
        """Keep a version and what it is made of. Raises a 403 for a name that cannot be one."""
        object_id = self.object_id(body.name)
        objects.check_name(object_id)
        version = project.publish(object_id, self.value(body, project, object_id))
        digest = version["digest"]
        identity = {"digest": digest, "object_id": object_id}
        ref = {self.ref: version_ref(project.name, "object", object_id, digest)} if self.ref else {}
        return {**identity, "version_index": version["version_index"], **ref}

    def read(self, path: Mapping[str, str], project: ProjectContext) -> Record:
        """A version by digest, index or `latest`.

        Raises a 404; chosen: also for an object that is no such resource.
        """
        object_id, digest = path["object_id"], path["digest"]
        version = versions.find(project.store, project.name, object_id, digest)
        if not queries.passing(project.store, project.name, self._filter())(version):
            raise not_found(f"{self.name} {object_id}:{digest} not found")
        if self.sourced and project.source(version["val"]) is None:
            raise invalid(f"{self.name} {object_id} has no source file")
        return self._answer(version, project)

    def delete(self, path: Mapping[str, str], digests: list[str], project: ProjectContext) -> int:
        """Delete versions and return how many. Raises a 404 for what is not there."""
        object_id = path["object_id"]
        if not queries.has(project.store, project.name, self._filter([object_id])):
            raise not_found(f"Object {object_id} ({digests or None}) not found when deleting.")
        name, now = Name(project.name, object_id), project.clock.iso()
        return len(objects.delete(project.store, name, digests, now))

    def object_id(self, name: str | None) -> str:
        """The object that keeps versions of this name. Observed: names may share one."""
        return self.name if name is None else name.replace(" ", "_").replace("/", "_").lower()

    def _filter(self, object_ids: list[str] | None = None) -> ObjectVersionFilter:
        is_op = self.name == "Op"
        classes = None if is_op else [self.name]
        return ObjectVersionFilter(is_op=is_op, base_object_classes=classes, object_ids=object_ids)

    def _line(self, text: bytes, project: ProjectContext) -> bytes:
        return encode(self._answer(decode(text), project))

    def _answer(self, version: Record, project: ProjectContext) -> Record:
        members = {name: read(version, project) for name, read in self.members.items()}
        return {**{name: version[name] for name in PLACE}, **members}
