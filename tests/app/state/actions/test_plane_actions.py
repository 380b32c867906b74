"""2D scenes in the state: flat cameras, moves and turns in the plane, and only what makes sense in 2D."""

from math import pi, radians

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import FLAT, OrbitCamera, ViewSide
from gjkscope.app.scenes.scene import Body, Planar, PositionOrientation, Reported, Scene
from gjkscope.app.state import actions
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State, View
from gjkscope.engine import Box2, Circle, Polygon, plane_pose

PLANE = actions.initial_state(actions.NEW_PLANE_SCENE)
SPACE = actions.initial_state(actions.NEW_SCENE)


def is_flat(camera: OrbitCamera) -> bool:
    return camera.flat and (camera.yaw, camera.pitch, camera.orthographic, camera.z_up) == FLAT


def placement(state: State, name: str = "A") -> Planar:
    planar = state.document.scene.body(name).placement
    assert isinstance(planar, Planar)
    return planar


def words(state: State) -> str:
    assert state.shell.message is not None
    return state.shell.message.text


class TestCameras:
    def test_all_look_straight_down_with_x_to_the_right_and_y_up(self) -> None:
        assert all(map(is_flat, PLANE.view.cameras.all))
        assert PLANE.view.cameras.world.basis == ((1, 0, 0), (0, 1, 0), (0, 0, 1))

    @pytest.mark.parametrize(
        "action",
        [
            actions.Orbit(50.0, 20.0),
            actions.LookFrom(View.WORLD, ViewSide.TOP),
            actions.SetOrthographic(View.WORLD, False),
            actions.ShowUpwards(True),
        ],
    )
    def test_they_cannot_be_turned(
        self, action: actions.Orbit | actions.LookFrom | actions.SetOrthographic | actions.ShowUpwards
    ) -> None:
        after = actions.update(actions.update(PLANE, action), actions.Tick(1.0))
        assert after.view == PLANE.view

    def test_they_zoom_and_frame(self) -> None:
        nearer = actions.update(PLANE, actions.Zoom(View.WORLD, 3))
        assert nearer.view.cameras.world.distance < PLANE.view.cameras.world.distance
        assert is_flat(nearer.view.cameras.world)
        assert actions.update(nearer, actions.FrameAll()).view.cameras.world == PLANE.view.cameras.world

    def test_a_3d_scene_opened_from_a_2d_one_has_a_3d_camera_and_the_other_way_round(self) -> None:
        space = actions.update(PLANE, actions.OpenScene(actions.NEW_SCENE))
        assert space.view.cameras == SPACE.view.cameras
        assert actions.update(space, actions.OpenScene(actions.NEW_PLANE_SCENE)).view.cameras == PLANE.view.cameras

    def test_undoing_an_import_restores_the_cameras_of_the_other_dimension(self) -> None:
        turned = actions.update(SPACE, actions.Orbit(80.0, 10.0))
        imported = actions.update(turned, actions.ImportScene(actions.NEW_PLANE_SCENE))
        assert is_flat(imported.view.cameras.world)
        assert actions.update(imported, actions.Undo()).view.cameras == turned.view.cameras

    def test_restored_changes_may_be_of_the_other_dimension(self) -> None:
        brought = actions.update(SPACE, actions.RestoreJournal(actions.NEW_PLANE_SCENE, ("A", "B")))
        assert is_flat(brought.view.cameras.world)
        assert brought.view.cameras.world.target == PLANE.view.cameras.world.target


