"""The rules of the house that a reader relies on, held against every module of the product."""

import ast
from collections import defaultdict
from pathlib import Path

import mockserver

PACKAGE = Path(mockserver.__file__).parent
TREES = {
    str(path.relative_to(PACKAGE)): ast.parse(path.read_text())
    for path in sorted(PACKAGE.rglob("*.py"))
}


def test_no_two_classes_share_a_name() -> None:
    homes = defaultdict(list)
    for module, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(module)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}
