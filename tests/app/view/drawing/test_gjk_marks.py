"""Marks for GJK's steps beside the simplex: support planes, Voronoi regions and the path of closest points."""

import numpy as np
import pytest

from gjkscope.app.state.actions import HoverRegion, SetVisible, update
from gjkscope.app.state.inspection.traces import current_step, inspect, step_record
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.cut import cut_out, frame
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList, Layer
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.gjk.explain import region_tests
from gjkscope.engine.gjk.simplex import Region
from gjkscope.engine.gjk.voronoi import RegionPlane, half_spaces
from gjkscope.engine.vectors import IDENTITY, ZERO, dot, norm, unit
from tests.app.interface import Bench
from tests.app.view.drawing.test_drawing import STEPS, Floats, assert_sound, dashes, lines, points, same_hue, texts


def shade(drawing: DrawList, color: palette.Color, alpha: float) -> Floats:
    """The corners (n, 3) of the flat polygons of that colour."""
    corners = [
        corners
        for batch in drawing.triangles
        for corners, its in zip(batch.positions, batch.colors, strict=True)
        if same_hue(its, color) and its[3] == pytest.approx(alpha)
    ]
    return np.array(corners).reshape(-1, 3)


def test_the_support_planes_are_perpendicular_to_d_with_the_shapes_on_one_side() -> None:
    for state in STEPS:
        step = step_record(state)
        world, difference = world_drawing(state), difference_drawing(state)
        for drawing, color, sign in ((world, palette.A, 1), (world, palette.B, -1), (difference, palette.SEARCH, 1)):
            corners = shade(drawing, color, 0.1)
            heights = corners @ np.array(step.direction) * sign
            assert heights == pytest.approx(heights[0], abs=1e-12)
            if color is palette.SEARCH:
                assert heights[0] == pytest.approx(dot(step.support.point, step.direction), abs=1e-12)
        hidden = update(state, SetVisible("planes", False))
        assert len(shade(world_drawing(hidden), palette.A, 0.1)) == 0
        assert len(shade(difference_drawing(hidden), palette.SEARCH, 0.1)) == 0


def test_the_winning_region_is_shaded_and_behind_its_planes() -> None:
    for state in STEPS:
        step, corners = step_record(state), shade(difference_drawing(state), palette.SIMPLEX, 0.1)
        assert bool(len(corners)) == (step.candidate.size > 1)
        if len(corners):
            simplex = [vertex.point for vertex in step.candidate.vertices[: step.candidate.size]]
            for plane in half_spaces(simplex, step.region):
                reach = np.abs(corners).max()
                assert ((corners - plane.point) @ np.array(plane.normal)).max() <= 1e-8 * reach
        assert len(shade(difference_drawing(update(state, SetVisible("regions", False))), palette.SIMPLEX, 0.1)) == 0


def test_a_hovered_region_is_grey_and_dashed_with_the_reason_it_lost() -> None:
    seen = set()
    for state in STEPS:
        step = step_record(state)
        for test in region_tests(step) if step.candidate.size > 1 and not seen.issuperset(Region) else ():
            drawing = difference_drawing(update(state, HoverRegion(test.region)))
            assert_sound(drawing)
            reasons = [text for text in texts(drawing) if " lost: " in text]
            if test.won:
                assert reasons == []
                assert drawing is not None
                continue
            assert reasons == [f"{test.name} lost: {test.inequality}"]
            assert len(shade(drawing, palette.SIMPLEX, 0.1)) == 0
            assert 6.0 in dashes(drawing, palette.DROPPED)
            seen.add(test.region)
    assert len(seen) == len(Region)


def test_a_region_that_the_simplex_lacks_changes_nothing() -> None:
    state = next(state for state in STEPS if step_record(state).candidate.size == 2)
    hovered = difference_drawing(update(state, HoverRegion(Region.FACE_BCD)))
    assert texts(hovered) == texts(difference_drawing(state))


def test_the_path_has_a_dot_for_each_closest_point_so_far() -> None:
    for state in STEPS:
        trace, shown = inspect(state).trace, current_step(state)
        assert trace is not None
        closest = [step.closest for step in trace.steps[: shown + 1]]
        ways = lines(difference_drawing(state), palette.TEXT, Layer.ON_TOP, width=1.5)
        assert [tuple(end) for end in ways[:, 1]] == closest[1:]
        dots = {tuple(dot) for dot in points(difference_drawing(state), palette.TEXT).tolist()}
        assert dots >= set(closest[:-1])
        hidden = difference_drawing(update(state, SetVisible("path", False)))
        assert len(lines(hidden, palette.TEXT, Layer.ON_TOP, width=1.5)) == 0


def test_a_region_clipped_to_a_box_is_closed() -> None:
    """Every remaining edge belongs to two facets."""
    rng = np.random.default_rng(4)
    for _ in range(40):
        planes = []
        for _ in range(4):
            normal = unit(tuple(rng.normal(size=3).tolist()))
            planes.append(RegionPlane(tuple((0.4 * np.array(normal)).tolist()), normal))
        facets = cut_out(ZERO, frame(unit(tuple(rng.normal(size=3).tolist()))), (1.0, 1.0, 1.0), planes)
        edges = [
            tuple(sorted((tuple(np.round(p, 9) + 0.0), tuple(np.round(q, 9) + 0.0))))
            for facet in facets
            for p, q in zip(facet.corners, (*facet.corners[1:], facet.corners[0]), strict=True)
        ]
        assert all(edges.count(edge) == 2 for edge in edges)
        assert sum(not facet.is_end for facet in facets) > 0


def test_a_box_that_no_plane_cuts_is_unchanged() -> None:
    facets = cut_out(ZERO, IDENTITY, (1.0, 2.0, 3.0), ())
    assert len(facets) == 6
    assert all(norm(corner) == pytest.approx(14**0.5) for facet in facets for corner in facet.corners)


def test_only_existing_regions_can_be_hovered() -> None:
    state = update(STEPS[0], HoverRegion(Region.EDGE_AB))
    assert state.pointer.hovered_region == Region.EDGE_AB
    assert update(state, HoverRegion(15)) is state
    assert update(state, HoverRegion(None)) == STEPS[0]


def test_hovering_the_row_of_a_region_shows_it(shared: Bench) -> None:
    state = next(state for state in STEPS if step_record(state).candidate.size == 2)
    shared.open(state)
    shared.person.resize(1300, 1000)
    shared.press("Why not another region", frames=2)
    lost = next(test for test in region_tests(step_record(state)) if not test.won)
    shared.person.move(*shared.ear.places[f"lost {lost.name}"].middle, frames=3)
    assert shared.state.pointer.hovered_region == lost.region
    shared.person.move(*shared.picture().at(0.1, 0.9), frames=3)
    assert shared.state.pointer.hovered_region is None
