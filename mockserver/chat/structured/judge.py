"""The judge: `jsonschema` within a budget, without network access and without slow patterns.

It validates values by the schema's draft and names the violated keyword. Each keyword spends steps
of the budget, and patterns are matched by our own matcher, which bounds backtracking.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import cache
from typing import Any

from mockserver.chat.structured.budget import Budget, DeadEnd, Unservable
from mockserver.chat.structured.pattern import Pattern

_STEPS_OF_A_KEYWORD = 20
_INVERTING = frozenset({"not", "oneOf", "if", "contains", "dependentSchemas", "unevaluatedItems"})
"""Keywords that may reject a value because a part of it is valid."""

_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})
_DRAFT = re.compile(
    r"https?://json-schema\.org/(?:draft/)?(draft-0[3467]|2019-09|2020-12)/schema/?#?"
)
_DRAFTS = {
    "draft-04": "Draft4Validator",
    "draft-06": "Draft6Validator",
    "draft-07": "Draft7Validator",
    "2019-09": "Draft201909Validator",
    "2020-12": "Draft202012Validator",
}

Keyword = Callable[[Any, Any, Any, Any], Iterator[Any] | None]
"""Yields the errors for a validator, the keyword's value, an instance and its schema."""


class Judge:
    """Validates values by the schemas of one document. Raises Unservable for an invalid document.

    References to other documents are not fetched. If `formats` is false, `format` is ignored.
    """

    def __init__(self, schema: Any, *, formats: bool = True) -> None:
        from jsonschema_specifications import REGISTRY
        from referencing.jsonschema import specification_with

        draft = _draft_of(schema)
        self.budget = Budget()
        self.schema = _ordered(schema)
        self._specification = specification_with(draft.META_SCHEMA["$schema"])
        resource = self._specification.create_resource(self.schema)
        root = resource.id() or ""
        self.resolver = REGISTRY.with_resource(root, resource).crawl().resolver(root)
        objects = [*_objects_in(self.schema)]
        named = [inner.get("patternProperties") for inner in objects]
        self.name_patterns = [name for each in named if isinstance(each, dict) for name in each]
        self._class = _counting(draft)
        self._checker = self._class.FORMAT_CHECKER if formats else None
        self._known: dict[tuple[int, bool], Any] = {}
        """The validators of schemas of this document, which keep their schemas alive."""
        self._roots = [self.validator(self.schema, self.resolver, self._checker)]
        names = set().union(*objects)
        if "format" in names and not _INVERTING.isdisjoint(names):
            # Validators may ignore `format`, so values have to be valid with and without it.
            self._roots.append(self.validator(self.schema, self.resolver, None))

    def objection(self, value: Any, schema: Any, resolver: Any) -> str | None:
        """The keyword of a schema of this document that a value violates, if any."""
        if isinstance(schema, bool):
            return None if schema else "false"
        return self._first_error(self.validator(schema, resolver, self._checker), value)

    def allows(self, value: Any, schemas: Iterable[tuple[Any, Any]]) -> bool:
        """True if a value satisfies all schemas, each given with its resolver."""
        return all(self.objection(value, *each) is None for each in schemas)

    def objection_to_whole(self, value: Any) -> str | None:
        """The keyword of the document's root schema that a value violates, if any."""
        if isinstance(self.schema, bool):
            return None if self.schema else "false"
        return next(filter(None, (self._first_error(root, value) for root in self._roots)), None)

    def searches(self, pattern: str, text: str) -> bool:
        """True if a pattern matches anywhere in a text."""
        return Pattern.of(pattern).searches(text, self.budget)

    def inside(self, schema: Any, resolver: Any) -> Any:
        """The resolver for a nested schema, which may have its own id."""
        if isinstance(schema, dict) and ("$id" in schema or "id" in schema):
            return resolver.in_subresource(self._specification.create_resource(schema))
        return resolver

    def validator(self, schema: Any, resolver: Any, checker: Any) -> Any:
        """The validator of a schema. Making one takes as long as judging a scalar, so those of
        schemas with the document's own resolver are kept."""
        key = id(schema), checker is None
        known = self._known.get(key)
        if known is None or resolver is not self.resolver:
            known = self._class(schema, format_checker=checker, _resolver=resolver)
            if resolver is self.resolver:
                self._known[key] = known
        return known

    def _first_error(self, validator: Any, value: Any) -> str | None:
        from referencing.exceptions import Unresolvable

        _judge.set(self)
        try:
            error = next(validator.iter_errors(value), None)
        except Unresolvable as unresolved:
            raise DeadEnd(f"`$ref` leads nowhere: {unresolved.ref}") from None
        except RecursionError:
            raise Unservable("the schema refers to itself endlessly") from None
        return None if error is None else str(error.validator or "false")


_judge: ContextVar[Judge] = ContextVar("judge")
"""The judge at work, which spends its budget and matches patterns; each greenlet has its own."""


