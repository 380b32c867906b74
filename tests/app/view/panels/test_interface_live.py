"""A live connection in the window: bodies move as they arrive, a pair is traced, and a wrong answer stops it."""

import socket
from collections.abc import Callable, Iterator
from struct import pack
from time import monotonic, sleep

import pytest

from tests.app.interface import Bench, in_threads, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope import Box, Pose, Recorder, Sphere
from gjkscope.app.bring.capture import stream_file
from gjkscope.app.bring.capture.layout import LOOPBACK
from gjkscope.app.judge.hunting import workers
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state.actions import EndGesture, PlaceBody, SetLivePort, StepCaptureTick, Undo
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.model import LiveLink
from gjkscope.app.view.panels.capture.live_line import dropped_words, link_details, link_words
from gjkscope.app.view.panels.requests import CloseCapture, JudgeCapture, OpenCapturedPair, StopListening
from gjkscope.app.window import live

SECONDS = 30.0  # after which a test counts as stuck
EACH = 4  # pairs per tick


class Engine:
    """Balls that leave boxes, a step per tick."""

    def __init__(self, port: int) -> None:
        self.recorder = Recorder.connect(port, by="planted 1.0")
        self.tick = 0

    def step(self, error: float = 0.0) -> None:
        """Sends a tick; `error` is added to the distance of its second pair, metres."""
        gap = 1.0 + self.tick / 8
        for i in range(EACH):
            self.recorder.add(
                Box((0.5, 0.5, 0.5)),
                Pose(position=(0.0, 0.0, 3.0 * i)),
                Sphere(0.5),
                Pose(position=(1.0 + gap, 0.0, 3.0 * i)),
                tick=self.tick,
                ids=(i, 100 + i),
                signed_distance=gap + (error if i == 1 else 0.0),
            )
        self.recorder.stream()
        self.tick += 1


