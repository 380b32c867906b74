"""All user actions as updates of the state: what changes, what stays, and what undo restores."""

from math import inf, nan
from typing import Any

import pytest

from gjkscope.app.base.records import field_names, replace
from gjkscope.app.scenes.cameras.camera import MAX_DISTANCE, MIN_DISTANCE
from gjkscope.app.scenes.scene import Body, Expected, PositionOrientation, Scene, Transform
from gjkscope.app.state import actions as do
from gjkscope.app.state import model
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.engine import Box, Sphere, Verdict
from gjkscope.engine.vectors import ZERO, Vec3, norm, sub
from tests.app.state.acting import act

HERE = PositionOrientation()


def at(x: float, y: float = 0.0, z: float = 0.0) -> PositionOrientation:
    return PositionOrientation((x, y, z))


def boxes(name: str = "three", **changes: Any) -> Scene:
    """Two boxes that overlap and a ball beside them."""
    bodies = (Body("A", Box((1, 1, 1))), Body("B", Box((1, 1, 1)), at(1.5, 0.25, 0.125)), Body("C", Sphere(1), at(5)))
    return replace(Scene(name, bodies), **changes)


def drag(state: model.State, *path: Vec3) -> model.State:
    """Body A dragged by a point on its face along a path, then released."""
    return act(state, do.BeginDrag("A", (0.0, 0.0, 1.0)), *(do.DragTo(point) for point in path), do.EndGesture())


@pytest.fixture
def state() -> model.State:
    return do.initial_state(boxes())


def position(state: model.State, body: str) -> Vec3:
    return state.document.scene.body(body).pose.position


# --- all actions ---


def test_every_action_has_its_update() -> None:
    assert set(do.UPDATES) == set(do.Action.__subclasses__())


NONSENSE = [
    do.Select("nobody"),
    do.ChoosePair(("A", "nobody")),
    do.ChoosePair(("A", "A")),
    do.PlaceBody("nobody", HERE),
    do.ReshapeBody("nobody", Sphere(1)),
    do.BeginDrag("nobody", (0.0, 0.0, 0.0)),
    do.DragTo((1.0, 2.0, 3.0)),
    do.EndGesture(),
    do.Undo(),
    do.Redo(),
    do.ChooseAlgorithm("jgk"),
    do.SetRate(0),
    do.SetRate(-1),
    do.SetRate(nan),
    do.SetRate(inf),
    do.Tick(1),
    do.HoverAxis(15),
    do.HoverAxis(-1),
    do.HoverAxis(None),
    do.GoToStep(10**6),
    do.Pan(model.View.WORLD, 1, 1, 0),
    do.FrameAll(0),
    do.FrameAll(-1),
    do.FrameAll(nan),
    do.Orbit(nan, 0),
    do.Orbit(0, nan),
    do.Pan(model.View.WORLD, inf, 0, 100),
    do.Zoom(model.View.WORLD, nan),
    do.Zoom(model.View.DIFFERENCE, 1, (inf, 0)),
    do.DismissMessage("never shown"),
    do.CloseDialog(),
]

NO_CHANGE = [
    do.Select("A"),
    do.ChoosePair(("A", "B")),
    do.PlaceBody("A", HERE),
    do.ReshapeBody("A", Box((1, 1, 1))),
    do.ChooseAlgorithm("gjk"),
    do.GoToLast(),
    do.StepBy(0),
    do.SetRate(1.0),
    do.SetVisible("grid", True),
    do.ChooseGizmo(model.Gizmo.MOVE),
    do.Orbit(0, 0),
    do.Pan(model.View.WORLD, 0, 0, 100),
    do.Zoom(model.View.WORLD, 0),
    do.FrameAll(),
    do.MarkSaved(boxes(), ""),
]


@pytest.mark.parametrize("action", NONSENSE, ids=repr)
def test_an_invalid_action_returns_the_same_state_object(state: model.State, action: do.Action) -> None:
    assert do.update(state, action) is state


@pytest.mark.parametrize("action", NO_CHANGE, ids=repr)
def test_an_action_without_effect_returns_the_same_state_object(state: model.State, action: do.Action) -> None:
    """A frame is only redrawn for a new state object."""
    state = replace(state, file=replace(state.file, path=""))
    assert do.update(state, action) is state


