"""Editing the scene with real events: the body list, fields, keys, and constrained drags."""

import pytest

from gjkscope.app.base.records import replace

from tests.app.interface import Bench  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.scenes.cameras.maths import euler_from_rotation
from gjkscope.app.state.actions import AddBody, SetSnap, update
from gjkscope.app.state.model import Gizmo, Snap
from gjkscope.engine.shapes.kinds import HeightField, Hull, Mesh, Superellipsoid
from tests.app.window.test_no_lag import PLACE, two


@pytest.fixture
def bench(shared: Bench) -> Bench:
    shared.open(two())
    return shared


def names(bench: Bench) -> list[str]:
    return [body.name for body in bench.state.document.scene.bodies]


def labels(bench: Bench) -> list[str]:
    return [edit.label for edit in bench.state.history.past]


def position(bench: Bench, name: str = "B") -> tuple[float, float, float]:
    return bench.state.document.scene.body(name).pose.position


class TestBodies:
    def test_bodies_are_added_duplicated_hidden_and_deleted_by_keys_and_all_undone(self, bench: Bench) -> None:
        before = bench.state.document.scene
        bench.choose("Add", "Cone")
        assert names(bench) == ["A", "B", "C"]
        bench.person.key("D", "ctrl")
        assert names(bench) == ["A", "B", "C", "C 2"]
        bench.person.key("H")
        assert bench.state.document.hidden == ("C 2",)
        bench.person.key("H", "alt")
        assert bench.state.document.hidden == ()
        bench.person.key("DELETE")
        assert names(bench) == ["A", "B", "C"]
        assert labels(bench) == ["add cone", "duplicate C", "hide C 2", "show all bodies", "delete C 2"]
        for _ in range(5):
            bench.person.key("Z", "ctrl")
        assert bench.state.document.scene == before

    def test_the_list_adds_a_body_of_a_kind_and_deletes_it(self, bench: Bench) -> None:
        bench.press("+ Add")
        bench.press("Hull##add")
        assert isinstance(bench.state.document.scene.body("C").shape, Hull)
        bench.press("##Delete (Delete)")
        assert names(bench) == ["A", "B"]
        bench.press("A##row")
        bench.press("##Delete (Delete)")
        assert names(bench) == ["A", "B"]
        assert bench.state.shell.message is not None
        assert "at least 2 bodies" in bench.state.shell.message.text

    def test_a_name_can_be_typed_in_the_list(self, bench: Bench) -> None:
        bench.press("B##row", double=True)
        assert bench.state.shell.renaming == "B"
        bench.person.run_frames(2)
        bench.type("ball")
        bench.person.key("RETURN")
        assert names(bench) == ["A", "ball"]
        assert bench.state.document.pair == ("A", "ball")
        bench.press("A##row")
        bench.person.key("F2", frames=2)
        bench.type("ball")
        bench.person.key("RETURN")
        assert names(bench) == ["A", "ball"]
        assert bench.state.shell.message is not None
        assert "differ from all others" in bench.state.shell.message.text
        bench.person.key("F2", frames=2)
        bench.type("box")
        bench.person.key("ESCAPE")
        assert names(bench) == ["A", "ball"]
        assert bench.state.shell.renaming is None

    def test_the_eye_icon_hides_a_body_from_drawing_and_picking(self, bench: Bench) -> None:
        pixel = bench.pixel_of(PLACE)
        before = bench.screenshot(bench.picture())
        bench.press("##eye B")
        assert bench.state.document.hidden == ("B",)
        assert (bench.screenshot(bench.picture()) != before).any(axis=2).mean() > 0.01
        bench.person.click(*pixel)
        assert bench.state.document.selected is None

    def test_the_context_menu_of_a_row_makes_a_body_a_or_b(self, bench: Bench) -> None:
        bench.show(update(bench.state, AddBody("box")))
        bench.person.click(*bench.reveal("C##row").middle, button="right")
        bench.press("Make this A##body")
        assert bench.state.document.pair == ("C", "A")
        bench.person.key("S", "shift")
        assert bench.state.document.pair == ("A", "C")

    def test_a_mesh_that_is_not_convex_says_so_and_offers_its_triangles_or_hull(self, bench: Bench) -> None:
        bench.show(update(bench.state, AddBody("mesh")))
        assert bench.has("Decompose")
        assert "This mesh is not convex: this algorithm takes its convex hull" in bench.words
        bench.press("As triangles")
        assert bench.state.run.algorithm == "mesh-distance"
        assert "This mesh is not convex; its triangles are searched" in bench.words
        assert not bench.has("As triangles")
        bench.press("Use its hull")
        assert bench.state.document.scene.body("C").shape.kind == "hull"
        assert not bench.has("Use its hull")

    def test_a_role_chip_makes_a_body_a_or_b(self, bench: Bench) -> None:
        bench.show(update(bench.state, AddBody("box")))
        bench.press("B##role of C")
        assert bench.state.document.pair == ("A", "C")
        bench.press("A##role of C")
        assert bench.state.document.pair == ("C", "A")
        bench.press("A##role of C")  # it already is
        assert bench.state.document.pair == ("C", "A")

    def test_a_filter_finds_bodies_among_many_by_name_shape_and_role(self, bench: Bench) -> None:
        for _ in range(5):
            bench.show(update(update(bench.state, AddBody("sphere")), AddBody("box")))
        bench.enter("##filter bodies", "sphere")
        assert bench.has("C##row")
        assert not bench.has("D##row")
        bench.enter("##filter bodies", "pair box")
        assert bench.has("A##row")
        assert not bench.has("D##row")
        bench.enter("##filter bodies", "zzz")
        assert "No matches" in bench.words

    @pytest.mark.parametrize("gizmo", [None, Gizmo.MOVE])
    def test_a_double_click_selects_and_frames_a_body(self, bench: Bench, gizmo: Gizmo | None) -> None:
        """The second click lands on the handles that the first one brought up."""
        bench.show(
            replace(
                bench.state,
                display=replace(bench.state.display, gizmo=gizmo),
                document=replace(bench.state.document, selected=None),
            )
        )
        bench.person.double_click(*bench.pixel_of(PLACE))
        assert bench.state.view.cameras.world.target == PLACE
        assert bench.state.view.cameras.world.distance < 6
        assert bench.state.document.selected == "B"
        assert not bench.state.history.past


