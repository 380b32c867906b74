"""What makes the origin readable: axes with the part inside A − B, the floor, the tone, and the words."""

from itertools import product
from weakref import ref

import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, PlaceBody, SetVisible, initial_state, update
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing, difference_floor
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.origin import AXIS_COLORS, CHORD_DASH, floor_height, hull_chord, origin_words
from gjkscope.engine import Exit, Pose, Result, Verdict, query
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import Box, Point, Shape, Sphere, Triangle
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3

CUBE = convex_hull(list(product((-1.0, 1.0), repeat=3)))
SQUARE = convex_hull([(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0)])


def boxes(b_at: Vec3) -> State:
    bodies = (Body("A", Box((1.0, 1.0, 1.0))), Body("B", Box((1.0, 1.0, 1.0)), PositionOrientation(b_at)))
    return initial_state(Scene("pair", bodies))


INSIDE, OUTSIDE = boxes((1.5, 0.2, 0.1)), boxes((2.28, 0.2, 0.1))


@pytest.mark.parametrize(
    ("shift", "wanted"),
    [
        (ZERO, (-1.0, 1.0)),
        ((0.5, 0.25, -0.5), (-0.5, 1.5)),
        ((3.0, 0.0, 0.0), (2.0, 4.0)),
        ((0.0, 1.5, 0.0), None),
        ((1e6, 0.0, 0.0), (1e6 - 1, 1e6 + 1)),
    ],
)
def test_the_part_of_an_axis_inside_a_hull(shift: Vec3, wanted: tuple[float, float] | None) -> None:
    assert hull_chord(CUBE, shift, IDENTITY[0]) == pytest.approx(wanted)


def test_a_flat_hull_is_crossed_in_its_plane_and_pierced_across_it() -> None:
    assert hull_chord(SQUARE, (0.5, 0.0, 0.0), IDENTITY[0]) == pytest.approx((-0.5, 1.5))
    assert hull_chord(SQUARE, (0.5, 0.0, 0.25), IDENTITY[2]) == pytest.approx((0.25, 0.25))
    assert hull_chord(SQUARE, (0.0, 0.0, 0.25), IDENTITY[0]) is None
    assert hull_chord(SQUARE, (3.0, 0.0, 0.0), IDENTITY[2]) is None


@pytest.mark.parametrize("points", [[(1.0, 2.0, 3.0)], [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)]])
def test_a_point_and_a_segment_have_no_inside(points: list[Vec3]) -> None:
    assert hull_chord(convex_hull(points), ZERO, IDENTITY[0]) is None