def test_zero_elapsed_time_changes_nothing(state: model.State) -> None:
    playing = do.update(state, do.TogglePlay())
    for seconds in (0.0, -1.0, nan, inf):
        assert do.update(playing, do.Tick(seconds)) is playing


# --- opening and saving ---


def test_a_scene_opens_at_its_first_pair_and_last_step(state: model.State) -> None:
    assert (state.document.pair, state.document.selected, state.run.algorithm) == (("A", "B"), "A", "gjk")
    assert current_step(state) == last_step(state) > 0
    assert not state.modified
    assert state.file.path is None


def test_the_first_pair_of_the_file_is_chosen() -> None:
    assert do.initial_state(boxes(pairs=(("C", "B"), ("A", "B")))).document.pair == ("C", "B")
    assert do.initial_state(boxes(pairs=())).document.pair == ("A", "B")


def test_a_scene_without_a_pair_is_rejected_by_name() -> None:
    with pytest.raises(ValueError, match="lonely: a scene needs at least two shapes to form a pair, this one has 1"):
        do.initial_state(Scene("lonely", (Body("A", Sphere(1)),)))


def test_the_cameras_frame_everything(state: model.State) -> None:
    world, difference = state.view.cameras.world, state.view.cameras.difference
    for body in state.document.scene.bodies:
        assert norm(sub(body.pose.position, world.target)) <= world.reach
    assert norm(difference.target) <= difference.reach, "the origin is in the picture"


def test_opening_keeps_view_settings_and_resets_the_history(state: model.State) -> None:
    busy = act(
        state,
        do.ChooseAlgorithm("sat"),
        do.SetRate(4),
        do.SetVisible("grid", False),
        do.ChooseGizmo(None),
        do.HoverAxis(3),
        do.Notify("hello"),
    )
    busy = do.update(busy, do.TogglePlay())
    busy = drag(busy, (1.0, 0.0, 0.0))
    other = boxes("other")
    opened = do.update(busy, do.OpenScene(other, "other.json"))
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


def test_a_scene_is_modified_until_saved_or_restored(state: model.State) -> None:
    changed = drag(state, (0.5, 0.0, 1.0))
    assert changed.modified
    assert not do.update(changed, do.Undo()).modified
    saved = do.update(changed, do.MarkSaved(changed.document.scene, "mine.json"))
    assert not saved.modified
    assert saved.file.path == "mine.json"
    assert do.update(saved, do.Undo()).modified, "what is on the disk is the scene before the undo"


def test_the_saved_document_may_be_older_than_the_one_shown(state: model.State) -> None:
    changed = drag(state, (0.5, 0.0, 1.0))
    assert do.update(changed, do.MarkSaved(state.document.scene, "mine.json")).modified


# --- the document ---


def test_moving_a_body_updates_the_answer(state: model.State) -> None:
    moved = do.update(state, do.PlaceBody("B", at(4)))
    assert position(moved, "B") == (4, 0, 0)
    assert inspect(state).answer.verdict == Verdict.PENETRATING
    assert inspect(moved).answer.signed_distance == 2
    assert position(state, "B") == (1.5, 0.25, 0.125), "the state before is untouched"


def test_a_rotation_is_described_as_one(state: model.State) -> None:
    turned = do.update(state, do.PlaceBody("B", state.document.scene.body("B").placement.turned((0.0, 1.0, 0.0, 1.0))))
    assert turned.history.past[-1].label == "turn B"


def test_a_body_is_reshaped(state: model.State) -> None:
    reshaped = do.update(state, do.ReshapeBody("A", Sphere(0.25)))
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
    state: model.State, placement: PositionOrientation | Transform, words: str
) -> None:
    refused = do.update(state, do.PlaceBody("B", placement))
    assert refused.document.scene is state.document.scene
    assert refused.shell.message is not None
    assert words in refused.shell.message.text
    assert refused.shell.message.is_error
    assert not refused.history.past


def test_the_pair_is_chosen_in_the_given_order(state: model.State) -> None:
    chosen = do.update(state, do.ChoosePair(("C", "A")))
    assert (chosen.document.pair, chosen.document.selected) == (("C", "A"), "C")
    assert [body.name for body in chosen.document.pair_bodies] == ["C", "A"]
    assert current_step(chosen) == last_step(chosen)
    assert chosen.view.cameras.difference != state.view.cameras.difference, "the new pair is framed"


