"""Calls put into a chat template before it is compiled, by which its cost becomes known.

They go to three methods of the environment that renders it: `step` for each pass of a loop and
each call of a macro, `joined` in the place of `~`, and `made` around comparisons, slices and
whatever is written out as a list, a tuple or a dictionary.
"""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.visitor import NodeTransformer


class Reporting(NodeTransformer):
    """Puts the calls into a template by which it is measured."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        """A loop, whose condition is a comparison too."""
        if node.test:
            node.test = _asked("made", [node.test], node.lineno)
        return self._counted(node)

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802
        """A macro."""
        return self._counted(node)

    def visit_CallBlock(self, node: nodes.CallBlock) -> nodes.Node:  # noqa: N802
        """A macro without a name."""
        return self._counted(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        """Texts side by side."""
        self.generic_visit(node)
        return _asked("joined", node.nodes, node.lineno)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        """A comparison, which may read all of two texts."""
        self.generic_visit(node)
        return _asked("made", [node], node.lineno)

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802
        """An item, or a slice of a text or a list."""
        self.generic_visit(node)
        return _asked("made", [node], node.lineno) if isinstance(node.arg, nodes.Slice) else node

    def visit_List(self, node: nodes.List) -> nodes.Node:  # noqa: N802
        """A list."""
        self.generic_visit(node)
        return _asked("made", [node], node.lineno)

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:  # noqa: N802
        """A dictionary."""
        self.generic_visit(node)
        return _asked("made", [node], node.lineno)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Node:  # noqa: N802
        """A tuple, unless it names what is set."""
        self.generic_visit(node)
        return _asked("made", [node], node.lineno) if node.ctx == "load" else node

    def _counted(self, node: nodes.For | nodes.Macro | nodes.CallBlock) -> nodes.Node:
        self.generic_visit(node)
        literal = sum(len(data.data) for data in node.find_all(nodes.TemplateData))
        step = _asked("step", [nodes.Const(literal)], node.lineno)
        node.body.insert(0, nodes.ExprStmt(step, lineno=node.lineno))
        return node


def _asked(name: str, values: list[Any], line: int) -> nodes.Call:
    """A call of a method of the environment."""
    method = nodes.EnvironmentAttribute(name, lineno=line)
    return nodes.Call(method, values, [], None, None, lineno=line)
