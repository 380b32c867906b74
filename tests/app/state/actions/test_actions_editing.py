"""Editing the scene: adding and deleting bodies, their properties, constraints and snapping, and random edits."""

from itertools import pairwise
from math import nan, radians

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.maths import euler_from_rotation, quaternion_about
from gjkscope.app.scenes.scene import Body, Expected, PositionOrientation, Reported, Scene
from gjkscope.app.scenes.scene_file import format_scene, parse_scene
from gjkscope.app.scenes.shape_kinds import as_kind
from gjkscope.app.state.actions import (
    Action,
    AddBody,
    BeginDrag,
    BeginRename,
    ChangeKind,
    DeleteBody,
    DragOnGround,
    DragTo,
    DuplicateBody,
    EndGesture,
    FrameAll,
    FrameBody,
    HideBody,
    LockAxis,
    OpenScene,
    Orbit,
    PlaceBody,
    PullTo,
    RandomPose,
    RandomShapes,
    Redo,
    RenameBody,
    SetProperty,
    SetShapeField,
    SetSnap,
    SetText,
    ShowAllBodies,
    SwapPair,
    Tick,
    TurnBody,
    TurnTo,
    Undo,
    Zoom,
    initial_state,
    update,
)
from gjkscope.app.state.actions.views import shows
from gjkscope.app.state.inspection.extents import difference_ball, framed_ball
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Gesture, History, Snap, State, View
from gjkscope.app.view.drawing.picking import pick
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, Box, Capsule, Cone, Hull, Mesh, Segment, Shape, Sphere
from gjkscope.engine.vectors import Vec3, norm, sub

TRUTH = Expected(("A", "B"), "penetrating", -0.5, 1e-9)
SAID, OTHER = Reported(("B", "A"), "FCL 0.7", "penetrating", -0.4), Reported(("B", "C"), "FCL 0.7", "separated")


def three() -> Scene:
    """Two overlapping boxes and a ball beside them; the true answer for the boxes is known."""
    bodies = (
        Body("A", Box((1, 1, 1))),
        Body("B", Box((1, 1, 1)), PositionOrientation((1.5, 0.25, 0.125))),
        Body("C", Sphere(1), PositionOrientation((5, 0, 0))),
    )
    return Scene("three", bodies, pairs=(("A", "B"), ("B", "C")), expected=(TRUTH,), reported=(SAID, OTHER))


@pytest.fixture
def state() -> State:
    return initial_state(three())


def done(state: State, *what: Action) -> State:
    for action in what:
        state = update(state, action)
    return state


def names(state: State) -> list[str]:
    return [body.name for body in state.document.scene.bodies]


def position(state: State, name: str) -> Vec3:
    return state.document.scene.body(name).pose.position


def labels(state: State) -> list[str]:
    return [edit.label for edit in state.history.past]


EDITS = {
    AddBody("cone"): "add cone",
    DuplicateBody("B"): "duplicate B",
    DeleteBody("B"): "delete B",
    RenameBody("B", "wheel"): "rename B to wheel",
    HideBody("B", True): "hide B",
    ChangeKind("B", "capsule"): "make B a capsule",
    SetShapeField("B", "rounding", 0.25): "set rounding of B",
    SetProperty("B", "mass", 0.0): "set mass of B",
    SetProperty("B", "angular_velocity", (0.0, 1.0, 0.0)): "set angular velocity of B",
    SetText("about", "why"): "set description of the scene",
    SwapPair(): "swap A and B",
    RandomPose("B"): "randomise B",
    RandomShapes(): "randomise shapes",
    TurnBody("B", (0.0, 45.0, 0.0)): "turn B",
}


@pytest.mark.parametrize("action", EDITS)
def test_every_edit_can_be_undone_by_name_and_redone(state: State, action: Action) -> None:
    after = update(state, action)
    assert labels(after) == [EDITS[action]]
    back = update(after, Undo())
    assert (back.document.scene, back.document.pair, back.document.selected, back.document.hidden) == (
        state.document.scene,
        state.document.pair,
        state.document.selected,
        (),
    )
    again = update(back, Redo())
    assert (again.document.scene, again.document.pair, again.document.hidden) == (
        after.document.scene,
        after.document.pair,
        after.document.hidden,
    )


@pytest.mark.parametrize("action", [AddBody("box"), DuplicateBody("A"), SwapPair(), RandomPose("A")])
def test_repeating_an_edit_makes_two_entries(state: State, action: Action) -> None:
    assert len(done(state, action, action).history.past) == 2


