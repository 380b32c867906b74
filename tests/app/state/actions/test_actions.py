"""All user actions as updates of the state: what changes, what stays, and what undo restores."""

from math import inf, nan
from typing import Any

import pytest

from gjkscope.app.base.records import field_names, replace
from gjkscope.app.scenes.cameras.camera import MAX_DISTANCE, MIN_DISTANCE
from gjkscope.app.scenes.scene import Body, Expected, PositionOrientation, Scene, Transform
from gjkscope.app.state import actions
from gjkscope.app.state.actions import (
    Action,
    AddPair,
    AskUnsaved,
    BeginDrag,
    ChooseAlgorithm,
    ChooseGizmo,
    ChoosePair,
    CloseDialog,
    DismissMessage,
    DragTo,
    EndGesture,
    FrameAll,
    GoToLast,
    GoToStep,
    HoverAxis,
    MarkSaved,
    Notify,
    OpenScene,
    Orbit,
    Pan,
    PlaceBody,
    Present,
    Redo,
    ReshapeBody,
    Select,
    SetRate,
    SetVisible,
    ShowDialog,
    ShowPanels,
    StepBy,
    SwapPair,
    Tick,
    ToggleLoop,
    TogglePlay,
    Undo,
    Zoom,
    initial_state,
    update,
)
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.app.state.model import (
    LAST_STEP,
    FileDialog,
    Gizmo,
    Layout,
    Message,
    Purpose,
    State,
    ThenQuit,
    View,
    Visibility,
)
from gjkscope.engine import Verdict
from gjkscope.engine.shapes.kinds import Box, Sphere
from gjkscope.engine.vectors import ZERO, Vec3, norm, sub

HERE = PositionOrientation()


def at(x: float, y: float = 0.0, z: float = 0.0) -> PositionOrientation:
    return PositionOrientation((x, y, z))


def boxes(name: str = "three", **changes: Any) -> Scene:
    """Two boxes that overlap and a ball beside them."""
    bodies = (Body("A", Box((1, 1, 1))), Body("B", Box((1, 1, 1)), at(1.5, 0.25, 0.125)), Body("C", Sphere(1), at(5)))
    return replace(Scene(name, bodies), **changes)


def done(state: State, *what: Action) -> State:
    for action in what:
        state = update(state, action)
    return state


def dragged(state: State, *path: Vec3) -> State:
    """Body A dragged by a point on its face along a path, then released."""
    return done(state, BeginDrag("A", (0.0, 0.0, 1.0)), *(DragTo(point) for point in path), EndGesture())


@pytest.fixture
def state() -> State:
    return initial_state(boxes())


def position(state: State, body: str) -> Vec3:
    return state.document.scene.body(body).pose.position


# --- all actions ---


def test_every_action_has_its_update() -> None:
    assert set(actions.UPDATES) == set(Action.__subclasses__())


NONSENSE = [
    Select("nobody"),
    ChoosePair(("A", "nobody")),
    ChoosePair(("A", "A")),
    PlaceBody("nobody", HERE),
    ReshapeBody("nobody", Sphere(1)),
    BeginDrag("nobody", (0.0, 0.0, 0.0)),
    DragTo((1.0, 2.0, 3.0)),
    EndGesture(),
    Undo(),
    Redo(),
    ChooseAlgorithm("jgk"),
    SetRate(0),
    SetRate(-1),
    SetRate(nan),
    SetRate(inf),
    Tick(1),
    HoverAxis(15),
    HoverAxis(-1),
    HoverAxis(None),
    GoToStep(10**6),
    Pan(View.WORLD, 1, 1, 0),
    FrameAll(0),
    FrameAll(-1),
    FrameAll(nan),
    Orbit(nan, 0),
    Orbit(0, nan),
    Pan(View.WORLD, inf, 0, 100),
    Zoom(View.WORLD, nan),
    Zoom(View.DIFFERENCE, 1, (inf, 0)),
    DismissMessage("never shown"),
    CloseDialog(),
]

