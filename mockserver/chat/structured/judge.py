"""The judge: `jsonschema` under a limit of steps, without networks and without wild patterns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mockserver.chat.structured.dialect import dialect_of, objects_in, prepared
from mockserver.chat.structured.effort import Effort, Unservable
from mockserver.chat.structured.keywords import Keyword, pattern_keywords
from mockserver.chat.structured.pattern import Pattern

_STEPS_OF_A_KEYWORD = 20
_FICKLE = frozenset({"not", "oneOf", "if", "contains", "dependentSchemas", "unevaluatedItems"})
"""Keywords by which a value may be wrong because something in it is right."""


class Judge:
    """Tells whether values satisfy schemas of one document. Raises Unservable for a broken one.

    References stay inside the document: whatever lies elsewhere is not fetched.
    """

    def __init__(self, schema: Any) -> None:
        from jsonschema_specifications import REGISTRY
        from referencing.jsonschema import specification_with

        known = dialect_of(schema)
        self.effort = Effort()
        self.schema = prepared(schema)
        self._specification = specification_with(known.META_SCHEMA["$schema"])
        resource = self._specification.create_resource(self.schema)
        self.resolver = REGISTRY.resolver_with_root(resource)
        self._class = self._counting(known)
        self._roots = [self._validator(self.schema, self.resolver), *self._lenient()]

    def objection(self, value: Any, schema: Any, resolver: Any) -> str | None:
        """The keyword by which a value does not satisfy a schema of this document, if any."""
        if isinstance(schema, bool):
            return None if schema else "false"
        return self._first(self._validator(schema, resolver), value)

    def objection_to_whole(self, value: Any) -> str | None:
        """The keyword by which a value does not satisfy the document, if any."""
        if isinstance(self.schema, bool):
            return None if self.schema else "false"
        found = (self._first(root, value) for root in self._roots)
        return next(filter(None, found), None)

    def searches(self, pattern: str, text: str) -> bool:
        """Whether a pattern is found in a text."""
        return Pattern.of(pattern).searches(text, self.effort)

    def inside(self, schema: Any, resolver: Any) -> Any:
        """The resolver for a schema that stands inside what `resolver` is for."""
        if isinstance(schema, dict) and ("$id" in schema or "id" in schema):
            return resolver.in_subresource(self._specification.create_resource(schema))
        return resolver

    def _validator(self, schema: Any, resolver: Any) -> Any:
        checker = self._class.FORMAT_CHECKER
        return self._class(schema, format_checker=checker, _resolver=resolver)

    def _lenient(self) -> list[Any]:
        """Formats may count as remarks only; where that can make a difference both must hold."""
        names = set().union(*objects_in(self.schema))
        if "format" not in names or _FICKLE.isdisjoint(names):
            return []
        return [self._class(self.schema, _resolver=self.resolver)]

    def _first(self, validator: Any, value: Any) -> str | None:
        from referencing.exceptions import Unresolvable

        try:
            error = next(validator.iter_errors(value), None)
        except Unresolvable as unresolved:
            raise Unservable(f"`$ref` leads nowhere: {unresolved.ref}") from None
        except RecursionError:
            raise Unservable("the schema refers to itself without an end") from None
        return None if error is None else str(error.validator or "false")

    def _counting(self, known: Any) -> Any:
        from jsonschema import validators

        replaced = pattern_keywords(known.VALIDATORS, self.searches, self.schema)
        keywords = {**known.VALIDATORS, **replaced}
        counted = {name: self._counted(name, keyword) for name, keyword in keywords.items()}
        return validators.extend(known, counted)

    def _counted(self, name: str, keyword: Keyword) -> Keyword:
        cost = _cost_of_pairs if name == "uniqueItems" else _cost

        def count(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any] | None:
            self.effort.spend(cost(value, instance))
            return keyword(validator, value, instance, schema)

        return count


def _cost(value: Any, _: Any) -> int:
    """The steps of a keyword: more for one that lists many values."""
    return _STEPS_OF_A_KEYWORD + (len(value) // 10 if isinstance(value, list) else 0)


def _cost_of_pairs(_: Any, instance: Any) -> int:
    """The steps of comparing every item with every other."""
    pairs = len(instance) ** 2 if isinstance(instance, list) else 0
    return _STEPS_OF_A_KEYWORD + pairs // 200
