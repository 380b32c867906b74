"""Marks of EPA, MPR and the two published forms of GJK: each is where the step says it should be."""

import numpy as np
import pytest

from gjkscope.app.state.actions import ChooseAlgorithm, update
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.marks.polytope import EDGE_WIDTH
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.shapes.kinds import Box, Capsule, Ellipsoid, Point, Sphere
from gjkscope.engine.vectors import ZERO, Vec3, add, norm, sub, unit
from tests.app.view.drawing.test_drawing import (
    APART,
    CORNERED,
    CUBE,
    CURVED,
    OVERLAPPING,
    ROUND,
    arrows,
    assert_sound,
    at_steps,
    lines,
    points,
    state_of,
    texts,
)

SEARCHES = ("epa", "mpr", "headbutt", "tetrahedron")
DEEP = state_of(Ellipsoid((1.0, 0.7, 0.5)), CUBE, (10.4, 0.25, 0.1), a_at=(10.0, 0.5, 0.0))
DEGENERATE = (
    state_of(CUBE, CUBE, ZERO, turned=False),  # concentric: there is no first direction
    state_of(Point(), Point(), ZERO),
    state_of(Sphere(1.0), Capsule(0.5, 1.0), ZERO),
    state_of(Box((1.0, 1.0, 1.0)), Box((1.0, 1.0, 1.0)), (2.0, 0.0, 0.0), turned=False),
)


def runs(algorithm: str, *pairs: State) -> list[State]:
    return [step for pair in pairs for step in at_steps(update(pair, ChooseAlgorithm(algorithm)))]


STEPS = {name: runs(name, APART, OVERLAPPING, ROUND, CORNERED, CURVED, DEEP) for name in SEARCHES}


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_every_step_is_drawn_with_finite_numbers(algorithm: str) -> None:
    for state in [*STEPS[algorithm], *runs(algorithm, *DEGENERATE)]:
        assert_sound(world_drawing(state))
        assert_sound(difference_drawing(state))


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_support_points_lie_on_the_shapes_and_their_difference_at_the_ring(algorithm: str) -> None:
    checked = 0
    for state in STEPS[algorithm]:
        step = step_record(state)
        if step.support is None or getattr(step, "aim", None) == epa.SearchReason.SEED:
            assert len(arrows(world_drawing(state), palette.SEARCH)) == 0
            continue
        tails, heads = arrows(world_drawing(state), palette.SEARCH).swapaxes(0, 1)
        assert np.allclose(tails[0] - tails[1], step.support.point, atol=1e-12)
        origin = ZERO if algorithm in ("headbutt", "tetrahedron") else state.document.pair_bodies[0].pose.position
        assert np.allclose(tails[0], add(step.support.a, origin), atol=1e-12)
        assert unit(tuple((heads - tails)[0])) == pytest.approx(unit(step.direction))
        drawn = difference_drawing(state)
        rings = [*points(drawn, palette.NEW, PointStyle.RING), *points(drawn, palette.DROPPED, PointStyle.RING)]
        assert any(np.allclose(ring, step.support.point, atol=1e-12) for ring in rings)
        checked += 1
    assert checked > 15


@pytest.mark.parametrize("algorithm", ["mpr", "headbutt", "tetrahedron"])
def test_the_final_simplex_of_the_step_is_drawn_and_dropped_vertices_are_named(algorithm: str) -> None:
    dropped = 0
    for state in STEPS[algorithm]:
        step, drawn = step_record(state), difference_drawing(state)
        kept = step.portal if algorithm == "mpr" else step.simplex
        marks = points(drawn, palette.SIMPLEX)
        assert sorted(map(tuple, marks)) == sorted(vertex.point for vertex in kept)
        assert len(lines(drawn, palette.SIMPLEX, width=3.5)) == len(kept) * (len(kept) - 1) // 2
        for vertex in step.before:
            assert (f"w{vertex.birth} dropped" in texts(drawn)) == (vertex not in kept)
            dropped += vertex not in kept
    assert dropped > 0


def test_the_ray_of_mpr_starts_inside_and_passes_the_origin() -> None:
    for state in STEPS["mpr"]:
        step, drawn = step_record(state), difference_drawing(state)
        rays = [(start, end) for start, end in lines(drawn, palette.TEXT) if np.allclose(start, step.interior.point)]
        assert rays
        start, end = rays[0]
        assert np.linalg.norm(np.cross(start, unit(tuple(end - start)))) < 1e-12 * norm(sub(tuple(start), tuple(end)))
        assert "v0" in texts(drawn)


def test_the_polytope_of_epa_is_closed_and_its_horizon_surrounds_the_new_vertex() -> None:
    grown = 0
    for state in STEPS["epa"]:
        step, drawn = step_record(state), difference_drawing(state)
        alive = [face for face in step.faces if face.death < 0]
        edges = lines(drawn, palette.SIMPLEX, width=EDGE_WIDTH)
        assert len(edges) == 3 * len(alive)
        there = {(tuple(start), tuple(end)) for start, end in edges}
        assert there == {(end, start) for start, end in there}, "each edge belongs to two faces"
        horizon = lines(drawn, palette.NEW, width=3.5)
        if step.horizon:
            grown += 1
            assert all(
                tuple(end) == tuple(following[0]) for (_, end), following in zip(horizon, ring(horizon), strict=True)
            )
    assert grown > 3


def test_epa_fills_the_searched_face() -> None:
    filled = 0
    for state in STEPS["epa"]:
        step = step_record(state)
        if step.chosen < 0:
            continue
        corners: list[Vec3] = [step.vertices[i].point for i in step.faces[step.chosen].corners]
        (flat,) = difference_drawing(state).triangles
        opaque = flat.positions[flat.colors[:, 3] == 0.5]
        assert any(np.allclose(triangle, corners) for triangle in opaque)
        filled += 1
    assert filled > 3


def ring(ends: np.ndarray) -> list[np.ndarray]:
    """The same edges, rotated by one."""
    return [*ends[1:], *ends[:1]]
