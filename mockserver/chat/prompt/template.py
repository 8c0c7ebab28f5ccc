"""Chat templates of the client's own: Jinja in a sandbox, with one budget of time and text.

The budget is spent where a template can grow: in each pass of a loop, each call of a macro, each
text or list that is made. Filters and methods that make much out of little, such as padding to a
width, are left out of the sandbox.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from itertools import chain
from typing import Any, cast

from jinja2 import TemplateError, nodes
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from mockserver.core.clock import processor_time
from mockserver.core.codec import encode
from mockserver.core.errors import invalid
from mockserver.core.limits import (
    LARGEST_CONTEXT,
    LONGEST_TEMPLATE,
    MOST_RENDERED,
    TEMPLATE_SECONDS,
)

_WIDEST_NUMBER = 256
"""Bits."""

_FILTERS = (
    *("abs", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "first", "float"),
    *("int", "items", "last", "length", "list", "lower", "map", "max", "min", "reject"),
    *("rejectattr", "reverse", "safe", "select", "selectattr", "sort", "string", "title"),
    *("unique", "upper"),
)
_GLOBALS = ("cycler", "dict", "joiner", "namespace", "range")
_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset({
        *("capitalize", "count", "endswith", "find", "index", "isalnum", "isalpha", "isdigit"),
        *("islower", "isnumeric", "isspace", "isupper", "join", "lower", "lstrip", "partition"),
        *("removeprefix", "removesuffix", "replace", "rstrip", "split", "splitlines"),
        *("startswith", "strip", "swapcase", "title", "upper"),
    }),
    dict: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    int: frozenset(),
    float: frozenset(),
    tuple: frozenset(),
}  # fmt: skip
"""Methods a template may call; of other types, those that Jinja's sandbox allows. Searches from
the end of a text are not among them: their time grows with the product of both lengths."""


def rendered(template: str, values: Mapping[str, Any]) -> str:
    """The text of a template. Raises a 400 if the template fails or exceeds its budget.

    Observed: an error of the template's own is a 400 with its message.
    """
    if len(template) > LONGEST_TEMPLATE:
        raise invalid(f"The chat template has more than {LONGEST_TEMPLATE} characters.")
    _check_size(values)
    sandbox = _Sandbox()
    try:
        text: str = sandbox.spent(sandbox.from_string(template).render(values))
    except Exception as error:
        message = str(error)[:500] or type(error).__name__
        raise invalid(f"The chat template cannot be rendered: {message}") from None
    return text


def _check_size(values: Mapping[str, Any]) -> None:
    try:
        size = len(encode(values))
    except RecursionError:
        raise invalid("The conversation nests too deeply for a chat template.") from None
    if size > LARGEST_CONTEXT:
        raise invalid(
            f"The conversation has more than the {LARGEST_CONTEXT} bytes a chat template takes."
        )


class _Budget:
    """The processor time, characters and items that are left to one rendering."""

    def __init__(self) -> None:
        self._deadline = processor_time() + TEMPLATE_SECONDS
        self._left = MOST_RENDERED
        self._sizes: dict[int, tuple[Any, int]] = {}
        """Size by identity; the value is kept so that no other takes its identity."""

    def spend(self, amount: int = 0) -> None:
        """Pay for so many characters or items. Raises TemplateError if too little is left."""
        self._left -= amount
        if self._left < 0 or processor_time() > self._deadline:
            raise TemplateError(
                f"it takes more than {TEMPLATE_SECONDS:g} s or {MOST_RENDERED} characters"
            )

    def spent(self, value: Any) -> Any:
        """The value itself, paid for.

        A list that holds another one twice costs little to make, but all of it when it is
        compared or written; so it is paid for as if it were written out.
        """
        if isinstance(value, int) and value.bit_length() > _WIDEST_NUMBER:
            raise TemplateError(f"a number has more than {_WIDEST_NUMBER} bits")
        if isinstance(value, (str, list, tuple, dict)):
            self.spend(len(value))
            if self._size(value) > MOST_RENDERED:
                raise TemplateError(f"a value has more than {MOST_RENDERED} characters")
        return value

    def _size(self, value: Any) -> int:
        if isinstance(value, str):
            return len(value)
        if not isinstance(value, (list, tuple, dict)):
            return 1
        known = self._sizes.get(id(value))
        if known is None:
            items = chain(value, value.values()) if isinstance(value, dict) else value
            known = self._sizes[id(value)] = value, 1 + sum(map(self._size, items))
        return known[1]


class _Sandbox(ImmutableSandboxedEnvironment):
    """An environment for one rendering."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})

    def __init__(self) -> None:
        super().__init__(
            trim_blocks=True,
            lstrip_blocks=True,
            optimized=False,
            finalize=self.written,
            extensions=["jinja2.ext.loopcontrols"],
        )
        budget = _Budget()
        self.spend, self.spent = budget.spend, budget.spent
        filters: dict[str, Callable[..., Any]] = {name: self.filters[name] for name in _FILTERS}
        filters |= {"join": self.join, "replace": self.replace, "trim": _trim, "tojson": _json_text}
        self.filters = {name: self._paid(found) for name, found in filters.items()}
        self.tests = {name: self._paid(cast("Any", test)) for name, test in self.tests.items()}
        self.globals = {name: self.globals[name] for name in _GLOBALS}
        self.globals |= {"namespace": _Namespace, "raise_exception": _raise_exception}

    def step(self, literal: int) -> str:
        """Pay for a pass of a loop or a call of a macro with so many characters of plain text."""
        self.spend(literal)
        return ""

    def written(self, value: Any) -> str:
        """A value as text."""
        text = str(value)
        self.spend(len(text))
        return text

    def joined(self, *values: Any) -> str:
        """Values side by side, as `~` puts them."""
        return self.join(values)

    def join(self, values: Iterable[Any], between: Any = "", attribute: Any = None) -> str:
        """Values, or an attribute of each, as one text."""
        if attribute is not None:
            values = [self.getitem(value, attribute) for value in values]
        texts = [self.written(value) for value in values]
        mark = str(between)
        self.spend(len(mark) * len(texts))
        return mark.join(texts)

    def replace(self, text: Any, old: str, new: str, count: int | None = None) -> str:
        """A text with `new` in place of `old`."""
        before: str = str(text)
        self.spend(before.count(old) * len(new))
        return before.replace(old, new, -1 if count is None else count)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """True if a template may use an attribute."""
        for kind, methods in _METHODS.items():
            if isinstance(obj, kind):
                return attr in methods
        return super().is_safe_attribute(obj, attr, value)

    def call(self, context: Context, obj: Any, /, *args: Any, **options: Any) -> Any:
        """Call what a template calls."""
        self.spent((*args, options))
        subject, name = getattr(obj, "__self__", None), getattr(obj, "__name__", "")
        if isinstance(subject, str) and name == "join":
            return self.join(args[0], subject)
        if isinstance(subject, str) and name == "replace":
            return self.replace(subject, *args)
        return self.spent(super().call(context, obj, *args, **options))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Calculate, or add texts and lists."""
        if operator == "**":
            raise TemplateError("there are no powers")
        are_numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
        if operator != "+" and not are_numbers:
            raise TemplateError(f"`{operator}` works on numbers only")
        return self.spent(super().call_binop(context, operator, left, right))

    def wrap_str_format(self, value: Any) -> None:
        """Refuse formatting: a width makes a text as long as one likes."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        _Metering().visit(tree)
        return tree

    def _paid(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A filter or a test whose result is paid for; it keeps the attributes that Jinja reads."""

        @wraps(function)
        def paid(*args: Any, **options: Any) -> Any:
            return self.spent(function(*args, **options))

        return paid


class _Metering(NodeTransformer):
    """Puts calls into a template, before it is compiled, that spend its budget.

    `step` runs in each pass of a loop and each call of a macro, `joined` takes the place of `~`,
    and `spent` encloses comparisons, slices, lists, tuples and dictionaries.
    """

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        """A loop, whose condition is evaluated for each item too."""
        if node.test:
            node.test = _call("spent", [node.test], node.lineno)
        return self._stepped(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        """Texts side by side."""
        self.generic_visit(node)
        return _call("joined", node.nodes, node.lineno)

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802
        """An item, or a slice of a text or a list."""
        self.generic_visit(node)
        return _call("spent", [node], node.lineno) if isinstance(node.arg, nodes.Slice) else node

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Node:  # noqa: N802
        """A tuple, unless it is the target of an assignment."""
        return self._paid(node) if node.ctx == "load" else node

    def _stepped(self, node: nodes.For | nodes.Macro | nodes.CallBlock) -> nodes.Node:
        self.generic_visit(node)
        literal = sum(len(data.data) for data in node.find_all(nodes.TemplateData))
        step = _call("step", [nodes.Const(literal)], node.lineno)
        node.body.insert(0, nodes.ExprStmt(step, lineno=node.lineno))
        return node

    def _paid(self, node: nodes.Expr) -> nodes.Node:
        self.generic_visit(node)
        return _call("spent", [node], node.lineno)

    visit_Macro = visit_CallBlock = _stepped  # noqa: N815
    visit_Compare = visit_List = visit_Dict = _paid  # noqa: N815


def _call(method: str, values: list[Any], line: int) -> nodes.Call:
    function = nodes.EnvironmentAttribute(method, lineno=line)
    return nodes.Call(function, values, [], None, None, lineno=line)


class _Namespace(Namespace):
    """Variables of a template; as a text it does not list them, since they may hold each other."""

    def __repr__(self) -> str:
        return "<Namespace>"


def _trim(text: Any, characters: str | None = None) -> str:
    return str(text).strip(characters)


def _json_text(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=min(indent or 0, 8) or None)


def _raise_exception(message: str) -> None:
    raise TemplateError(message)
