"""Records a session as a demo: the initial state, the actions with their ticks, and the trace hashes as they change.

A recording captures the parts of the state that are `Of.DEMO`.  While the session runs, the recorder maintains
`_replayed`, the state that replaying the recording so far would produce.  An action that reproduces the session's
state is recorded unchanged; otherwise, whatever the cause, a `Restore` with the differing records is recorded.
"""

from functools import lru_cache
from typing import Any

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions import (
    Action,
    OpenScene,
    PlayMotion,
    ReshapeBody,
    Restore,
    differing,
    initial_state,
    update,
)
from gjkscope.app.state.actions.demo_playback import pass_time
from gjkscope.app.state.actions.history import end_gesture
from gjkscope.app.state.inspection.comparison import runs
from gjkscope.app.state.inspection.traces import is_awaited, trace_hash
from gjkscope.app.state.model import Demo, State, Waiting
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.state.model.ownership import Of, with_parts
from gjkscope.app.state.persistence.action_json import to_json
from gjkscope.app.teach.demos.file import demo_of, encode_start, inline_scene


class DemoRecorder:
    """Records a session from a state in which no drag is in progress."""

    def __init__(self, first: State) -> None:
        ended = _portable(end_gesture(first))
        self._first = with_parts(initial_state(ended.document.scene), ended, Of.DEMO)
        self._replayed = self._first
        self._tick = 0
        self._actions: list[dict[str, Any]] = []
        self._hashes: list[tuple[int, str]] = []
        self._unsure = False  # the session is waiting for a run that a replay would already have
        self.look(0, first)

    def note(self, tick: int, action: Action, before: State, after: State) -> None:
        """Call after an action at that tick, with the states before and after it."""
        after = _portable(after)
        self._advance(tick, before)
        if action.recorded and not _sees_other_runs(before) and not _sees_other_runs(after):
            self._replayed = _waiting_as(self._replayed, before)
            action = _recordable(action)
            if not differing(update(self._replayed, action), after):
                self._write(action)
        self._reproduce(after)

    def look(self, tick: int, state: State) -> None:
        """Call at the end of each tick, with the displayed state."""
        self._advance(tick, state)
        self._reproduce(_portable(state))
        trace = None if is_awaited(state) or is_awaited(_as_replayed(state)) else trace_hash(state)
        if self._hashes and self._hashes[-1][0] == tick:
            self._hashes.pop()  # an action in the same tick may have made another run the displayed one
        if trace is not None and (not self._hashes or trace != self._hashes[-1][1]):
            self._hashes.append((tick, trace))

    def demo(self, name: str, tick: int) -> Demo:
        """The recording up to that tick."""
        from gjkscope.app.scenes.file_models import VERSION

        step = {"do": "recorded", "seconds": tick / TICKS, "actions": self._actions}
        document = {
            "gjkdemo": VERSION,
            "name": name,
            "scene": inline_scene(self._first.document.scene),
            "start": encode_start(self._first),
            "steps": [step],
            "hashes": [{"tick": tick, "trace": trace} for tick, trace in self._hashes],
        }
        return demo_of(document)

    def _advance(self, tick: int, state: State) -> None:
        """Advances the replay to that tick, while the session is in `state`."""
        while self._tick < tick:
            self._tick += 1
            # Playback continues to the end of a pending run, which a replay would already have.
            self._unsure |= self._replayed.run.playback.playing and _sees_other_runs(state)
            self._replayed = pass_time(_waiting_as(self._replayed, state), 1 / TICKS)

    def _reproduce(self, state: State) -> None:
        """Records what the replay needs to reach `state`."""
        self._restore(state)
        if _in_motion(state) != _in_motion(self._replayed):
            self._write(PlayMotion(_in_motion(state)))
            self._restore(state)

    def _restore(self, state: State) -> None:
        records = differing(self._replayed, state)
        if self._unsure and state.run not in records:
            records += (state.run,)
        if records:
            self._write(Restore(records))
        self._unsure = False

    def _write(self, action: Action) -> None:
        replayed = update(self._replayed, action)
        if replayed is not self._replayed or self._unsure:
            self._replayed = replayed
            self._actions.append({"tick": self._tick, "action": to_json(action)})


def _portable(state: State) -> State:
    """The state without the mesh files of its bodies, which may not exist where the recording is played."""
    scene = _without_files(Identity(state.document.scene))
    if scene is state.document.scene:
        return state
    return replace(state, document=replace(state.document, scene=scene))


@lru_cache(maxsize=4)
def _without_files(known: Identity) -> Scene:
    scene: Scene = known.value
    if all(body.mesh_file is None for body in scene.bodies):
        return scene
    return replace(scene, bodies=tuple(replace(body, mesh_file=None) for body in scene.bodies))


def _recordable(action: Action) -> Action:
    """The action without data specific to this machine."""
    if isinstance(action, OpenScene):
        return OpenScene(_without_files(Identity(action.scene)))
    return replace(action, mesh_file=None) if isinstance(action, ReshapeBody) else action


def _waiting_as(state: State, session: State) -> State:
    """The state with the long runs that the session has: the recorder does not compute runs pending in the session."""
    return state if state.waiting is session.waiting else replace(state, waiting=session.waiting)


def _as_replayed(state: State) -> State:
    """The state without completed or pending long runs: a replay computes a run whenever nothing moves."""
    return replace(state, waiting=Waiting())


def _sees_other_runs(state: State) -> bool:
    """Whether only one of the session and a replay of the state has the run."""
    if state.waiting == Waiting():
        return False
    session, replay = ([is_awaited(run) for run in runs(own)] for own in (state, _as_replayed(state)))
    return session != replay


def _in_motion(state: State) -> bool:
    simulation = state.motion.simulation
    return simulation is not None and simulation.playing
