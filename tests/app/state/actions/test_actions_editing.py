"""Editing the scene: adding and deleting bodies, their properties, constraints and snapping, and random edits."""

from itertools import pairwise
from math import nan, radians

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.maths import euler_from_rotation, quaternion_about
from gjkscope.app.scenes.scene import Body, Expected, PositionOrientation, Reported, Scene
from gjkscope.app.scenes.scene_file import format_scene, parse_scene
from gjkscope.app.scenes.shape_kinds import as_kind
from gjkscope.app.state import actions as do
from gjkscope.app.state import model
from gjkscope.app.state.actions.handles import turned_by
from gjkscope.app.state.actions.pivots import selected_vertex, vertex_count
from gjkscope.app.state.actions.views import shows
from gjkscope.app.state.inspection.extents import difference_ball, framed_ball
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Gesture, History, Snap, State, View
from gjkscope.app.view.drawing.picking import pick
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.pose import apply, rotation_from_quaternion
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, Box, Capsule, Cone, Hull, Mesh, Segment, Shape, Sphere
from gjkscope.engine.shapes.shape import PolytopeShape
from gjkscope.engine.vectors import IDENTITY, Vec3, norm, sub
from tests.app.state.acting import act

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
    return do.initial_state(three())


def overlap(one: tuple[Vec3, Vec3], other: tuple[Vec3, Vec3]) -> bool:
    """Whether two boxes have a point in common."""
    corners = zip(one[0], one[1], other[0], other[1], strict=True)
    return all(low <= other_high and other_low <= high for low, high, other_low, other_high in corners)


def names(state: State) -> list[str]:
    return [body.name for body in state.document.scene.bodies]


def position(state: State, name: str) -> Vec3:
    return state.document.scene.body(name).pose.position


def labels(state: State) -> list[str]:
    return [edit.label for edit in state.history.past]


EDITS = {
    do.AddBody("cone"): "add cone",
    do.DuplicateBody("B"): "duplicate B",
    do.DeleteBody("B"): "delete B",
    do.RenameBody("B", "wheel"): "rename B to wheel",
    do.HideBody("B", True): "hide B",
    do.ChangeKind("B", "capsule"): "make B a capsule",
    do.SetShapeField("B", "rounding", 0.25): "set rounding of B",
    do.SetProperty("B", "mass", 0.0): "set mass of B",
    do.SetProperty("B", "angular_velocity", (0.0, 1.0, 0.0)): "set angular velocity of B",
    do.SetText("about", "why"): "set description of the scene",
    do.SwapPair(): "swap A and B",
    do.RandomPose("B"): "randomise B",
    do.RandomShapes(): "randomise shapes",
    do.TurnBody("B", (0.0, 45.0, 0.0)): "turn B",
}


@pytest.mark.parametrize("action", EDITS)
def test_every_edit_can_be_undone_by_name_and_redone(state: State, action: do.Action) -> None:
    after = do.update(state, action)
    assert labels(after) == [EDITS[action]]
    back = do.update(after, do.Undo())
    assert (back.document.scene, back.document.pair, back.document.selected, back.document.hidden) == (
        state.document.scene,
        state.document.pair,
        state.document.selected,
        (),
    )
    again = do.update(back, do.Redo())
    assert (again.document.scene, again.document.pair, again.document.hidden) == (
        after.document.scene,
        after.document.pair,
        after.document.hidden,
    )


@pytest.mark.parametrize("action", [do.AddBody("box"), do.DuplicateBody("A"), do.SwapPair(), do.RandomPose("A")])
def test_repeating_an_edit_makes_two_entries(state: State, action: do.Action) -> None:
    assert len(act(state, action, action).history.past) == 2