class TestMoves:
    def test_a_drag_stays_in_the_plane(self) -> None:
        grabbed = actions.update(PLANE, actions.BeginDrag("A", (0.1, 0.1, 1e-9)))
        moved = actions.update(grabbed, actions.DragTo((0.6, -0.4, 0.3)))
        assert placement(moved).position == (0.5, -0.5)

    def test_a_drag_along_a_locked_axis_moves_along_it_only(self) -> None:
        locked = actions.update(actions.update(PLANE, actions.LockAxis(1)), actions.BeginDrag("A", (0.0, 0.0, 0.0)))
        assert placement(actions.update(locked, actions.DragTo((0.6, -0.4, 0.0)))).position == (0.0, -0.4)

    def test_z_cannot_be_locked_and_a_lock_from_3d_does_not_apply(self) -> None:
        assert actions.update(PLANE, actions.LockAxis(2)) is PLANE
        tools = replace(PLANE.tools, axis_lock=2, on_ground=True)
        grabbed = actions.update(replace(PLANE, tools=tools), actions.BeginDrag("A", (0.0, 0.0, 0.0)))
        assert placement(actions.update(grabbed, actions.DragTo((0.6, -0.4, 0.0)))).position == (0.6, -0.4)

    def test_the_arrows_and_the_ring_move_and_turn(self) -> None:
        pulled = actions.update(PLANE, actions.PullTo("B", (2.0, 0.25, 0.5)))
        assert placement(pulled, "B").position == (2.0, 0.25)
        turned = actions.update(PLANE, actions.TurnTo("B", plane_pose((0, 0), radians(-33.3)).rotation))
        assert placement(turned, "B").position == placement(PLANE, "B").position
        assert placement(turned, "B").angle == pytest.approx(radians(-33.3), abs=1e-12)

    def test_an_angle_beyond_half_a_turn_continues_on_the_other_side(self) -> None:
        start = actions.update(PLANE, actions.PlaceBody("B", Planar((1.5, 0.0), radians(170))))
        turned = actions.update(start, actions.TurnTo("B", plane_pose((0, 0), radians(-170)).rotation))
        assert placement(turned, "B").angle == pytest.approx(radians(-170), abs=1e-12)

    def test_the_ring_turns_a_polygon_about_the_centre_of_its_box(self) -> None:
        turned = actions.update(PLANE, actions.TurnTo("A", plane_pose((0, 0), pi / 2).rotation))
        assert placement(turned).position == pytest.approx((0.05, 0.05))

    def test_angles_are_set_about_z_only(self) -> None:
        assert placement(actions.update(PLANE, actions.TurnBody("A", (0.0, 0.0, 400.0)))).angle == radians(400)
        assert "turns about z only" in words(actions.update(PLANE, actions.TurnBody("A", (10.0, 0.0, 0.0))))

    def test_a_placement_of_the_other_dimension_is_refused(self) -> None:
        refused = actions.update(PLANE, actions.PlaceBody("A", PositionOrientation((1.0, 0.0, 0.0))))
        assert refused.document == PLANE.document
        assert "needs Planar" in words(refused)
        assert "needs a PositionOrientation" in words(actions.update(SPACE, actions.PlaceBody("A", Planar((1.0, 0.0)))))

    @pytest.mark.parametrize(
        "placed", [Planar((float("nan"), 0.0)), Planar((1e14, 0.0)), Planar((0.0, 0.0), float("inf"))]
    )
    def test_a_number_out_of_range_is_refused(self, placed: Planar) -> None:
        refused = actions.update(PLANE, actions.PlaceBody("A", placed))
        assert refused.document == PLANE.document
        assert words(refused).startswith("A: ")