class TestNumbers:
    def test_fractions_hexadecimals_and_units_are_exact(self, bench: Bench) -> None:
        bench.enter("x##position, m", "1/3")
        bench.enter("y##position, m", "0x1.8p-3")
        bench.enter("z##position, m", "5 mm")
        bench.enter("z##rotation 2", "45°")
        assert position(bench, "A") == (1 / 3, 0.1875, 0.005)
        assert euler_from_rotation(bench.state.document.scene.body("A").pose.rotation)[2] == pytest.approx(
            0.7853981633974483
        )

    def test_rotations_are_shown_typed_copied_and_pasted_in_the_chosen_format(self, bench: Bench) -> None:
        bench.choose("##rotation", "Quaternion w x y z")
        bench.enter("z##rotation 3", "1")
        bench.enter("w##rotation 0", "0")
        assert bench.state.document.scene.body("A").placement.pose.rotation == ((-1, 0, 0), (0, -1, 0), (0, 0, 1))
        bench.press("Copy##rotation")
        assert bench.person.window.get_clipboard_text() == "0.0, 0.0, 0.0, 1.0"
        bench.choose("##rotation", "Matrix, by columns")
        bench.person.window.set_clipboard_text("0 1 0 0  -1 0 0 0  0 0 1 0  7 8 9 1")
        bench.press("Paste##rotation")
        pose = bench.state.document.scene.body("A").pose
        assert (pose.rotation, pose.position) == (((0, -1, 0), (1, 0, 0), (0, 0, 1)), (7, 8, 9))
        bench.person.window.set_clipboard_text("1 2")
        bench.press("Paste##rotation")
        assert bench.state.shell.message is not None
        assert "expected 3, 4, 9, 12 or 16 numbers, got 2" in bench.state.shell.message.text
        assert bench.state.document.scene.body("A").pose == pose

    def test_an_invalid_number_is_reported_with_the_field_name(self, bench: Bench) -> None:
        bench.enter("y##half extents, m", "tall")
        assert bench.state.shell.message is not None
        assert bench.state.shell.message.text.startswith("half extents y: must be a number such as 0.1")
        assert not bench.state.history.past

    def test_an_exponent_is_typed_and_one_below_1_is_refused(self, bench: Bench) -> None:
        bench.choose("##kind", "superellipsoid##kind")
        bench.enter("##exponent", "5/2")
        shape = bench.state.document.scene.body("A").shape
        assert isinstance(shape, Superellipsoid)
        assert shape.exponent == 2.5
        bench.enter("##exponent", "0.5")
        assert bench.state.shell.message is not None
        assert "exponent: must be ≥ 1" in bench.state.shell.message.text
        assert bench.state.document.scene.body("A").shape == shape

    @pytest.mark.thorough
    def test_a_vertex_of_a_table_is_typed_added_and_taken_away(self, bench: Bench) -> None:
        bench.person.resize(1440, 700)  # with room for all columns
        bench.choose("##kind", "hull##kind")
        bench.enter("##y of vertex 1", "2/3")
        hull = bench.state.document.scene.body("A").shape
        assert isinstance(hull, Hull)
        assert hull.vertices[1] == (-0.5, 2 / 3, 0.5)
        bench.press("Vertex")
        bench.press("##without vertex 0")
        assert bench.state.document.scene.body("A").shape == Hull((*hull.vertices[1:], hull.vertices[-1]))

    @pytest.mark.thorough
    def test_the_vertices_and_faces_of_a_mesh_can_be_typed(self, bench: Bench) -> None:
        bench.person.resize(1440, 1200)
        bench.choose("##kind", "mesh##kind")
        before = bench.state.document.scene.body("A").shape
        assert isinstance(before, Mesh)
        bench.enter("##z of vertex 0", "1/3")
        bench.enter("##c of face 0", "7")
        bench.press("##without face 1")
        bench.press("Vertex")
        mesh = bench.state.document.scene.body("A").shape
        assert isinstance(mesh, Mesh)
        assert mesh.vertices[0] == (*before.vertices[0][:2], 1 / 3)
        assert len(mesh.vertices) == 9
        assert mesh.faces == ((*before.faces[0][:2], 7), *before.faces[2:])
        bench.enter("##c of face 0", "9")
        assert bench.state.shell.message is not None
        assert bench.state.shell.message.text.startswith("A: faces[0]: must be 3 vertex indices from 0 to 8")

    @pytest.mark.thorough
    def test_the_heights_cells_and_holes_of_a_heightfield_can_be_typed(self, bench: Bench) -> None:
        bench.person.resize(1440, 1200)
        bench.choose("##kind", "heightfield##kind")
        before = bench.state.document.scene.body("A").shape
        assert isinstance(before, HeightField)
        bench.enter("##1 of row 0", "1/3")
        bench.enter("##z##cell size, m", "0.5")
        bench.press("anti")
        bench.press("Hole")
        bench.press("Hole")
        bench.enter("##column of hole 1", "3")
        field = bench.state.document.scene.body("A").shape
        assert isinstance(field, HeightField)
        assert field.heights == ((before.heights[0][0], 1 / 3, *before.heights[0][2:]), *before.heights[1:])
        assert field.cell_size == (before.cell_size[0], 0.5)
        assert (field.diagonal, field.holes) == ("anti", ((0, 0), (0, 3)))
        bench.enter("##row of hole 1", "8")
        assert bench.state.shell.message is not None
        assert "holes[1]: must be a cell from row 0 to 7" in bench.state.shell.message.text

    def test_the_scene_s_texts_can_be_typed(self, bench: Bench) -> None:
        bench.press("Describe the scene")
        bench.enter("##name of the scene", "a case of my own")
        bench.enter("##about", "why it fails", leave="")
        bench.press("##source of the scene")  # a click elsewhere commits the text
        assert (bench.state.document.scene.name, bench.state.document.scene.about) == (
            "a case of my own",
            "why it fails",
        )
        assert labels(bench) == ["set name of the scene", "set description of the scene"]
        bench.press("Describe the scene")

    def test_mass_and_velocity_can_be_typed(self, bench: Bench) -> None:
        bench.press("Mass, motion, colour")
        bench.enter("##mass", "0")
        bench.enter("y##velocity, m/s", "-9.81")
        body = bench.state.document.scene.body("A")
        assert (body.mass, body.velocity) == (0.0, (0.0, -9.81, 0.0))