def test_the_selection_may_be_anything_or_nothing(state: model.State) -> None:
    assert do.update(state, do.Select("C")).document.selected == "C"
    assert do.update(state, do.Select(None)).document.selected is None


# --- dragging ---


def test_the_grabbed_point_stays_under_the_pointer(state: model.State) -> None:
    held = do.update(state, do.BeginDrag("A", (0.5, 0.25, 1.0)))
    assert held.document.selected == "A"
    assert position(held, "A") == (0, 0, 0), "taking hold moves nothing"
    moved = act(held, do.DragTo((1.5, 0.25, 1.0)), do.DragTo((2.5, 1.25, 1.0)))
    assert position(moved, "A") == (2, 1, 0)
    assert moved.gesture.drag is not None
    assert moved.gesture.drag.grabbed == (2.5, 1.25, 1.0)


def test_a_drag_keeps_the_rotation_and_the_kind_of_placement() -> None:
    turn = ((0.0, -1.0, 0.0, 1.0), (1.0, 0.0, 0.0, 2.0), (0.0, 0.0, 1.0, 3.0), (0.0, 0.0, 0.0, 1.0))
    scene = boxes()
    state = do.initial_state(scene.with_body(replace(scene.body("A"), placement=Transform(turn))))
    moved = act(state, do.BeginDrag("A", (1.0, 2.0, 3.0)), do.DragTo((2.0, 2.0, 3.0)))
    placement = moved.document.scene.body("A").placement
    assert isinstance(placement, Transform)
    assert placement.rows[0] == (0, -1, 0, 2)
    assert placement.pose.rotation == state.document.scene.body("A").pose.rotation


def test_a_finished_drag_moves_nothing_more(state: model.State) -> None:
    let_go = drag(state, (1.0, 0.0, 1.0))
    assert let_go.gesture.drag is None
    assert do.update(let_go, do.DragTo((9.0, 9.0, 9.0))) is let_go


# --- undo ---


def test_a_drag_is_one_history_entry(state: model.State) -> None:
    moved = drag(state, (0.1, 0.0, 1.0), (0.2, 0.0, 1.0), (0.3, 0.0, 1.0))
    assert len(moved.history.past) == 1
    assert position(do.update(moved, do.Undo()), "A") == (0, 0, 0)


def test_each_gesture_is_undone_separately(state: model.State) -> None:
    moved = drag(drag(state, (1.0, 0.0, 1.0)), (1.0, 0.0, 1.0))
    assert len(moved.history.past) == 2
    once, twice = act(moved, do.Undo()), act(moved, do.Undo(), do.Undo())
    assert (position(once, "A"), position(twice, "A")) == ((1, 0, 0), (0, 0, 0))


def test_grabbing_begins_a_gesture_even_if_the_last_was_not_ended(state: model.State) -> None:
    typed = do.update(state, do.PlaceBody("A", at(1)))
    moved = act(typed, do.BeginDrag("A", (1.0, 0.0, 0.0)), do.DragTo((2.0, 0.0, 0.0)))
    assert len(moved.history.past) == 2


def test_a_number_being_typed_is_one_gesture(state: model.State) -> None:
    typed = act(state, do.PlaceBody("B", at(4)), do.PlaceBody("B", at(42)), do.EndGesture(), do.PlaceBody("B", at(1)))
    assert [edit.label for edit in typed.history.past] == ["move B", "move B"]
    assert position(do.update(typed, do.Undo()), "B") == (42, 0, 0)


def test_different_edits_are_separate_entries_even_without_an_end(state: model.State) -> None:
    edited = act(state, do.PlaceBody("B", at(4)), do.ReshapeBody("B", Sphere(1)), do.PlaceBody("A", at(1)))
    assert [edit.label for edit in edited.history.past] == ["move B", "reshape B", "move A"]


def test_each_choice_of_a_pair_is_an_entry(state: model.State) -> None:
    chosen = act(state, do.ChoosePair(("A", "C")), do.ChoosePair(("B", "C")))
    assert do.update(chosen, do.Undo()).document.pair == ("A", "C")
    assert act(chosen, do.Undo(), do.Undo()).document.pair == ("A", "B")


