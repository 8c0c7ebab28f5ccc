"""The rules of the house that a reader relies on, held against every module of the product."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import mockserver

PACKAGE = Path(mockserver.__file__).parent
TREES = {
    str(path.relative_to(PACKAGE)): ast.parse(path.read_text())
    for path in sorted(PACKAGE.rglob("*.py"))
}

RIDDLE = re.compile(r"\W*(What|Whether|How|Which)\b")


def test_no_two_classes_share_a_name() -> None:
    homes = defaultdict(list)
    for module, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(module)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


def test_no_docstring_opens_like_a_riddle() -> None:
    """It says at once what a thing is or does; an attribute's text counts as a docstring too."""
    assert [
        f"{module}:{line}: {text.splitlines()[0]}"
        for module, tree in TREES.items()
        for line, text in docstrings(tree)
        if RIDDLE.match(text)
    ] == []


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The texts that stand alone in a module, a class or a function, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            for statement in node.body:
                match statement:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield statement.lineno, text


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Any module can be imported first: with a circle, that depends on which one is."""
    names = {
        ".".join(("mockserver", *Path(module).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): tree
        for module, tree in TREES.items()
    }
    imported = {
        name: {each for each in imports(tree, names) if not name.startswith(each)}
        for name, tree in names.items()
    }
    TopologicalSorter(imported).prepare()


def imports(tree: ast.Module, names: dict[str, ast.Module]) -> Iterator[str]:
    """The modules that the imports at the top of a module load, and the packages of these."""
    for statement in tree.body:
        targets = []
        if isinstance(statement, ast.Import):
            targets = [each.name for each in statement.names]
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            targets = [f"{statement.module}.{each.name}" for each in statement.names]
        for target in targets:
            parts = target.split(".")
            packages = (".".join(parts[:length]) for length in range(1, len(parts) + 1))
            yield from (package for package in packages if package in names)