@cache
def _counting(draft: Any) -> Any:
    """A draft's validator class, with counted steps, our patterns and one draft."""
    from jsonschema import validators

    ours = {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
        "unevaluatedProperties": _unevaluated_properties(draft),
    }
    keywords = {name: ours.get(name, known) for name, known in draft.VALIDATORS.items()}
    counted = {name: _counted(name, keyword) for name, keyword in keywords.items()}
    extended = validators.extend(draft, counted)

    def evolve(validator: Any, schema: Any, _resolver: Any = None) -> Any:
        """A validator for a nested schema; the library's would obey a nested `$schema`."""
        if not isinstance(schema, dict | bool):
            raise Unservable("a `$ref` leads to a value that is no schema")
        resolver = _resolver or validator._resolver  # noqa: SLF001
        return _judge.get().validator(schema, resolver, validator.format_checker)

    def descend(
        validator: Any, instance: Any, schema: Any, resolver: Any = None, **_: Any
    ) -> Iterator[Any]:
        """The errors of a nested value, without their paths, which the library would add."""
        resolver = resolver or _judge.get().inside(schema, validator._resolver)  # noqa: SLF001
        errors: Iterator[Any] = evolve(validator, schema, resolver).iter_errors(instance)
        return errors

    extended.evolve, extended.descend = evolve, descend
    return extended


def _counted(name: str, keyword: Keyword) -> Keyword:
    is_pairwise = name == "uniqueItems"

    def count(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any] | None:
        options = len(value) // 10 if isinstance(value, list) else 0
        pairs = len(instance) ** 2 // 200 if is_pairwise and isinstance(instance, list) else 0
        _judge.get().budget.spend(_STEPS_OF_A_KEYWORD + options + pairs)
        return keyword(validator, value, instance, schema)

    return count


def _pattern(validator: Any, pattern: str, instance: Any, _: Any) -> Iterator[Any]:
    from jsonschema import ValidationError

    if isinstance(instance, str) and not _judge.get().searches(pattern, instance):
        yield ValidationError(f"`pattern` {pattern} does not match")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, _: Any) -> Iterator[Any]:
    for name in instance if isinstance(instance, dict) else ():
        for pattern, schema in patterns.items():
            if _judge.get().searches(pattern, name):
                yield from validator.descend(instance[name], schema, path=name)


def _additional_properties(validator: Any, extra: Any, instance: Any, schema: Any) -> Iterator[Any]:
    known, patterns = schema.get("properties", ()), schema.get("patternProperties", ())
    searches = _judge.get().searches
    for name in instance if isinstance(instance, dict) else ():
        if name not in known and not any(searches(each, name) for each in patterns):
            yield from validator.descend(instance[name], extra, path=name)


def _unevaluated_properties(draft: Any) -> Keyword:
    """The library's keyword, which matches names itself and so gets cheap patterns only."""

    def judge(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any] | None:
        patterns = _judge.get().name_patterns
        for name in instance if isinstance(instance, dict) else ():
            if not all(Pattern.of(pattern).is_cheap(name) for pattern in patterns):
                raise Unservable("`unevaluatedProperties` is not supported with such patterns")
        known: Keyword = draft.VALIDATORS["unevaluatedProperties"]
        return known(validator, value, instance, schema)

    return judge


def _draft_of(schema: Any) -> Any:
    """The validator class of the draft that `$schema` names at the root, in any spelling.

    Without a known draft it is 2020-12, or draft 7 for a schema that is valid only there.
    """
    import jsonschema

    name = schema.get("$schema") if isinstance(schema, dict) else None
    if not isinstance(name, str | None):
        raise Unservable("`$schema` is not JSON Schema: it is not a string")
    named = _DRAFT.fullmatch(name) if name else None
    if named and named[1] not in _DRAFTS:
        raise Unservable("`$schema` names draft 3, which is not supported")
    names = [_DRAFTS[named[1]]] if named else ["Draft202012Validator", "Draft7Validator"]
    drafts = [getattr(jsonschema, draft) for draft in names]
    for draft in drafts:
        if not _schema_error(schema, draft):
            return draft
    raise Unservable(_schema_error(schema, drafts[0]))


def _schema_error(schema: Any, draft: Any) -> str:
    """The first error by the meta-schema of a draft, or an empty text."""
    from jsonschema_rs import ValidationError, meta

    if isinstance(schema, dict):
        schema = {**schema, "$schema": draft.META_SCHEMA["$schema"]}
    try:
        meta.validate(schema)
    except ValidationError as error:
        where = "/".join(map(str, error.instance_path))
        return f"`{where or 'schema'}` is not JSON Schema: {error.message[:200]}"
    return ""


def _ordered(value: Any) -> Any:
    """The document with `unevaluated` keywords last. The library computes these without counting
    steps, so the keywords that they depend on have to be counted first."""
    if isinstance(value, list):
        return [_ordered(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: _ordered(value[name]) for name in sorted(value, key=_UNEVALUATED.__contains__)}


def _objects_in(document: Any) -> Iterator[dict[str, Any]]:
    """Every object of a document, at any depth."""
    if isinstance(document, dict):
        yield document
        document = [*document.values()]
    for inner in document if isinstance(document, list) else ():
        yield from _objects_in(inner)