def test_no_hull_is_kept_for_its_chords() -> None:
    hull = convex_hull([(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
    kept = ref(hull)
    assert hull_chord(hull, (-0.5, -0.5, -0.5), IDENTITY[0]) == pytest.approx((-0.5, 0.5))
    del hull
    assert kept() is None


def test_the_origin_is_inside_exactly_if_it_lies_within_the_chords() -> None:
    rng, inside = np.random.default_rng(1), 0
    for _ in range(200):
        hull = convex_hull(rng.normal(size=(12, 3)))
        x, y, z = rng.normal(scale=0.8, size=3).tolist()
        heights = (hull.vertices @ hull.normals.T).max(axis=0) + hull.normals @ (x, y, z)
        within = bool((heights >= 0).all())
        chords = [hull_chord(hull, (x, y, z), IDENTITY[axis]) for axis in range(3)]
        assert all(chord is not None and chord[0] <= 0 <= chord[1] for chord in chords) == within
        inside += within
    assert 40 < inside < 160  # neither case is rare


@pytest.mark.parametrize(("state", "crosses"), [(INSIDE, True), (OUTSIDE, False)])
def test_the_dashed_part_of_each_axis_contains_the_origin_only_inside(state: State, crosses: bool) -> None:
    rows = np.concatenate([batch.rows for batch in difference_drawing(state).lines])
    dashed = rows[(rows[:, 11] == CHORD_DASH) & np.isclose(rows[:, 6:9], AXIS_COLORS[0][:3]).all(axis=1)]
    assert len(dashed) == 1
    (start, end) = dashed[0, 0], dashed[0, 3]
    assert (start < 0 < end) == crosses


def test_a_b_changes_its_tone_when_the_origin_enters() -> None:
    assert difference_drawing(OUTSIDE).skins[0].color[:3] == palette.DIFFERENCE[:3]
    assert difference_drawing(INSIDE).skins[0].color[:3] == palette.ENCLOSING[:3]
    hidden = update(INSIDE, SetVisible("inside_outside", False))
    assert difference_drawing(hidden).skins[0].color[:3] == palette.DIFFERENCE[:3]
    assert "origin" in [label.text for label in difference_drawing(hidden).labels]


def test_the_words_beside_the_origin() -> None:
    box = Box((1.0, 1.0, 1.0))

    def words(x: float) -> str:
        return origin_words(query(box, Pose(), box, Pose(position=(x, 0.0, 0.0))))

    assert [words(2.28), words(2.0), words(1.69)] == ["outside by 0.28 m", "on the surface", "inside, 0.31 m deep"]
    undecided = Result("gjk", Verdict.UNDECIDED, Exit.ITERATION_LIMIT, 3)
    assert origin_words(undecided) == "inside or outside: undecided"
    assert origin_words(replace(undecided, verdict=Verdict.SEPARATED)) == "outside"
    assert origin_words(replace(undecided, verdict=Verdict.PENETRATING)) == "inside"


def test_the_nearest_point_appears_with_the_result_not_while_it_is_searched() -> None:
    """The line to it would give the answer away."""

    def solid_lines_from_origin(state: State) -> int:
        rows = np.concatenate([batch.rows for batch in difference_drawing(state).lines if batch.layer == Layer.ON_TOP])
        return int(((rows[:, :3] == 0).all(axis=1) & (rows[:, 11] == 0)).sum())

    assert solid_lines_from_origin(OUTSIDE) == 1
    assert solid_lines_from_origin(update(OUTSIDE, GoToStep(0))) == 0
    assert solid_lines_from_origin(update(OUTSIDE, SetVisible("inside_outside", False))) == 0


def test_the_floor_is_below_everything_and_rests_while_a_body_moves_a_little() -> None:
    floor = difference_floor(OUTSIDE)
    assert floor is not None
    assert floor < min(-2.2, 0.0)
    moved = update(OUTSIDE, PlaceBody("B", PositionOrientation((2.28, 0.21, 0.1))))
    assert difference_floor(moved) == floor
    assert difference_floor(update(OUTSIDE, SetVisible("origin_floor", False))) is None
    assert floor_height(-3.0, 0.0) == -3.0


@pytest.mark.parametrize("name", ["inside_outside", "origin_axes", "origin_floor", "opening"])
def test_each_part_can_be_hidden(name: str) -> None:
    hidden = difference_drawing(update(INSIDE, SetVisible(name, False)))
    assert hidden != difference_drawing(INSIDE)
    assert (hidden.focus is None) == (name == "opening")


@pytest.mark.parametrize(
    "shapes", [(Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))),) * 2, (Point(), Point()), (Sphere(1e-9), Sphere(1e-9))]
)
def test_flat_and_tiny_pairs_are_drawn(shapes: tuple[Shape, Shape]) -> None:
    a, b = shapes
    for position in (ZERO, (1e-9, 0.0, 0.0), (1e6, 0.0, 0.0)):
        state = initial_state(Scene("pair", (Body("A", a), Body("B", b, PositionOrientation(position)))))
        drawing = difference_drawing(update(state, ChooseAlgorithm("gjk")))
        assert all(np.isfinite(batch.rows).all() for batch in (*drawing.lines, *drawing.triangles))
