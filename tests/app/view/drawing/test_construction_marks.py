"""Marks of the construction of A − B: A − B itself appears at the end only, and −B where the step says."""

import numpy as np
import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import BuildDifference, GoToLast, GoToStep, ScrubTo, initial_state, update
from gjkscope.app.state.inspection.traces import inspect, step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList, Layer
from gjkscope.app.view.drawing.reflected import reflected, resize_surface
from gjkscope.app.view.drawing.surfaces import surface
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Box, Hull, Shape, Sphere
from gjkscope.engine.construction.steps import ConstructionPhase

WEDGE = Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))


def building(a: Shape, b: Shape) -> State:
    bodies = (Body("A", a), Body("B", b, PositionOrientation((2.5, 0.3, 0.1))))
    return update(initial_state(Scene("built", bodies)), BuildDifference())


def at(state: State, phase: ConstructionPhase) -> State:
    trace = inspect(state).trace
    assert trace is not None
    first = next(i for i, step in enumerate(trace.steps) if step.phase is phase)
    return update(state, GoToStep(first))


def texts(drawing: DrawList) -> set[str]:
    return {label.text for label in drawing.labels}


def reach(drawing: DrawList, layer: Layer) -> float:
    """The extent along x of the surfaces in a layer."""
    corners = [skin.positions.reshape(-1, 3) for skin in drawing.skins if skin.layer is layer]
    return float(np.ptp(np.concatenate(corners)[:, 0])) if corners else 0.0


@pytest.mark.parametrize("b", [WEDGE, Box((0.3, 0.2, 0.4)), Sphere(0.4)], ids=str)
def test_each_step_and_moment_is_drawn_in_both_views(b: Shape) -> None:
    state = building(WEDGE, b)
    trace = inspect(state).trace
    assert trace is not None
    for position in np.arange(0.0, len(trace.steps) - 0.75, 0.75).tolist():
        shown = update(state, ScrubTo(position))
        assert world_drawing(shown).labels
        assert any(text.startswith("origin") for text in texts(difference_drawing(shown)))


def test_a_minus_b_appears_when_it_is_complete() -> None:
    state = building(WEDGE, Box((0.3, 0.2, 0.4)))
    whole = 1.0 + 0.6
    assert reach(difference_drawing(at(state, ConstructionPhase.VERTEX)), Layer.TRANSLUCENT) < whole
    assert "A − B" not in texts(difference_drawing(at(state, ConstructionPhase.TRAVEL)))
    complete = difference_drawing(update(state, GoToLast()))
    assert "A − B" in texts(complete)
    assert reach(complete, Layer.TRANSLUCENT) == pytest.approx(whole)


def test_a_sweep_fills_more_and_more() -> None:
    state = building(WEDGE, Box((0.3, 0.2, 0.4)))
    first = at(state, ConstructionPhase.TRAVEL).run.step
    drawn = [difference_drawing(update(state, ScrubTo(first + offset))) for offset in (-0.5, 0.0, 3.5)]
    solids = [sum(skin.layer is Layer.SOLID for skin in drawing.skins) for drawing in drawn]
    assert 0 < solids[0] <= solids[1] < solids[2]


def test_the_differences_of_a_vertex_are_named_where_there_are_few() -> None:
    few = difference_drawing(at(building(WEDGE, WEDGE), ConstructionPhase.VERTEX))
    assert {"a0 − b0", "a0 − b3"} <= texts(few)
    many = at(building(WEDGE, Sphere(0.4)), ConstructionPhase.VERTEX)
    assert not any("−" in text for text in texts(difference_drawing(many)))
    assert step_record(many).sampled_b


def test_a_reflected_surface_is_seen_from_outside() -> None:
    skin = surface(WEDGE)
    mirrored = reflected(skin)
    sides = mirrored.positions[:, 1:] - mirrored.positions[:, :1]
    areas = np.cross(sides[:, 0], sides[:, 1])
    assert (np.einsum("ij,ij->i", areas, mirrored.normals[:, 0]) > 0).all()
    assert np.allclose(resize_surface(skin, 0.5).positions, skin.positions / 2)
