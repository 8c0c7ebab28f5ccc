"""Finding what serves a path in a time that does not depend on how many there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Found(NamedTuple, Generic[T]):
    """What a path leads to by method, and what its path parameters are."""

    methods: dict[str, T]
    path_params: Mapping[str, str]


class Branch(Generic[T]):
    """A place in the tree of path segments."""

    __slots__ = ("literal", "methods", "name", "parameter", "rest")

    def __init__(self) -> None:
        self.literal: dict[str, Branch[T]] = {}
        self.parameter: Branch[T] | None = None
        self.name = ""
        self.rest = False
        self.methods: dict[str, T] = {}


class Router(Generic[T]):
    """Paths to what serves them: an exact path by one look-up, any other segment by segment.

    A template's `{name}` matches one segment that is not empty, `{name:path}` all that follow.
    """

    def __init__(self) -> None:
        self._exact: dict[str, dict[str, T]] = {}
        self._root: Branch[T] = Branch()

    def add(self, method: str, template: str, target: T) -> None:
        """Serve `method` on the paths of `template`."""
        if "{" not in template:
            self._exact.setdefault(template, {})[method] = target
            return
        branch = self._root
        for segment in template.strip("/").split("/"):
            branch = _grow(branch, segment)
        branch.methods[method] = target

    def find(self, path: str) -> Found[T] | None:
        """What serves a path, or None if no template fits it."""
        methods = self._exact.get(path)
        return Found(methods, {}) if methods else self._descend(path)

    def _descend(self, path: str) -> Found[T] | None:
        branch, params = self._root, dict[str, str]()
        segments = path[1:].split("/")
        for at, segment in enumerate(segments):
            if known := branch.literal.get(segment):
                branch = known
            elif branch.parameter is None or not segment:
                return None
            else:
                branch = branch.parameter
                params[branch.name] = segment
                if branch.rest:
                    params[branch.name] = "/".join(segments[at:])
                    break
        return Found(branch.methods, params) if branch.methods else None


def _grow(branch: Branch[T], segment: str) -> Branch[T]:
    if not segment.startswith("{"):
        return branch.literal.setdefault(segment, Branch())
    if branch.parameter is None:
        branch.parameter = Branch()
    name, _, convertor = segment.strip("{}").partition(":")
    branch.parameter.name = name
    branch.parameter.rest = convertor == "path"
    return branch.parameter
