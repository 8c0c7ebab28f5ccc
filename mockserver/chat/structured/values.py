"""Values for schemas: the writer of one document, and how it makes objects and arrays.

A value comes from what its schema lists, else from what it suggests, else from the type that its
plan leaves. `scalars` makes every value that is neither an object nor an array.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mockserver.chat.model.values.plausible import Persona
from mockserver.chat.structured.budget import DeadEnd, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.judge import Judge
from mockserver.chat.structured.plan import Plan, Planner, Subschema, prefix_of, rest_of
from mockserver.chat.structured.scalars import NOTHING, Scalars, Spot
from mockserver.core.codec import encode
from mockserver.core.limits import MOST_ITEMS, MOST_PROPERTIES

DEPTH = 5
"""Chosen: how deep values nest where the schema leaves a choice."""

_DEEPEST = 40
_USUAL_VALUES = 100
_STEPS_OF_A_VALUE = 8
_TRIES = 5

_USUAL_PROPERTIES = 2
_USUAL_OPTIONAL = 100
_PERCENT_OF_OPTIONAL = 75
_USUAL_ITEMS = 3
_REDRAWS = 12


class Message(NamedTuple):
    """The user's message, and the values that it has for the properties of the document."""

    text: str = ""
    known: dict[str, Any] = {}  # noqa: RUF012
    is_sparing: bool = False
    """True to leave out optional properties without a known value, except an only property."""


NO_MESSAGE = Message()


class ValueWriter:
    """Writes one document. A careful writer has every part of it judged, which costs more."""

    def __init__(
        self, judge: Judge, planner: Planner, draws: Draws, message: Message, *, careful: bool
    ) -> None:
        self.planner = planner
        self.draws = draws
        self.careful = careful
        self.message = message
        self.judge = judge
        self._scalars = Scalars(judge, draws)
        self._values_so_far = 0

    def document(self, root: Subschema, depth: int) -> Any:
        """A value for the whole document, in which optional values nest at most `depth` deep."""
        return self.value([root], Spot("$", "", depth, self.new_persona(), self.message.known))

    def new_persona(self, known: Mapping[str, Any] | None = None) -> Persona:
        """A person for the next object or item to be about."""
        return Persona(self.draws, self.message.text, known or {})

    def value(self, schemas: Sequence[Subschema], spot: Spot) -> Any:
        """A value for several schemas; certain to satisfy them only if the writer is careful."""
        is_scalar = spot.known is not NOTHING and not isinstance(spot.known, dict | list)
        if is_scalar and self.judge.allows(spot.known, schemas):
            return spot.known
        if not self.careful:
            return self._draft(schemas, spot)
        failure = DeadEnd("no value was found", spot.path)
        for _ in range(_TRIES):
            try:
                value = self._draft(schemas, spot)
            except DeadEnd as error:
                failure = error
                continue
            objections = (self.judge.objection(value, *each) for each in schemas)
            objection = next(filter(None, objections), None)
            if objection is None:
                return value
            failure = DeadEnd(f"no value was found that `{objection}` allows", spot.path)
        raise failure

    def _draft(self, schemas: Sequence[Subschema], spot: Spot) -> Any:
        """A value that nobody has judged. A dead end without a path gets that of the spot."""
        if spot.depth < DEPTH - _DEEPEST:
            raise Unservable("the schema nests deeper than this server writes", spot.path)
        self.judge.budget.spend(_STEPS_OF_A_VALUE)
        self._values_so_far += 1
        if self._values_so_far > _USUAL_VALUES:
            spot = spot._replace(depth=min(spot.depth, 0))
        plan = self.planner.plan(schemas, self.draws, spot.depth)
        for _ in range(_TRIES if spot.known_type else 0):  # until the alternative has that type
            if not plan.all("type") or spot.known_type in str(plan.all("type")):
                break
            plan = self.planner.plan(schemas, self.draws, spot.depth)
        try:
            return self._planned(plan, spot)
        except DeadEnd as error:
            if error.path != "$" or spot.path == "$":
                raise
            raise DeadEnd(error.reason, spot.path) from None

    def _planned(self, plan: Plan, spot: Spot) -> Any:
        if (listed := self._scalars.listed(plan)) is not NOTHING:
            return listed
        if not spot.known_type and (suggested := self._scalars.suggested(plan)) is not NOTHING:
            return suggested
        type_ = plan.type(self.draws, careful=self.careful)
        if type_ == "object":
            return _ObjectWriter(self, plan, spot).object()
        if type_ == "array":
            return _ArrayWriter(self, plan, spot).array()
        return self._scalars.write(type_, plan, spot)