REFUSED = {
    SetShapeField("A", "half_extents", (1.0, 0.0, 1.0)): "A: half extents y: must be > 0",
    SetShapeField("A", "half_extents", (1.0, nan, 1.0)): "A: half extents y: must be finite",
    SetShapeField("A", "half_extents", (1.0, 1.0, 1e14)): "A: half extents z: must be at least 1e-13",
    SetShapeField("C", "radius", 1e-14): "C: radius: must be at least 1e-13 and at most 1e+13, got 1e-14",
    SetShapeField("C", "radius", -1.0): "C: radius: must be > 0",
    SetShapeField("C", "rounding", -0.5): "C: rounding: must be ≥ 0",
    SetShapeField("C", "rounding", 1e14): "C: rounding: must be at most 1e+13",
    SetProperty("A", "mass", -1.0): "A: mass: must be ≥ 0",
    SetProperty("A", "mass", nan): "A: mass: must be finite",
    SetProperty("A", "color", "red"): "A: color: must be a colour like #e69f00",
    SetProperty("A", "velocity", (0.0, 0.0, 1e14)): "A: velocity z: must be at most 1e+13",
    PlaceBody("A", PositionOrientation((0, 1e14, 0))): "A: position y: must be at most 1e+13",
    TurnBody("A", (0.0, 0.0, nan)): "A: rotation z: must be finite",
    RenameBody("A", "B"): "A: name: must differ from all others",
    RenameBody("A", "  "): "A: name: must not be empty",
    RenameBody("A", "a\nb"): "A: name: must be printable",
    SetText("name", ""): "name: must be printable",
    SetSnap(Snap(position=0.0)): "position step: must be",
    SetSnap(Snap(angle=nan)): "angle step: must be",
}


@pytest.mark.parametrize("action", REFUSED)
def test_an_invalid_value_is_rejected_by_name_and_changes_nothing(state: State, action: Action) -> None:
    after = update(state, action)
    assert after.shell.message is not None
    assert after.shell.message.is_error
    assert after.shell.message.text.startswith(REFUSED[action])
    assert replace(after, shell=replace(after.shell, message=None)) == state


@pytest.mark.parametrize(
    "action",
    [
        AddBody("teapot"),
        DuplicateBody("nobody"),
        DeleteBody("nobody"),
        RenameBody("nobody", "D"),
        RenameBody("A", "A"),
        BeginRename("nobody"),
        HideBody("nobody", True),
        HideBody("A", False),
        ShowAllBodies(),
        ChangeKind("A", "teapot"),
        ChangeKind("A", "box"),
        SetShapeField("A", "radius", 1.0),
        SetProperty("A", "name", "D"),
        SetProperty("A", "mass", 1.0),
        SetText("pairs", "A B"),
        LockAxis(3),
        PullTo("nobody", (0.0, 0.0, 0.0)),
        RandomPose("nobody"),
        FrameBody(View.WORLD, "nobody"),
        FrameBody(View.WORLD, "A", 0.0),
    ],
)
def test_an_invalid_edit_returns_the_same_state_object(state: State, action: Action) -> None:
    assert update(state, action) is state


# --- adding and deleting bodies ---


@pytest.mark.parametrize("kind", SHAPE_TYPES)
def test_a_new_body_of_any_kind_appears_at_the_camera_target(state: State, kind: str) -> None:
    after = update(state, AddBody(kind))
    new = after.document.scene.body("D")
    assert isinstance(new.shape, SHAPE_TYPES[kind])
    assert after.document.selected == "D"
    camera = state.view.cameras.world
    assert norm(sub(new.pose.position, camera.target)) < 0.02 * camera.distance
    assert parse_scene(format_scene(after.document.scene)) == after.document.scene


def test_a_new_body_gets_the_first_free_letter(state: State) -> None:
    assert names(done(state, DeleteBody("A"), AddBody("box"), AddBody("box"))) == ["B", "C", "A", "D"]


def test_a_duplicate_is_placed_beside_the_original_with_its_properties_and_a_new_name(state: State) -> None:
    after = done(state, SetProperty("B", "mass", 3.0), DuplicateBody("B"), DuplicateBody("B 2"))
    assert names(after) == ["A", "B", "C", "B 2", "B 3"]
    original, copy = after.document.scene.body("B"), after.document.scene.body("B 2")
    assert replace(copy, name="B", placement=original.placement) == original
    assert position(after, "B 2")[0] > position(after, "B")[0] + 2
    assert position(after, "B 2")[1:] == position(after, "B")[1:]


def test_deleting_a_body_drops_its_pairs_and_expectations_and_chooses_another_pair(state: State) -> None:
    after = update(state, DeleteBody("A"))
    assert names(after) == ["B", "C"]
    assert after.document.scene.pairs == (("B", "C"),)
    assert after.document.scene.expected == ()
    assert after.document.pair == ("C", "B")
    assert inspect(after).answer.signed_distance is not None


