"""The Gauss map of SAT in the difference view: points of faces, arcs of edges, and the pair of the axis."""

from random import Random

import pytest

from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, HoverAxis, SetOptions, SetVisible, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State, View
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.gauss_map import LIT_WIDTH, normal_map
from gjkscope.app.view.words.titles import TITLES, view_title
from gjkscope.engine import Box, Options
from gjkscope.engine.sat.steps import AxisKind
from gjkscope.engine.shapes.kinds import PolytopeShape, Segment, Triangle
from gjkscope.engine.vectors import IDENTITY, dot, norm
from tests.app.view.drawing.test_drawing import APART, BRICK, lines, state_of, texts
from tests.engine.samples import random_hull

HULLS = state_of(random_hull(Random(2)), random_hull(Random(3)), (1.6, 0.4, 0.2))


def with_map(state: State) -> State:
    return update(update(state, ChooseAlgorithm("sat")), SetVisible("gauss_map", True))


@pytest.mark.parametrize(("shape", "faces", "arcs"), [(BRICK, 6, 12), (Segment((0, 0, 0), (1, 0, 0)), 0, 1)])
def test_the_map_of_a_polytope_has_a_point_for_each_face_and_an_arc_for_each_edge(
    shape: PolytopeShape, faces: int, arcs: int
) -> None:
    drawn = normal_map(shape, IDENTITY)
    assert (len(drawn.faces), len(drawn.arcs)) == (faces, arcs)
    assert all(norm(way) == pytest.approx(1) for arc in drawn.arcs for way in arc.path)


def test_the_arc_of_a_flat_shape_is_half_a_circle_that_leaves_the_shape() -> None:
    drawn = normal_map(Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), IDENTITY)
    (bottom,) = (arc for arc in drawn.arcs if arc.ends == {0, 1})
    middle = bottom.path[len(bottom.path) // 2]
    assert middle == pytest.approx((0, -1, 0))
    assert all(way[1] <= 1e-12 for way in bottom.path)
    assert bottom.path[0] == pytest.approx(tuple(-x for x in bottom.path[-1]))


def test_the_arcs_of_an_axis_are_lit_and_cross_at_its_point_only_if_the_pair_makes_a_face() -> None:
    state = update(with_map(HULLS), SetOptions(Options(edge_pairs="all")))
    axes = inspect(state).trace
    assert axes is not None
    seen = set()
    for number in range(0, len(axes.steps), 29):
        axis = axes.steps[number].axis
        if axis.kind != AxisKind.EDGES or axis.skipped or number == len(axes.steps) - 1:
            continue
        drawing = difference_drawing(update(state, GoToStep(number)))
        arcs = [
            lines(drawing, palette.lighter(color, 0.5), Layer.SOLID, width=LIT_WIDTH)
            for color in (palette.A, palette.B)
        ]
        assert all(len(arc) for arc in arcs)
        assert sum("arcs cross" in text for text in texts(drawing)) == axis.crosses
        assert sum("arcs miss by" in text for text in texts(drawing)) == (not axis.crosses)
        seen.add(axis.crosses)
    assert seen == {True, False}


def test_the_map_replaces_the_difference_for_steps_of_sat_only() -> None:
    plain, shown = update(APART, ChooseAlgorithm("sat")), with_map(APART)
    assert "Gauss map: outward normals" not in texts(difference_drawing(plain))
    assert "Gauss map: outward normals" in texts(difference_drawing(shown))
    assert view_title(shown, View.DIFFERENCE) == "Gauss map of A and −B"
    assert (
        view_title(plain, View.DIFFERENCE)
        == view_title(update(shown, ChooseAlgorithm("gjk")), View.DIFFERENCE)
        == TITLES[View.DIFFERENCE]
    )
    by_gjk = update(shown, ChooseAlgorithm("gjk"))
    assert "Gauss map: outward normals" not in texts(difference_drawing(by_gjk))


def test_an_axis_under_the_pointer_is_shown() -> None:
    state = with_map(state_of(Box((1, 1, 1)), BRICK, (2.5, 0.4, 0.2)))
    axes = inspect(state).axes
    assert axes is not None
    for number in (0, 4, 9):
        drawing = difference_drawing(update(state, HoverAxis(number)))
        direction = axes.steps[number].axis.direction
        assert dot(direction, direction) == pytest.approx(1)
        words = "face normal" if number < 6 else "edge"
        assert sum(text.startswith(words) for text in texts(drawing)) >= 1
