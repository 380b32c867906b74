"""A recording replays what was done, whatever was done: random sequences over all actions.

GJKSCOPE_RECORDINGS=5000 .venv/bin/pytest tests/app/teach/demos/test_recordings.py    # many more of them
"""

import os
from random import Random

import pytest

from gjkscope.app.ask.runs import runs
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.inspection.traces import is_awaited, trace_hash
from gjkscope.app.state.model import State
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.state.model.ownership import captured_fields, value_at
from gjkscope.app.teach.demos.file import format_demo, parse_demo, playheads
from gjkscope.app.teach.demos.takes.recorder import DemoRecorder
from tests.app.random_actions import GENERATORS, OTHER_SCENE, lesson, random_action
from tests.thorough import cases

KINDS = sorted(do.UPDATES, key=lambda kind: kind.__name__)
COUNT = int(os.environ.get("GJKSCOPE_RECORDINGS", cases(len(KINDS), 1000)))
GROUPS = 10  # tests that share the sequences, so that several processes can run them
LENGTH = cases(12, 16)  # actions of a recording
BEFORE = 4  # actions before it
MOST_TICKS = 3  # between two actions
# Drawn more often: what reaches back to before the beginning, or goes on while time passes.
REACHING = (
    *(
        do.OpenLesson,
        do.LeaveLesson,
        do.OpenDemo,
        do.LeaveDemo,
        do.OpenScene,
        do.Undo,
        do.Redo,
        do.BeginDrag,
        do.DragTo,
        do.EndGesture,
    ),
    *(do.ChooseAlgorithm, do.ShowRun, do.StepBy, do.BeatBy, do.ToggleBeats, do.PushOut, do.CompareWith),
    *(
        do.PlayMotion,
        do.StepMotion,
        do.GoToTick,
        do.ResetMotion,
        do.KeepPoses,
        do.TogglePlay,
        do.LookFrom,
        do.RandomShapes,
        do.LockAxis,
    ),
)
LONG = ("sat", "brute", "sweep")  # algorithms that a window awaits
SCENES = ("boxes-edge-edge", "boxes-overlap")


def start_of(random: Random) -> State:
    name = random.choice((*SCENES, ""))
    return do.initial_state(read_scene(resource("assets", "scenes", f"{name}.json")) if name else OTHER_SCENE)


def record(first: State, sequence: list[tuple[int, do.Action]]) -> tuple[DemoRecorder, list[State]]:
    """The recorder, and the state at the end of each tick; each action follows after some ticks."""
    recorder, state, states = DemoRecorder(first), first, []

    def act(action: do.Action) -> None:
        nonlocal state
        before, state = state, do.is_manual(state, action)
        recorder.note(len(states), action, before, state)

    for ticks, action in (*sequence, (2, do.ShowRecording(1))):
        for _ in range(ticks):
            recorder.look(len(states), state)
            states.append(state)
            if state.animating:
                act(do.Tick(1 / TICKS))
        act(action)
    recorder.look(len(states), state)
    return recorder, [*states, state]


def assert_replays(recorder: DemoRecorder, states: list[State], words: object) -> None:
    demo = parse_demo(format_demo(recorder.demo("live", len(states) - 1)))
    replayed = list(playheads(demo))
    assert len(replayed) == len(states)
    assert replayed[-1].diverged == (), words
    for tick, (head, live) in enumerate(zip(replayed, states, strict=True)):
        for name, part in captured_fields(State).items():
            if name != "scene":
                assert value_at(head.state, part.path) == value_at(live, part.path), (tick, name, words)
        seen = [(body.name, body.pose, body.shape) for body in head.state.document.scene.bodies]
        assert seen == [(body.name, body.pose, body.shape) for body in live.document.scene.bodies], (tick, words)
        if not is_awaited(live) and not is_awaited(head.state):  # a body that moves is not waited for
            assert trace_hash(head.state) == trace_hash(live), (tick, words)


def test_every_action_has_a_generator() -> None:
    assert set(GENERATORS) == set(do.UPDATES)