def test_a_scene_keeps_at_least_two_bodies_and_says_so(state: State) -> None:
    two = update(state, DeleteBody("C"))
    after = update(two, DeleteBody("A"))
    assert after.document.scene is two.document.scene
    assert after.shell.message is not None
    assert "at least 2 bodies" in after.shell.message.text


def test_renaming_updates_every_reference_and_keeps_the_expectation(state: State) -> None:
    after = done(state, HideBody("B", True), RenameBody("B", " wheel "))
    assert after.document.pair == ("A", "wheel")
    assert after.document.hidden == ("wheel",)
    assert after.document.scene.pairs == (("A", "wheel"), ("wheel", "C"))
    assert after.document.scene.expected == (replace(TRUTH, pair=("A", "wheel")),)
    assert [report.pair for report in after.document.scene.reported] == [("wheel", "A"), ("wheel", "C")]


def test_typing_a_name_ends_when_it_is_entered(state: State) -> None:
    typing = update(state, BeginRename("A"))
    assert typing.shell.renaming == "A"
    assert update(typing, RenameBody("A", "A")).shell.renaming is None


# --- visibility ---


def test_a_hidden_body_is_neither_drawn_nor_picked_but_still_queried(state: State) -> None:
    hidden = update(state, HideBody("B", True))
    assert [label.text for label in world_drawing(state).labels].count("B") == 1
    assert "B" not in [label.text for label in world_drawing(hidden).labels]
    ray = ((2.0, 0.25, 9.0), (0.0, 0.0, -1.0))
    assert pick(state.document.shown_bodies, *ray) is not None
    assert pick(hidden.document.shown_bodies, *ray) is None
    assert inspect(hidden).answer == inspect(state).answer
    assert hidden.document.scene is state.document.scene
    assert update(hidden, ShowAllBodies()).document.hidden == ()
    assert update(hidden, OpenScene(three())).document.hidden == ()


# --- properties ---


@pytest.mark.parametrize("kind", SHAPE_TYPES)
@pytest.mark.parametrize(
    "shape", [Sphere(0.5, rounding=0.25), Cone(1, 2, "x"), Segment((0, 0, 0), (3, 0, 0)), Box((1, 2, 3))]
)
def test_any_shape_converts_to_any_kind_of_about_the_same_size(shape: Shape, kind: str) -> None:
    other = as_kind(shape, kind)
    assert isinstance(other, SHAPE_TYPES[kind])
    assert other.rounding == shape.rounding


def test_vertices_are_kept_if_both_kinds_have_them() -> None:
    box, needle = Box((1, 2, 3)), Hull(((0, 0, 0), (1, 0, 0)))
    hull = as_kind(box, "hull")
    mesh = as_kind(hull, "mesh")
    assert isinstance(hull, Hull)
    assert isinstance(mesh, Mesh)
    assert set(hull.vertices) == set(mesh.vertices) == {(x, y, z) for x in (-1, 1) for y in (-2, 2) for z in (-3, 3)}
    assert len(mesh.faces) == 12
    assert isinstance(as_kind(needle, "mesh"), Mesh)  # which has no surface of its own


def test_the_kind_changes_in_place(state: State) -> None:
    after = update(state, ChangeKind("B", "sphere"))
    assert after.document.scene.body("B") == replace(state.document.scene.body("B"), shape=Sphere(1))


def test_the_expectation_is_dropped_on_a_shape_change_and_kept_on_a_colour_change(state: State) -> None:
    assert update(state, SetProperty("B", "color", "#123456")).document.scene.expected == (TRUTH,)
    assert update(state, SetShapeField("B", "rounding", 0.1)).document.scene.expected == ()


def test_reports_are_dropped_when_a_body_of_their_pair_changes_and_restored_by_undo(state: State) -> None:
    assert update(state, SetProperty("B", "color", "#123456")).document.scene.reported == (SAID, OTHER)
    assert update(state, DuplicateBody("A")).document.scene.reported == (SAID, OTHER)
    for change in (
        SetShapeField("A", "rounding", 0.1),
        PlaceBody("A", PositionOrientation((9, 0, 0))),
        DeleteBody("A"),
    ):
        after = update(state, change)
        assert after.document.scene.reported == (OTHER,)
        assert update(after, Undo()).document.scene.reported == (SAID, OTHER)