NO_CHANGE = [
    Select("A"),
    ChoosePair(("A", "B")),
    PlaceBody("A", HERE),
    ReshapeBody("A", Box((1, 1, 1))),
    ChooseAlgorithm("gjk"),
    GoToLast(),
    StepBy(0),
    SetRate(1.0),
    SetVisible("grid", True),
    ChooseGizmo(Gizmo.MOVE),
    Orbit(0, 0),
    Pan(View.WORLD, 0, 0, 100),
    Zoom(View.WORLD, 0),
    FrameAll(),
    MarkSaved(boxes(), ""),
]


@pytest.mark.parametrize("action", NONSENSE, ids=repr)
def test_an_invalid_action_returns_the_same_state_object(state: State, action: Action) -> None:
    assert update(state, action) is state


@pytest.mark.parametrize("action", NO_CHANGE, ids=repr)
def test_an_action_without_effect_returns_the_same_state_object(state: State, action: Action) -> None:
    """A frame is only redrawn for a new state object."""
    state = replace(state, file=replace(state.file, path=""))
    assert update(state, action) is state


def test_zero_elapsed_time_changes_nothing(state: State) -> None:
    playing = update(state, TogglePlay())
    for seconds in (0.0, -1.0, nan, inf):
        assert update(playing, Tick(seconds)) is playing


# --- opening and saving ---


def test_a_scene_opens_at_its_first_pair_and_last_step(state: State) -> None:
    assert (state.document.pair, state.document.selected, state.run.algorithm) == (("A", "B"), "A", "gjk")
    assert current_step(state) == last_step(state) > 0
    assert not state.modified
    assert state.file.path is None


def test_the_first_pair_of_the_file_is_chosen() -> None:
    assert initial_state(boxes(pairs=(("C", "B"), ("A", "B")))).document.pair == ("C", "B")
    assert initial_state(boxes(pairs=())).document.pair == ("A", "B")


def test_a_scene_without_a_pair_is_rejected_by_name() -> None:
    with pytest.raises(ValueError, match="lonely: a scene needs at least two shapes to form a pair, this one has 1"):
        initial_state(Scene("lonely", (Body("A", Sphere(1)),)))


def test_the_cameras_frame_everything(state: State) -> None:
    world, difference = state.view.cameras.world, state.view.cameras.difference
    for body in state.document.scene.bodies:
        assert norm(sub(body.pose.position, world.target)) <= world.reach
    assert norm(difference.target) <= difference.reach, "the origin is in the picture"


def test_opening_keeps_view_settings_and_resets_the_history(state: State) -> None:
    busy = done(
        state,
        ChooseAlgorithm("sat"),
        SetRate(4),
        SetVisible("grid", False),
        ChooseGizmo(None),
        HoverAxis(3),
        Notify("hello"),
    )
    busy = update(busy, TogglePlay())
    busy = dragged(busy, (1.0, 0.0, 0.0))
    other = boxes("other")
    opened = update(busy, OpenScene(other, "other.json"))
    assert (opened.document.scene, opened.file.saved, opened.file.path) == (other, other, "other.json")
    assert (opened.run.algorithm, opened.run.playback.rate, opened.display.visible.grid, opened.display.gizmo) == (
        "sat",
        4,
        False,
        None,
    )
    assert current_step(opened) == last_step(opened) == 14
    assert not opened.history.past
    assert not opened.run.playback.playing
    assert (opened.pointer.hovered_axis, opened.gesture.drag, opened.shell.message) == (None, None, None)
    assert not opened.modified


def test_a_scene_is_modified_until_saved_or_restored(state: State) -> None:
    changed = dragged(state, (0.5, 0.0, 1.0))
    assert changed.modified
    assert not update(changed, Undo()).modified
    saved = update(changed, MarkSaved(changed.document.scene, "mine.json"))
    assert not saved.modified
    assert saved.file.path == "mine.json"
    assert update(saved, Undo()).modified, "what is on the disk is the scene before the undo"


def test_the_saved_document_may_be_older_than_the_one_shown(state: State) -> None:
    changed = dragged(state, (0.5, 0.0, 1.0))
    assert update(changed, MarkSaved(state.document.scene, "mine.json")).modified


# --- the document ---


def test_moving_a_body_updates_the_answer(state: State) -> None:
    moved = update(state, PlaceBody("B", at(4)))
    assert position(moved, "B") == (4, 0, 0)
    assert inspect(state).answer.verdict == Verdict.PENETRATING
    assert inspect(moved).answer.signed_distance == 2
    assert position(state, "B") == (1.5, 0.25, 0.125), "the state before is untouched"


