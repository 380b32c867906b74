"""A record without a panel of its own is shown field by field."""

from collections.abc import Iterator
from enum import IntEnum
from math import inf
from typing import Any, NamedTuple

import pytest

from gjkscope import engine
from gjkscope.app.ask.runs.choices import CONSTRUCTIONS, CONTACT_SEARCHES, MANIFOLD_METHODS, MESH_CONTACTS, SLIDES
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import StepMotion, initial_state, update
from gjkscope.app.state.model.simulation import solver_run
from gjkscope.app.view.panels.toolkit.value_rows import rounding_components
from gjkscope.app.view.words import fields as fields_of_algorithms
from gjkscope.app.view.words.field import SHARED, field_of
from gjkscope.app.view.words.records import HIDDEN, NUMBERS, SHOWN, WORKINGS, brief, parts, summary, value_on_line
from gjkscope.engine import Box, Motion, Pose
from gjkscope.engine.gjk import simplex
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.options import Options
from gjkscope.engine.plane.gjk import simplex as plane_simplex
from gjkscope.engine.plane.gjk import steps as plane_gjk
from gjkscope.engine.plane.sat import steps as plane_sat
from gjkscope.engine.plane.shapes.kinds import Box2, Circle, Point2, Polygon
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS, PLANAR_ALGORITHMS
from gjkscope.engine.registry.discovery import modules_in
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.sat.gauss_map import PairCount
from gjkscope.engine.sequences.versioned import LISTS
from gjkscope.engine.shapes.kinds import Hull, Mesh, Point, Triangle
from gjkscope.engine.tutorial import nearest, nearest_in_plane
from tests.engine.known_meshes import cube
from tests.engine.samples import suit

CUBE = Box((1.0, 1.0, 1.0))
# Shown by dedicated panels.
OPTIONS = {
    "brute": (Options(), Options(crossings=True)),
    "frank-wolfe": (Options(), Options(frank_wolfe="away"), Options(frank_wolfe="min-norm")),
}
SHOWN_OTHERWISE = {
    *(gjk.State, gjk.Simplex, simplex.Tests, sat.State, sat.Axis, PairCount, nearest.State),
    *(
        plane_gjk.State,
        plane_simplex.PlaneSimplex,
        plane_simplex.PlaneTests,
        plane_sat.State,
        plane_sat.PlaneAxis,
        nearest_in_plane.State,
    ),
}


class Colour(IntEnum):
    DARK_RED = 1


class Inner(NamedTuple):
    x: float
    name: str


def test_a_value_that_fits_on_a_line_takes_one_line() -> None:
    assert value_on_line(Colour.DARK_RED) == "dark red"
    assert value_on_line(True) == "yes"
    assert value_on_line(-0.5) == "−0.5"
    assert value_on_line(7) == "7"
    assert value_on_line((1.0, -2.0, 0.25)) == "1 −2 0.25"
    assert value_on_line((1, 2, 3)) == "1, 2, 3"
    assert value_on_line((10**40, -7)) == "1.0000e+40, −7"
    assert value_on_line(()) == value_on_line(None) == "none"
    assert value_on_line("brute") == "brute"
    assert (value_on_line(inf), value_on_line(-inf)) == ("∞", "−∞")


def test_a_value_with_parts_is_shown_part_by_part() -> None:
    assert value_on_line(Inner(1.0, "w0")) is None
    assert list(parts(Inner(1.0, "w0"))) == [("x", 1.0), ("name", "w0")]
    assert value_on_line(((1.0, 2.0), (3.0, 4.0))) is None
    assert list(parts(["p", "q"])) == [("0", "p"), ("1", "q")]


def test_a_long_list_is_truncated_with_the_number_of_remaining_items() -> None:
    numbers = [float(i) for i in range(SHOWN + 5)]
    assert value_on_line(numbers) is None
    assert len(list(parts(numbers))) == SHOWN


def test_a_collapsed_value_summarises_its_contents() -> None:
    step = engine.trace(CUBE, Pose(), CUBE, Pose(position=(0.5, 0.25, 0.125)), "epa").steps[-1]
    assert summary(step.vertices[1]) == brief(step.vertices[1])
    assert summary(step.vertices[:2]) == f"{brief(step.vertices[0])}  {brief(step.vertices[1])}"
    assert summary(step.faces) == str(len(step.faces))
    assert summary(step.faces[0]) == ""
    assert summary(step.vertices[0]._replace(birth=-1, point=(1.0, 2.0, 3.0))) == "1 2 3"


