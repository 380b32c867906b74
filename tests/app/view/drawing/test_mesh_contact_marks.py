"""The contacts of a body with a mesh in the window: what is drawn, said and refused at each step."""

import pytest

from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.marks import mesh_contacts
from gjkscope.app.view.words.claims import claim_of
from gjkscope.engine.procedures import procedure_of
from gjkscope.engine.simulation.mesh_contacts import MeshContactPhase
from tests.app.interface import start_state

NAME = "contacts-mesh"


def chosen(scene: str) -> State:
    return update(start_state(scene), ChooseAlgorithm(NAME))


def labels_of(step: object) -> list[str]:
    builder = Builder((0.0, 0.0, 0.0))
    mesh_contacts.draw_in_world(builder, step, None, 1.0)  # type: ignore[arg-type]
    return [label.text for label in builder.build().labels]


def test_every_phase_draws_what_it_decides() -> None:
    run = inspect(chosen("terrain-floor")).trace
    assert run is not None
    seen = {step.phase for step in run.steps}
    assert seen == set(MeshContactPhase)
    for step in run.steps:
        labels = labels_of(step)
        if step.decision is not None and not step.decision.counts:
            assert any(label.startswith(f"× triangle {step.triangle} voided: ") for label in labels)
    assert any(step.decision is not None and not step.decision.counts for step in run.steps)
    assert len([label for label in labels_of(run.steps[-1]) if label.endswith(" m deep")]) == len(run.steps[-1].points)


def test_a_triangle_that_is_left_out_says_so() -> None:
    run = inspect(chosen("terrain-bumps")).trace
    assert run is not None
    left_out = [step for step in run.steps if step.triangle in step.behind and step.triangle >= 0]
    assert left_out
    assert all(f"× triangle {step.triangle}: left out" in labels_of(step) for step in left_out)


def test_no_depth_is_claimed_of_a_mesh_that_is_not_convex() -> None:
    state = update(chosen("seam"), GoToStep(10**6))
    run, claim = inspect(state).trace, claim_of(state)
    assert run is not None
    assert claim is not None
    assert claim.title == f"{len(run.steps[-1].points)} points"
    assert claim.words == "no penetration depth is defined: the mesh is not convex"
    words = procedure_of(run.steps[-1]).explain(run.steps[-1], "box", "bridge")
    assert "No penetration depth is defined, as bridge is not convex" in words


@pytest.mark.parametrize("scene", ["boxes-overlap", "links"])
def test_other_pairs_are_refused(scene: str) -> None:
    inspection = inspect(chosen(scene))
    assert inspection.trace is None
    assert (
        inspection.refusal == "the pair must consist of a terrain (a mesh with mass 0) and a body that is free to move"
    )
