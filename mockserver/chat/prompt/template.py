"""Chat templates that clients send: Jinja in a sandbox that also bounds what it costs.

A template may take so long and touch so many characters, whatever it does. That holds because
nothing in it works on more than it has: whatever makes much out of little (repetition, powers,
formatting to a width) is not there, a list counts with all that it holds, as often as it holds it,
and all else is measured where it happens. Loops, macros, comparisons, lists and joined texts report
by calls that are put into the template before it is compiled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from itertools import islice
from typing import Any, cast

from jinja2 import TemplateError, nodes
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace

from mockserver.chat.prompt.meter import LARGEST, LONGEST_LIST, Meter, TooMuch
from mockserver.chat.prompt.permitted import (
    BACKWARDS,
    CONSUMING,
    FILTERS,
    GLOBALS,
    METHODS,
    STRIPPING,
)
from mockserver.chat.prompt.reporting import Reporting
from mockserver.core.codec import encode
from mockserver.core.errors import invalid

LONGEST = 32_768
"""Characters of a template."""

_LONGEST_MARGIN = 64
"""Different characters that may be taken off the ends of a text."""

_COMPARED = 16
"""Characters that are compared while one is made."""


def rendered(template: str, values: Mapping[str, Any]) -> str:
    """The text of a template. Raises a 400 for whatever is wrong with it, or if it costs too much.

    Observed: an error of the template's own is a 400 that tells its text.
    """
    if len(template) > LONGEST:
        raise invalid(f"The chat template has more than {LONGEST} characters.")
    _check_size(values)
    sandbox = _Sandbox()
    try:
        text: str = sandbox.made(sandbox.from_string(template).render(values))
    except Exception as error:
        message = str(error)[:500] or type(error).__name__
        raise invalid(f"The chat template cannot be rendered: {message}") from None
    return text


def _check_size(values: Mapping[str, Any]) -> None:
    try:
        size = len(encode(values))
    except RecursionError:
        raise invalid("The conversation nests too deeply for a chat template.") from None
    if size > LARGEST:
        raise invalid(f"The conversation has more than the {LARGEST} bytes a chat template takes.")


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
        meter = Meter()
        self.spend, self.made = meter.spend, meter.made
        filters: dict[str, Callable[..., Any]] = {name: self.filters[name] for name in FILTERS}
        filters |= {"join": self.join, "replace": self.replace, "trim": self.trim}
        filters["tojson"] = _json_text
        filters |= {name: self._fed(filters[name]) for name in CONSUMING}
        self.filters = {name: self._measured(found) for name, found in filters.items()}
        self.tests = {name: self._measured(cast("Any", test)) for name, test in self.tests.items()}
        self.globals = {name: self.globals[name] for name in GLOBALS}
        self.globals |= {"namespace": _Namespace, "raise_exception": _raise_exception}

    def step(self, literal: int) -> str:
        """A pass of a loop or a call of a macro, in which so much of the template is text."""
        self.spend(literal)
        return ""

    def written(self, value: Any) -> str:
        """A value as the text that it is in the prompt."""
        text = str(value)
        self.spend(len(text))
        return text

    def joined(self, *values: Any) -> str:
        """Values side by side, as `~` puts them."""
        return self.join(values)

    def join(self, values: Iterable[Any], between: Any = "", attribute: Any = None) -> str:
        """Values, or something of each, as one text."""
        if attribute is not None:
            values = [self.getitem(value, attribute) for value in values]
        texts = [self.written(value) for value in values]
        mark = str(between)
        self.spend(len(mark) * len(texts))
        return mark.join(texts)

    def replace(self, text: Any, old: str, new: str, count: int | None = None) -> str:
        """A text with something else in the place of what it has."""
        before: str = str(text)
        self.spend(before.count(old) * len(new))
        return before.replace(old, new, -1 if count is None else count)

    def trim(self, text: Any, characters: str | None = None) -> str:
        """A text without blanks, or other characters, at its ends."""
        return self._strippable(str(text), characters).strip(characters)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may use an attribute; of texts and lists, only methods it may call."""
        for kind, methods in METHODS.items():
            if isinstance(obj, kind):
                return attr in methods
        return super().is_safe_attribute(obj, attr, value)

    def call(self, context: Context, obj: Any, /, *args: Any, **options: Any) -> Any:
        """Call what a template calls; some methods of texts can make much out of little."""
        self.made((*args, options))
        subject, name = getattr(obj, "__self__", None), getattr(obj, "__name__", "")
        if isinstance(subject, str) and name == "join":
            return self.join(args[0], subject)
        if isinstance(subject, str) and name == "replace":
            return self.replace(subject, *args)
        if isinstance(subject, str) and name in STRIPPING:
            self._strippable(subject, *args)
        if isinstance(subject, str) and name in BACKWARDS:
            self.spend(len(subject) * len(str(args[0] if args else "")) // _COMPARED)
        return self.made(super().call(context, obj, *args, **options))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Calculate, or put texts and lists together."""
        if operator != "+" and not _are_numbers(left, right):
            raise TemplateError(f"`{operator}` works on numbers only")
        if operator == "**":
            raise TemplateError("there are no powers")
        return self.made(super().call_binop(context, operator, left, right))

    def wrap_str_format(self, value: Any) -> None:
        """Say that no method formats texts: a width makes them as long as one likes."""

    def _strippable(self, text: str, characters: str | None = None) -> str:
        """A text whose ends may be stripped: each of its characters is looked for in the others."""
        if len(characters or "") > _LONGEST_MARGIN:
            raise TooMuch
        return text

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        Reporting().visit(tree)
        return tree

    def _fed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A filter that is given the items as a list, if these are not too many."""
        place = int(hasattr(function, "jinja_pass_arg"))

        @wraps(function)
        def fed(*args: Any, **options: Any) -> Any:
            items = self.made(list(islice(args[place], LONGEST_LIST + 1)))
            return function(*args[:place], items, *args[place + 1 :], **options)

        return fed

    def _measured(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A filter or a test whose result is measured; its marks for Jinja stay on it."""

        @wraps(function)
        def measured(*args: Any, **options: Any) -> Any:
            return self.made(function(*args, **options))

        return measured


class _Namespace(Namespace):
    """Variables of a template. As a text it does not tell them, which may change all the time."""

    def __repr__(self) -> str:
        return "<Namespace>"


def _are_numbers(left: Any, right: Any) -> bool:
    return isinstance(left, (int, float)) and isinstance(right, (int, float))


def _json_text(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=min(indent or 0, 8) or None)


def _raise_exception(message: str) -> None:
    raise TemplateError(message)
