"""The judge: `jsonschema` under a limit of steps, without networks and without wild patterns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mockserver.inference.guided.effort import Effort, Unservable
from mockserver.inference.guided.keywords import Keyword, pattern_keywords
from mockserver.inference.guided.pattern import Pattern

_STEPS_OF_A_KEYWORD = 20
_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})


class Judge:
    """Tells whether values satisfy schemas of one document. Raises Unservable for a broken one.

    References stay inside the document: whatever lies elsewhere is not fetched.
    """

    def __init__(self, schema: Any) -> None:
        from jsonschema_specifications import REGISTRY
        from referencing.jsonschema import specification_with

        known = _dialect_of(schema)
        self.effort = Effort()
        self.schema = _prepared(schema)
        self._specification = specification_with(known.META_SCHEMA["$schema"])
        resource = self._specification.create_resource(self.schema)
        self.resolver = REGISTRY.resolver_with_root(resource)
        self._class = self._counting(known)
        self._root = self._validator(self.schema, self.resolver)

    def accepts(self, value: Any, schema: Any, resolver: Any) -> bool:
        """Whether a value satisfies a schema of this document."""
        if isinstance(schema, bool):
            return schema
        return self._is_valid(self._validator(schema, resolver), value)

    def accepts_whole(self, value: Any) -> bool:
        """Whether a value satisfies the document."""
        if isinstance(self.schema, bool):
            return self.schema
        return self._is_valid(self._root, value)

    def inside(self, schema: Any, resolver: Any) -> Any:
        """The resolver for a schema that stands inside what `resolver` is for."""
        if isinstance(schema, dict) and ("$id" in schema or "id" in schema):
            return resolver.in_subresource(self._specification.create_resource(schema))
        return resolver

    def _validator(self, schema: Any, resolver: Any) -> Any:
        checker = self._class.FORMAT_CHECKER
        return self._class(schema, format_checker=checker, _resolver=resolver)

    def _is_valid(self, validator: Any, value: Any) -> bool:
        from referencing.exceptions import Unresolvable

        try:
            return bool(validator.is_valid(value))
        except Unresolvable as error:
            raise Unservable(f"`$ref` leads nowhere: {error.ref}") from None
        except RecursionError:
            raise Unservable("the schema refers to itself without an end") from None

    def _counting(self, known: Any) -> Any:
        from jsonschema import validators

        replaced = pattern_keywords(known.VALIDATORS, self._searches, self.schema)
        keywords = {**known.VALIDATORS, **replaced}
        counted = {name: self._counted(keyword) for name, keyword in keywords.items()}
        return validators.extend(known, counted)

    def _searches(self, pattern: str, text: str) -> bool:
        return Pattern.of(pattern).searches(text, self.effort)

    def _counted(self, keyword: Keyword) -> Keyword:
        def count(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any] | None:
            self.effort.spend(_STEPS_OF_A_KEYWORD)
            return keyword(validator, value, instance, schema)

        return count


def _dialect_of(schema: Any) -> Any:
    """The validator class by `$schema`, else 2020-12, else draft 7 if that is how it is spelled."""
    from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker, validators
    from jsonschema.exceptions import SchemaError

    named = validators.validator_for(schema, default=None)
    tried = [named] if named else [Draft202012Validator, Draft7Validator]
    broken: SchemaError | None = None
    for known in tried:
        try:
            known.check_schema(schema, format_checker=FormatChecker(()))
        except SchemaError as error:
            broken = broken or error
        else:
            return known
    assert broken is not None
    where = "/".join(map(str, broken.absolute_path))
    raise Unservable(f"`{where or 'schema'}` is not JSON Schema: {broken.message[:200]}")


def _prepared(schema: Any) -> Any:
    """The document as it is judged.

    A `$schema` further down would bring in a class that does not count, and what is unevaluated
    is looked for without counting, so that must have been counted as evaluated before.
    """
    if isinstance(schema, list):
        return [_prepared(value) for value in schema]
    if not isinstance(schema, dict):
        return schema
    kept = [
        name for name, value in schema.items() if name != "$schema" or not isinstance(value, str)
    ]
    return {name: _prepared(schema[name]) for name in sorted(kept, key=_UNEVALUATED.__contains__)}