class TestMoves:
    @pytest.mark.parametrize(("key", "axis"), [("X", 0), ("Y", 1)])
    def test_a_key_during_a_drag_constrains_it_to_an_axis(self, bench: Bench, key: str, axis: int) -> None:
        start = bench.pixel_of(PLACE)
        bench.person.grab(*start)
        bench.person.move(start[0] + 20, start[1] - 30)
        bench.person.key(key)
        kept = position(bench)  # at once, while the pointer rests
        assert [kept[i] == PLACE[i] for i in range(3)] == [i != axis for i in range(3)]
        bench.person.move(start[0] + 40, start[1] - 60)
        kept = position(bench)
        assert [kept[i] == PLACE[i] for i in range(3)] == [i != axis for i in range(3)]
        bench.person.key(key)
        bench.person.move(start[0] + 41, start[1] - 61)
        bench.person.release()
        free = position(bench)
        assert free[0] != PLACE[0]
        assert free[1] != PLACE[1]
        assert labels(bench) == ["move B"]

    def test_escape_cancels_a_drag(self, bench: Bench) -> None:
        start = bench.pixel_of(PLACE)
        bench.person.grab(*start)
        bench.person.move(start[0] + 20, start[1] - 30)
        bench.person.key("ESCAPE")
        bench.person.move(start[0] + 40, start[1] - 60)
        bench.person.release()
        assert position(bench) == PLACE
        assert not labels(bench)

    def test_a_drag_on_the_ground_keeps_the_height_and_follows_the_pointer(self, bench: Bench) -> None:
        bench.person.key("G")
        start = bench.pixel_of(PLACE)
        end = (start[0] + 30, start[1] + 25)
        bench.person.drag(start, end)
        x, y, z = position(bench)
        assert y == PLACE[1]
        assert z > 0.3
        assert bench.pixel_of((x, y, z))[0] == pytest.approx(end[0], abs=4)

    def test_ctrl_snaps_a_drag(self, bench: Bench) -> None:
        bench.show(update(bench.state, SetSnap(Snap(position=0.25))))
        start = bench.pixel_of(PLACE)
        bench.person.drag(start, (start[0] + 37, start[1] - 23), modifiers="ctrl")
        x, y, z = position(bench)
        assert (x, y) != PLACE[:2]
        assert [part % 0.25 for part in (x, y, z)] == [0.0, 0.0, 0.0]

    def test_an_axis_lock_leaves_one_handle_which_moves_along_it(self, bench: Bench) -> None:
        bench.show(
            replace(
                bench.state,
                display=replace(bench.state.display, gizmo=Gizmo.MOVE),
                document=replace(bench.state.document, selected="B"),
            )
        )
        bench.person.key("X")
        start = bench.pixel_of(PLACE)
        handle = (start[0] + 40, start[1])
        bench.person.move(*handle, frames=3)
        bench.person.drag(handle, (handle[0] + 30, handle[1] - 30))
        x, y, z = position(bench)
        assert x > PLACE[0] + 0.2
        assert (y, z) == PLACE[1:]
        bench.person.key("X")
        assert bench.state.tools.axis_lock is None

    def test_undo_releases_the_handles(self, bench: Bench) -> None:
        bench.person.resize(1280, 800, frames=3)  # otherwise the handles are shorter than the way to them
        bench.show(
            replace(
                bench.state,
                display=replace(bench.state.display, gizmo=Gizmo.MOVE),
                document=replace(bench.state.document, selected="B"),
            )
        )
        center = bench.pixel_of(PLACE)
        for reach in range(60, 20, -5):
            bench.person.move(center[0] + reach, center[1], frames=3)
            bench.person.press()
            bench.person.move(center[0] + reach + 15, center[1])
            if labels(bench) == ["move B"] and bench.state.gesture.drag is None:
                break
            bench.person.release()
        else:
            raise AssertionError("there is no arrow to be found")
        bench.person.key("Z", "ctrl")
        assert position(bench) == PLACE
        bench.person.move(center[0] + 90, center[1] + 10)
        bench.person.release()
        assert position(bench) == PLACE
        assert bench.state.view.cameras.world.yaw == 0.0
