"""Round trips: each shipped scene, written for an engine that can express it and read again, is the same scene.

A body is compared by its sizes and by landmarks: points in world space that determine the placed shape, however its
frame and its axis of symmetry are chosen.  A half-space is compared by its plane: engines have infinite ones.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from gjkscope import query
from gjkscope.app.ask.runs.parts import deciding_bodies
from gjkscope.app.base.records import replace
from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.app.bring.notations.writing import NotExpressible, Writer, code_name, write_pair, writers
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import load
from gjkscope.app.scenes.shapes.kinds import SHAPE_ENTRIES
from gjkscope.app.view.panels.commands.document import ENGINES
from gjkscope.engine.pose import Quaternion, apply
from gjkscope.engine.result import Result
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.support import hull_of
from gjkscope.engine.vectors import Vec3

Numbers = NDArray[np.float64]

SCENES = sorted((Path(__file__).parents[4] / "assets" / "scenes").rglob("*.json"))
NAMED_AS_THEY_ARE = ("mujoco", "godot", "unity")  # names need not be identifiers there

# A landmark is a rotated size plus a position, and the entries of a rotation go through a quaternion and back: about
# ten roundings, each of half a unit in the last place of the largest number involved.
ROUNDINGS = 16.0
# Of a pose that is rigid only up to its digits, quaternions express, and readers of matrices take, the nearest
# rotation: its entries differ by the deviation at most, and a landmark is a sum of three of them.
ENTRIES = 3.0
ORIENTATIONS: tuple[Quaternion, ...] = ((0.0, 0.0, 0.0, 1.0), (0.5, 0.5, 0.5, 0.5), (0.1, 0.2, 0.3, 0.9273618495495703))
EPSILON = {False: float(np.finfo(np.float64).eps), True: float(np.finfo(np.float32).eps)}  # single precision?


class Case(NamedTuple):
    """A pair of a scene, as a writer has expressed it."""

    bodies: tuple[Body, Body]
    text: str

    @property
    def names(self) -> tuple[str, str]:
        return self.bodies[0].name, self.bodies[1].name


@cache
def shipped_scenes() -> tuple[Scene, ...]:
    """The shipped scenes with a pair."""
    return tuple(scene for scene in map(load, SCENES) if len(scene.bodies) > 1)


def cases(engine: str) -> list[tuple[str, Case]]:
    """Every fourth shipped pair that the engine can express, with the name of its scene; each for a few engines."""
    pairs = []
    for scene in shipped_scenes()[[*ENGINES].index(engine) % 4 :: 4]:
        names = (scene.pairs or ((scene.bodies[0].name, scene.bodies[1].name),))[0]
        try:
            text = write_pair(scene, names, engine).text
        except NotExpressible:
            continue
        pairs.append((scene.name, Case(as_written(scene.body(names[0]), scene.body(names[1])), text)))
    return pairs


def as_written(a: Body, b: Body) -> tuple[Body, Body]:
    """A surface of triangles is written as its hull, or as the convex part that decides."""
    first, second = (replace(body, shape=corners_of(body.shape)) for body in deciding_bodies(a, b))
    return first, second


def corners_of(shape: kinds.Shape) -> kinds.Shape:
    if not isinstance(shape, kinds.TriangleSurface):
        return shape
    return kinds.Hull(tuple(shape.vertices[i] for i in hull_of(shape).indices.tolist()), shape.rounding)


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
def test_every_shipped_scene_survives_the_round_trip(engine: str) -> None:
    tried = cases(engine)
    assert len(tried) > len(shipped_scenes()) / 8  # engines have boxes, spheres, capsules and hulls
    wrong = {name: mismatch for name, case in tried if (mismatch := difference(case, writers()[engine]))}
    assert not wrong, "\n".join(f"{name}: {mismatch}" for name, mismatch in wrong.items())


def place(shape: kinds.Shape, orientation: Quaternion) -> tuple[Body, Body]:
    """The shape in an oblique place, and a ball 0.3 m or so from it or in it."""
    return (
        Body("first_body", shape, PositionOrientation((0.1, -2.0, 1 / 3), orientation)),
        Body("ball", kinds.Sphere(0.5), PositionOrientation((0.5, 0.25, -0.125))),
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rounding", [0.0, 0.25])
def test_every_shape_survives_the_round_trip(engine: str, rounding: float) -> None:
    wrong, count = {}, 0
    for kind, entry in SHAPE_ENTRIES.items():
        for orientation in ORIENTATIONS:
            shape = kinds.HalfSpace(10.0) if kind == "halfspace" else entry.of_size((0.5, 1.0, 1.5))
            bodies = place(replace(shape, rounding=rounding), orientation)
            try:
                text = write_pair(Scene("pair", bodies), ("first_body", "ball"), engine).text
            except NotExpressible:
                continue
            count += 1
            if mismatch := difference(Case(as_written(*bodies), text), writers()[engine]):
                wrong[kind] = mismatch
    assert count >= (6 if rounding else 12)  # spheres and capsules can be rounded; boxes, hulls and more cannot
    assert not wrong, "\n".join(f"{name}: {mismatch}" for name, mismatch in wrong.items())


@pytest.mark.parametrize("engine", ["coal", "fcl", "parry", "physx"])
def test_shapes_are_placed_without_the_call_that_connects_them(engine: str) -> None:
    bodies = place(kinds.Box((0.5, 1.0, 1.5)), ORIENTATIONS[2])
    text = write_pair(Scene("pair", bodies), ("first_body", "ball"), engine).text
    declarations, _, call = text.rpartition("\n\n")
    assert "first_body" in call
    assert not difference(Case(bodies, declarations + "\n"), writers()[engine])


def difference(case: Case, writer: Writer) -> str:
    """How what is read again differs from what was written; empty if it does not."""
    try:
        imported = import_text(case.text)
    except ValueError as fault:
        return f"cannot be read: {fault}"
    if mismatch := _recognition(imported, writer) or _names(case, imported, writer):
        return mismatch
    checks = _shapes(case, imported, writer)
    return next((mismatch for mismatch in checks if mismatch), "") or _answer(case, imported, writer)


def _recognition(imported: Imported, writer: Writer) -> str:
    if imported.notation != writer.notation:
        return f"read as {imported.notation}, not {writer.notation}"
    return ", ".join(f"asks for {question.what}" for question in imported.questions)


def _names(case: Case, imported: Imported, writer: Writer) -> str:
    expected: tuple[str, ...] = case.names
    if writer.name not in NAMED_AS_THEY_ARE:
        first = code_name(expected[0])
        expected = (first, code_name(expected[1], [first]))
    names = tuple(imported.scene.names)
    return "" if names == expected else f"named {names}, not {expected}"


def _shapes(case: Case, imported: Imported, writer: Writer) -> list[str]:
    return [
        _shape(first, second, writer.single) for first, second in zip(case.bodies, imported.scene.bodies, strict=True)
    ]


def _shape(written: Body, read: Body, single: bool) -> str:
    (kind, sizes), (kind_read, sizes_read) = simplify(written.shape), simplify(read.shape)
    if kind is not kind_read:
        return f"{written.name} is read as {kind_read.__name__}, not {kind.__name__}"
    if not np.array_equal(round_value(sizes, single), round_value(sizes_read, single)):
        return f"{written.name} has sizes {sizes_read}, not {sizes}"
    places, places_read = landmarks(written), landmarks(read)
    allowed = tolerance(written, single)
    if places.shape != places_read.shape or not np.abs(places - places_read).max() <= allowed:
        return f"{written.name} is at {places_read.tolist()}, not {places.tolist()}"
    return ""


def round_value(numbers: tuple[float, ...], single: bool) -> NDArray[np.floating]:
    return np.array(numbers, np.float32 if single else np.float64)


def tolerance(body: Body, single: bool) -> float:
    """How far a landmark may move."""
    rotation = np.array(body.pose.rotation)
    deviation = float(np.abs(rotation @ rotation.T - np.eye(3)).max())
    return (ROUNDINGS * EPSILON[single] + ENTRIES * deviation) * float(np.abs(landmarks(body)).max())


def simplify(shape: kinds.Shape) -> tuple[type[kinds.Shape], tuple[float, ...]]:
    """The kind of a shape and its outer sizes; a rounded segment is a capsule, whose length its landmarks compare."""
    outside = shape.rounding
    match shape:
        case kinds.Sphere():
            return kinds.Sphere, (shape.radius + outside,)
        case kinds.Capsule():
            return kinds.Capsule, (shape.radius + outside,)
        case kinds.Segment() if outside:
            return kinds.Capsule, (outside,)
        case kinds.Box():
            return kinds.Box, (*(half + outside for half in shape.half_extents), outside)
        case kinds.Ellipsoid():
            return kinds.Ellipsoid, shape.radii
        case kinds.Cylinder() | kinds.Cone():
            return type(shape), (shape.radius + outside, shape.half_height + outside, outside)
        case kinds.Hull() if outside and len(shape.vertices) == 2:
            return kinds.Capsule, (outside,)
        case kinds.Hull() if len(shape.vertices) == 3:  # the same points as those of a triangle, and written alike
            return kinds.Triangle, (outside, *(number for vertex in shape.vertices for number in vertex))
        case kinds.Hull() | kinds.Triangle():
            return type(shape), (outside, *(number for vertex in shape.vertices for number in vertex))
        case _:
            return type(shape), (outside,)


def landmarks(body: Body) -> Numbers:
    """Points in world space that determine where a shape is."""
    points = np.array([apply(body.pose, point) for point in _local_landmarks(body.shape)])
    is_reversible = isinstance(body.shape, kinds.Capsule | kinds.Cylinder | kinds.Segment) or len(points) == 2
    return points[np.lexsort(points.T.round(6))] if is_reversible else points


def _local_landmarks(shape: kinds.Shape) -> list[Vec3]:
    match shape:
        case kinds.Sphere():
            return [(0.0, 0.0, 0.0)]
        case kinds.Capsule() | kinds.Cylinder() | kinds.Cone():
            return [_along(shape.axis, -shape.half_height), _along(shape.axis, shape.half_height)]
        case kinds.Segment():
            return [shape.a, shape.b]
        case kinds.Box():
            return [_along(axis, half) for axis, half in zip("xyz", shape.half_extents, strict=True)]
        case kinds.Ellipsoid():
            return [_along(axis, radius) for axis, radius in zip("xyz", shape.radii, strict=True)]
        case kinds.Hull() | kinds.Triangle():
            return list(shape.vertices)
        case kinds.HalfSpace():
            return [(0.0, 0.0, 0.0), (0.0, 1.0, 0.0)]
        case _:
            raise AssertionError(f"no engine has a {type(shape).__name__}")


def _along(axis: str, length: float) -> Vec3:
    x, y, z = (length if letter == axis else 0.0 for letter in "xyz")
    return (x, y, z)


def _answer(case: Case, imported: Imported, writer: Writer) -> str:
    """The verdict and the distance; only a distance within the rounding may have the other verdict."""
    expected, actual = answer(case.bodies), answer(imported.scene.bodies)
    allowed = sum(tolerance(body, writer.single) for body in case.bodies)
    # How well the answers themselves are known:
    allowed += sum(result.upper - result.lower for result in (expected, actual))
    is_same = (expected.verdict is actual.verdict) or abs(expected.signed_distance) <= allowed
    if is_same and abs(expected.signed_distance - actual.signed_distance) <= allowed:
        return ""
    return f"the distance is {actual.signed_distance}, not {expected.signed_distance} ± {allowed:.1e}"


@cache
def answer(bodies: tuple[Body, ...]) -> Result:
    a, b = bodies
    return query(a.shape, a.pose, b.shape, b.pose)