def test_undo_and_redo_are_inverse(state: model.State) -> None:
    states = [state]
    for action in (
        do.PlaceBody("A", at(1)),
        do.ReshapeBody("B", Sphere(2)),
        do.ChoosePair(("A", "C")),
        do.PlaceBody("A", at(2)),
    ):
        states.append(act(states[-1], action, do.EndGesture()))
    back = states[-1]
    for earlier in reversed(states[:-1]):
        back = do.update(back, do.Undo())
        assert document(back) == document(earlier)
    for later in states[1:]:
        back = do.update(back, do.Redo())
        assert document(back) == document(later)
    assert do.update(back, do.Redo()) is back


def document(state: model.State) -> tuple[Scene, tuple[str, str], str | None]:
    return state.document.scene, state.document.pair, state.document.selected


def test_undo_names_the_undone_action(state: model.State) -> None:
    undone = act(state, do.PlaceBody("A", at(1)), do.Undo())
    assert undone.shell.message == model.Message("Undone: move A")
    assert do.update(undone, do.Redo()).shell.message == model.Message("Redone: move A")


def test_a_new_edit_clears_the_redo_history(state: model.State) -> None:
    again = act(state, do.PlaceBody("A", at(1)), do.Undo(), do.PlaceBody("A", at(2)))
    assert not again.history.future
    assert do.update(again, do.Redo()) is again
    assert len(again.history.past) == 1


def test_undo_keeps_the_camera_the_algorithm_and_the_visibility(state: model.State) -> None:
    looked = act(
        state,
        do.PlaceBody("A", at(1)),
        do.Orbit(10, 5),
        do.ChooseAlgorithm("sat"),
        do.SetVisible("grid", False),
        do.GoToStep(3),
    )
    undone = do.update(looked, do.Undo())
    assert (undone.view.cameras, undone.run.algorithm, undone.display.visible) == (
        looked.view.cameras,
        looked.run.algorithm,
        looked.display.visible,
    )
    assert undone.run.step == 3
    assert position(undone, "A") == (0, 0, 0)


@pytest.mark.parametrize("aspect", [0.5, 0.85, 1.0, 2.0])
def test_a_view_that_showed_everything_still_does_after_a_large_edit_is_undone(
    state: model.State, aspect: float
) -> None:
    """Otherwise the scene would be a dot in it."""
    framed = do.update(state, do.FrameAll(aspect))
    large = act(framed, do.PlaceBody("A", at(1e9)), do.FrameAll(aspect))
    assert large.view.cameras.world.distance > 1e8
    undone = do.update(large, do.Undo())
    assert undone.view.cameras.world.distance == pytest.approx(framed.view.cameras.world.distance, rel=0.5)
    assert undone.view.cameras.difference.distance == pytest.approx(framed.view.cameras.difference.distance, rel=0.5)


def test_undo_during_a_drag_ends_it(state: model.State) -> None:
    undone = act(state, do.BeginDrag("A", (0.0, 0.0, 0.0)), do.DragTo((1.0, 0.0, 0.0)), do.Undo())
    assert undone.gesture.drag is None
    assert do.update(undone, do.DragTo((2.0, 0.0, 0.0))) is undone