def test_out_of_range_values_from_a_file_are_kept_and_can_be_corrected() -> None:
    far = Scene("far", (Body("A", Sphere(1e12)), Body("B", Box((1, 1, 1)), PositionOrientation((1e12, 0, 0)))))
    state = initial_state(far)
    assert update(state, SetShapeField("A", "rounding", 1.0)).shell.message is None
    lifted = update(state, PlaceBody("B", PositionOrientation((1e12, 2.0, 0))))
    assert position(lifted, "B") == (1e12, 2.0, 0.0)
    assert position(update(lifted, PlaceBody("B", PositionOrientation((3.0, 2.0, 0)))), "B") == (3.0, 2.0, 0.0)


def test_an_edited_mesh_no_longer_refers_to_its_file(state: State) -> None:
    mesh = as_kind(Box((1, 1, 1)), "mesh")
    scene = replace(three(), bodies=(Body("A", mesh, mesh_file="a.obj"), *three().bodies[1:]))
    read = initial_state(scene)
    assert update(read, SetShapeField("A", "rounding", 0.5)).document.scene.body("A").mesh_file == "a.obj"
    assert update(read, ChangeKind("A", "hull")).document.scene.body("A").mesh_file is None


# --- constraints and snapping ---

HELD = BeginDrag("B", (2.5, 0.25, 0.125))
THERE = DragTo((3.5, 1.5, 0.75), decimals=3)


def test_a_drag_follows_the_locked_axis_until_released(state: State) -> None:
    locked = done(state, HELD, LockAxis(0), THERE)
    assert position(locked, "B") == (2.5, 0.25, 0.125)
    assert position(done(locked, LockAxis(1), THERE), "B") == (1.5, 1.5, 0.125)
    assert position(done(locked, LockAxis(0), THERE), "B") == (2.5, 1.5, 0.75)
    assert labels(done(locked, LockAxis(1), THERE, EndGesture())) == ["move B"]


def test_a_drag_on_the_ground_keeps_the_height(state: State) -> None:
    assert position(done(state, DragOnGround(True), HELD, THERE), "B") == (2.5, 0.25, 0.75)


def test_a_drag_snaps_to_the_grid_when_requested(state: State) -> None:
    snapped = replace(THERE, snaps=True)
    step = SetSnap(Snap(position=0.3))
    assert position(done(state, step, HELD, snapped), "B") == (2.4, 1.5, 0.6)
    assert position(done(state, step, LockAxis(0), HELD, snapped), "B") == (2.4, 0.25, 0.125)
    always = SetSnap(Snap(True, 0.3))
    assert position(done(state, always, HELD, THERE), "B") == (2.4, 1.5, 0.6)
    assert position(done(state, always, HELD, snapped), "B") == (2.5, 1.5, 0.75)  # Ctrl inverts snapping


def test_arrows_keep_all_digits_of_the_other_coordinates(state: State) -> None:
    third = done(state, PlaceBody("B", PositionOrientation((1 / 3, 0.25, 0))), EndGesture())
    assert position(update(third, PullTo("B", (1 / 3, 0.48765, 0.0), 2)), "B") == (1 / 3, 0.49, 0.0)
    assert position(update(third, PullTo("B", (1 / 3, 0.48765, 0.0), 2, snaps=True)), "B") == (1 / 3, 0.5, 0.0)


def turned(degrees: float, axis: Vec3 = (0.0, 0.0, 1.0)) -> TurnTo:
    """What rotation rings give: a rotation in single precision, about an equally inexact axis."""
    off = (axis[0] + 3e-8, axis[1] - 5e-8, axis[2] + 1e-8)
    return TurnTo("B", rotation_from_quaternion(quaternion_about(off, radians(degrees))))


def angles(state: State) -> list[float]:
    return [round(angle, 12) for angle in euler_from_rotation(state.document.scene.body("B").pose.rotation)]


def test_rings_rotate_by_tenths_of_a_degree_about_the_exact_axis(state: State) -> None:
    small_steps = done(state, *(turned(0.013 * n) for n in range(1, 1001)), EndGesture())
    assert angles(small_steps) == [0.0, 0.0, round(radians(13.0), 12)]
    assert labels(small_steps) == ["turn B"]
    assert position(small_steps, "B") == position(state, "B")


def test_rings_snap_relative_to_the_initial_rotation(state: State) -> None:
    start = done(state, TurnBody("B", (0.0, 0.0, 10.0)), EndGesture())
    assert angles(update(start, replace(turned(51.0), snaps=True))) == [0.0, 0.0, round(radians(55.0), 12)]


