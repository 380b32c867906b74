"""What is open at the start: a published algorithm at its first step, or the file that was asked for."""

from pathlib import Path

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.open import open_state
from gjkscope.app.state.actions import ShowStart, update
from gjkscope.app.state.inspection.traces import current_step, inspect
from gjkscope.app.state.model import StartPage
from gjkscope.engine import Exit


def test_without_a_file_a_published_algorithm_is_open_at_the_first_step_of_a_run_that_cycles() -> None:
    """README.md and docs/first-steps.md say so, and what happens at each key."""
    state = open_state([])
    assert state.document.scene.name == "hb-article-cycle-1"
    assert (state.run.algorithm, current_step(state)) == ("headbutt", 0)
    trace = inspect(state).trace
    assert trace is not None
    assert trace.steps[-1].exit == Exit.CYCLE
    assert not state.modified
    assert not state.history.past
    assert state.file.path is None
    begun = update(state, ShowStart())
    assert isinstance(begun.shell.overlay, StartPage)
    assert begun.run == state.run


@pytest.mark.parametrize("name", ["hb-article-cycle-1", "fcl-495"])
def test_a_file_opens_with_the_usual_algorithm_at_its_last_step(name: str) -> None:
    file = Path(resource("assets", "scenes", "museum", f"{name}.json"))
    state = open_state([file])
    assert state.document.scene.name == name
    assert state.run.algorithm == "gjk"
    trace = inspect(state).trace
    assert trace is not None
    assert current_step(state) == len(trace.steps) - 1
