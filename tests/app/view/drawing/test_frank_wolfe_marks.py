"""What the difference view shows of Frank–Wolfe and of momentum: the move, the active set, and where momentum ends."""

from collections import Counter

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, SetOptions, initial_state, update
from gjkscope.app.state.inspection.traces import inspect, last_step
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.engine.frank_wolfe import FrankWolfeMove
from gjkscope.engine.gjk.acceleration import leaves_momentum
from gjkscope.engine.options import FRANK_WOLFE_VARIANTS, Options


def run_of(scene: str, algorithm: str, options: Options) -> State:
    state = initial_state(read_scene(resource("assets", "scenes", f"{scene}.json")))
    return update(update(state, ChooseAlgorithm(algorithm)), SetOptions(options))


def words(state: State, step: int) -> list[str]:
    return [label.text for label in difference_drawing(update(state, GoToStep(step))).labels]


@pytest.mark.parametrize("variant", FRANK_WOLFE_VARIANTS)
def test_each_step_names_its_move_and_its_heaviest_vertices(variant: str) -> None:
    state = run_of("boxes-vertex-face", "frank-wolfe", Options(frank_wolfe=variant))
    trace = inspect(state).trace
    assert trace is not None
    seen = Counter[FrankWolfeMove]()
    for number in range(min(last_step(state), 12) + 1):
        step, labels = trace.steps[number], words(state, number)
        seen[step.move] += 1
        if len(step.active.vertices) > 1:
            shares = [label for label in labels if label.endswith(" %")]
            assert len(shares) == min(len(step.active.vertices), 4)
        if step.move == FrankWolfeMove.TOWARDS:
            assert any(label.startswith("γ = ") for label in labels)
        if step.move == FrankWolfeMove.AWAY:
            assert any(label.startswith("away from w") for label in labels)
    wanted = {"plain": FrankWolfeMove.TOWARDS, "away": FrankWolfeMove.AWAY, "min-norm": FrankWolfeMove.CORRAL}
    assert seen[wanted[variant]] >= 2


@pytest.mark.parametrize("acceleration", ["nesterov", "polyak"])
def test_the_step_that_leaves_momentum_says_so(acceleration: str) -> None:
    state = run_of("boxes-vertex-face", "gjk", Options(acceleration=acceleration))
    trace = inspect(state).trace
    assert trace is not None
    left = [n for n, step in enumerate(trace.steps) if n and leaves_momentum(trace.steps[n - 1], step)]
    shown = [n for n in range(last_step(state) + 1) if "d, momentum off" in words(state, n)]
    assert shown == left != []
