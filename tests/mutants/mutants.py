"""The mutants: which files of the engine are mutated, how, and the source that results.

cosmic-ray finds the places and writes the sources.  Of its operators, `OPERATORS` leaves out what says little about
tests: bit operations on floats, which any call refuses, and decorators, which add records and caches.  It mutates no
texts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator

WORDS = {"__init__.py", "explain.py", "wording.py"}  # they import, or say in sentences what was decided
CORE = (
    *("proof", "arithmetic", "exact", "evidence/search.py"),  # certificates
    *("gjk", "epa", "epa_newton", "sat", "mpr", "clamp", "tetrahedron", "headbutt"),  # what one sees in the window
    *("vectors.py", "pose.py", "precision.py", "cancellation.py", "result.py", "query.py"),  # what all of them share
    *("shapes/support.py", "shapes/shape.py", "shapes/bounds.py", "shapes/convexity.py", "shapes/superellipsoid.py"),
    *("shapes/axial.py", "shapes/box.py", "shapes/capsule.py", "shapes/cone.py", "shapes/cylinder.py"),
    *("shapes/ellipsoid.py", "shapes/halfspace.py", "shapes/point.py", "shapes/segment.py", "shapes/sphere.py"),
    "shapes/triangle.py",
)

_BINARY = "Add_Sub Sub_Add Mul_Div Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul LShift_RShift RShift_LShift"
# Each bound, and its side.
_COMPARISON = "Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is"
_UNARY = "Delete_USub Delete_Not"
_OTHERS = (
    "AddNot ReplaceTrueWithFalse ReplaceFalseWithTrue ReplaceAndWithOr ReplaceOrWithAnd ReplaceBreakWithContinue "
    "ReplaceContinueWithBreak ExceptionReplacer NumberReplacer ZeroIterationForLoop"
)
OPERATORS = (
    *(f"ReplaceBinaryOperator_{name}" for name in _BINARY.split()),
    *(f"ReplaceComparisonOperator_{name}" for name in _COMPARISON.split()),
    *(f"ReplaceUnaryOperator_{name}" for name in _UNARY.split()),
    *_OTHERS.split(),
)


@dataclass(frozen=True)
class Mutant:
    """One change of one file: the `occurrence`-th place where an operator applies."""

    path: str  # relative to the checkout
    operator: str
    occurrence: int
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}:{self.operator}:{self.occurrence}"


def core_files() -> list[str]:
    """The files of `CORE`, relative to the checkout."""
    places = [Path("engine", name) for name in CORE]
    files = (file for place in places for file in ([place] if place.suffix else sorted(place.rglob("*.py"))))
    return [str(file) for file in files if file.name not in WORDS]


def mutants_of(path: str) -> list[Mutant]:
    """All mutants of a file, in the order of its lines."""
    nodes = list(ast_nodes(get_ast(Path(path).read_text())))
    found = [mutant for name in OPERATORS for mutant in _occurrences(path, name, nodes)]
    return sorted(found, key=lambda mutant: (mutant.line, mutant.column, mutant.operator, mutant.occurrence))


def _occurrences(path: str, name: str, nodes: Sequence[object]) -> Iterator[Mutant]:
    operator = _operator(name)
    starts = (start for node in nodes for start, _ in operator.mutation_positions(node))
    for occurrence, (line, column) in enumerate(starts):
        yield Mutant(path, name, occurrence, line, column)


def mutated_source(mutant: Mutant) -> str:
    """The source of the file with this change.  Raises `ValueError` if there is no such place."""
    source = mutate_code(Path(mutant.path).read_text(), _operator(mutant.operator), mutant.occurrence)
    if source is None:
        raise ValueError(f"{mutant}: no such mutant")
    return source


@cache
def _operator(name: str) -> Operator:
    operator: Operator = get_operator(f"core/{name}")()
    return operator
