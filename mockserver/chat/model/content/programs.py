"""Answers about Python code in a message: what it does, what to improve, its docstring.

`cues.txt` has the ways of asking, and explanations of well-known error messages.
"""

from __future__ import annotations

import ast
import builtins
from ast import unparse
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from warnings import catch_warnings

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, listed, stated

_MOST_STEPS = 12
_READ = 4_000


def about_code(question: str, message: str) -> Answer | None:
    """The answer to a question about the code or the error message in a message, or None."""
    asked = CUES.find("asks about code", message)
    shown = asked and CUES.find("code", message)
    if not asked or not shown:
        return _explained(message) if CUES.matches("asks about code", question) else None
    source = (shown["fenced"] or shown["bare"]).strip()[:_READ]
    try:
        with catch_warnings(action="ignore"):  # of the code shown, such as an invalid escape
            lines = ast.parse(source).body
        return _KINDS[asked.lastgroup or "explained"](lines)
    except (SyntaxError, ValueError):
        return _broken(source)
    except (RecursionError, MemoryError):
        return None


def _explained(message: str) -> Answer | None:
    """The explanation of a well-known error message."""
    explanation = CUES.text("error message", message)
    return stated(explanation) if explanation else None


def _points(head: str, points: Sequence[str]) -> Answer | None:
    if not points:
        return None
    return Answer("\n".join([head, "", *(f"- {each}" for each in points)]), points[0], points)


def _broken(source: str) -> Answer | None:
    """The code with the first colon that is missing."""
    if found := CUES.find("statement without a colon", source):
        line = source.count("\n", 0, found.start()) + 1
        head = found["head"].strip()
        mended = f"{source[: found.end('head')]}:{source[found.end('head') :]}"
        text = f"A colon is missing in line {line}, after `{head}`.\n\n```python\n{mended}\n```"
        return stated(text, mended)
    return None


def _corrected(lines: Sequence[ast.stmt]) -> Answer | None:
    """The code with unknown names replaced by the known ones that they resemble."""
    nodes = [node for line in lines for node in ast.walk(line)]
    names = [node for node in nodes if isinstance(node, ast.Name)]
    known = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    known |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    known |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    wrong = {}
    for node in names:
        if node.id not in known and not hasattr(builtins, node.id):
            for likely in get_close_matches(node.id, sorted(known), 1):
                wrong[node.id], node.id = likely, likely
    if not wrong:
        return _reviewed(lines)
    found = listed([f"`{name}` is not defined and has to be `{wrong[name]}`" for name in wrong])
    mended = "\n".join(map(unparse, lines))
    return stated(f"{found}.\n\n```python\n{mended}\n```", mended)


def _described(lines: Sequence[ast.stmt]) -> Answer | None:
    return _points("The code does this:", list(_steps(lines))[:_MOST_STEPS])


def _steps(lines: Sequence[ast.stmt]) -> Iterator[str]:
    """A sentence for each statement, with the statements inside it after it."""
    for line in lines:
        if step := _step(line):
            yield step
        yield from _steps(getattr(line, "body", ()))


def _step(line: ast.stmt) -> str:  # noqa: PLR0911 - one line for each kind of statement
    match line:
        case ast.FunctionDef(name=name, args=args) | ast.AsyncFunctionDef(name=name, args=args):
            names = " and ".join(f"`{each.arg}`" for each in args.args)
            return f"It defines the function `{name}`{names and f', which takes {names}'}."
        case ast.ClassDef(name=name):
            return f"It defines the class `{name}`."
        case ast.For(target=target, iter=values) | ast.AsyncFor(target=target, iter=values):
            return f"It goes through `{unparse(values)}` with each `{unparse(target)}`."
        case ast.While(test=test):
            return f"It repeats while `{unparse(test)}` is true."
        case ast.If(test=test):
            return f"It checks if `{unparse(test)}`."
        case ast.Return(value=ast.IfExp(body=body, test=test, orelse=other)):
            return f"It returns `{unparse(body)}` if `{unparse(test)}`, else `{unparse(other)}`."
        case ast.Return(value=ast.expr() as value):
            return f"It returns `{unparse(value)}`."
        case ast.Raise(exc=ast.expr() as error):
            return f"It raises `{unparse(error)}`."
        case ast.Assign(targets=[target, *_], value=value):
            return f"It sets `{unparse(target)}` to `{unparse(value)}`."
        case ast.Expr(value=ast.Call() as call):
            return f"It calls `{unparse(call)}`."
        case ast.Expr() | ast.Pass() | ast.Import() | ast.ImportFrom():
            return ""
    return f"It runs `{unparse(line).splitlines()[0]}`."