REFUSED = {
    do.SetShapeField("A", "half_extents", (1.0, 0.0, 1.0)): "A: half extents y: must be > 0",
    do.SetShapeField("A", "half_extents", (1.0, nan, 1.0)): "A: half extents y: must be finite",
    do.SetShapeField("A", "half_extents", (1.0, 1.0, 1e14)): "A: half extents z: must be at least 1e-13",
    do.SetShapeField("C", "radius", 1e-14): "C: radius: must be at least 1e-13 and at most 1e+13, got 1e-14",
    do.SetShapeField("C", "radius", -1.0): "C: radius: must be > 0",
    do.SetShapeField("C", "rounding", -0.5): "C: rounding: must be ≥ 0",
    do.SetShapeField("C", "rounding", 1e14): "C: rounding: must be at most 1e+13",
    do.SetProperty("A", "mass", -1.0): "A: mass: must be ≥ 0",
    do.SetProperty("A", "mass", nan): "A: mass: must be finite",
    do.SetProperty("A", "color", "red"): "A: color: must be a colour like #e69f00",
    do.SetProperty("A", "velocity", (0.0, 0.0, 1e14)): "A: velocity z: must be at most 1e+13",
    do.PlaceBody("A", PositionOrientation((0, 1e14, 0))): "A: position y: must be at most 1e+13",
    do.TurnBody("A", (0.0, 0.0, nan)): "A: rotation z: must be finite",
    do.RenameBody("A", "B"): "A: name: must differ from all others",
    do.RenameBody("A", "  "): "A: name: must not be empty",
    do.RenameBody("A", "a\nb"): "A: name: must be printable",
    do.SetText("name", ""): "name: must be printable",
    do.SetSnap(Snap(position=0.0)): "position step: must be",
    do.SetSnap(Snap(angle=nan)): "angle step: must be",
}


@pytest.mark.parametrize("action", REFUSED)
def test_an_invalid_value_is_rejected_by_name_and_changes_nothing(state: State, action: do.Action) -> None:
    after = do.update(state, action)
    assert after.shell.message is not None
    assert after.shell.message.is_error
    assert after.shell.message.text.startswith(REFUSED[action])
    assert replace(after, shell=replace(after.shell, message=None, has_log=False)) == state


@pytest.mark.parametrize(
    "action",
    [
        do.AddBody("teapot"),
        do.DuplicateBody("nobody"),
        do.DeleteBody("nobody"),
        do.RenameBody("nobody", "D"),
        do.RenameBody("A", "A"),
        do.BeginRename("nobody"),
        do.HideBody("nobody", True),
        do.HideBody("A", False),
        do.ShowAllBodies(),
        do.ChangeKind("A", "teapot"),
        do.ChangeKind("A", "box"),
        do.SetShapeField("A", "radius", 1.0),
        do.SetProperty("A", "name", "D"),
        do.SetProperty("A", "mass", 1.0),
        do.SetText("pairs", "A B"),
        do.LockAxis(3),
        do.PullTo("nobody", (0.0, 0.0, 0.0)),
        do.RandomPose("nobody"),
        do.FrameBody(View.WORLD, "nobody"),
        do.FrameBody(View.WORLD, "A", 0.0),
    ],
)
def test_an_invalid_edit_returns_the_same_state_object(state: State, action: do.Action) -> None:
    assert do.update(state, action) is state


# --- adding and deleting bodies ---


@pytest.mark.parametrize("kind", SHAPE_TYPES)
def test_a_new_body_of_any_kind_appears_beside_all_others_near_the_camera_target(state: State, kind: str) -> None:
    after = do.update(state, do.AddBody(kind))
    new = after.document.scene.body("D")
    assert isinstance(new.shape, SHAPE_TYPES[kind])
    assert after.document.selected == "D"
    camera = state.view.cameras.world
    assert norm(sub(new.pose.position, camera.target)) < 0.3 * camera.distance
    assert not any(overlap(new.box, body.box) for body in three().bodies)
    assert parse_scene(format_scene(after.document.scene)) == after.document.scene
    assert after.document.pair == ("A", "B")  # the scene has an answer about it


def test_a_new_body_becomes_b_of_a_pair_that_the_scene_says_nothing_about(state: State) -> None:
    free = act(state, do.ChoosePair(("C", "A")), do.AddBody("box"))
    assert free.document.pair == ("C", "D")
    assert free.shell.message is not None
    assert free.shell.message.text == "The pair is now C – D"
    assert act(free, do.Undo()).document.pair == ("C", "A")


