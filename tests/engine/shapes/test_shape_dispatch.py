"""Every shape provides what the engine asks of it; a type that is no shape is an error, never a default."""

import ast
from abc import ABC
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gjkscope import engine
from gjkscope.app.scenes import shape_kinds
from gjkscope.app.view.drawing import surfaces
from gjkscope.engine.advancement import steps as advancement
from gjkscope.engine.arithmetic import integers
from gjkscope.engine.brute import surface as corners
from gjkscope.engine.geometry import minkowski, polytope
from gjkscope.engine.geometry.volumes import volumes
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof import certificate, points
from gjkscope.engine.shapes import bounds, shape, support
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, Box, CurvedShape, PolytopeShape, Shape, Sphere
from gjkscope.engine.vectors import IDENTITY, ZERO
from tests.engine.kinds import SHAPES, shape_name

ROOT = Path(__file__).parents[3]
# These translate between our shapes and those of an engine, which has only some of them: each refuses the others by
# name, which tests/app/bring/notations/test_writers.py and tests/app/ask/solvers check for every registered shape.
TRANSLATORS = [ROOT / "app/bring/notations", ROOT / "app/ask/solvers"]
SOURCES = [
    path
    for folder in ("engine", "app")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not any(path.is_relative_to(translator) for translator in TRANSLATORS)
]


@dataclass(frozen=True)
class Superquadric:
    """A type that is no shape, with the fields of those that are."""

    radius: float = 1.0
    half_height: float = 1.0
    radii: tuple[float, float, float] = (1.0, 1.0, 1.0)
    half_extents: tuple[float, float, float] = (1.0, 1.0, 1.0)
    axis: str = "y"
    rounding: float = 0.0


UNKNOWN: Any = Superquadric()
UNKNOWN_CORE = support.core(Box((1, 1, 1)))._replace(kind=99)
UNKNOWN_CONVEX = support.place_core(UNKNOWN_CORE, Pose())


OVER_TYPES: dict[str, Callable[[Any], object]] = {
    "support.core": support.core,
    "bounds.inner_radius": bounds.inner_radius,
    "bounds.bounding_sphere": lambda shape: bounds.bounding_sphere(shape, Pose()),
    "volumes.volumes": lambda shape: volumes(shape, Pose()),
    "surface.surface_of": corners.surface_of,
    "polytope.polytope": lambda shape: polytope.polytope(shape, Pose()),
    "polytope.single_polytope": lambda shape: polytope.single_polytope(shape, Pose()),
    "integers.place_pair": lambda shape: integers.place_pair(shape, Pose(), Box((1, 1, 1)), Pose()),
    "certificate.reach": lambda shape: certificate._reach(side_of(shape), (1, 0, 0)),
    "certificate.points": lambda shape: certificate._holds_its_points(side_of(shape)),
    "proof.points": lambda shape: points._points(shape, Pose(), [(0.1, 0.2, 0.3)]),
    "minkowski_difference": lambda shape: minkowski.minkowski_difference(shape, IDENTITY, Sphere(1), IDENTITY),
    "advancement.reach": advancement.reach,
    "advancement.changing": lambda shape: advancement._changing(shape, (1.0, 0.0, 0.0)),
    "advancement.arm": lambda shape: advancement._arm(shape, UNKNOWN_CORE, (1.0, 0.0, 0.0)),
    "surfaces.surface": surfaces.surface,
    "shape_kinds.as_kind": lambda shape: shape_kinds.as_kind(shape, "box"),
    **{
        f"query {name}": lambda shape, name=name: engine.query(shape, Pose(), Sphere(1), Pose(), name)
        for name in (None, *engine.ALGORITHMS)
    },
}

OVER_CORES: dict[str, Callable[[], object]] = {
    "support.support": lambda: support.support(UNKNOWN_CONVEX, (1.0, 0.0, 0.0)),
    "minkowski.corners": lambda: minkowski._corners(Box((1, 1, 1)), UNKNOWN_CONVEX),
    "headbutt.listed_core": lambda: headbutt.listed_core(UNKNOWN_CONVEX),
}