@pytest.fixture
def bench(shared: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A window that listens on a port that is free."""
    monkeypatch.setattr(workers, "background_executor", in_threads)
    monkeypatch.setattr(stream_file, "RETRY", 0.01)
    monkeypatch.setattr(live, "QUIET", 0.0)  # the newest tick is shown at once
    with socket.create_server((LOOPBACK, 0)) as server:
        port = server.getsockname()[1]
    shared.open(start_state())
    shared.main.session.perform([SetLivePort(port)])
    shared.choose("File", "Connect…")
    shared.person.run_frames(3)
    yield shared
    shared.perform(StopListening(), CloseCapture(), frames=2)


@pytest.fixture
def engine(bench: Bench) -> Iterator[Engine]:
    """An engine that is connected and has sent two ticks."""
    running = Engine(bench.state.live.port)
    wait_for(bench, running.recorder.stream)
    running.step()
    running.step()
    wait_for(bench, lambda: bench.state.capture.tick == 1)
    yield running
    running.recorder.close()


def wait_for(bench: Bench, condition: Callable[[], object]) -> None:
    until = monotonic() + SECONDS
    while not condition():
        assert monotonic() < until
        sleep(0.01)
        bench.person.run_frames()
    bench.person.run_frames(2)


def is_judged(bench: Bench) -> bool:
    """Whether all that was sent has been judged."""
    run, link = bench.state.capture.run, bench.state.live.link
    return run is not None and link is not None and run.done == link.pairs and not run.suspects


def has_judged(bench: Bench, pairs: int) -> bool:
    run = bench.state.capture.run
    return run is not None and run.done == pairs and is_judged(bench)


def test_it_says_what_to_call(bench: Bench) -> None:
    port = bench.state.live.port
    assert f"Listening on 127.0.0.1:{port}" in bench.words
    assert f'gjkscope_connect("127.0.0.1", {port});' in bench.words
    assert f"gjkscope.Recorder.connect({port})" in bench.words
    bench.press("Stop##live")
    assert bench.state.live.link is None
    assert bench.main.session.live is None
    bench.press("Connect…")
    assert bench.state.live.link is not None


def test_bodies_move_as_they_arrive(bench: Bench, engine: Engine) -> None:
    assert "planted 1.0 at 127.0.0.1:" in bench.words
    assert "none dropped" in bench.words
    assert bench.state.capture.shows_tick
    assert f"tick 1: {2 * EACH} bodies, {EACH} pairs" in bench.words
    engine.step()
    wait_for(bench, lambda: bench.state.capture.tick == 2)
    wait_for(bench, lambda: is_judged(bench))
    run, link = bench.state.capture.run, bench.state.live.link
    assert run is not None
    assert link is not None
    assert (run.done, run.wrong, run.by, link.pairs, link.by) == (3 * EACH, 0, "planted 1.0", 3 * EACH, "planted 1.0")
    assert link.latency is not None


def test_the_selected_pair_is_traced(bench: Bench, engine: Engine) -> None:
    session = bench.main.session
    session.perform([OpenCapturedPair(EACH + 2)])  # ids 2 and 102
    wait_for(bench, lambda: bench.state.live.traced == (2, 102) and bench.state.document.scene.source is not None)
    engine.step()
    wait_for(bench, lambda: bench.state.document.scene.body("B").pose.position == (2.25, 0.0, 6.0))
    report = drawn_report(bench.state)
    assert report is not None
    assert (report.by, report.signed_distance) == ("planted 1.0", 1.25)
    assert "tracing 2, 102" in bench.words
    assert not bench.state.modified  # there is nothing to save
    past = len(bench.state.history.past)
    engine.step()
    wait_for(bench, lambda: bench.state.document.scene.body("B").pose.position == (2.375, 0.0, 6.0))
    assert len(bench.state.history.past) == past
    session.perform([PlaceBody("B", PositionOrientation((9.0, 0.0, 0.0))), EndGesture()])
    engine.step()
    wait_for(bench, lambda: bench.state.live.traced is None)
    assert bench.state.document.scene.body("B").pose.position == (9.0, 0.0, 0.0)  # the user's edit stays
    session.perform([Undo(), Undo()])
    assert bench.state.document.scene == start_state().document.scene


def test_the_first_wrong_answer_stops_it(bench: Bench, engine: Engine) -> None:
    bench.press("Break")
    engine.step(error=0.5)
    engine.step(error=9.0)
    wait_for(bench, lambda: not bench.state.live.following)
    wait_for(bench, lambda: bench.state.document.scene.source is not None)
    scene, report = bench.state.document.scene, drawn_report(bench.state)
    assert scene.about == "planted 1.0: wrong distance at tick 2, A is 1, B is 101."
    assert report is not None
    assert report.signed_distance == 1.75
    assert "Stopped at the first wrong answer: tick 2, ids 1 and 101" in bench.main.session.notifications.text()
    engine.step(error=2.0)
    wait_for(bench, lambda: is_judged(bench) and bench.state.capture.run.wrong == 3)  # type: ignore[union-attr]
    assert bench.state.document.scene is scene
    bench.press("Follow##follow")
    engine.step()
    wait_for(bench, lambda: bench.state.capture.tick == 5)
    assert bench.state.live.following  # what was wrong before does not count
    engine.step(error=1.0)
    wait_for(bench, lambda: not bench.state.live.following)


def test_a_tolerance_applies_to_later_pairs(bench: Bench, engine: Engine) -> None:
    engine.step(error=0.01)
    wait_for(bench, lambda: is_judged(bench) and bench.state.capture.run.wrong == 1)  # type: ignore[union-attr]
    bench.main.session.perform([JudgeCapture(0.1)])
    engine.step(error=0.01)
    wait_for(bench, lambda: has_judged(bench, 4 * EACH))
    assert bench.state.capture.run is not None
    assert (bench.state.capture.run.wrong, bench.state.capture.run.tolerance) == (1, 0.1)


def test_a_tick_that_is_chosen_stays(bench: Bench, engine: Engine) -> None:
    bench.main.session.perform([StepCaptureTick(-1)])
    engine.step()
    wait_for(bench, lambda: has_judged(bench, 3 * EACH))
    assert (bench.state.live.following, bench.state.capture.tick) == (False, 0)
    bench.press("Follow##follow")
    engine.step()
    wait_for(bench, lambda: bench.state.capture.tick == 3)
    bench.press("Pause##follow")
    engine.step()
    wait_for(bench, lambda: has_judged(bench, 5 * EACH))
    assert bench.state.capture.tick == 3


def test_a_connection_that_ends_leaves_its_pairs_and_the_next_one_replaces_them(bench: Bench, engine: Engine) -> None:
    engine.recorder.close()
    wait_for(bench, lambda: bench.main.session.judging is None)
    link = bench.state.live.link
    assert link is not None
    assert (link.peer, link.pairs, link.remark) == ("", 2 * EACH, "")
    assert bench.state.capture.run is not None
    assert bench.state.capture.run.done == 2 * EACH
    other = Engine(bench.state.live.port)
    other.tick = 70
    wait_for(bench, other.recorder.stream)
    other.step()
    wait_for(bench, lambda: bench.state.capture.tick == 70)
    wait_for(bench, lambda: is_judged(bench))
    assert bench.state.capture.run.done == EACH
    bench.press("Disconnect##live")
    wait_for(bench, lambda: bench.main.session.judging is None)
    assert bench.state.live.link is None
    assert bench.state.capture.run.done == EACH
    other.recorder.close()


def test_a_connection_waits_while_paused(bench: Bench, engine: Engine) -> None:
    bench.press("Pause##follow")
    engine.recorder.close()
    wait_for(bench, lambda: bench.main.session.judging is None)
    other = Engine(bench.state.live.port)
    other.tick = 70
    wait_for(bench, other.recorder.stream)
    other.step()
    bench.person.run_frames(3)
    assert "Paused: a new connection waits" in bench.words
    bench.press("Follow##follow")
    wait_for(bench, lambda: bench.state.capture.tick == 70)
    other.recorder.close()


def test_another_version_is_reported(bench: Bench) -> None:
    with socket.create_connection((LOOPBACK, bench.state.live.port)) as connection:
        connection.sendall(b"\x89GJKCAP\n" + pack("<HHI16x", 2, 5, 32))
        wait_for(bench, lambda: bench.state.shell.message is not None)
    message = bench.state.shell.message
    assert message is not None
    assert message.is_error
    assert message.text.endswith("was refused: byte 8: version 2.5: this gjkscope reads version 1")


def test_a_pair_that_is_not_kept_is_reported(bench: Bench, engine: Engine) -> None:
    bench.main.session.perform([OpenCapturedPair(77_000)])
    assert bench.state.shell.message is not None
    assert bench.state.shell.message.text == "Pair 77,000 cannot be opened: it is not kept any more"
    assert bench.state.live.following
    engine.step()
    wait_for(bench, lambda: bench.state.capture.tick == 2)


def test_a_port_in_use_is_reported(bench: Bench) -> None:
    bench.press("Stop##live")
    with socket.create_server((LOOPBACK, bench.state.live.port)):
        bench.press("Connect…")
    message = bench.state.shell.message
    assert message is not None
    assert message.text.endswith("the port is in use by another program")
    assert bench.state.live.link is None


def test_words_about_a_connection() -> None:
    link = LiveLink("127.0.0.1:14557", "127.0.0.1:5000", "", 5000, 1234.0, lost=7, dropped=1200, latency=0.012)
    assert link_words(link) == "Engine at 127.0.0.1:5000: 1,234 pairs/s"
    assert dropped_words(link) == "1,207 dropped"
    assert link_details(link).splitlines() == [
        "Listening on 127.0.0.1:14557",
        "5,000 pairs from 127.0.0.1:5000",
        "12 ms from sending a pair to showing it",
        "Dropped by the engine: 7; dropped here: 1,200",
    ]
