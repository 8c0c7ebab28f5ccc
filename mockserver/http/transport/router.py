"""A router whose look-up takes the same time for any number of routes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

RECENT = 1024
"""Paths with parameters that are cached: most clients use the few of their project."""


class RouteMatch(NamedTuple, Generic[T]):
    """The targets of a path by method, and its path parameters."""

    methods: dict[str, T]
    path_params: Mapping[str, str]


class Leaf(NamedTuple, Generic[T]):
    """The targets of a template by method, and the positions and names of its parameters."""

    methods: dict[str, T]
    names: list[tuple[int, str]]


class Shape(Generic[T]):
    """Templates of equal length with their literals at the same positions."""

    def __init__(self, places: list[int]) -> None:
        self.places = places
        self.literals = itemgetter(*places)
        self.leaves: dict[Any, Leaf[T]] = {}


class Router(Generic[T]):
    """A table from paths to targets: an exact path takes one look-up, a template one or two.

    `{name}` matches one segment that is not empty, `{name:path}` at the end matches the rest.
    """

    def __init__(self) -> None:
        self._exact: dict[str, RouteMatch[T]] = {}
        self._shapes: dict[int, list[Shape[T]]] = {}
        self._open_ended: dict[str, tuple[str, dict[str, T]]] = {}
        self._templated = lru_cache(RECENT)(self._resolve)

    def add(self, template: str, target: T, *methods: str) -> None:
        """Serve `methods` on the paths of `template`."""
        targets = dict.fromkeys(methods, target)
        beginning, open_ended, name = template.partition("{")
        if template.endswith(":path}"):
            name = name.removesuffix(":path}")
            self._open_ended.setdefault(beginning, (name, {}))[1].update(targets)
        elif open_ended:
            self._leaf(template.split("/")).methods.update(targets)
        else:
            self._exact.setdefault(template, RouteMatch({}, {})).methods.update(targets)

    def find(self, path: str) -> RouteMatch[T] | None:
        """The targets of a path, or None if no template fits."""
        return self._exact.get(path) or self._templated(path)

    def _resolve(self, path: str) -> RouteMatch[T] | None:
        segments = path.split("/")
        for shape in self._shapes.get(len(segments), ()):
            leaf = shape.leaves.get(shape.literals(segments))
            if leaf and "" not in segments[1:]:
                return RouteMatch(
                    leaf.methods, {name: segments[place] for place, name in leaf.names}
                )
        for beginning, (name, methods) in self._open_ended.items():
            if path.startswith(beginning) and path != beginning:
                return RouteMatch(methods, {name: path[len(beginning) :]})
        return None

    def _leaf(self, segments: list[str]) -> Leaf[T]:
        named = [(place, part.strip("{}")) for place, part in enumerate(segments) if "{" in part]
        places = [place for place, part in enumerate(segments) if "{" not in part]
        shapes = self._shapes.setdefault(len(segments), [])
        shape = next((shape for shape in shapes if shape.places == places), None)
        if shape is None:
            shape = Shape(places)
            shapes.append(shape)
            shapes.sort(key=lambda shape: -len(shape.places))
        return shape.leaves.setdefault(shape.literals(segments), Leaf({}, named))