class _ObjectWriter:
    """Writes one object with all optional properties that the depth allows.

    A careful writer leaves some of them out, since an object with all of them may have failed.
    """

    def __init__(self, writer: ValueWriter, plan: Plan, spot: Spot) -> None:
        self._writer = writer
        self._planner = writer.planner
        self._plan = plan
        self._spot = spot
        self._titled = spot._replace(name=spot.name or "".join(plan.all("title")[:1]))
        self._persona = writer.new_persona(spot.known_properties)
        self._declared = [*dict.fromkeys(name for each in plan.all("properties") for name in each)]
        self._dependent = [*plan.all("dependentRequired"), *plan.all("dependencies")]
        self._required = self._all_required()
        self._least = max(plan.least("minProperties", 0), len(self._required))
        self._most = plan.most("maxProperties", MOST_PROPERTIES)

    def object(self) -> dict[str, Any]:
        """The object, its properties in the order in which the schema declares them."""
        if self._least > MOST_PROPERTIES:
            raise Unservable(f"an object has more than {MOST_PROPERTIES} properties")
        if self._least > self._most:
            raise DeadEnd("`required`, `minProperties` and `maxProperties` leave no object")
        values: dict[str, Any] = {}
        for name in self._chosen():
            self._add(values, name, is_required=name in self._required)
        self._fill(values)
        return values

    def _all_required(self) -> dict[str, None]:
        """The required names, and the names that these require in turn."""
        required: dict[str, None] = {}
        queue = [name for names in self._plan.all("required") for name in names]
        for name in queue:
            if name not in required:
                required[name] = None
                queue += self._required_by(name)
        return required

    def _required_by(self, name: str) -> list[str]:
        """The names that are required once the property `name` is present."""
        lists = (names.get(name) for names in self._dependent)
        return [each for names in lists if isinstance(names, list) for each in names]

    def _chosen(self) -> list[str]:
        optional = [name for name in self._declared if name not in self._required]
        known = [name for name in optional if name in self._spot.known_properties]
        taken = known + [name for name in optional if name not in known and self._takes(name)]
        spare = min(self._most - len(self._required), _USUAL_OPTIONAL)
        chosen = {*self._required, *taken[:spare]}
        names = dict.fromkeys([*self._declared, *self._required])
        return [name for name in names if name in chosen]

    def _takes(self, name: str) -> bool:
        """True for an optional property that the depth allows and that requires no others."""
        declared = [part.schema.get("properties", {}).get(name) for part in self._plan.parts]
        has_options = any(isinstance(each, dict) and "enum" in each for each in declared)
        if self._writer.message.is_sparing and (has_options or len(self._declared) > 1):
            return False
        depth = self._spot.depth - 1
        fits = all(self._planner.fits(each, depth) for each in self._schemas(name))
        drawn = not self._writer.careful or self._writer.draws.chance(_PERCENT_OF_OPTIONAL)
        return fits and drawn and self._required.keys() >= {*self._required_by(name)}

    def _schemas(self, name: str) -> list[Subschema]:
        """The schemas that the value of a property has to satisfy."""
        found: list[Subschema] = []
        for part in self._plan.parts:
            schema, patterns = part.schema, part.schema.get("patternProperties", {})
            inner = [schema["properties"][name]] if name in schema.get("properties", ()) else []
            searches = self._writer.judge.searches
            inner += [patterns[pattern] for pattern in patterns if searches(pattern, name)]
            if not inner and "additionalProperties" in schema:
                inner = [schema["additionalProperties"]]
            found += [self._planner.inside(part, each) for each in inner]
        return found or self._planner.inside_all(self._plan, "unevaluatedProperties")

    def _add(self, values: dict[str, Any], name: str, *, is_required: bool = False) -> None:
        try:
            spot = self._titled.of_property(name, self._persona)
            values[name] = self._writer.value(self._schemas(name), spot)
        except DeadEnd:
            if is_required:
                raise

    def _fill(self, values: dict[str, Any]) -> None:
        """Add optional properties, then invented ones, up to the number the schema requires."""
        for name in self._declared:
            if len(values) < self._least and name not in values:
                self._add(values, name)
        is_closed = bool(self._plan.all("properties")) or self._spot.depth <= 0
        number = min(max(self._least, 0 if is_closed else _USUAL_PROPERTIES), self._most)
        for _ in range(2 * number):
            if len(values) >= number:
                return
            self._invent(values)
        if len(values) < self._least:
            raise DeadEnd("`minProperties` requires more properties than are allowed")

    def _invent(self, values: dict[str, Any]) -> None:
        """Add a property with a name that nobody declared, from `patternProperties` if given."""
        schemas = self._planner.inside_all(self._plan, "propertyNames")
        if patterns := [name for each in self._plan.all("patternProperties") for name in each]:
            pattern = self._writer.draws.pick(patterns)
            schemas.append(Subschema({"type": "string", "pattern": pattern}, None))
        spot = self._spot.of_property("property", self._writer.new_persona())
        try:
            text = Subschema({"type": "string"}, None)
            name = str(self._writer.value([text, *schemas], spot))
        except DeadEnd:
            return
        if name in values and not schemas:
            name = f"{name}_{len(values)}"
        if name not in values and name not in self._declared:
            self._add(values, name)


