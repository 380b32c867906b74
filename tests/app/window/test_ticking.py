"""A simulation with slow ticks never holds up the window: input is answered while a tick is being computed."""

from collections.abc import Callable
from threading import Event
from time import monotonic, perf_counter

import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.model import State, simulation
from gjkscope.app.window.session import Session
from gjkscope.app.window.ticking import BUDGET
from gjkscope.engine import Box

PATIENCE = 10.0  # seconds for a thread on a busy machine
ANSWERS = 0.1  # seconds in which a press is answered


class Clipboard:
    def get_clipboard_text(self) -> str:
        return ""

    def set_clipboard_text(self, text: str) -> None:
        pass


class Gate:
    """Ticks take until it is opened."""

    def __init__(self) -> None:
        self.open = Event()
        self.computed = 0


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate, advance = Gate(), simulation.advance

    def slowly(*arguments: object) -> object:
        assert gate.open.wait(PATIENCE)
        gate.computed += 1
        return advance(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(simulation, "advance", slowly)
    return gate


def no_paint(*_: object) -> None:
    raise AssertionError("nothing is exported")


@pytest.fixture
def session() -> Session:
    """Two boxes that fall; a scene of its own, so that no tick of it is known."""
    bodies = tuple(
        Body(name, Box((0.5, 0.5, 0.5)), PositionOrientation((2.0 * i, 0, 0))) for i, name in enumerate("AB")
    )
    scene = Scene("falling", bodies, gravity=(0.0, -9.81, 0.0))
    return Session(do.initial_state(scene), Clipboard(), no_paint, wake=lambda: None)  # type: ignore[arg-type]


def number(state: State) -> int:
    return state.motion.simulation.number if state.motion.simulation is not None else -1


def until(session: Session, holds: Callable[[], bool]) -> None:
    """Frames until it holds."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, "too late"
        session.poll()
        session.pass_time(1 / 60)
        Event().wait(0.002)


def play(session: Session) -> None:
    session.perform([do.PlayMotion(True)])
    until(session, lambda: session.state.motion.simulation is not None)


def test_a_frame_does_not_wait_for_a_slow_tick(session: Session, gate: Gate) -> None:
    play(session)
    began = perf_counter()
    session.pass_time(0.5)  # as after a long frame
    assert perf_counter() - began < BUDGET + ANSWERS
    assert number(session.state) == 0
    assert not session.animating  # no frames are drawn while nothing moves
    gate.open.set()
    until(session, lambda: number(session.state) == 3)


def test_pausing_is_answered_at_once_and_discards_the_tick(session: Session, gate: Gate) -> None:
    play(session)
    session.pass_time(0.1)
    began = perf_counter()
    session.perform([do.PlayMotion(False)])
    assert perf_counter() - began < ANSWERS
    simulated = session.state.motion.simulation
    assert simulated is not None
    assert not simulated.playing
    gate.open.set()
    for _ in range(5):
        session.pass_time(0.1)
    assert number(session.state) == 0


def test_a_step_is_shown_when_its_tick_is_known(session: Session, gate: Gate) -> None:
    play(session)
    session.perform([do.PlayMotion(False), do.StepMotion(1), do.StepMotion(1)])  # a second press changes nothing
    session.poll()
    assert number(session.state) == 0
    session.perform([do.Select("B")])
    assert session.state.document.selected == "B"
    gate.open.set()
    until(session, lambda: number(session.state) == 1)
    session.poll()
    assert number(session.state) == 1


def test_the_last_request_counts(session: Session, gate: Gate) -> None:
    play(session)
    session.perform([do.PlayMotion(False), do.StepMotion(2), do.ResetMotion()])
    gate.open.set()
    for _ in range(5):
        session.poll()
    assert session.state.motion.simulation is None


def test_time_goes_slower_rather_than_being_made_up(session: Session, gate: Gate) -> None:
    """Ten frames of half a second each, in which one tick at a time is known."""
    gate.open.set()
    play(session)
    for _ in range(10):
        session.pass_time(1 / 60)
    assert 0 <= number(session.state) <= 10
    assert gate.computed <= number(session.state) + 1


def test_recorded_ticks_are_those_that_were_shown(session: Session, gate: Gate) -> None:
    gate.open.set()
    play(session)
    until(session, lambda: number(session.state) == 4)
    session.perform([do.PlayMotion(False)])
    replayed = do.update(do.initial_state(session.state.authored_scene), do.StepMotion(number(session.state)))
    assert replayed.document.scene == session.state.document.scene