def test_a_body_is_added_beside_two_hundred(state: State) -> None:
    crowd = tuple(Body(f"{i}", Sphere(0.5), PositionOrientation((i % 20, 0.0, i // 20))) for i in range(200))
    added = act(do.initial_state(replace(three(), bodies=(*three().bodies, *crowd))), do.AddBody("sphere"))
    new = added.document.scene.body("D")
    assert not any(overlap(new.box, body.box) for body in added.document.scene.bodies if body is not new)


def test_a_new_body_gets_the_first_free_letter(state: State) -> None:
    assert names(act(state, do.DeleteBody("A"), do.AddBody("box"), do.AddBody("box"))) == ["B", "C", "A", "D"]


def test_a_duplicate_is_placed_beside_the_original_with_its_properties_and_a_new_name(state: State) -> None:
    after = act(state, do.SetProperty("B", "mass", 3.0), do.DuplicateBody("B"), do.DuplicateBody("B 2"))
    assert names(after) == ["A", "B", "C", "B 2", "B 3"]
    original, copy = after.document.scene.body("B"), after.document.scene.body("B 2")
    assert replace(copy, name="B", placement=original.placement) == original
    assert position(after, "B 2")[0] > position(after, "B")[0] + 2
    assert not any(overlap(copy.box, body.box) for body in three().bodies)


def test_deleting_a_body_drops_its_pairs_and_expectations_and_chooses_another_pair(state: State) -> None:
    after = do.update(state, do.DeleteBody("A"))
    assert names(after) == ["B", "C"]
    assert (after.document.scene.pairs, after.document.scene.expected) == ((("B", "C"),), ())
    assert after.document.pair == ("C", "B")
    assert inspect(after).answer.signed_distance is not None


def test_a_scene_keeps_at_least_two_bodies_and_says_so(state: State) -> None:
    two = do.update(state, do.DeleteBody("C"))
    after = do.update(two, do.DeleteBody("A"))
    assert after.document.scene is two.document.scene
    assert after.shell.message is not None
    assert "at least 2 bodies" in after.shell.message.text


def test_renaming_updates_every_reference_and_keeps_the_expectation(state: State) -> None:
    after = act(state, do.HideBody("B", True), do.RenameBody("B", " wheel "))
    assert (after.document.pair, after.document.hidden) == (("A", "wheel"), ("wheel",))
    assert after.document.scene.pairs == (("A", "wheel"), ("wheel", "C"))
    assert after.document.scene.expected == (replace(TRUTH, pair=("A", "wheel")),)
    assert [report.pair for report in after.document.scene.reported] == [("wheel", "A"), ("wheel", "C")]


def test_typing_a_name_ends_when_it_is_entered(state: State) -> None:
    typing = do.update(state, do.BeginRename("A"))
    assert typing.shell.renaming == "A"
    assert do.update(typing, do.RenameBody("A", "A")).shell.renaming is None


# --- visibility ---


def test_a_hidden_body_is_neither_drawn_nor_picked_but_still_queried(state: State) -> None:
    hidden = do.update(state, do.HideBody("B", True))
    assert [label.text for label in world_drawing(state).labels].count("B") == 1
    assert "B" not in [label.text for label in world_drawing(hidden).labels]
    ray = ((2.0, 0.25, 9.0), (0.0, 0.0, -1.0))
    assert pick(state.document.shown_bodies, *ray) is not None
    assert pick(hidden.document.shown_bodies, *ray) is None
    assert inspect(hidden).answer == inspect(state).answer
    assert hidden.document.scene is state.document.scene
    assert do.update(hidden, do.ShowAllBodies()).document.hidden == ()
    assert do.update(hidden, do.OpenScene(three())).document.hidden == ()


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
    after = do.update(state, do.ChangeKind("B", "sphere"))
    assert after.document.scene.body("B") == replace(state.document.scene.body("B"), shape=Sphere(1))


def test_the_expectation_is_dropped_on_a_shape_change_and_kept_on_a_colour_change(state: State) -> None:
    assert do.update(state, do.SetProperty("B", "color", "#123456")).document.scene.expected == (TRUTH,)
    assert do.update(state, do.SetShapeField("B", "rounding", 0.1)).document.scene.expected == ()


def test_reports_are_dropped_when_a_body_of_their_pair_changes_and_restored_by_undo(state: State) -> None:
    assert do.update(state, do.SetProperty("B", "color", "#123456")).document.scene.reported == (SAID, OTHER)
    assert do.update(state, do.DuplicateBody("A")).document.scene.reported == (SAID, OTHER)
    for change in (
        do.SetShapeField("A", "rounding", 0.1),
        do.PlaceBody("A", PositionOrientation((9, 0, 0))),
        do.DeleteBody("A"),
    ):
        after = do.update(state, change)
        assert after.document.scene.reported == (OTHER,)
        assert do.update(after, do.Undo()).document.scene.reported == (SAID, OTHER)


def test_out_of_range_values_from_a_file_are_kept_and_can_be_corrected() -> None:
    far = Scene("far", (Body("A", Sphere(1e12)), Body("B", Box((1, 1, 1)), PositionOrientation((1e12, 0, 0)))))
    state = do.initial_state(far)
    assert do.update(state, do.SetShapeField("A", "rounding", 1.0)).shell.message is None
    lifted = do.update(state, do.PlaceBody("B", PositionOrientation((1e12, 2.0, 0))))
    assert position(lifted, "B") == (1e12, 2.0, 0.0)
    assert position(do.update(lifted, do.PlaceBody("B", PositionOrientation((3.0, 2.0, 0)))), "B") == (3.0, 2.0, 0.0)


def test_an_edited_mesh_no_longer_refers_to_its_file(state: State) -> None:
    mesh = as_kind(Box((1, 1, 1)), "mesh")
    scene = replace(three(), bodies=(Body("A", mesh, mesh_file="a.obj"), *three().bodies[1:]))
    read = do.initial_state(scene)
    assert do.update(read, do.SetShapeField("A", "rounding", 0.5)).document.scene.body("A").mesh_file == "a.obj"
    assert do.update(read, do.ChangeKind("A", "hull")).document.scene.body("A").mesh_file is None


# --- constraints and snapping ---

HELD = do.BeginDrag("B", (2.5, 0.25, 0.125))
THERE = do.DragTo((3.5, 1.5, 0.75), decimals=3)


def test_a_drag_follows_the_locked_axis_until_released(state: State) -> None:
    locked = act(state, HELD, do.LockAxis(0), THERE)
    assert position(locked, "B") == (2.5, 0.25, 0.125)
    assert position(act(locked, do.LockAxis(1), THERE), "B") == (1.5, 1.5, 0.125)
    assert position(act(locked, do.LockAxis(0), THERE), "B") == (2.5, 1.5, 0.75)
    assert labels(act(locked, do.LockAxis(1), THERE, do.EndGesture())) == ["move B"]


def test_a_drag_on_the_ground_keeps_the_height(state: State) -> None:
    assert position(act(state, do.DragOnGround(True), HELD, THERE), "B") == (2.5, 0.25, 0.75)


def test_a_drag_snaps_to_the_grid_when_requested(state: State) -> None:
    snapped = replace(THERE, snaps=True)
    step = do.SetSnap(Snap(position=0.3))
    assert position(act(state, step, HELD, snapped), "B") == (2.4, 1.5, 0.6)
    assert position(act(state, step, do.LockAxis(0), HELD, snapped), "B") == (2.4, 0.25, 0.125)
    always = do.SetSnap(Snap(True, 0.3))
    assert position(act(state, always, HELD, THERE), "B") == (2.4, 1.5, 0.6)
    assert position(act(state, always, HELD, snapped), "B") == (2.5, 1.5, 0.75)  # Ctrl inverts snapping


def test_arrows_keep_all_digits_of_the_other_coordinates(state: State) -> None:
    third = act(state, do.PlaceBody("B", PositionOrientation((1 / 3, 0.25, 0))), do.EndGesture())
    assert position(do.update(third, do.PullTo("B", (1 / 3, 0.48765, 0.0), 2)), "B") == (1 / 3, 0.49, 0.0)
    assert position(do.update(third, do.PullTo("B", (1 / 3, 0.48765, 0.0), 2, snaps=True)), "B") == (1 / 3, 0.5, 0.0)


def turn(degrees: float, axis: Vec3 = (0.0, 0.0, 1.0)) -> do.TurnTo:
    """What rotation rings give: a rotation in single precision, about an equally inexact axis."""
    off = (axis[0] + 3e-8, axis[1] - 5e-8, axis[2] + 1e-8)
    return do.TurnTo("B", rotation_from_quaternion(quaternion_about(off, radians(degrees))))


def angles(state: State) -> list[float]:
    return [round(angle, 12) for angle in euler_from_rotation(state.document.scene.body("B").pose.rotation)]


def test_rings_rotate_by_tenths_of_a_degree_about_the_exact_axis(state: State) -> None:
    small_steps = act(state, *(turn(0.013 * n) for n in range(1, 1001)), do.EndGesture())
    assert angles(small_steps) == [0.0, 0.0, round(radians(13.0), 12)]
    assert labels(small_steps) == ["turn B"]
    assert position(small_steps, "B") == position(state, "B")


def test_the_pivot_stays_where_it_is(state: State) -> None:
    """A hull whose origin is a corner is rotated about its centre, its origin, and the point of the contact."""
    corner = Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
    off = act(state, do.ReshapeBody("B", corner), do.EndGesture())
    middle = act(off, turn(30.0), turn(90.0), do.EndGesture())
    assert apply(middle.document.scene.body("B").pose, (0.5, 0.5, 0.5)) == pytest.approx((2.0, 0.75, 0.625))
    origin = act(off, do.SetPivot(model.Pivot.ORIGIN), turn(30.0), turn(90.0), do.EndGesture())
    assert position(origin, "B") == position(off, "B")
    far = act(off, do.PlaceBody("B", PositionOrientation((3.0, 0.25, 0.125))), do.EndGesture())
    touched = inspect(far).answer.witness_b
    assert touched is not None
    about = act(far, do.SetPivot(model.Pivot.CONTACT), turn(30.0), turn(90.0))
    pull = about.gesture.pull
    assert pull is not None
    assert pull.pivot is not None
    assert apply(about.document.scene.body("B").pose, pull.pivot) == pytest.approx(touched)
    assert turned_by(pull, about.document.scene.body("B").placement) == pytest.approx(90.0)
    others = act(far, do.SetPivot(model.Pivot.CONTACT), do.TurnTo("C", IDENTITY))  # not in the pair: about its centre
    assert position(others, "C") == position(far, "C")


def test_a_selected_vertex_stays_where_it_is(state: State) -> None:
    box = state.document.scene.body("B")
    for vertex in (0, vertex_count(box) - 1):
        begun = act(state, do.SetPivotVertex("B", vertex), turn(30.0), turn(90.0), do.EndGesture())
        turned = begun.document.scene.body("B")
        assert begun.tools.pivot is model.Pivot.VERTEX
        assert selected_vertex(begun, turned) == vertex
        assert corner_of(turned, vertex) == pytest.approx(corner_of(box, vertex))
        assert corner_of(turned, 1 - min(vertex, 1)) != pytest.approx(corner_of(box, 1 - min(vertex, 1)))
        other = act(begun, do.TurnTo("C", IDENTITY), do.EndGesture())
        assert position(other, "C") == position(begun, "C"), "about its centre"
    refused = act(state, do.SetPivotVertex("B", 8))
    assert refused.tools == state.tools
    assert refused.shell.message is not None
    assert refused.shell.message.text == "pivot: B has vertices 0 to 7, got 8"
    round_shape = act(state, do.ReshapeBody("B", Cone(0.5, 1.0)), do.EndGesture(), do.SetPivotVertex("B", 0))
    assert round_shape.tools.pivot is model.Pivot.CENTER
    fewer = act(begun, do.ReshapeBody("B", Sphere(1.0)), do.EndGesture())  # of its core, the centre
    assert selected_vertex(fewer, fewer.document.scene.body("B")) is None


def corner_of(body: Body, number: int) -> Vec3:
    assert isinstance(body.shape, PolytopeShape)
    return apply(body.pose, body.shape.corners()[number])


def test_rings_snap_relative_to_the_initial_rotation(state: State) -> None:
    start = act(state, do.TurnBody("B", (0.0, 0.0, 10.0)), do.EndGesture())
    assert angles(do.update(start, replace(turn(51.0), snaps=True))) == [0.0, 0.0, round(radians(55.0), 12)]


def test_rings_rotate_about_the_centre_of_the_shape(state: State) -> None:
    hull = act(
        state, do.ChangeKind("B", "hull"), do.SetShapeField("B", "vertices", ((0, 0, 0), (2, 0, 0))), do.EndGesture()
    )
    x, y, z = position(do.update(hull, turn(90.0)), "B")
    assert (round(x, 12), round(y, 12), z) == (2.5, -0.75, 0.125)


# --- pair, random edits, camera ---


def test_a_view_that_shows_everything_still_does_after_swapping_the_pair_twice(state: State) -> None:
    after = do.update(state, do.SwapPair())
    assert after.document.pair == ("B", "A")
    assert after.view.cameras.world is state.view.cameras.world
    for now in (state, after, do.update(after, do.Undo())):
        assert shows(now.view.cameras.difference, difference_ball(now))
    assert not shows(state.view.cameras.difference, difference_ball(after))


def test_a_zoomed_in_view_is_kept_when_the_pair_is_swapped(state: State) -> None:
    near = do.update(state, do.Zoom(View.DIFFERENCE, 5.0))
    assert do.update(near, do.SwapPair()).view.cameras is near.view.cameras


def test_the_difference_view_follows_smoothly_once_a_dragged_body_is_released(state: State) -> None:
    held = act(state, do.BeginDrag("B", (0.0, 0.0, 0.0)), do.DragTo((0.1, 0.0, 0.0)))
    assert not do.update(held, do.EndGesture()).animating, "it is still in view"
    away = do.update(held, do.DragTo((9.0, 0.0, 0.0)))
    assert away.view.cameras is state.view.cameras
    assert not shows(away.view.cameras.difference, difference_ball(away))
    now = do.update(away, do.EndGesture())
    assert now.view.cameras is state.view.cameras
    distances = [now.view.cameras.difference.distance]
    while now.animating:
        now = do.update(now, do.Tick(1 / 60))
        distances.append(now.view.cameras.difference.distance)
    assert shows(now.view.cameras.difference, difference_ball(now))
    assert now.view.cameras.world is state.view.cameras.world
    assert distances == sorted(distances)
    assert max(b / a for a, b in pairwise(distances)) < (distances[-1] / distances[0]) ** 0.3
    assert not do.update(away, do.EndGesture(follows=False)).animating
    assert not do.update(
        replace(away, history=History(), gesture=Gesture(label="move B")), do.EndGesture()
    ).animating, "nobody knows from where"


def test_a_view_moved_by_the_user_does_not_follow(state: State) -> None:
    away = act(state, do.BeginDrag("B", (0.0, 0.0, 0.0)), do.DragTo((9.0, 0.0, 0.0)), do.EndGesture(), do.Tick(0.1))
    assert away.view.approach is not None
    assert do.update(away, do.Orbit(5.0, 0.0)).view.approach == away.view.approach
    for action in (do.Zoom(View.DIFFERENCE, 1.0), do.FrameAll()):
        assert not do.update(away, action).animating
    near = do.update(state, do.Zoom(View.DIFFERENCE, 5.0))
    assert not act(near, do.BeginDrag("B", (0.0, 0.0, 0.0)), do.DragTo((9.0, 0.0, 0.0)), do.EndGesture()).animating


def test_random_poses_stay_in_view(state: State) -> None:
    for _ in range(20):
        state = do.update(state, do.RandomPose("B"))
        assert shows(state.view.cameras.world, framed_ball(state))


def test_random_edits_differ_each_time_and_are_reproducible(state: State) -> None:
    once, twice = act(state, do.RandomPose("B")), act(state, do.RandomPose("B"), do.RandomPose("B"))
    assert once.document.scene != twice.document.scene
    assert act(state, do.RandomPose("B")).document.scene == once.document.scene
    assert once.document.scene.body("B").shape == state.document.scene.body("B").shape
    undone = do.update(once, do.Undo())
    assert do.update(undone, do.RandomPose("B")).document.scene not in (once.document.scene, state.document.scene)


def test_random_poses_overlap_about_half_of_the_time(state: State) -> None:
    overlaps = 0
    for _ in range(100):
        state = do.update(state, do.RandomPose("B"))
        overlaps += inspect(state).answer.verdict.value == "penetrating"
    assert 30 <= overlaps <= 80


def test_random_shapes_are_of_many_kinds(state: State) -> None:
    kinds, before = set(), state
    for _ in range(20):
        state = do.update(state, do.RandomShapes())
        kinds |= {type(body.shape) for body in state.document.pair_bodies}
        assert state.document.pair_bodies[0].pose == before.document.pair_bodies[0].pose
    assert len(kinds) >= 6
    assert Capsule in kinds


def test_a_framed_body_fills_the_view_without_clipping(state: State) -> None:
    after = do.update(state, do.FrameBody(View.WORLD, "C"))
    camera = after.view.cameras.world
    assert camera.target == (5.0, 0.0, 0.0)
    assert camera.distance < 0.7 * state.view.cameras.world.distance
    assert camera.reach > 5
    assert after.view.cameras.second is state.view.cameras.second