def _reviewed(lines: Sequence[ast.stmt]) -> Answer | None:
    remarks = list(dict.fromkeys(_remarks(lines))) or ["I see nothing to change."]
    return _points("In a review I would mention:", remarks)


def _remarks(lines: Sequence[ast.stmt]) -> Iterator[str]:
    """Remarks of a reviewer."""
    for node in (node for line in lines for node in ast.walk(line)):
        match node:
            case ast.FunctionDef(name=name, args=args):
                if ast.get_docstring(node) is None:
                    yield f"`{name}` has no docstring."
                if any(each.annotation is None for each in args.args):
                    yield f"The parameters of `{name}` have no type hints."
                if any(isinstance(each, ast.List | ast.Dict | ast.Set) for each in args.defaults):
                    yield f"A default of `{name}` is mutable and shared by all calls."
            case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod(), right=ast.Name(id=name)):
                yield f"`{unparse(node)}` fails if `{name}` is 0."
            case ast.ExceptHandler(type=None):
                yield "A bare `except` hides every error; name the expected one."
            case ast.Compare(ops=[ast.Eq() | ast.NotEq()], comparators=[ast.Constant(value=None)]):
                yield f"`{unparse(node)}` should compare with `is`."
            case ast.Call(func=ast.Name(id="eval" | "exec" as name)):
                yield f"`{name}` runs any code that it is given."
            case ast.Call(func=ast.Name(id="open")) if not _is_closed(node, lines):
                yield f"`{unparse(node)}` should stand in a `with` block, which closes the file."


def _is_closed(call: ast.Call, lines: Sequence[ast.stmt]) -> bool:
    blocks = (node for line in lines for node in ast.walk(line) if isinstance(node, ast.With))
    return any(call is item.context_expr for block in blocks for item in block.items)


def _documented(lines: Sequence[ast.stmt]) -> Answer | None:
    """The first function with a docstring."""
    function = next((each for each in lines if isinstance(each, ast.FunctionDef)), None)
    if function is None:
        return None
    words = function.name.replace("_", " ").strip()
    names = " and ".join(f"`{each.arg}`" for each in function.args.args)
    returns = any(isinstance(each, ast.Return) for each in ast.walk(function))
    of = f" of {names}" if names else ""
    text = f"Return the {words}{of}." if returns else f"{words.capitalize()}{of}."
    function.body.insert(0, ast.Expr(ast.Constant(text)))
    return stated(f"```python\n{unparse(ast.fix_missing_locations(function))}\n```", text)


def _shortened(lines: Sequence[ast.stmt]) -> Answer | None:
    """A loop that appends to a list, as a list comprehension."""
    for line in lines:
        if not isinstance(line, ast.For):
            continue
        tests, body = [], line.body[0]
        while isinstance(body, ast.If):
            tests.append(body.test)
            body = body.body[0]
        match body:
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=name, attr="append"), args=[element])
            ):
                loop = ast.comprehension(line.target, line.iter, tests, 0)
                written = f"{unparse(name)} = {unparse(ast.ListComp(element, [loop]))}"
                return stated(f"```python\n{written}\n```", written)
    return None


_KINDS = {
    "explained": _described,
    "reviewed": _reviewed,
    "corrected": _corrected,
    "documented": _documented,
    "shortened": _shortened,
}
"""The answers to each kind of question, by its group in `cues.txt`."""