def test_every_action_is_done_in_a_run() -> None:
    """Each sequence has a kind that it must hold, one after the other."""
    assert len(KINDS) <= COUNT


@pytest.mark.parametrize("group", range(GROUPS))
def test_any_sequence_of_actions_replays_as_it_was(group: int) -> None:
    for seed in range(group, COUNT, GROUPS):
        random = Random(seed)
        state = start_of(random)
        for _ in range(BEFORE):
            state = do.is_manual(state, random_action(kind_of(random), random, state))
        first = do.update(do.update(state, do.EndGesture()), do.ShowRecording(0))
        sequence = draw_actions(random, first, KINDS[seed % len(KINDS)])
        assert_replays(*record(first, sequence), (seed, [type(action).__name__ for _, action in sequence]))


@pytest.mark.parametrize("group", range(GROUPS))
def test_runs_that_are_awaited_replay_as_they_were_seen(group: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window continues while long runs are computed; a replay has them at once."""
    monkeypatch.setattr(runs, "LIVE_VERTICES", -1)
    monkeypatch.setattr(runs, "LIVE_BODIES", 1)
    for seed in range(group, COUNT // 3, GROUPS):
        random = Random(seed)
        state = do.update(start_of(random), do.ChooseAlgorithm(random.choice(LONG)))
        first = do.update(replace(state, waiting=replace(state.waiting, live=True)), do.ShowRecording(0))
        sequence = draw_actions(random, first, random.choice((do.ChooseAlgorithm, do.ShowRun, do.CompareWith)))
        assert_replays(*record(first, sequence), (seed, [type(action).__name__ for _, action in sequence]))


def draw_actions(random: Random, state: State, wanted: type[do.Action]) -> list[tuple[int, do.Action]]:
    """A sequence that makes sense from a state on: the ticks to wait before each action, and the action."""
    sequence, index = [], random.randrange(LENGTH)
    for i in range(LENGTH):
        ticks = random.choice((0, 0, 1, MOST_TICKS))
        for _ in range(ticks):
            state = do.is_manual(state, do.Tick(1 / TICKS))
        action = random_action(wanted if i == index else kind_of(random), random, state)
        state = do.is_manual(state, action)
        sequence.append((ticks, action))
    return sequence


def kind_of(random: Random) -> type[do.Action]:
    return random.choice(REACHING if random.random() < 0.4 else KINDS)


DRAG = (do.BeginDrag("A", (0.0, 0.0, 0.0)), do.DragTo((0.3, 0.4, 0.5)), do.EndGesture())
OPEN, LEAVE = "open", "leave"  # a lesson, which is read when it is needed


@pytest.mark.parametrize(
    "done",
    [
        pytest.param((do.RandomShapes(), do.RandomShapes(), do.LockAxis(0), *DRAG), id="no lesson"),
        pytest.param((do.RandomShapes(), OPEN, do.RandomShapes()), id="seed"),
        pytest.param((do.LockAxis(0), OPEN, *DRAG), id="locked before"),
        pytest.param((OPEN, do.LockAxis(1), LEAVE, *DRAG), id="locked within"),
        pytest.param((do.LockAxis(0), OPEN, do.LockAxis(0), LEAVE, *DRAG), id="locked before and within"),
    ],
)
@pytest.mark.parametrize("says_so", [True, False])
def test_a_lesson_that_is_opened_or_left_is_in_the_recording(done: tuple[do.Action | str, ...], says_so: bool) -> None:
    """Whether the state knows that it is recorded, as in a window, or not."""
    first = do.initial_state(read_scene(resource("assets", "scenes", "boxes-edge-edge.json")))
    first = do.update(first, do.ShowRecording(0)) if says_so else first
    with_lesson = {OPEN: do.OpenLesson(lesson(), 0), LEAVE: do.LeaveLesson()}
    actions = [with_lesson[entry] if isinstance(entry, str) else entry for entry in done]
    assert_replays(*record(first, [(5, action) for action in actions]), done)