def test_values_and_definitions_correspond_one_to_one() -> None:
    """Otherwise a new or renamed field would have no explanation."""
    records: dict[tuple[type, str], object] = {}
    for algorithm in (*engine.ALGORITHMS, *ENGINE_ALGORITHMS):
        for options in OPTIONS.get(algorithm, (Options(),)):
            for b, x in ((CUBE, 0.5), (Box((0.2, 0.3, 4.0)), 0.3), (Box((1.0, 1.0, 0.5)), 3.0)):
                pair = suit(algorithm, (CUBE, Pose(), b, Pose(position=(x, 0.25, 0.125))))
                run = engine.trace(*pair, algorithm, options)
                for step in run.steps:
                    collect(without_memory(step), records)
    for steps in (*plane_steps(), *lesson_steps()):
        collect(steps, records)
    for step in engine.trace(cube(), Pose(), Point(), Pose(), "mesh-distance").steps:  # a point inside a solid
        collect(step, records)
    there, moving = Pose(position=(5.0, 0.5, 0.0)), Motion((-1.0, 0.0, 0.0))
    for construction in CONSTRUCTIONS.values():
        collect(construction.run(CUBE, Pose(), CUBE, there).steps, records)
    for method in MANIFOLD_METHODS.values():
        for step in method.run(CUBE, Pose(), CUBE, Pose(position=(0.5, 1.9, 0.25))).steps:
            collect(step, records)
    leaf = Triangle(((-1.0, -1.0, 0.0), (1.0, -1.0, 0.5), (0.0, 1.0, 0.0)))
    for name, search in CONTACT_SEARCHES.items():
        shape = leaf if name.startswith("triangles-") else CUBE
        steps = search.run(shape, Pose(), Motion(), shape, there, moving, 9.0).steps
        for step in (*steps[:60], steps[-1]):  # later ones hold more of the same
            collect(step, records)
    floor = Mesh([(-2, 0, -2), (-2, 0, 2), (0, 0, -2), (0, 0, 2), (9, 0, -2)], [(0, 1, 2), (2, 1, 3), (2, 3, 4)])
    for method in SLIDES.values():
        for step in method.run(CUBE, Pose(position=(-1.1, 0.99, 0.0)), (2, 0, 0), floor, Pose(), seconds=0.1).steps:
            collect(step, records)
    for meshed in MESH_CONTACTS.values():
        for step in meshed.run(CUBE, Pose(position=(-1.1, 0.99, 0.0)), floor, Pose()).steps:
            collect(step, records)
    begun = initial_state(read_scene(resource("assets", "scenes", "motion", "boxes-on-an-incline.json")))
    moved = update(begun, StepMotion(2)).motion.simulation
    assert moved is not None
    for step in solver_run(moved).steps:  # type: ignore[union-attr]
        collect(step, records)
    fields = [field_of(record, name) for (_, name), record in records.items()]
    without = [key for key, field in zip(records, fields, strict=True) if not field.help_text]
    assert [key for key in without if key[1] != "iteration" and key[0] not in SHOWN_OTHERWISE] == []
    tables = [SHARED, *(module.FIELDS for module in modules_in(fields_of_algorithms))]
    assert [name for table in tables for name, field in table.items() if field not in fields] == []
    assert {*NUMBERS, *WORKINGS} - {name for _, name in records} == set()


def plane_steps() -> Iterator[object]:
    """The steps of all 2D algorithms on pairs that are apart, overlap, and overlap deeply."""
    square = Box2((1.0, 1.0))
    for algorithm in PLANAR_ALGORITHMS:
        for b, x in ((square, 0.5), (Circle(0.5), 1.2), (square, 3.0)):
            yield from engine.trace(square, Pose(), b, Pose(position=(x, 0.25, 0.0)), algorithm).steps


def lesson_steps() -> Iterator[object]:
    """The nearest features of a triangle and a tetrahedron."""
    triangle, tetrahedron = Polygon(((0, 0), (1, 0), (0, 1))), Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
    there = Pose(position=(2.0, 0.0, 0.0))
    yield from engine.trace(triangle, Pose(), Point2(), there, "nearest").steps
    yield from engine.trace(tetrahedron, Pose(), Point(), there, "nearest").steps


def without_memory(step: Any) -> Any:
    """The step without what an engine's algorithm only needs for its next step, and no panel shows."""
    return step._replace(memory=None) if isinstance(step, EngineStep) else step


def collect(value: object, records: dict[tuple[type, str], object]) -> None:
    """A record of each type, indexed by type and field."""
    if hasattr(value, "_fields"):
        records.update({(type(value), name): value for name in value._fields if name not in HIDDEN})
    if isinstance(value, LISTS):
        for name, part in zip(getattr(value, "_fields", [""] * len(value)), value, strict=True):
            if name not in HIDDEN:
                collect(part, records)


@pytest.mark.parametrize(
    ("value", "faint"),
    [
        ((0.0, -0.334, -5.6e-17), (False, False, True)),
        ((0.1, -0.1, -8.3e-17), (False, False, True)),
        ((1e-17, 0.0, -2e-17), ()),  # the entire vector is that small
        ((1.0, 1e-12, 0.0), ()),
        ((inf, 1.0, 0.0), ()),
        ((0.0, 0.0, 0.0), ()),
        (1e-17, ()),
        ((1, 2, 3), ()),
        ((), ()),
    ],
)
def test_rounding_residue_is_faint_beside_larger_components(value: Any, faint: tuple[bool, ...]) -> None:
    assert rounding_components(value) == faint