def test_a_rotation_is_described_as_one(state: State) -> None:
    turned = update(state, PlaceBody("B", state.document.scene.body("B").placement.turned((0.0, 1.0, 0.0, 1.0))))
    assert turned.history.past[-1].label == "turn B"


def test_a_body_is_reshaped(state: State) -> None:
    reshaped = update(state, ReshapeBody("A", Sphere(0.25)))
    assert reshaped.document.scene.body("A").shape == Sphere(0.25)
    assert [edit.label for edit in reshaped.history.past] == ["reshape A"]


@pytest.mark.parametrize(
    ("placement", "words"),
    [
        (PositionOrientation((0, 0, 0), (0, 0, 0, 0)), "is not a rotation"),
        (PositionOrientation((nan, 0, 0)), "B: position x: must be finite"),
        (
            Transform(((2, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))),
            "B: placement: the 3×3 part is not a rotation",
        ),
    ],
)
def test_an_invalid_placement_is_rejected_with_a_reason(
    state: State, placement: PositionOrientation | Transform, words: str
) -> None:
    refused = update(state, PlaceBody("B", placement))
    assert refused.document.scene is state.document.scene
    assert refused.shell.message is not None
    assert words in refused.shell.message.text
    assert refused.shell.message.is_error
    assert not refused.history.past


def test_the_pair_is_chosen_in_the_given_order(state: State) -> None:
    chosen = update(state, ChoosePair(("C", "A")))
    assert (chosen.document.pair, chosen.document.selected) == (("C", "A"), "C")
    assert [body.name for body in chosen.document.pair_bodies] == ["C", "A"]
    assert current_step(chosen) == last_step(chosen)
    assert chosen.view.cameras.difference != state.view.cameras.difference, "the new pair is framed"


def test_the_selection_may_be_anything_or_nothing(state: State) -> None:
    assert update(state, Select("C")).document.selected == "C"
    assert update(state, Select(None)).document.selected is None


# --- dragging ---


def test_the_grabbed_point_stays_under_the_pointer(state: State) -> None:
    held = update(state, BeginDrag("A", (0.5, 0.25, 1.0)))
    assert held.document.selected == "A"
    assert position(held, "A") == (0, 0, 0), "taking hold moves nothing"
    moved = done(held, DragTo((1.5, 0.25, 1.0)), DragTo((2.5, 1.25, 1.0)))
    assert position(moved, "A") == (2, 1, 0)
    assert moved.gesture.drag is not None
    assert moved.gesture.drag.grabbed == (2.5, 1.25, 1.0)


def test_a_drag_keeps_the_rotation_and_the_kind_of_placement() -> None:
    turn = ((0.0, -1.0, 0.0, 1.0), (1.0, 0.0, 0.0, 2.0), (0.0, 0.0, 1.0, 3.0), (0.0, 0.0, 0.0, 1.0))
    scene = boxes()
    state = initial_state(scene.with_body(replace(scene.body("A"), placement=Transform(turn))))
    moved = done(state, BeginDrag("A", (1.0, 2.0, 3.0)), DragTo((2.0, 2.0, 3.0)))
    placement = moved.document.scene.body("A").placement
    assert isinstance(placement, Transform)
    assert placement.rows[0] == (0, -1, 0, 2)
    assert placement.pose.rotation == state.document.scene.body("A").pose.rotation


def test_a_finished_drag_moves_nothing_more(state: State) -> None:
    let_go = dragged(state, (1.0, 0.0, 1.0))
    assert let_go.gesture.drag is None
    assert update(let_go, DragTo((9.0, 9.0, 9.0))) is let_go


# --- undo ---


def test_a_drag_is_one_history_entry(state: State) -> None:
    moved = dragged(state, (0.1, 0.0, 1.0), (0.2, 0.0, 1.0), (0.3, 0.0, 1.0))
    assert len(moved.history.past) == 1
    assert position(update(moved, Undo()), "A") == (0, 0, 0)