class _ArrayWriter:
    """Writes one array: as many items as are declared, else a few."""

    def __init__(self, writer: ValueWriter, plan: Plan, spot: Spot) -> None:
        self._writer = writer
        self._plan = plan
        self._spot = spot
        self._is_unique = any(plan.all("uniqueItems"))
        self._taken: set[bytes] = set()
        contained = [
            len(prefix_of(part.schema)) + int(part.schema.get("minContains", 1))
            for part in plan.parts
            if "contains" in part.schema and part.schema.get("minContains", 1)
        ]
        self._least = max([plan.least("minItems", 0), *contained])

    def array(self) -> list[Any]:
        """The array. An optional item that leads to a dead end is its end."""
        items: list[Any] = []
        for index in range(self._length()):
            schemas = self._schemas(index)
            try:
                item = self._item(schemas, index)
                if isinstance(item, str) and item in items:  # people avoid this if they can
                    item = self._item(schemas, index)
            except DeadEnd:
                if index < self._least:
                    raise
                break
            items.append(item)
        return items

    def _length(self) -> int:
        plan = self._plan
        declared = max((len(prefix_of(part.schema)) for part in plan.parts), default=0)
        most = plan.most("maxItems", MOST_ITEMS)
        rests = [rest_of(part.schema) for part in plan.parts]
        for part, rest in zip(plan.parts, rests, strict=True):
            if rest is False:
                most = min(most, len(prefix_of(part.schema)))
        if False in plan.all("unevaluatedItems") and all(rest is None for rest in rests):
            most = min(most, declared)
        if self._least > MOST_ITEMS:
            raise Unservable(f"an array has more than {MOST_ITEMS} items")
        if self._least > most:
            raise DeadEnd("`minItems` and the limits of the items leave no array")
        usual = self._spot.known_items or declared
        if not usual and self._spot.known != [] and self._spot.depth > 0:
            usual = self._writer.draws.between(1, _USUAL_ITEMS)
        return min(max(usual, self._least), most)

    def _schemas(self, index: int) -> list[Subschema]:
        """The schemas that the item at an index has to satisfy."""
        planner = self._writer.planner
        found: list[Subschema] = []
        for part in self._plan.parts:
            first, rest = prefix_of(part.schema), rest_of(part.schema)
            if index < len(first):
                found.append(planner.inside(part, first[index]))
            elif rest is not None:
                found.append(planner.inside(part, rest))
            if "contains" in part.schema:
                position = index - len(first)
                if 0 <= position < int(part.schema.get("minContains", 1)):
                    found.append(planner.inside(part, part.schema["contains"]))
        return found or planner.inside_all(self._plan, "unevaluatedItems")

    def _item(self, schemas: list[Subschema], index: int) -> Any:
        """An item, different from all others if the schema requires that."""
        for _ in range(_REDRAWS):
            spot = self._spot.of_item(index, self._writer.new_persona())
            item = self._writer.value(schemas, spot)
            if not self._is_unique:
                return item
            if (normal := encode(_normal(item))) not in self._taken:
                self._taken.add(normal)
                return item
        raise DeadEnd("`uniqueItems` leaves no further item")


def _normal(item: Any) -> Any:
    """The same value for all items that JSON Schema considers equal."""
    if isinstance(item, float) and item.is_integer():
        return int(item)
    if isinstance(item, list):
        return [_normal(inner) for inner in item]
    if isinstance(item, dict):
        return {name: _normal(item[name]) for name in sorted(item)}
    return item