class TestBodies:
    @pytest.mark.parametrize("kind", ["polygon", "box", "circle", "capsule", "segment", "point"])
    def test_every_kind_is_added_in_2d(self, kind: str) -> None:
        added = actions.update(PLANE, actions.AddBody(kind)).document.scene.body("C")
        assert (added.shape.kind, added.shape.dimension) == (kind, 2)

    @pytest.mark.parametrize("kind", ["sphere", "hull", "mesh", "cone"])
    def test_kinds_of_the_other_dimension_are_not(self, kind: str) -> None:
        assert actions.update(PLANE, actions.AddBody(kind)) == PLANE
        assert actions.update(SPACE, actions.AddBody("polygon")) == SPACE

    def test_the_kind_and_the_fields_are_changed(self) -> None:
        boxed = actions.update(PLANE, actions.ChangeKind("A", "box"))
        assert isinstance(boxed.document.scene.body("A").shape, Box2)
        shaped = actions.update(boxed, actions.ChangeKind("A", "polygon")).document.scene.body("A").shape
        assert isinstance(shaped, Polygon)
        assert len(shaped.vertices) == 4
        moved = actions.update(PLANE, actions.SetShapeField("A", "vertices", ((0.0, 0.0), (1.0, 0.0))))
        assert moved.document.scene.body("A").shape == Polygon(((0.0, 0.0), (1.0, 0.0)))
        assert "2 numbers" in words(actions.update(PLANE, actions.SetShapeField("B", "half_extents", (1.0, 1.0, 1.0))))

    def test_what_leaves_the_plane_is_refused(self) -> None:
        assert "velocity: must be (x, y, 0)" in words(
            actions.update(PLANE, actions.SetProperty("A", "velocity", (0.0, 0.0, 1.0)))
        )
        assert "gravity: must be (x, y, 0)" in words(actions.update(PLANE, actions.SetGravity((0.0, 0.0, -9.81))))
        report = Reported(("A", "B"), "Box2D", normal=(0.0, 0.0, 1.0))
        assert "normal: must be (x, y, 0)" in words(actions.update(PLANE, actions.AddReports((report,))))
        reported = actions.update(PLANE, actions.AddReports((replace(report, normal=(1.0, 0.0, 0.0)),)))
        assert "normal: must be (x, y, 0)" in words(actions.update(reported, actions.EditReport(0, report)))

    def test_random_poses_and_shapes_stay_in_the_plane(self) -> None:
        state = PLANE
        for _ in range(20):
            state = actions.update(actions.update(state, actions.RandomPose("B")), actions.RandomShapes())
            assert all(body.shape.dimension == 2 for body in state.document.scene.bodies)
            assert isinstance(placement(state, "B"), Planar)


class TestRuns:
    def test_an_algorithm_without_a_2d_version_gives_way_to_gjk_with_a_message(self) -> None:
        opened = actions.update(
            actions.update(SPACE, actions.ChooseAlgorithm("mpr")), actions.OpenScene(actions.NEW_PLANE_SCENE)
        )
        assert opened.run.algorithm == "gjk"
        assert "has no 2D version" in words(opened)
        assert (
            actions.update(
                actions.update(SPACE, actions.ChooseAlgorithm("sat")), actions.OpenScene(actions.NEW_PLANE_SCENE)
            ).run.algorithm
            == "sat"
        )

    def test_a_2d_scene_is_not_simulated_and_says_so(self) -> None:
        ball = Body("ball", Circle(0.5), Planar((0.0, 2.0)), velocity=(1.0, 0.0, 0.0), angular_velocity=(0.0, 0.0, 3.0))
        floor = Body("floor", Box2((5.0, 0.5)), Planar((0.0, 0.0), 0.1), mass=0.0)
        state = actions.initial_state(Scene("fall", (ball, floor), gravity=(0.0, -9.81, 0.0), dimension=2))
        stepped = actions.update(state, actions.StepMotion(60))
        assert stepped.document == state.document
        assert words(stepped) == "Motion is simulated in 3D scenes only"

    @pytest.mark.parametrize("name", ["sweep", "kdtree", "bvh", "allpairs", "resolve"])
    def test_broad_phases_and_push_out_run_in_2d(self, name: str) -> None:
        moved = actions.update(PLANE, actions.PlaceBody("B", Planar((0.5, 0.0))))
        run = inspect(actions.update(moved, actions.ChooseAlgorithm(name)))
        assert run.trace is not None
        assert len(run.trace.steps) > 1

    def test_overlapping_bodies_are_pushed_apart_in_the_plane(self) -> None:
        moved = actions.update(PLANE, actions.PlaceBody("B", Planar((0.5, 0.0))))
        pushed = actions.update(actions.update(moved, actions.ChooseAlgorithm("resolve")), actions.PushOut())
        answer = inspect(pushed).answer
        assert answer.signed_distance == pytest.approx(0.0, abs=1e-9)
        assert placement(pushed).position != (0.0, 0.0)