def test_each_gesture_is_undone_separately(state: State) -> None:
    moved = dragged(dragged(state, (1.0, 0.0, 1.0)), (1.0, 0.0, 1.0))
    assert len(moved.history.past) == 2
    once, twice = done(moved, Undo()), done(moved, Undo(), Undo())
    assert (position(once, "A"), position(twice, "A")) == ((1, 0, 0), (0, 0, 0))


def test_grabbing_begins_a_gesture_even_if_the_last_was_not_ended(state: State) -> None:
    typed = update(state, PlaceBody("A", at(1)))
    moved = done(typed, BeginDrag("A", (1.0, 0.0, 0.0)), DragTo((2.0, 0.0, 0.0)))
    assert len(moved.history.past) == 2


def test_a_number_being_typed_is_one_gesture(state: State) -> None:
    typed = done(state, PlaceBody("B", at(4)), PlaceBody("B", at(42)), EndGesture(), PlaceBody("B", at(1)))
    assert [edit.label for edit in typed.history.past] == ["move B", "move B"]
    assert position(update(typed, Undo()), "B") == (42, 0, 0)


def test_different_edits_are_separate_entries_even_without_an_end(state: State) -> None:
    edited = done(state, PlaceBody("B", at(4)), ReshapeBody("B", Sphere(1)), PlaceBody("A", at(1)))
    assert [edit.label for edit in edited.history.past] == ["move B", "reshape B", "move A"]


def test_each_choice_of_a_pair_is_an_entry(state: State) -> None:
    chosen = done(state, ChoosePair(("A", "C")), ChoosePair(("B", "C")))
    assert update(chosen, Undo()).document.pair == ("A", "C")
    assert done(chosen, Undo(), Undo()).document.pair == ("A", "B")


def test_undo_and_redo_are_inverse(state: State) -> None:
    states = [state]
    for action in (PlaceBody("A", at(1)), ReshapeBody("B", Sphere(2)), ChoosePair(("A", "C")), PlaceBody("A", at(2))):
        states.append(done(states[-1], action, EndGesture()))
    back = states[-1]
    for earlier in reversed(states[:-1]):
        back = update(back, Undo())
        assert document(back) == document(earlier)
    for later in states[1:]:
        back = update(back, Redo())
        assert document(back) == document(later)
    assert update(back, Redo()) is back


def document(state: State) -> tuple[Scene, tuple[str, str], str | None]:
    return state.document.scene, state.document.pair, state.document.selected


def test_undo_names_the_undone_action(state: State) -> None:
    undone = done(state, PlaceBody("A", at(1)), Undo())
    assert undone.shell.message == Message("Undone: move A")
    assert update(undone, Redo()).shell.message == Message("Redone: move A")


def test_a_new_edit_clears_the_redo_history(state: State) -> None:
    again = done(state, PlaceBody("A", at(1)), Undo(), PlaceBody("A", at(2)))
    assert not again.history.future
    assert update(again, Redo()) is again
    assert len(again.history.past) == 1


def test_undo_keeps_the_camera_the_algorithm_and_the_visibility(state: State) -> None:
    looked = done(
        state, PlaceBody("A", at(1)), Orbit(10, 5), ChooseAlgorithm("sat"), SetVisible("grid", False), GoToStep(3)
    )
    undone = update(looked, Undo())
    assert (undone.view.cameras, undone.run.algorithm, undone.display.visible) == (
        looked.view.cameras,
        looked.run.algorithm,
        looked.display.visible,
    )
    assert undone.run.step == 3
    assert position(undone, "A") == (0, 0, 0)


@pytest.mark.parametrize("aspect", [0.5, 0.85, 1.0, 2.0])
def test_a_view_that_showed_everything_still_does_after_a_large_edit_is_undone(state: State, aspect: float) -> None:
    """Otherwise the scene would be a dot in it."""
    framed = update(state, FrameAll(aspect))
    large = done(framed, PlaceBody("A", at(1e9)), FrameAll(aspect))
    assert large.view.cameras.world.distance > 1e8
    undone = update(large, Undo())
    assert undone.view.cameras.world.distance == pytest.approx(framed.view.cameras.world.distance, rel=0.5)
    assert undone.view.cameras.difference.distance == pytest.approx(framed.view.cameras.difference.distance, rel=0.5)