def test_rings_rotate_about_the_centre_of_the_shape(state: State) -> None:
    hull = done(state, ChangeKind("B", "hull"), SetShapeField("B", "vertices", ((0, 0, 0), (2, 0, 0))), EndGesture())
    x, y, z = position(update(hull, turned(90.0)), "B")
    assert (round(x, 12), round(y, 12), z) == (2.5, -0.75, 0.125)


# --- pair, random edits, camera ---


def test_a_view_that_shows_everything_still_does_after_swapping_the_pair_twice(state: State) -> None:
    after = update(state, SwapPair())
    assert after.document.pair == ("B", "A")
    assert after.view.cameras.world is state.view.cameras.world
    for now in (state, after, update(after, Undo())):
        assert shows(now.view.cameras.difference, difference_ball(now))
    assert not shows(state.view.cameras.difference, difference_ball(after))


def test_a_zoomed_in_view_is_kept_when_the_pair_is_swapped(state: State) -> None:
    near = update(state, Zoom(View.DIFFERENCE, 5.0))
    assert update(near, SwapPair()).view.cameras is near.view.cameras


def test_the_difference_view_follows_smoothly_once_a_dragged_body_is_released(state: State) -> None:
    held = done(state, BeginDrag("B", (0.0, 0.0, 0.0)), DragTo((0.1, 0.0, 0.0)))
    assert not update(held, EndGesture()).animating, "it is still in view"
    away = update(held, DragTo((9.0, 0.0, 0.0)))
    assert away.view.cameras is state.view.cameras
    assert not shows(away.view.cameras.difference, difference_ball(away))
    now = update(away, EndGesture())
    assert now.view.cameras is state.view.cameras
    distances = [now.view.cameras.difference.distance]
    while now.animating:
        now = update(now, Tick(1 / 60))
        distances.append(now.view.cameras.difference.distance)
    assert shows(now.view.cameras.difference, difference_ball(now))
    assert now.view.cameras.world is state.view.cameras.world
    assert distances == sorted(distances)
    assert max(b / a for a, b in pairwise(distances)) < (distances[-1] / distances[0]) ** 0.3
    assert not update(away, EndGesture(follows=False)).animating
    assert not update(replace(away, history=History(), gesture=Gesture(label="move B")), EndGesture()).animating, (
        "nobody knows from where"
    )


def test_a_view_moved_by_the_user_does_not_follow(state: State) -> None:
    away = done(state, BeginDrag("B", (0.0, 0.0, 0.0)), DragTo((9.0, 0.0, 0.0)), EndGesture(), Tick(0.1))
    assert away.view.approach is not None
    assert update(away, Orbit(5.0, 0.0)).view.approach == away.view.approach
    for action in (Zoom(View.DIFFERENCE, 1.0), FrameAll()):
        assert not update(away, action).animating
    near = update(state, Zoom(View.DIFFERENCE, 5.0))
    assert not done(near, BeginDrag("B", (0.0, 0.0, 0.0)), DragTo((9.0, 0.0, 0.0)), EndGesture()).animating


def test_random_poses_stay_in_view(state: State) -> None:
    for _ in range(20):
        state = update(state, RandomPose("B"))
        assert shows(state.view.cameras.world, framed_ball(state))


def test_random_edits_differ_each_time_and_are_reproducible(state: State) -> None:
    once, twice = done(state, RandomPose("B")), done(state, RandomPose("B"), RandomPose("B"))
    assert once.document.scene != twice.document.scene
    assert done(state, RandomPose("B")).document.scene == once.document.scene
    assert once.document.scene.body("B").shape == state.document.scene.body("B").shape
    undone = update(once, Undo())
    assert update(undone, RandomPose("B")).document.scene not in (once.document.scene, state.document.scene)


def test_random_poses_overlap_about_half_of_the_time(state: State) -> None:
    overlaps = 0
    for _ in range(100):
        state = update(state, RandomPose("B"))
        overlaps += inspect(state).answer.verdict.value == "penetrating"
    assert 30 <= overlaps <= 80


def test_random_shapes_are_of_many_kinds(state: State) -> None:
    kinds, before = set(), state
    for _ in range(20):
        state = update(state, RandomShapes())
        kinds |= {type(body.shape) for body in state.document.pair_bodies}
        assert state.document.pair_bodies[0].pose == before.document.pair_bodies[0].pose
    assert len(kinds) >= 6
    assert Capsule in kinds


def test_a_framed_body_fills_the_view_without_clipping(state: State) -> None:
    after = update(state, FrameBody(View.WORLD, "C"))
    camera = after.view.cameras.world
    assert camera.target == (5.0, 0.0, 0.0)
    assert camera.distance < 0.7 * state.view.cameras.world.distance
    assert camera.reach > 5
    assert after.view.cameras.second is state.view.cameras.second