def test_the_history_is_bounded(state: model.State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gjkscope.app.state.actions.history.UNDO_LIMIT", 3)
    for x in range(1, 6):
        state = act(state, do.PlaceBody("A", at(x)), do.EndGesture())
    assert len(state.history.past) == 3
    assert position(act(state, do.Undo(), do.Undo(), do.Undo(), do.Undo()), "A") == (2, 0, 0)


# --- steps and playback ---


def test_steps_stop_at_both_ends(state: model.State) -> None:
    last = last_step(state)
    assert do.update(state, do.GoToStep(-5)).run.step == 0
    assert current_step(do.update(state, do.StepBy(-1))) == last - 1
    assert act(state, do.GoToStep(0), do.StepBy(-1)).run.step == 0
    assert current_step(act(state, do.GoToStep(0), do.StepBy(10**6))) == last
    assert current_step(act(state, do.GoToStep(1), do.GoToLast())) == last


def test_choosing_an_algorithm_goes_to_the_end_of_its_trace(state: model.State) -> None:
    chosen = act(state, do.GoToStep(1), do.ChooseAlgorithm("sat"))
    assert (chosen.run.algorithm, current_step(chosen)) == ("sat", 14)


def test_the_last_step_stays_selected_when_the_trace_changes(state: model.State) -> None:
    """While a body is dragged, the trace grows and shrinks."""
    lengths = set()
    for x in range(1, 30):
        state = do.update(state, do.PlaceBody("C", at(5 - x / 7, x / 9, x / 11)))
        state = do.update(state, do.ChoosePair(("A", "C")))
        assert current_step(state) == last_step(state)
        lengths.add(last_step(state))
    assert len(lengths) > 1


def test_an_intermediate_step_stays_selected(state: model.State) -> None:
    looking = do.update(state, do.GoToStep(1))
    shifted = do.update(looking, do.PlaceBody("B", at(1.6, 0.3, 0.2)))
    assert last_step(shifted) > 1
    assert current_step(shifted) == 1
    assert current_step(do.update(shifted, do.Undo())) == 1


def test_a_step_that_was_only_temporarily_the_last_is_kept(state: model.State) -> None:
    """Dragging past a place where the trace ends at that step must not move the selection to the end."""
    looking = do.update(state, do.GoToStep(2))
    lasts = set()
    for x in range(1, 30):
        looking = do.update(looking, do.PlaceBody("B", at(5 - x / 7, x / 9, x / 11)))
        lasts.add(last_step(looking))
        assert current_step(looking) == min(2, last_step(looking))
    assert 2 in lasts
    assert max(lasts) > 2


def test_the_first_step_is_kept_where_it_is_also_the_last(state: model.State) -> None:
    sat = act(state, do.ChooseAlgorithm("sat"), do.ReshapeBody("A", Sphere(1)), do.GoToStep(0))
    assert last_step(sat) == 0
    assert current_step(do.update(sat, do.ReshapeBody("A", Box((2, 1, 1))))) == 0


def test_a_step_beyond_a_shorter_trace_shows_the_last_and_is_remembered(state: model.State) -> None:
    looking = act(state, do.ChooseAlgorithm("sat"), do.GoToStep(9))
    refused = do.update(looking, do.ReshapeBody("A", Sphere(1)))
    assert inspect(refused).trace is None
    assert (refused.run.step, current_step(refused)) == (9, 0)
    assert current_step(do.update(refused, do.ReshapeBody("A", Box((2, 1, 1))))) == 9
    assert current_step(do.update(refused, do.Undo())) == 9


def test_playback_advances_by_time_alone(state: model.State) -> None:
    playing = act(state, do.ChooseAlgorithm("sat"), do.GoToStep(0), do.SetRate(2), do.TogglePlay())
    assert act(playing, do.Tick(0.25)).run.step == 0
    assert act(playing, do.Tick(0.25), do.Tick(0.25)).run.step == 1
    assert act(playing, do.Tick(1.75)).run.step == 3
    assert act(playing, *[do.Tick(0.125)] * 16).run.step == 4
    assert act(playing, do.Tick(1.75)).run.playback.elapsed == 0.25


def test_playback_stops_at_the_end(state: model.State) -> None:
    playing = act(state, do.GoToStep(0), do.TogglePlay())
    ended = do.update(playing, do.Tick(1e6))
    assert current_step(ended) == last_step(state)
    assert not ended.run.playback.playing
    assert do.update(ended, do.Tick(1)) is ended


def test_a_pair_is_added_to_the_scene_once(state: model.State) -> None:
    added = do.update(
        replace(state, document=replace(state.document, scene=replace(state.document.scene, pairs=None))), do.AddPair()
    )
    assert added.document.scene.pairs == (added.document.pair,)
    assert act(added, do.SwapPair(), do.AddPair()).document.scene.pairs == (added.document.pair,)
    assert do.update(added, do.Undo()).document.scene.pairs is None


def test_a_loop_restarts_after_the_last_step_was_shown(state: model.State) -> None:
    playing = act(state, do.GoToStep(0), do.ToggleLoop(), do.TogglePlay())
    last = last_step(state)
    seen = [current_step(act(playing, *[do.Tick(1)] * count)) for count in range(2 * last + 3)]
    assert seen == [*range(last + 1), *range(last + 1), 0]
    assert not act(playing, do.ToggleLoop(), do.Tick(1e6)).run.playback.playing


def test_a_loop_of_one_step_ends(state: model.State) -> None:
    refused = act(
        state, do.ChooseAlgorithm("sat"), do.ReshapeBody("A", Sphere(1)), do.ToggleLoop(), do.TogglePlay(), do.Tick(2)
    )
    assert not refused.run.playback.playing


def test_any_playback_rate_works(state: model.State) -> None:
    playing = act(state, do.GoToStep(0), do.TogglePlay())
    assert act(playing, do.SetRate(1e308), do.Tick(100)).run.step == model.LAST_STEP
    assert act(playing, do.SetRate(5e-324), do.Tick(100)).run.step == 0


def test_play_restarts_at_the_end_and_resumes_elsewhere(state: model.State) -> None:
    assert do.update(state, do.TogglePlay()).run.step == 0
    assert act(state, do.GoToStep(1), do.TogglePlay()).run.step == 1


def test_pause_keeps_the_step(state: model.State) -> None:
    paused = act(state, do.ChooseAlgorithm("sat"), do.GoToStep(2), do.TogglePlay(), do.Tick(1), do.TogglePlay())
    assert (paused.run.step, paused.run.playback.playing) == (3, False)
    assert do.update(paused, do.Tick(1)) is paused


def test_a_step_forward_from_the_last_one_says_so_and_how_the_run_ended(state: model.State) -> None:
    for name, words in (
        ("gjk", "This is the last step. GJK distance ended with “origin enclosed”: penetrating."),
        ("allpairs", "This is the last step. All pairs ended with “complete”."),
    ):
        last = act(state, do.ChooseAlgorithm(name), do.GoToLast())
        assert last.shell.message is None
        after = do.update(last, do.StepBy(1))
        assert after.shell.message is not None
        assert after.shell.message.text == words
        assert current_step(after) == current_step(last)
        assert act(last, do.GoToStep(10**6), do.StepBy(-1), do.StepBy(1)).shell.message is None


def test_presenting_and_hiding_the_panels_end_what_their_rows_preview(state: model.State) -> None:
    for action in (do.Present(on=True), do.ShowPanels(False)):
        assert act(state, do.HoverAxis(3), action).pointer.hovered_axis is None


@pytest.mark.parametrize("action", [do.GoToStep(2), do.StepBy(1), do.GoToLast(), do.ChooseAlgorithm("sat")], ids=repr)
def test_selecting_a_step_manually_stops_playback(state: model.State, action: do.Action) -> None:
    assert not act(state, do.TogglePlay(), action).run.playback.playing


def test_an_unsupported_pair_has_no_steps_to_play(state: model.State) -> None:
    refused = act(state, do.ChoosePair(("A", "C")), do.ChooseAlgorithm("sat"))
    assert inspect(refused).refusal == "SAT takes polytopes (box, triangle, hull, mesh, segment, point), not sphere"
    assert current_step(refused) == last_step(refused) == 0
    assert not act(refused, do.TogglePlay(), do.Tick(1)).run.playback.playing


def test_only_existing_table_rows_can_be_hovered(state: model.State) -> None:
    hovered = do.update(state, do.HoverAxis(14))
    assert hovered.pointer.hovered_axis == 14
    assert do.update(hovered, do.HoverAxis(None)).pointer.hovered_axis is None
    assert act(state, do.ChoosePair(("A", "C")), do.HoverAxis(0)).pointer.hovered_axis is None


# --- cameras ---


def test_both_cameras_turn_together(state: model.State) -> None:
    turned = do.update(state, do.Orbit(20, -10))
    for view in model.Layout.BOTH.views:
        before, after = state.view.cameras.of(view), turned.view.cameras.of(view)
        assert after == before.orbited(20, -10)
        assert after.target == before.target
    assert turned.view.cameras.world.yaw == turned.view.cameras.difference.yaw


@pytest.mark.parametrize("view", model.View)
def test_panning_moves_only_the_view_under_the_pointer(state: model.State, view: model.View) -> None:
    panned = do.update(state, do.Pan(view, 15, 10, 600))
    assert panned.view.cameras.of(view) == state.view.cameras.of(view).panned(15, 10, 600)
    assert all(
        panned.view.cameras.of(other) == state.view.cameras.of(other) for other in model.View if other is not view
    )


@pytest.mark.parametrize("view", model.Layout.BOTH.views)
def test_zooming_is_towards_the_pointer_in_one_view_and_the_centre_in_the_other(
    state: model.State, view: model.View
) -> None:
    zoomed = do.update(state, do.Zoom(view, 2, (0.5, 0.25), 0.8))
    [other] = [each for each in model.Layout.BOTH.views if each is not view]
    assert zoomed.view.cameras.of(view) == state.view.cameras.of(view).zoomed(2, (0.5, 0.25), 0.8)
    assert zoomed.view.cameras.of(other) == state.view.cameras.of(other).zoomed(2)


@pytest.mark.parametrize("notches", [1e6, inf])
def test_zooming_is_limited_at_both_ends_and_reversible(state: model.State, notches: float) -> None:
    near = do.update(state, do.Zoom(model.View.WORLD, notches))
    far = do.update(near, do.Zoom(model.View.WORLD, -notches))
    assert near.view.cameras.world.distance == near.view.cameras.difference.distance == MIN_DISTANCE
    assert far.view.cameras.world.distance == far.view.cameras.difference.distance == MAX_DISTANCE


def test_framing_keeps_the_viewing_direction(state: model.State) -> None:
    lost = act(state, do.Orbit(50, 20), do.Pan(model.View.WORLD, 900, 900, 100), do.Zoom(model.View.WORLD, -20))
    framed = do.update(lost, do.FrameAll())
    assert framed.view.cameras.world.target == state.view.cameras.world.target
    assert framed.view.cameras.world.distance == state.view.cameras.world.distance
    assert framed.view.cameras.world.yaw == lost.view.cameras.world.yaw


def test_two_coincident_points_can_be_framed() -> None:
    from gjkscope.engine.shapes.kinds import Point

    state = do.initial_state(Scene("points", (Body("A", Point()), Body("B", Point()))))
    assert state.view.cameras.world.reach == state.view.cameras.difference.reach == 1


@pytest.mark.parametrize("name", ["gird", "__class__"])
def test_a_mark_that_does_not_exist_is_named(state: model.State, name: str) -> None:
    refused = do.update(state, do.SetVisible(name, True))
    assert refused.display == state.display
    message = refused.shell.message
    assert message is not None
    assert message.is_error
    assert message.text == f"no display option is called {name!r}" + (", did you mean grid?" if name == "gird" else "")


@pytest.mark.parametrize("name", field_names(model.Visibility))
def test_each_kind_of_mark_can_be_toggled(state: model.State, name: str) -> None:
    was = getattr(state.display.visible, name)
    toggled = do.update(state, do.SetVisible(name, not was))
    assert getattr(toggled.display.visible, name) is not was
    assert do.update(toggled, do.SetVisible(name, was)) == state


def test_the_gizmo_can_be_hidden(state: model.State) -> None:
    assert do.update(state, do.ChooseGizmo(model.Gizmo.ROTATE)).display.gizmo is model.Gizmo.ROTATE
    assert do.update(state, do.ChooseGizmo(None)).display.gizmo is None


# --- messages and dialogs ---


def test_a_message_stays_until_it_is_dismissed(state: model.State) -> None:
    notified = do.update(state, do.Notify("no such file", is_error=True))
    assert notified.shell.message == model.Message("no such file", True)
    assert do.update(notified, do.Orbit(1, 1)).shell.message == notified.shell.message
    dismissed = do.update(notified, do.DismissMessage("no such file"))
    assert replace(dismissed, shell=replace(dismissed.shell, has_log=False)) == state


def test_a_file_dialog_opens_moves_and_closes(state: model.State) -> None:
    opened = do.update(state, do.ShowDialog(model.FileDialog(model.Purpose.SAVE, "scenes", "mine.json")))
    assert opened.shell.dialog == model.FileDialog(model.Purpose.SAVE, "scenes", "mine.json")
    assert do.update(
        opened, do.ShowDialog(model.FileDialog(model.Purpose.SAVE, "scenes/museum"))
    ).shell.dialog == model.FileDialog(model.Purpose.SAVE, "scenes/museum")
    assert do.update(opened, do.CloseDialog()) == state


def test_the_unsaved_changes_prompt_and_a_dialog_replace_each_other(state: model.State) -> None:
    question = model.ThenQuit()
    asked = act(state, do.ShowDialog(model.FileDialog(model.Purpose.OPEN, "scenes")), do.AskUnsaved(question))
    assert (asked.shell.unsaved, asked.shell.dialog) == (question, None)
    saving = do.update(asked, do.ShowDialog(model.FileDialog(model.Purpose.SAVE, "scenes")))
    assert (saving.shell.unsaved, saving.shell.dialog is None) == (None, False)
    assert do.update(asked, do.CloseDialog()) == state


class TestNews:
    def test_a_message_disappears_with_the_next_command(self) -> None:
        notified = do.update(do.initial_state(boxes()), do.Notify("Saved boxes.json"))
        assert (
            do.update(notified, do.Orbit(5.0, 0.0)).shell.message == notified.shell.message
        )  # moving the camera is no command
        assert do.update(notified, do.Tick(0.1)).shell.message == notified.shell.message
        assert do.update(notified, do.GoToStep(0)).shell.message is None
        assert do.update(notified, do.PlaceBody("A", PositionOrientation((5.0, 0.0, 0.0)))).shell.message is None

    def test_an_error_stays_until_it_is_dismissed(self) -> None:
        notified = do.update(do.initial_state(boxes()), do.Notify("not saved", is_error=True))
        assert do.update(notified, do.GoToStep(0)).shell.message == notified.shell.message
        assert do.update(notified, do.DismissMessage("not saved")).shell.message is None

    def test_an_info_message_appears_beside_an_error_and_another_error_replaces_it(self) -> None:
        broken = do.update(do.initial_state(boxes()), do.Notify("not saved", is_error=True))
        for text in ("Copied", "Copied again"):
            notified = act(broken, do.Notify(text), do.Orbit(5.0, 0.0))
            assert (notified.shell.message, notified.shell.fault) == (model.Message(text), broken.shell.message)
        later = do.update(notified, do.GoToStep(0))
        assert (later.shell.message, later.shell.fault) == (None, broken.shell.message)
        worse = do.update(later, do.Notify("disk full", is_error=True))
        assert (worse.shell.message, worse.shell.fault) == (model.Message("disk full", True), None)
        assert do.update(notified, do.DismissMessage("not saved")) == replace(
            notified, shell=replace(notified.shell, fault=None)
        )
        assert do.update(notified, do.OpenScene(boxes())).shell.fault is None


class TestKnownTruth:
    def test_it_is_dropped_when_a_body_of_the_pair_changes_and_restored_by_undo(self) -> None:
        state = do.initial_state(boxes())
        truth = Expected(state.document.pair, "separated", 1.0, 1e-9)
        state = replace(state, document=replace(state.document, scene=replace(state.document.scene, expected=(truth,))))
        moved = do.update(state, do.PlaceBody("A", PositionOrientation((5.0, 0.0, 0.0))))
        assert moved.document.scene.expected == ()
        assert do.update(moved, do.Undo()).document.scene.expected == (truth,)
        assert do.update(state, do.ReshapeBody("B", Sphere(0.5))).document.scene.expected == ()


def test_gjk_replaces_an_algorithm_that_does_not_support_the_new_pair() -> None:
    state = do.update(do.initial_state(boxes()), do.ChooseAlgorithm("sat"))
    balls = Scene("balls", (Body("A", Sphere(1.0)), Body("B", Sphere(1.0), PositionOrientation((3.0, 0.0, 0.0)))))
    opened = do.update(state, do.OpenScene(balls))
    assert opened.run.algorithm == "gjk"
    assert inspect(opened).trace is not None
    assert opened.shell.message is not None
    assert opened.shell.message.text.startswith("Switched to GJK: SAT takes polytopes")
    assert do.update(state, do.OpenScene(boxes())).shell.message is None


def test_a_dragged_position_has_no_more_digits_than_requested() -> None:
    held = do.update(do.initial_state(boxes()), do.BeginDrag("A", ZERO))
    dragged = do.update(held, do.DragTo((1 / 3, -2 / 3, 1e-9), decimals=3))
    assert dragged.document.scene.body("A").pose.position == (0.333, -0.667, 0.0)
