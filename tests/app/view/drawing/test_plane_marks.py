"""The draw lists of 2D steps: each mark is where the engine says it should be, and no label covers another."""

from functools import cache
from math import hypot

import numpy as np
import pytest

from gjkscope.app.scenes.examples import PLANE, examples
from gjkscope.app.scenes.scene import Body, Planar, Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    ChooseAlgorithm,
    FrameAll,
    GoToStep,
    HoverFace,
    HoverRegion,
    SetVisible,
    initial_state,
    update,
)
from gjkscope.app.state.actions.beats import GoToBeat
from gjkscope.app.state.inspection.beats import beat_numbers
from gjkscope.app.state.inspection.extents import world_ball
from gjkscope.app.state.inspection.traces import inspect, last_step, step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList, Layer
from gjkscope.app.view.drawing.planar.outline import clipped, square_around
from gjkscope.app.view.drawing.planar.regions import LIT, features, half_planes, region_area
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Exit, Point2, Polygon
from gjkscope.engine.plane.gjk.simplex import PLANE_SLOTS, vertices_in_plane
from gjkscope.engine.plane.vectors import Vec2, cross2, dot2, sub2
from tests.app.label_layout import fonts_only, label_faults
from tests.app.view.drawing.test_drawing import all_lines, assert_sound, lines, points, same_hue, texts

ALGORITHMS = ("gjk", "epa", "sat", "exact")
NAMES = tuple(example.name for example in examples() if example.engine == PLANE)
HEADER, FOOTER = 54.0, 66.0  # of a picture, pixels
SIZES = ((1280, 800), (1920, 1080))


@cache
def open_scene(name: str) -> State:
    return initial_state(read_scene(next(example.path for example in examples() if example.name == name)))


def steps_of(name: str, algorithm: str) -> list[State]:
    state = update(open_scene(name), ChooseAlgorithm(algorithm))
    return [update(state, GoToStep(number)) for number in range(last_step(state) + 1)]


def nearest_to(origin: Vec2) -> State:
    """The nearest feature of a triangle, with the origin there."""
    triangle = Body("A", Polygon(((-1.2, -0.9), (1.3, -0.6), (-0.2, 1.2))))
    point = Body("B", Point2(), Planar(origin, 0.0))
    return update(initial_state(Scene("regions", (triangle, point), dimension=2)), ChooseAlgorithm("nearest"))


def areas(drawing: DrawList, color: palette.Color) -> float:
    """The total area of the flat polygons of that hue."""
    total = 0.0
    for batch in drawing.triangles:
        for corners, its in zip(batch.positions, batch.colors, strict=True):
            if same_hue(its, color):
                total += float(abs(np.cross(corners[1] - corners[0], corners[2] - corners[0])[2])) / 2
    return total


def lengths(segments: np.ndarray) -> list[float]:
    return sorted(round(float(np.linalg.norm(end - start)), 9) for start, end in segments)


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", NAMES)
def test_marks_lie_in_the_plane_and_no_label_covers_another(name: str, algorithm: str) -> None:
    """At each step, in both views, at two sizes."""
    with fonts_only() as fonts:
        for state in steps_of(name, algorithm):
            for drawing in (world_drawing(state), difference_drawing(state)):
                assert_sound(drawing)
                for batch in all_lines(drawing):
                    assert not batch.starts[:, 2].any()
                    assert not batch.ends[:, 2].any()
            for size in SIZES:
                framed = update(state, FrameAll(size[0] / 2 / (size[1] - HEADER - FOOTER)))
                assert label_faults(framed, size, fonts, HEADER, FOOTER) == []


@pytest.mark.parametrize("state", steps_of("triangles-apart", "gjk")[1:4])
def test_the_regions_of_a_simplex_divide_the_plane(state: State) -> None:
    step = step_record(state)
    corners = [vertex.point for vertex in vertices_in_plane(step.candidate)]
    rng = np.random.default_rng(3)
    for x, y in rng.uniform(-3, 3, (40, 2)).tolist():
        inside = [
            slots
            for slots in features(len(corners))
            if all(dot2(normal, sub2((x, y), through)) < 0 for through, normal in half_planes(corners, slots))
        ]
        assert len(inside) == 1
    areas_of = [region_area(corners, slots, 1.0) for slots in features(len(corners))]
    total = sum(sum(cross2(p, q) for p, q in zip(area, area[1:] + area[:1], strict=True)) / 2 for area in areas_of)
    assert total == pytest.approx(24.0**2)
    lit = region_area(corners, PLANE_SLOTS[step.region], 1.0)
    assert all(cross2(sub2(q, p), sub2((0.0, 0.0), p)) > 0 for p, q in zip(lit, lit[1:] + lit[:1], strict=True))


