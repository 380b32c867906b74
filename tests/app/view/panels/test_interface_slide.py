"""A slide over a mesh in the window: the policies side by side, the kinds of edges, and the ghost on the timeline."""

from collections.abc import Iterator

import pytest

from gjkscope.app.ask.runs.progress import StepEvent, events
from gjkscope.app.ask.runs.runs import NO_TERRAIN
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, initial_state, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.view.drawing.world import world_drawing
from tests.app.interface import Bench, scene, start_state

NAME = "motion/slide-box-flat"
GHOST = 21  # the step of the ghost collision


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    shared.open(update(update(start_state(NAME), ChooseAlgorithm("slide-none")), GoToStep(GHOST)))
    shared.person.resize(1440, 900, frames=3)
    shared.settle()
    yield shared
    shared.front("Steps")


@pytest.mark.thorough
def test_all_policies_are_compared_and_a_click_chooses_one(bench: Bench) -> None:
    assert "Ghost collision: triangle 7 takes" in bench.words
    assert "100 %" in bench.words
    assert "45 edges" in bench.words
    bench.press("Jolt, active edges##slide-jolt-active")
    bench.settle()
    assert bench.state.run.algorithm == "slide-jolt-active"
    assert "Ghost collision:" not in bench.words


def test_the_timeline_marks_the_ghost() -> None:
    state = update(start_state(NAME), ChooseAlgorithm("slide-none"))
    run = inspect(state).trace
    assert run is not None
    wrong = [number for number, step_events in enumerate(events(run)) if StepEvent.WRONG in step_events]
    assert wrong == [GHOST]


def labels(name: str, algorithm: str, step: int) -> list[str]:
    state = update(update(start_state(name), ChooseAlgorithm(algorithm)), GoToStep(step))
    return [label.text for label in world_drawing(state).labels]


def test_the_view_names_the_kinds_of_edges_once_where_they_differ() -> None:
    shown = labels("motion/slide-sphere-bumpy", "slide-none", 0)
    assert [shown.count(kind) for kind in ("flat", "convex", "concave", "boundary")] == [1, 1, 1, 1]
    assert "T-junction" in labels("motion/slide-box-t-junctions", "slide-none", 0)
    assert "boundary" not in labels(NAME, "slide-none", 0)


def test_a_ghost_at_a_t_junction_is_at_a_vertex_where_the_surface_is_flat() -> None:
    shown = labels("motion/slide-box-t-junctions", "slide-none", GHOST)
    assert {"ghost collision", "vertex 2, flat"} <= set(shown)


def test_a_pair_without_a_mesh_says_what_is_needed() -> None:
    state = update(initial_state(scene("boxes-overlap")), ChooseAlgorithm("slide-none"))
    assert inspect(state).refusal == NO_TERRAIN
