"""The judge: `jsonschema` under a limit of steps, without networks and without wild patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mockserver.inference.guided.effort import Effort, Unservable

Keyword = Callable[[Any, Any, Any, Any], Iterator[Any] | None]


class Judge:
    """Tells whether values satisfy schemas of one document. Raises Unservable for a broken one.

    References stay inside the document: whatever lies elsewhere is not fetched.
    """

    def __init__(self, schema: Any) -> None:
        from jsonschema_specifications import REGISTRY
        from referencing.jsonschema import specification_with

        known = _dialect_of(schema)
        self.effort = Effort()
        self.schema = _without_dialects(schema)
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

        counted = {name: self._counted(keyword) for name, keyword in known.VALIDATORS.items()}
        return validators.extend(known, counted)

    def _counted(self, keyword: Keyword) -> Keyword:
        def count(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[Any] | None:
            self.effort.spend()
            return keyword(validator, value, instance, schema)

        return count


def _dialect_of(schema: Any) -> Any:
    """The validator class by `$schema`, else 2020-12, else draft 7 if that is how it is spelled."""
    from jsonschema import Draft7Validator, Draft202012Validator, validators
    from jsonschema.exceptions import SchemaError

    named = validators.validator_for(schema, default=None)
    tried = [named] if named else [Draft202012Validator, Draft7Validator]
    broken: SchemaError | None = None
    for known in tried:
        try:
            known.check_schema(schema)
        except SchemaError as error:
            broken = broken or error
        else:
            return known
    assert broken is not None
    where = "/".join(map(str, broken.absolute_path))
    raise Unservable(f"`{where or 'schema'}` is not JSON Schema: {broken.message[:200]}")


def _without_dialects(schema: Any) -> Any:
    """A `$schema` further down would make `jsonschema` judge by a class that does not count."""
    if isinstance(schema, dict):
        return {
            name: _without_dialects(value)
            for name, value in schema.items()
            if name != "$schema" or not isinstance(value, str)
        }
    if isinstance(schema, list):
        return [_without_dialects(value) for value in schema]
    return schema