def side_of(shape: Any) -> certificate._Side:
    """The shape with the dimensions of a box, so that only its type is wrong."""
    pair = integers.place_pair(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose())
    return certificate._Side(shape, pair.a)


@pytest.mark.parametrize("name", OVER_TYPES)
def test_an_unknown_shape_type_is_an_error(name: str) -> None:
    with pytest.raises((AttributeError, ValueError), match=r"Superquadric|superquadric"):
        OVER_TYPES[name](UNKNOWN)


@pytest.mark.parametrize("name", OVER_CORES)
def test_an_unknown_kind_of_core_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match="not a kind of core"):
        OVER_CORES[name]()


def test_a_shape_that_lacks_a_method_cannot_be_registered() -> None:
    class Blob(PolytopeShape, ABC):
        pass

    with pytest.raises(TypeError, match="Blob must define corners"):
        shape.register_shape(200)(Blob)
    assert "blob" not in shape.registered_shapes()


def test_two_shapes_cannot_have_one_name() -> None:
    other = type("BOX", (Box,), {})
    with pytest.raises(TypeError, match="there is a shape box already"):
        shape.register_shape(200)(other)


def test_every_shape_type_has_a_sample_here() -> None:
    assert {type(shape) for shape in SHAPES} == set(SHAPE_TYPES.values())


def test_every_shape_is_a_polytope_or_curved() -> None:
    for kind in SHAPE_TYPES.values():
        assert issubclass(kind, PolytopeShape) != issubclass(kind, CurvedShape), kind


@pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
def test_every_known_type_is_handled(shape: Any) -> None:
    """The same functions raise at most a rejection with a message for a shape that they do not support."""
    for name in """
        support.core bounds.inner_radius volumes.volumes surface.surface_of integers.place_pair
        advancement.changing
    """.split():
        OVER_TYPES[name](shape)
    placed = support.convex(shape, Pose())
    headbutt.listed_core(placed)
    advancement._arm(shape, support.core(shape), (1.0, 0.0, 0.0))
    assert support.support(placed, ZERO)[0] is not None


# --- source code checks ---


def nodes(kind: type[ast.AST], keyword: str) -> Iterator[tuple[str, Any]]:
    """The nodes in files that contain the keyword: most files have none, and need not be parsed."""
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if keyword in text else ():
            if isinstance(node, kind):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node  # type: ignore[attr-defined]


def shape_classes(node: ast.AST) -> set[str]:
    classes = {kind.__name__ for kind in SHAPE_TYPES.values()}
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part.id in classes}


@pytest.mark.slow
def test_nothing_matches_over_shape_types() -> None:
    """What differs between shapes is in the modules of the shapes."""
    count = 0
    for location, match in nodes(ast.Match, "match "):
        count += 1
        named = {
            name for part in ast.walk(match) if isinstance(part, ast.MatchClass) for name in shape_classes(part.cls)
        }
        assert not named, f"{location}: {named}"
    assert count >= 1


@pytest.mark.slow
def test_no_conditional_expression_chooses_between_shape_types() -> None:
    """`x if isinstance(shape, Cylinder) else y` treats every other type as the same one.  Mesh-only questions (faces,
    holes) are exempt, because they do not choose between types."""
    count = 0
    for location, choice in nodes(ast.IfExp, "isinstance("):
        for call in ast.walk(choice.test):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "isinstance":
                assert shape_classes(call.args[1]) <= {"Mesh"}, f"{location}: {ast.unparse(choice)}"
                count += 1
    assert count >= 5


def test_a_shape_is_nothing_but_a_registered_class() -> None:
    assert not isinstance(UNKNOWN, Shape)
    assert all(issubclass(kind, Shape) for kind in SHAPE_TYPES.values())
