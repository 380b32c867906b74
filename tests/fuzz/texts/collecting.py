"""The corpus of texts to import: every string in the tests of the application that can be imported as it is.

Strings are collected from the sources, without running the tests: literals, also joined by `+`, with module constants
and `.replace(…)` evaluated.  A text that a test builds in another way is not in the corpus.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.bring.notations.importing import Imported, import_text

TESTS = Path(__file__).parents[2] / "app"
SHORTEST = 16  # characters of a text with two shapes


class Sample(NamedTuple):
    """A text of the tests, and what it is imported as."""

    text: str
    notation: str  # that is recognised
    origin: str  # file and line of the test
    imported: Imported


@cache
def corpus() -> tuple[Sample, ...]:
    """The texts of the tests that can be imported, each once, in the order of their files."""
    first_origins: dict[str, str] = {}
    for text, origin in strings_of_tests():
        first_origins.setdefault(text, origin)
    tried = ((text, origin, _import(text)) for text, origin in first_origins.items())
    return tuple(
        Sample(text, imported.notation, origin, imported) for text, origin, imported in tried if imported is not None
    )


@cache
def strings_of_tests() -> tuple[tuple[str, str], ...]:
    """The long strings in the tests of the application, and where they are; also those that cannot be imported."""
    return tuple(_strings_of_tests())


def _strings_of_tests() -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text, line in _strings(tree, _constants(tree)):
            if len(text) >= SHORTEST:
                yield text, f"{path.relative_to(TESTS)}:{line}"


def _import(text: str) -> Imported | None:
    try:
        return import_text(text)
    except ValueError:
        return None


def _constants(tree: ast.Module) -> dict[str, str]:
    """The strings that a module defines."""
    constants: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = _value(node.value, constants)
            if value is not None:
                constants[node.targets[0].id] = value
    return constants


def _strings(node: ast.AST, constants: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """The outermost strings below a node, with their lines; documentation is none."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.expr) and (text := _value(node, constants)) is not None:
        yield text, node.lineno
        return
    for child in ast.iter_child_nodes(node):
        yield from _strings(child, constants)


def _value(node: ast.expr, constants: Mapping[str, str]) -> str | None:
    """The string that an expression is; None if it is not known without running the test."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _join(node.left, node.right, constants)
    if isinstance(node, ast.JoinedStr):
        parts = [
            _value(part.value if isinstance(part, ast.FormattedValue) else part, constants) for part in node.values
        ]
        return None if None in parts else "".join(part for part in parts if part is not None)
    return _replace(node, constants) if isinstance(node, ast.Call) else None


def _join(left: ast.expr, right: ast.expr, constants: Mapping[str, str]) -> str | None:
    a, b = _value(left, constants), _value(right, constants)
    return None if a is None or b is None else a + b


def _replace(call: ast.Call, constants: Mapping[str, str]) -> str | None:
    """The value of `text.replace("a", "b")`."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "replace" or len(call.args) != 2:
        return None
    text, old, new = (_value(argument, constants) for argument in (call.func.value, *call.args))
    return text.replace(old, new) if text is not None and old and new is not None else None