def test_undo_during_a_drag_ends_it(state: State) -> None:
    undone = done(state, BeginDrag("A", (0.0, 0.0, 0.0)), DragTo((1.0, 0.0, 0.0)), Undo())
    assert undone.gesture.drag is None
    assert update(undone, DragTo((2.0, 0.0, 0.0))) is undone


def test_the_history_is_bounded(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gjkscope.app.state.actions.history.UNDO_LIMIT", 3)
    for x in range(1, 6):
        state = done(state, PlaceBody("A", at(x)), EndGesture())
    assert len(state.history.past) == 3
    assert position(done(state, Undo(), Undo(), Undo(), Undo()), "A") == (2, 0, 0)


# --- steps and playback ---


def test_steps_stop_at_both_ends(state: State) -> None:
    last = last_step(state)
    assert update(state, GoToStep(-5)).run.step == 0
    assert current_step(update(state, StepBy(-1))) == last - 1
    assert done(state, GoToStep(0), StepBy(-1)).run.step == 0
    assert current_step(done(state, GoToStep(0), StepBy(10**6))) == last
    assert current_step(done(state, GoToStep(1), GoToLast())) == last


def test_choosing_an_algorithm_goes_to_the_end_of_its_trace(state: State) -> None:
    chosen = done(state, GoToStep(1), ChooseAlgorithm("sat"))
    assert (chosen.run.algorithm, current_step(chosen)) == ("sat", 14)


def test_the_last_step_stays_selected_when_the_trace_changes(state: State) -> None:
    """While a body is dragged, the trace grows and shrinks."""
    lengths = set()
    for x in range(1, 30):
        state = update(state, PlaceBody("C", at(5 - x / 7, x / 9, x / 11)))
        state = update(state, ChoosePair(("A", "C")))
        assert current_step(state) == last_step(state)
        lengths.add(last_step(state))
    assert len(lengths) > 1


def test_an_intermediate_step_stays_selected(state: State) -> None:
    looking = update(state, GoToStep(1))
    shifted = update(looking, PlaceBody("B", at(1.6, 0.3, 0.2)))
    assert last_step(shifted) > 1
    assert current_step(shifted) == 1
    assert current_step(update(shifted, Undo())) == 1


def test_a_step_that_was_only_temporarily_the_last_is_kept(state: State) -> None:
    """Dragging past a place where the trace ends at that step must not move the selection to the end."""
    looking = update(state, GoToStep(2))
    lasts = set()
    for x in range(1, 30):
        looking = update(looking, PlaceBody("B", at(5 - x / 7, x / 9, x / 11)))
        lasts.add(last_step(looking))
        assert current_step(looking) == min(2, last_step(looking))
    assert 2 in lasts
    assert max(lasts) > 2


def test_the_first_step_is_kept_where_it_is_also_the_last(state: State) -> None:
    one = done(state, ChooseAlgorithm("sat"), ReshapeBody("A", Sphere(1)), GoToStep(0))
    assert last_step(one) == 0
    assert current_step(update(one, ReshapeBody("A", Box((2, 1, 1))))) == 0


def test_a_step_beyond_a_shorter_trace_shows_the_last_and_is_remembered(state: State) -> None:
    looking = done(state, ChooseAlgorithm("sat"), GoToStep(9))
    refused = update(looking, ReshapeBody("A", Sphere(1)))
    assert inspect(refused).trace is None
    assert (refused.run.step, current_step(refused)) == (9, 0)
    assert current_step(update(refused, ReshapeBody("A", Box((2, 1, 1))))) == 9
    assert current_step(update(refused, Undo())) == 9


def test_playback_advances_by_time_alone(state: State) -> None:
    playing = done(state, ChooseAlgorithm("sat"), GoToStep(0), SetRate(2), TogglePlay())
    assert done(playing, Tick(0.25)).run.step == 0
    assert done(playing, Tick(0.25), Tick(0.25)).run.step == 1
    assert done(playing, Tick(1.75)).run.step == 3
    assert done(playing, *[Tick(0.125)] * 16).run.step == 4
    assert done(playing, Tick(1.75)).run.playback.elapsed == 0.25


def test_playback_stops_at_the_end(state: State) -> None:
    playing = done(state, GoToStep(0), TogglePlay())
    ended = update(playing, Tick(1e6))
    assert current_step(ended) == last_step(state)
    assert not ended.run.playback.playing
    assert update(ended, Tick(1)) is ended


def test_a_pair_is_added_to_the_scene_once(state: State) -> None:
    added = update(
        replace(state, document=replace(state.document, scene=replace(state.document.scene, pairs=None))), AddPair()
    )
    assert added.document.scene.pairs == (added.document.pair,)
    assert done(added, SwapPair(), AddPair()).document.scene.pairs == (added.document.pair,)
    assert update(added, Undo()).document.scene.pairs is None


def test_a_loop_restarts_after_the_last_step_was_shown(state: State) -> None:
    playing = done(state, GoToStep(0), ToggleLoop(), TogglePlay())
    last = last_step(state)
    seen = [current_step(done(playing, *[Tick(1)] * count)) for count in range(2 * last + 3)]
    assert seen == [*range(last + 1), *range(last + 1), 0]
    assert not done(playing, ToggleLoop(), Tick(1e6)).run.playback.playing


def test_a_loop_of_one_step_ends(state: State) -> None:
    refused = done(state, ChooseAlgorithm("sat"), ReshapeBody("A", Sphere(1)), ToggleLoop(), TogglePlay(), Tick(2))
    assert not refused.run.playback.playing


def test_any_playback_rate_works(state: State) -> None:
    playing = done(state, GoToStep(0), TogglePlay())
    assert done(playing, SetRate(1e308), Tick(100)).run.step == LAST_STEP
    assert done(playing, SetRate(5e-324), Tick(100)).run.step == 0


def test_play_restarts_at_the_end_and_resumes_elsewhere(state: State) -> None:
    assert update(state, TogglePlay()).run.step == 0
    assert done(state, GoToStep(1), TogglePlay()).run.step == 1


def test_pause_keeps_the_step(state: State) -> None:
    paused = done(state, ChooseAlgorithm("sat"), GoToStep(2), TogglePlay(), Tick(1), TogglePlay())
    assert (paused.run.step, paused.run.playback.playing) == (3, False)
    assert update(paused, Tick(1)) is paused


def test_a_step_forward_from_the_last_one_says_so_and_how_the_run_ended(state: State) -> None:
    for name, words in (
        ("gjk", "This is the last step. GJK distance ended with “origin enclosed”: penetrating."),
        ("allpairs", "This is the last step. All pairs ended with “complete”."),
    ):
        last = done(state, ChooseAlgorithm(name), GoToLast())
        assert last.shell.message is None
        told = update(last, StepBy(1))
        assert told.shell.message is not None
        assert told.shell.message.text == words
        assert current_step(told) == current_step(last)
        assert done(last, GoToStep(10**6), StepBy(-1), StepBy(1)).shell.message is None


def test_presenting_and_hiding_the_panels_end_what_their_rows_preview(state: State) -> None:
    for action in (Present(on=True), ShowPanels(False)):
        assert done(state, HoverAxis(3), action).pointer.hovered_axis is None


@pytest.mark.parametrize("action", [GoToStep(2), StepBy(1), GoToLast(), ChooseAlgorithm("sat")], ids=repr)
def test_selecting_a_step_manually_stops_playback(state: State, action: Action) -> None:
    assert not done(state, TogglePlay(), action).run.playback.playing


def test_an_unsupported_pair_has_no_steps_to_play(state: State) -> None:
    refused = done(state, ChoosePair(("A", "C")), ChooseAlgorithm("sat"))
    assert inspect(refused).refusal == "SAT takes polytopes (box, triangle, hull, mesh, segment, point), not sphere"
    assert current_step(refused) == last_step(refused) == 0
    assert not done(refused, TogglePlay(), Tick(1)).run.playback.playing


def test_only_existing_table_rows_can_be_hovered(state: State) -> None:
    hovered = update(state, HoverAxis(14))
    assert hovered.pointer.hovered_axis == 14
    assert update(hovered, HoverAxis(None)).pointer.hovered_axis is None
    assert done(state, ChoosePair(("A", "C")), HoverAxis(0)).pointer.hovered_axis is None


# --- cameras ---


def test_both_cameras_turn_together(state: State) -> None:
    turned = update(state, Orbit(20, -10))
    for view in Layout.BOTH.views:
        before, after = state.view.cameras.of(view), turned.view.cameras.of(view)
        assert after == before.orbited(20, -10)
        assert after.target == before.target
    assert turned.view.cameras.world.yaw == turned.view.cameras.difference.yaw


@pytest.mark.parametrize("view", View)
def test_panning_moves_only_the_view_under_the_pointer(state: State, view: View) -> None:
    panned = update(state, Pan(view, 15, 10, 600))
    assert panned.view.cameras.of(view) == state.view.cameras.of(view).panned(15, 10, 600)
    assert all(panned.view.cameras.of(other) == state.view.cameras.of(other) for other in View if other is not view)


@pytest.mark.parametrize("view", Layout.BOTH.views)
def test_zooming_is_towards_the_pointer_in_one_view_and_the_centre_in_the_other(state: State, view: View) -> None:
    zoomed = update(state, Zoom(view, 2, (0.5, 0.25), 0.8))
    [other] = [each for each in Layout.BOTH.views if each is not view]
    assert zoomed.view.cameras.of(view) == state.view.cameras.of(view).zoomed(2, (0.5, 0.25), 0.8)
    assert zoomed.view.cameras.of(other) == state.view.cameras.of(other).zoomed(2)


@pytest.mark.parametrize("notches", [1e6, inf])
def test_zooming_is_limited_at_both_ends_and_reversible(state: State, notches: float) -> None:
    near = update(state, Zoom(View.WORLD, notches))
    far = update(near, Zoom(View.WORLD, -notches))
    assert near.view.cameras.world.distance == near.view.cameras.difference.distance == MIN_DISTANCE
    assert far.view.cameras.world.distance == far.view.cameras.difference.distance == MAX_DISTANCE


def test_framing_keeps_the_viewing_direction(state: State) -> None:
    lost = done(state, Orbit(50, 20), Pan(View.WORLD, 900, 900, 100), Zoom(View.WORLD, -20))
    framed = update(lost, FrameAll())
    assert framed.view.cameras.world.target == state.view.cameras.world.target
    assert framed.view.cameras.world.distance == state.view.cameras.world.distance
    assert framed.view.cameras.world.yaw == lost.view.cameras.world.yaw


def test_two_coincident_points_can_be_framed() -> None:
    from gjkscope.engine.shapes.kinds import Point

    state = initial_state(Scene("points", (Body("A", Point()), Body("B", Point()))))
    assert state.view.cameras.world.reach == state.view.cameras.difference.reach == 1


@pytest.mark.parametrize("name", ["gird", "__class__"])
def test_a_mark_that_does_not_exist_is_named(state: State, name: str) -> None:
    refused = update(state, SetVisible(name, True))
    assert refused.display == state.display
    message = refused.shell.message
    assert message is not None
    assert message.is_error
    assert message.text == f"no display option is called {name!r}" + (", did you mean grid?" if name == "gird" else "")


@pytest.mark.parametrize("name", field_names(Visibility))
def test_each_kind_of_mark_can_be_toggled(state: State, name: str) -> None:
    was = getattr(state.display.visible, name)
    toggled = update(state, SetVisible(name, not was))
    assert getattr(toggled.display.visible, name) is not was
    assert update(toggled, SetVisible(name, was)) == state


def test_the_gizmo_can_be_hidden(state: State) -> None:
    assert update(state, ChooseGizmo(Gizmo.ROTATE)).display.gizmo is Gizmo.ROTATE
    assert update(state, ChooseGizmo(None)).display.gizmo is None


# --- messages and dialogs ---


def test_a_message_stays_until_it_is_dismissed(state: State) -> None:
    notified = update(state, Notify("no such file", is_error=True))
    assert notified.shell.message == Message("no such file", True)
    assert update(notified, Orbit(1, 1)).shell.message == notified.shell.message
    assert update(notified, DismissMessage("no such file")) == state


def test_a_file_dialog_opens_moves_and_closes(state: State) -> None:
    opened = update(state, ShowDialog(FileDialog(Purpose.SAVE, "scenes", "mine.json")))
    assert opened.shell.dialog == FileDialog(Purpose.SAVE, "scenes", "mine.json")
    assert update(opened, ShowDialog(FileDialog(Purpose.SAVE, "scenes/museum"))).shell.dialog == FileDialog(
        Purpose.SAVE, "scenes/museum"
    )
    assert update(opened, CloseDialog()) == state


def test_the_unsaved_changes_prompt_and_a_dialog_replace_each_other(state: State) -> None:
    question = ThenQuit()
    asked = done(state, ShowDialog(FileDialog(Purpose.OPEN, "scenes")), AskUnsaved(question))
    assert (asked.shell.unsaved, asked.shell.dialog) == (question, None)
    saving = update(asked, ShowDialog(FileDialog(Purpose.SAVE, "scenes")))
    assert (saving.shell.unsaved, saving.shell.dialog is None) == (None, False)
    assert update(asked, CloseDialog()) == state


class TestNews:
    def test_a_message_disappears_with_the_next_command(self) -> None:
        notified = update(initial_state(boxes()), Notify("Saved boxes.json"))
        assert (
            update(notified, Orbit(5.0, 0.0)).shell.message == notified.shell.message
        )  # moving the camera is no command
        assert update(notified, Tick(0.1)).shell.message == notified.shell.message
        assert update(notified, GoToStep(0)).shell.message is None
        assert update(notified, PlaceBody("A", PositionOrientation((5.0, 0.0, 0.0)))).shell.message is None

    def test_an_error_stays_until_it_is_dismissed(self) -> None:
        notified = update(initial_state(boxes()), Notify("not saved", is_error=True))
        assert update(notified, GoToStep(0)).shell.message == notified.shell.message
        assert update(notified, DismissMessage("not saved")).shell.message is None

    def test_an_info_message_appears_beside_an_error_and_another_error_replaces_it(self) -> None:
        broken = update(initial_state(boxes()), Notify("not saved", is_error=True))
        for text in ("Copied", "Copied again"):
            notified = done(broken, Notify(text), Orbit(5.0, 0.0))
            assert (notified.shell.message, notified.shell.fault) == (Message(text), broken.shell.message)
        later = update(notified, GoToStep(0))
        assert (later.shell.message, later.shell.fault) == (None, broken.shell.message)
        worse = update(later, Notify("disk full", is_error=True))
        assert (worse.shell.message, worse.shell.fault) == (Message("disk full", True), None)
        assert update(notified, DismissMessage("not saved")) == replace(
            notified, shell=replace(notified.shell, fault=None)
        )
        assert update(notified, OpenScene(boxes())).shell.fault is None


class TestKnownTruth:
    def test_it_is_dropped_when_a_body_of_the_pair_changes_and_restored_by_undo(self) -> None:
        state = initial_state(boxes())
        truth = Expected(state.document.pair, "separated", 1.0, 1e-9)
        state = replace(state, document=replace(state.document, scene=replace(state.document.scene, expected=(truth,))))
        moved = update(state, PlaceBody("A", PositionOrientation((5.0, 0.0, 0.0))))
        assert moved.document.scene.expected == ()
        assert update(moved, Undo()).document.scene.expected == (truth,)
        assert update(state, ReshapeBody("B", Sphere(0.5))).document.scene.expected == ()


def test_gjk_replaces_an_algorithm_that_does_not_support_the_new_pair() -> None:
    state = update(initial_state(boxes()), ChooseAlgorithm("sat"))
    balls = Scene("balls", (Body("A", Sphere(1.0)), Body("B", Sphere(1.0), PositionOrientation((3.0, 0.0, 0.0)))))
    opened = update(state, OpenScene(balls))
    assert opened.run.algorithm == "gjk"
    assert inspect(opened).trace is not None
    assert opened.shell.message is not None
    assert opened.shell.message.text.startswith("Switched to GJK: SAT takes polytopes")
    assert update(state, OpenScene(boxes())).shell.message is None


def test_a_dragged_position_has_no_more_digits_than_requested() -> None:
    held = update(initial_state(boxes()), BeginDrag("A", ZERO))
    dragged = update(held, DragTo((1 / 3, -2 / 3, 1e-9), decimals=3))
    assert dragged.document.scene.body("A").pose.position == (0.333, -0.667, 0.0)