def test_a_region_that_a_line_cuts_off_is_empty() -> None:
    square = square_around((0.0, 0.0), 1.0)
    assert clipped(square, [((-2.0, 0.0), (1.0, 0.0))]) == ()
    assert clipped(square, [((2.0, 0.0), (1.0, 0.0))]) == square
    half = clipped(square, [((0.0, 0.0), (1.0, 0.0))])
    assert {x for x, _ in half} == {-1.0, 0.0}


@pytest.mark.parametrize("state", steps_of("triangles-apart", "gjk"))
def test_the_support_line_touches_the_difference(state: State) -> None:
    step, drawing = step_record(state), difference_drawing(state)
    (line,) = lines(drawing, palette.SEARCH, Layer.SOLID)
    heights = line[:, :2] @ np.array(step.direction)
    assert heights == pytest.approx([dot2(step.support.point, step.direction)] * 2)
    world = world_drawing(state)
    origin = state.document.pair_bodies[0].pose.position
    for color, point, sign in ((palette.A, step.support.a, 1), (palette.B, step.support.b, -1)):
        vertex = np.array(point) + origin[:2]
        segments = [ends for ends in lines(world, color, Layer.SOLID) if abs(np.linalg.norm(ends[0] - ends[1])) > 2]
        assert any(
            (ends[:, :2] @ np.array(step.direction) * sign)
            == pytest.approx([vertex @ np.array(step.direction) * sign] * 2)
            for ends in segments
        )
    hidden = update(state, SetVisible("planes", False))
    assert len(lines(difference_drawing(hidden), palette.SEARCH, Layer.SOLID)) == 0


def test_a_hovered_region_says_which_test_it_failed() -> None:
    state = steps_of("triangles-apart", "gjk")[2]
    region = step_record(state).region
    for number in range(7):
        reasons = [text for text in texts(difference_drawing(update(state, HoverRegion(number)))) if " lost: " in text]
        assert len(reasons) == (number != region)


@pytest.mark.parametrize(
    ("origin", "feature"),
    [
        ((0.1, -0.15), "the interior"),
        ((1.3, 0.9), "edge w1 w2"),
        ((0.1, 2.2), "vertex w2"),
        ((-1.6, 0.9), "edge w0 w2"),
        ((-2.1, -1.3), "vertex w0"),
        ((-0.2, -1.9), "edge w0 w1"),
        ((2.3, -0.5), "vertex w1"),
    ],
)
def test_each_region_of_a_triangle_is_named_and_one_is_lit(origin: Vec2, feature: str) -> None:
    state = nearest_to(origin)
    drawing = difference_drawing(state)
    names = {"the interior", *(f"vertex w{i}" for i in range(3)), "edge w0 w1", "edge w0 w2", "edge w1 w2"}
    assert names <= set(texts(drawing))
    (lit,) = [label for label in drawing.labels if label.text == feature]
    (dim,) = [label for label in drawing.labels if label.text == next(iter(names - {feature}))]
    assert lit.color != dim.color
    assert any(np.isclose(batch.colors[:, 3], LIT).any() for batch in drawing.triangles)
    assert_sound(world_drawing(state))
    with fonts_only() as fonts:
        assert label_faults(state, SIZES[0], fonts, HEADER, FOOTER) == []


