"""Every dispatch over shape types handles each type explicitly; an unknown type is an error, never a default."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gjkscope import engine
from gjkscope.app.drawing import surfaces
from gjkscope.app.scenes import shape_kinds
from gjkscope.engine.advancement import steps as advancement
from gjkscope.engine.arithmetic import integers
from gjkscope.engine.brute import surface as corners
from gjkscope.engine.evidence import search as certify
from gjkscope.engine.geometry import minkowski, polytope
from gjkscope.engine.geometry.volumes import volumes
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof import certificate
from gjkscope.engine.shapes import bounds, support
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, Box, Sphere
from gjkscope.engine.vectors import IDENTITY, ZERO
from tests.engine.kinds import SHAPES, shape_name

ROOT = Path(__file__).parents[3]
SOURCES = [path for folder in ("engine", "app") for path in sorted((ROOT / folder).rglob("*.py"))]


@dataclass(frozen=True)
class Superquadric:
    """A shape type unknown to every dispatch, with the fields of the known ones."""

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
    "bounds._core_sphere": bounds._core_sphere,
    "bounds._core_radius": bounds._core_radius,
    "bounds.inner_radius": bounds.inner_radius,
    "bounds.bounding_sphere": lambda shape: bounds.bounding_sphere(shape, Pose()),
    "volumes.volumes": lambda shape: volumes(shape, Pose()),
    "surface.surface_of": corners.surface_of,
    "surface.sharp": corners._sharp_surface,
    "polytope.polytope": lambda shape: polytope.polytope(shape, Pose()),
    "polytope.single_polytope": lambda shape: polytope.single_polytope(shape, Pose()),
    "polytope.vertices": polytope._vertices,
    "integers.corners": integers._corners,
    "integers.curved": lambda shape: integers._curved(shape, ()),
    "integers.ball_radius": integers._ball_radius,
    "integers.place_pair": lambda shape: integers.place_pair(shape, Pose(), Box((1, 1, 1)), Pose()),
    "certificate.reach": lambda shape: certificate._reach(side_of(shape), (1, 0, 0)),
    "certificate.points": lambda shape: certificate._holds_its_points(side_of(shape)),
    "certify.inside": lambda shape: certify._inside(shape, (0.1, 0.2, 0.3)),
    "certify.width": lambda shape: certify._width(shape, 0.0),
    "minkowski_difference": lambda shape: minkowski.minkowski_difference(shape, IDENTITY, Sphere(1), IDENTITY),
    "advancement.reach": advancement.reach,
    "surfaces.surface": surfaces.surface,
    "surfaces.bends": surfaces._bends,
    "shape_kinds.vertices": shape_kinds._vertices,
    "shape_kinds.as_kind": lambda shape: shape_kinds.as_kind(shape, "box"),
    **{
        f"query {name}": lambda shape, name=name: engine.query(shape, Pose(), Sphere(1), Pose(), name)
        for name in (None, *engine.ALGORITHMS)
    },
}

OVER_CORES: dict[str, Callable[[], object]] = {
    "support.support": lambda: support.support(UNKNOWN_CONVEX, (1.0, 0.0, 0.0)),
    "minkowski.corners": lambda: minkowski._corners(Box((1, 1, 1)), UNKNOWN_CONVEX),
    "minkowski.directions": lambda: minkowski._curved_directions(99, (1.0, 1.0, 1.0)),
    "headbutt.listed_core": lambda: headbutt.listed_core(UNKNOWN_CONVEX),
    "advancement.reach": lambda: advancement._reach(UNKNOWN_CORE),
    "advancement.changing": lambda: advancement._changing(UNKNOWN_CORE, (1.0, 0.0, 0.0)),
    "advancement.arm": lambda: advancement._arm(UNKNOWN_CORE, (1.0, 0.0, 0.0)),
}


def side_of(shape: Any) -> certificate._Side:
    """The shape with the dimensions of a box, so that only its type is wrong."""
    pair = integers.place_pair(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose())
    return certificate._Side(shape, pair.a)


@pytest.mark.parametrize("name", OVER_TYPES)
def test_an_unknown_shape_type_is_an_error(name: str) -> None:
    with pytest.raises((AssertionError, ValueError), match=r"Superquadric|superquadric"):
        OVER_TYPES[name](UNKNOWN)


@pytest.mark.parametrize("name", OVER_CORES)
def test_an_unknown_kind_of_core_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match="not a kind of core"):
        OVER_CORES[name]()


def test_every_shape_type_has_a_sample_here() -> None:
    assert {type(shape) for shape in SHAPES} == set(SHAPE_TYPES.values())


@pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
def test_every_known_type_is_handled(shape: Any) -> None:
    """The same functions raise at most a rejection with a message for a shape that they do not support."""
    for name in (
        "support.core",
        "bounds.inner_radius",
        "volumes.volumes",
        "surface.surface_of",
        "integers.ball_radius",
    ):
        OVER_TYPES[name](shape)
    placed = support.convex(shape, Pose())
    headbutt.listed_core(placed)
    advancement._arm(support.core(shape), (1.0, 0.0, 0.0))
    advancement._changing(support.core(shape), (1.0, 0.0, 0.0))
    assert support.support(placed, ZERO)[0] is not None


# --- source code checks ---


def nodes(kind: type[ast.AST]) -> Iterator[tuple[str, Any]]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, kind):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node  # type: ignore[attr-defined]


def shape_classes(node: ast.AST) -> set[str]:
    classes = {kind.__name__ for kind in SHAPE_TYPES.values()}
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part.id in classes}


def test_every_match_over_shapes_ends_in_assert_never() -> None:
    found = 0
    for place, match in nodes(ast.Match):
        if not any(isinstance(part, ast.MatchClass) and shape_classes(part.cls) for part in ast.walk(match)):
            continue
        last = match.cases[-1]
        assert isinstance(last.pattern, ast.MatchAs), f"{place}: no `case _`"
        assert last.pattern.pattern is None, f"{place}: the last case is not `case _`"
        assert ast.unparse(last.body[0]).startswith("assert_never("), f"{place}: `case _` must be assert_never"
        found += 1
    assert found >= 12


def test_no_conditional_expression_chooses_between_shape_types() -> None:
    """`x if isinstance(shape, Cylinder) else y` treats every other type as the same one.  Mesh-only questions (faces,
    holes) are exempt, because they do not choose between types."""
    found = 0
    for place, choice in nodes(ast.IfExp):
        for call in ast.walk(choice.test):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "isinstance":
                assert shape_classes(call.args[1]) <= {"Mesh"}, f"{place}: {ast.unparse(choice)}"
                found += 1
    assert found >= 5