@pytest.mark.parametrize("state", steps_of("polygon-inside-polygon", "epa"))
def test_the_circle_of_epa_touches_the_nearest_edge(state: State) -> None:
    step, drawing = step_record(state), difference_drawing(state)
    bounds = [text for text in texts(drawing) if text.startswith("at ")]
    if step.exit != Exit.RUNNING:
        assert bounds == []
        return
    assert {text.split()[1] for text in bounds} == {"least", "most"}
    radius = step.edges[step.nearest].distance
    ring = [ends for ends in lines(drawing, palette.TEXT) if np.linalg.norm(ends[0]) == pytest.approx(radius)]
    assert len(ring) >= 64
    polygon = [vertex.point for vertex in step.polygon]
    assert areas(drawing, palette.SIMPLEX) == pytest.approx(
        sum(cross2(p, q) for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True)) / 2
    )


def test_the_hovered_edge_of_epa_is_named() -> None:
    state = steps_of("polygon-inside-polygon", "epa")[2]
    labels = texts(difference_drawing(update(state, HoverFace(1))))
    assert any(text.startswith("edge w") and text.endswith(" m") for text in labels)
    assert texts(difference_drawing(update(state, HoverFace(99)))) == texts(difference_drawing(state))


@pytest.mark.parametrize("name", ["triangles-apart", "boxes-overlap-2d", "circle-near-corner", "libgdx-1635"])
def test_the_bars_of_sat_are_as_long_as_the_projections_and_in_the_view(name: str) -> None:
    for state in steps_of(name, "sat"):
        step = step_record(state)
        axis = step.chosen if step.exit != Exit.RUNNING else step.axis
        if axis.same_as >= 0:
            continue
        world = world_drawing(state)
        for color, (low, high) in ((palette.A, axis.interval_a), (palette.B, axis.interval_b)):
            (bar,) = lines(world, color, Layer.ON_TOP, width=7.0)
            assert lengths([bar]) == [pytest.approx(high - low)]
            assert cross2((bar[1] - bar[0])[:2].tolist(), axis.direction) == pytest.approx(0, abs=1e-9 * (high - low))
            center, radius = world_ball(state)
            assert np.abs(bar - center).max() < radius
        assert sum(text.startswith(("gap", "overlap", "contact")) for text in texts(world)) == 1


def test_exact_arithmetic_highlights_one_edge_after_the_other() -> None:
    for number, state in enumerate(steps_of("polygon-inside-polygon", "exact")[:-1]):
        step, drawing = step_record(state), difference_drawing(state)
        (thick,) = lines(drawing, palette.SIMPLEX, width=5.5)
        ends = [step.outline[number].point, step.outline[(number + 1) % len(step.outline)].point]
        assert thick[:, :2].tolist() == [list(end) for end in ends]
        assert len(lines(drawing, palette.SIMPLEX, width=2.2)) == number
        assert f"{hypot(*step.closest):.5g} m" in texts(drawing)


@pytest.mark.parametrize("algorithm", ["gjk", "epa", "sat"])
def test_a_beat_never_shows_the_result_of_a_later_one(algorithm: str) -> None:
    """Each beat can be drawn at its beginning and its end; the last ends with the marks of the whole step."""
    seen = 0
    for state in steps_of("boxes-overlap-2d", algorithm):
        number = state.run.step
        for beat in beat_numbers(state):
            for progress in (0.0, 0.5, 1.0):
                at = update(state, GoToBeat(number, beat, progress))
                for drawing in (world_drawing(at), difference_drawing(at)):
                    assert_sound(drawing)
                seen += 1
        dropped = [
            text for text in texts(difference_drawing(update(state, GoToBeat(number, 0, 0.0)))) if "dropped" in text
        ]
        assert dropped == []
    assert seen > 0


@pytest.mark.parametrize("name", NAMES)
def test_the_difference_is_drawn_with_its_radius(name: str) -> None:
    state = update(update(open_scene(name), SetVisible("steps", False)), SetVisible("origin_axes", False))
    drawing = difference_drawing(state)
    assert_sound(drawing)
    a, b = state.document.pair_bodies
    radius = a.shape.core().radius + b.shape.core().radius
    dashed = [batch for batch in all_lines(drawing) if (batch.dashes == 5.0).any()]
    core_dots = len(points(drawing, palette.toward_ink(palette.DIFFERENCE, 0.25, state.appearance.theme)))
    assert bool(dashed or core_dots) == (radius > 0)
    assert inspect(state).answer is not None
