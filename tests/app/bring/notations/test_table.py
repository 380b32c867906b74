"""Tables: named fields, mixed matrices, bare vertices and matrices, CSV, units, two descriptions of one body."""

import random
from math import inf, nan

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.scenes.scene import Reported
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Ellipsoid, Hull, Point, Sphere
from tests.app.bring.notations.random_poses import random_quaternion, rotation_rows

CORNERS = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ROWS = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
HIGHER = "0 0 0.5\n1 0 0.5\n0 1 0.5\n0 0 1.5\n"


def shapes(text: str, **choices: str) -> list[object]:
    imported = import_text(text, choices=choices)
    assert imported.notation == "table"
    return [body.shape for body in imported.scene.bodies]


# --- named fields ---


def test_lines_and_matrices_in_two_dialects() -> None:
    text = (
        "cylinder radius 0.125\ncylinder length 1.5\ncylinder pose\n1 0 0 0.5\n0 1 0 0\n0 0 1 0.25\n0 0 0 1\n"
        "sphere radius 0.25\nsphere pose:\n0,  -1,  0,  0.75,\n1,  0, 0, -0.5,\n0,  0,  1,  0.125,\n0, 0, 0, 1;\n"
        "gjk_solver_type = GST_LIBCCD\ndistance_tolerance = 1e-6\n"
    )
    imported = import_text(text)
    cylinder, sphere = imported.scene.bodies
    assert (cylinder.shape, cylinder.pose.position) == (Cylinder(0.125, 0.75, "z"), (0.5, 0.0, 0.25))
    assert (sphere.shape, sphere.pose.position) == (Sphere(0.25), (0.75, -0.5, 0.125))
    assert sphere.pose.rotation[0] == (0.0, -1.0, 0.0)
    assert "not data: distance_tolerance" in imported.warnings


def test_headings_and_letters() -> None:
    ini = "[Box A]\nsize = 1, 2, 3\nposition = 0, 0, 1\n\n[Capsule B]\nradius = 0.25\nlength = 1\ncentre = 0, 2, 0\n"
    assert shapes(ini) == [Box((0.5, 1.0, 1.5)), Capsule(0.25, 0.5, "z")]
    lines = "A: box\nA half extents: 1 2 3\nB: ellipsoid\nB radii: 1 2 3\nB position: 4 0 0\n"
    a, b = import_text(lines).scene.bodies
    assert (a.name, a.shape, b.name, b.shape) == ("A", Box((1.0, 2.0, 3.0)), "B", Ellipsoid((1.0, 2.0, 3.0)))
    assert b.pose.position == (4.0, 0.0, 0.0)


def test_names_with_digits_and_the_answer_of_the_engine() -> None:
    text = (
        "box1_size = 0.5 0.5 0.5\nbox1_pos = 0 0 0\nbox2_size = 0.5 0.5 0.5\nbox2_pos = 0.25 0 0\n"
        "box2_quat_wxyz = 0.8 0 0 0.6\ndistance = -0.25\nnormal = 1 0 0\n"
    )
    imported = import_text(text)
    assert [body.shape for body in imported.scene.bodies] == [Box((0.25, 0.25, 0.25))] * 2
    assert imported.scene.bodies[1].placement.orientation == (0.0, 0.0, 0.6, 0.8)  # type: ignore[union-attr]
    assert not imported.questions  # the key names the order
    (said,) = imported.scene.reported
    assert (said.verdict, said.signed_distance, said.normal) == ("penetrating", -0.25, (1.0, 0.0, 0.0))


@pytest.mark.parametrize(
    ("text", "shape", "position"),
    [
        ("AABB: min (0, 0, 0) max (1, 2, 3)", Box((0.5, 1.0, 1.5)), (0.5, 1.0, 1.5)),
        ("capsule A: p0 = (0, 0, 0), p1 = (0, 0, 2), radius = 0.25", Capsule(0.25, 1.0, "z"), (0.0, 0.0, 1.0)),
        ("sphere: diameter = 3, centre = (1, 2, 3)", Sphere(1.5), (1.0, 2.0, 3.0)),
        ("box: width = 1, height = 2, depth = 3", Box((0.5, 1.0, 1.5)), (0.0, 0.0, 0.0)),
        ("box hx 1 hy 2 hz 3 x 4 y 5 z 6", Box((1.0, 2.0, 3.0)), (4.0, 5.0, 6.0)),
        ("capsule: radius 0.5, total height 3, axis x", Capsule(0.5, 1.0, "x"), (0.0, 0.0, 0.0)),
        ("box(Point3d(0.0, 0.0, 0.0), Point3d(2.0, 4.0, 6.0))", Box((1.0, 2.0, 3.0)), (1.0, 2.0, 3.0)),
        ("sphere(Point(1, 2, 3), radius(0.5))", Sphere(0.5), (1.0, 2.0, 3.0)),
        ("Box size: 10 20 30 mm", Box((0.005, 0.01, 0.015)), (0.0, 0.0, 0.0)),
        ("units: cm\nsphere radius = 5\nsphere position = 1, 2, 3", Sphere(0.05), (0.01, 0.02, 0.03)),
    ],
)
def test_one_body(text: str, shape: object, position: tuple[float, float, float]) -> None:
    (body,) = import_text(text, notation="table").scene.bodies
    assert body.shape == shape
    assert body.pose.position == pytest.approx(position, rel=1e-15)


def test_units_are_an_assumption() -> None:
    assert shapes("sphere radius 36\nsphere position 1 2 3\n", units="mm") == [Sphere(0.036)]


TWICE = (
    "Capsule:\nradius = 3\nlength = 4\ncentre = (0, 0, {z})\nquaternion = (0.1, 0.2, 0.3, {w})\n\n"
    "AABB\nside = (2, 4, 6)\ncenter = (9, 0, 0)\n\n"
    "alternative Capsule description:\n cap(Point3d(0.0, -2.0, 5.0), Point3d(0.0, 2.0, 5.0), radius(3.0))\n\n"
    "alternative aabb description\naabb(Point3d(8.0, -2.0, -3.0), Point3d(10.0, 2.0, {top}));\n"
)


def test_the_description_that_can_be_read_is_used() -> None:
    imported = import_text(TWICE.format(z=5, w=0.4, top=3))
    capsule, box = imported.scene.bodies
    assert (capsule.shape, capsule.pose.position) == (Capsule(3.0, 2.0, "y"), (0.0, 0.0, 5.0))
    assert (box.shape, box.pose.position) == (Box((1.0, 2.0, 3.0)), (9.0, 0.0, 0.0))
    assert any("the quaternion has length 0.547723" in warning for warning in imported.warnings)
    assert any("AABB is described twice; both descriptions agree" in warning for warning in imported.warnings)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TWICE.format(z=6, w=0.4, top=3), "line 5, column 15: .*length 0.547723"),  # the descriptions contradict
        (TWICE.format(z=5, w=0.4, top=4), "AABB is described twice, differently"),
        (TWICE.split("AABB")[0].format(z=5, w=0.4), "length 0.547723"),
    ],
)
def test_descriptions_that_do_not_agree_are_refused(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        import_text(text)


# --- bare numbers ---


@pytest.mark.parametrize(
    "text",
    [
        f"4\n{ROWS}4\n{HIGHER}",
        f"{ROWS}\n{HIGHER}",
        f"# first\n{ROWS}# second\n{HIGHER}",
        f"A:\n{ROWS}B:\n{HIGHER}",
        f"{ROWS}\n{HIGHER}".replace(" ", ", "),
        f"{ROWS}\n{HIGHER}".replace(" ", "; "),
        f"{ROWS}\n{HIGHER}".replace(" ", "\t").replace("\n", "\r\n"),
        f"[[[{ROWS.strip()}]], [[{HIGHER.strip()}]]]".replace(" ", ", ").replace("\n", "], [").replace(",,", ","),
    ],
)
def test_two_blocks_of_rows_are_two_hulls(text: str) -> None:
    higher = tuple((x, y, z + 0.5) for x, y, z in CORNERS)
    text = text.replace("]],,", "]],")
    assert [body.shape for body in import_text(text, choices={"numbers": "vertices"}).scene.bodies] == [
        Hull(CORNERS),
        Hull(higher),
    ]


def test_the_bits_of_floats_and_hexadecimal_floats() -> None:
    assert shapes("0x3f800000 0x00000000 0xbf000000\n0x0p+0 0x1.8p-1 0x1p0\n0 0 0\n") == [
        Hull(((1.0, 0.0, -0.5), (0.0, 0.75, 1.0), (0.0, 0.0, 0.0)))
    ]


def test_matrices_and_positions_without_shapes_are_a_question() -> None:
    matrix = "0 -1 0 0.5\n1 0 0 0.25\n0 0 1 0.125\n0 0 0 1\n"
    flat = " ".join(f"{matrix}".split())
    columns = "0 1 0 0  -1 0 0 0  0 0 1 0  0.5 0.25 0.125 1"
    pose = "0.5 0.25 0.125\n0 0 0.70710678 0.70710678\n"
    for text in (f"{matrix}\n{matrix}", f"{flat}\n{flat}\n", f"{columns}\n{columns}\n", pose * 2):
        imported = import_text(text)
        assert "kind" in [question.what for question in imported.questions]
        for body in imported.scene.bodies:
            assert body.pose.position == (0.5, 0.25, 0.125)
            assert body.pose.rotation[0] == pytest.approx((0.0, -1.0, 0.0), abs=1e-7)
    assert "quaternion" in [question.what for question in import_text(pose * 2).questions]


def test_rows_that_may_be_points_or_a_rotation_are_a_question() -> None:
    text = "0 -1 0\n1 0 0\n0 0 1\n"
    (question, _) = import_text(text).questions
    assert (question.what, question.others) == ("numbers", ("vertices",))
    assert shapes(text, numbers="vertices") == [Hull(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))]


def test_hulls_with_matrices() -> None:
    text = f"Hull A vertices:\n{ROWS}Hull A transform:\n1 0 0 0.5\n0 1 0 0\n0 0 1 0\n0 0 0 1\nSphere B radius 0.5\n"
    a, b = import_text(text).scene.bodies
    assert (a.shape, a.pose.position, b.shape) == (Hull(CORNERS), (0.5, 0.0, 0.0), Sphere(0.5))


# --- CSV ---


def test_csv() -> None:
    header = "name,type,sx,sy,sz,radius,x,y,z,qx,qy,qz,qw\n"
    text = header + "crate,box,1,2,3,,0,0,0,0,0,0,1\nball,sphere,,,,0.5,1,2,3,0,0,0,1\n"
    crate, ball = import_text(text).scene.bodies
    assert (crate.name, crate.shape) == ("crate", Box((0.5, 1.0, 1.5)))
    assert (ball.name, ball.shape, ball.pose.position) == ("ball", Sphere(0.5), (1.0, 2.0, 3.0))
    assert shapes("x,y,z\n0,0,0\n1,0,0\n0,1,0\n0,0,1\n") == [Hull(CORNERS)]
    table = "| shape | half extents | position |\n|---|---|---|\n| box | 1 2 3 | 0 0 0 |\n| box | 1 1 1 | 1 0 0 |\n"
    assert shapes(table) == [Box((1.0, 2.0, 3.0)), Box((1.0, 1.0, 1.0))]


# --- bad tables ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,5 2,5 3,5\n0,0 1,0 0,0\n", "line 1, column 5: .*decimal point, not a comma"),
        ("sphere radius = 0,5\n", "must be one number, got 2: use a decimal point"),
        ("sphere radius 0.5\nsphere position nan 0 0\n", "line 2, column 17: 'nan' is not finite"),
        ("0 0 0\n1 0 inf\n0 1 0\n", "line 2, column 5: 'inf' is not finite"),
        ("0 0 0\n1 0 1e400\n0 1 0\n", "too large for a double"),
        ("4\n0 0 0\n1 0 0\n", "2 of 4 rows are missing"),
        ("3\n0 0 0\n1 0 0\n2\n0 1 0\n1 1 1\n", "1 more rows must follow the count 3"),
        ("0 0 0\n1 0\n0 1 0\n", "row 2 must be three numbers"),
        ("0 0 0\n1 0 0 0\n0 1 0\n", "row 2 must be three numbers"),
        ("box size 1 2\n", "must be three numbers, got 2"),
        ("box size 1 -2 3\n", "a size must be > 0, got -2"),
        ("box size 1 2 3\nbox pose\n1 0 0 0\n0 1 0\nsphere radius 1\n", "a matrix that was cut"),
        ("box size 1 2 3\nbox pose\n1 0 0 0\n0 1 0 0\nsphere radius 1\n", "got 8: a matrix that was cut"),
        ("box size 1 2 3\nfrobnication 1 2 3\n", "'frobnication' is not known"),
        ("box size 1 2 3\nbox size 2 2 3\n", "given twice"),
        ("name,type,x,y,z,radius\nball,sphere,1,2,3\n", "the header has 6 columns, this line 5"),
        ("box size 1 2 3\nbox rotation 0 0 0 0\n", "the quaternion is zero"),
        ("cone radius 1\n", "the height is missing"),
    ],
)
def test_bad_tables_are_refused_with_their_place(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        import_text(text, notation="table")


def test_random_pairs_are_read_back_exactly() -> None:
    draw = random.Random(2)
    for _ in range(20):
        sizes, turn, rows = [draw.uniform(0.1, 4) for _ in range(3)], random_quaternion(draw), rotation_rows(draw)
        key = draw.choice(["{0}_{1} = {2}", "{0} {1}: {2}", "{0} {1} {2}", "{0}.{1} = ({2})", "{1} {0} = [{2}]"])
        separator = draw.choice([" ", ", "]) if "(" in key or "[" in key else " "
        lines = [
            key.format("box", "half_extents", separator.join(map(repr, sizes))),
            key.format("box", "position", separator.join(repr(row[3]) for row in rows)),
            key.format("box", "quaternion_xyzw", separator.join(map(repr, turn))),
            key.format("sphere", "radius", repr(sizes[0])),
        ]
        text = "\n".join(lines) + "\nsphere pose:\n" + "\n".join(separator.join(map(repr, row)) for row in rows) + "\n"
        box, sphere = import_text(text).scene.bodies
        assert (box.shape, box.placement.orientation) == (Box(tuple(sizes)), turn)  # type: ignore[arg-type, union-attr]
        assert list(box.pose.position) == list(sphere.pose.position) == [row[3] for row in rows]
        assert (sphere.shape, sphere.pose.rotation[1]) == (Sphere(sizes[0]), pytest.approx(rows[1][:3], abs=1e-14))


def test_sizes_with_times_signs_and_phrases_behind_a_name() -> None:
    assert shapes("box 1: size 1 x 2 x 0.5 m\nbox 1: position 0 0 0\nbox 2: size 1×1×1\nbox 2: position 2 0 0\n") == [
        Box((0.5, 1.0, 0.25)),
        Box((0.5, 0.5, 0.5)),
    ]
    text = "A: box half extents 0x3f000000 0x3f800000 0x40000000\nA position 0 0 0\nB: sphere radius 0.25\n"
    assert shapes(text + "B position 1 0 0\n") == [Box((0.5, 1.0, 2.0)), Sphere(0.25)]


def test_numbered_headings_with_the_kind_in_brackets() -> None:
    text = "Object 1 (cylinder)\n  radius: 0.5\n  height: 2\n  position: 1 2 3\nObject 2 (box)\n  size: 1 1 2\n"
    cylinder, box = import_text(text + "  position: 0 0 4\n").scene.bodies
    assert (type(cylinder.shape), cylinder.pose.position) == (Cylinder, (1.0, 2.0, 3.0))
    assert (box.shape, box.pose.position) == (Box((0.5, 0.5, 1.0)), (0.0, 0.0, 4.0))


def test_poses_below_a_sentence_belong_to_the_shape_that_it_names() -> None:
    text = "Here is a box and a sphere:\nThe box dimensions are: 1 2 3\nThe sphere radius is: 0.5\n"
    text += "The box transform is: xyz=0 0 1; wxyz=1 0 0 0\nThe sphere transform is: xyz=0 0 4; wxyz=1 0 0 0\n"
    box, sphere = import_text(text, notation="table").scene.bodies
    assert (box.shape, box.pose.position) == (Box((0.5, 1.0, 1.5)), (0.0, 0.0, 1.0))
    assert (sphere.shape, sphere.pose.position) == (Sphere(0.5), (0.0, 0.0, 4.0))


def test_the_expected_distance_is_not_what_the_engine_answered() -> None:
    text = "A: box half extents 1 1 1\nB: sphere radius 0.5\nB position: 1.4 0 0\nExpected distance: -0.1"
    assert import_text(text, notation="table").scene.reported == ()


# --- prose around the data ---


def test_a_line_between_two_points_describes_a_capsule_again() -> None:
    text = (
        "I compared capsule collision with another library.\nhere is an example:\n\ncapsule 1:\nradius = 2, \n"
        "length = 4\ncentre = 0, 0, 2\nquaternion = 0.7, 0, 0, 0\n\ncapsule 2:\nradius = 1,\nlength = 2\n"
        "centre = 5, 0, 0\nquaternion = 1, 0, 0, 0\n\np.s\n\n"
        "the first capsule is the line between points Point3d(0, 0, 0), Point3d(0, 0, 4) with radius 2\n"
        "and the second is the line between Point3d(5, 0, -1), Point3d(5, 0, 1) with radius 1\n"
    )
    imported = import_text(text)
    first, second = imported.scene.bodies
    assert (first.shape, second.shape) == (Capsule(2.0, 2.0, "z"), Capsule(1.0, 1.0, "z"))
    assert (first.pose.position, second.pose.position) == ((0.0, 0.0, 2.0), (5.0, 0.0, 0.0))
    assert any("length 0.7" in warning for warning in imported.warnings)


def test_the_quaternion_of_wrong_length_is_refused_without_another_description() -> None:
    with pytest.raises(TextError, match=r"length 0\.7"):
        import_text(
            "capsule 1:\nradius = 2\nlength = 4\ncentre = 0, 0, 2\nquaternion = 0.7, 0, 0, 0\nsphere radius 1\n"
        )


def test_a_query_point_is_a_shape() -> None:
    text = f"Here are the points of my polytope:\n{ROWS}\nThe query point is:\n\n0.25 0.5 -0.125\n\nand it fails\n"
    hull, point = import_text(text).scene.bodies
    assert (hull.shape, hull.pose.position) == (Hull(CORNERS), (0.0, 0.0, 0.0))
    assert (point.shape, point.pose.position) == (Point(), (0.25, 0.5, -0.125))


def test_printed_translations_rotations_and_closest_points() -> None:
    text = (
        "s1 = Box(1, 1, 1), s2 = Box(2, 2, 2)\n T1 = -2\n 1\n0.5\n R1 = 0 -1 0\n1  0 0\n0  0 1\n"
        " T2 =   2\n0.5\n0.5\n R2 = 1 0 0\n0 1 0\n0 0 1\n"
        "Closest points: p1 = -1.5\n 1\n 0.5, p2 = 1\n 1\n 0.5, distance = 2.5\n"
    )
    imported = import_text(text)
    first, second = imported.scene.bodies
    assert (first.pose.position, first.pose.rotation[0]) == ((-2.0, 1.0, 0.5), (0.0, -1.0, 0.0))
    assert second.shape == Box((1.0, 1.0, 1.0))
    (said,) = imported.scene.reported
    assert (said.witness_a, said.witness_b, said.signed_distance) == ((-1.5, 1.0, 0.5), (1.0, 1.0, 0.5), 2.5)


def test_bodies_with_numbers() -> None:
    text = (
        "Box 1 size: 1 2 3\nT1:\n0 -1 0 1\n1 0 0 2\n0 0 1 0.5\n0 0 0 1\n"
        "Capsule 2 radius 0.25 length 1.5\nT2:\n1 0 0 2\n0 1 0 2\n0 0 1 0\n0 0 0 1\nresult.min_distance = -0.25\n"
    )
    first, second = import_text(text).scene.bodies
    assert (first.shape, second.shape) == (Box((0.5, 1.0, 1.5)), Capsule(0.25, 0.75, "z"))
    assert (first.pose.position, second.pose.position) == ((1.0, 2.0, 0.5), (2.0, 2.0, 0.0))
    assert shapes("sphere 1 radius: 0.5\nsphere 1 position: 1 2 3\nsphere 2 radius: 1\nsphere 2 position 0 0 0\n") == [
        Sphere(0.5),
        Sphere(1.0),
    ]
    assert shapes("sphere 2 position: 1 2 3\nbox 1 size 1 1 1\n") == [Sphere(2.0), Box((0.5, 0.5, 0.5))]


def test_files_below_their_names() -> None:
    text = f"left.dat\n--------\n4\n{ROWS}\nright.dat\n---------\n4\n{HIGHER}\nDistance computed: 0.25\n"
    imported = import_text(text)
    assert imported.scene.bodies[0].shape == Hull(CORNERS)
    assert len(imported.scene.bodies) == 2


def test_a_table_in_markdown() -> None:
    text = (
        "| shape | size | position | quaternion (x y z w) |\n| --- | --- | --- | --- |\n"
        "| box | 1 x 2 x 3 | 0.5 -0.5 0.75 | 0 0 0.6 0.8 |\n"
        "| cylinder | radius 0.25, length 4 | 0 0 1 | 0 0 0 1 |\n"
    )
    imported = import_text(text)
    box, cylinder = imported.scene.bodies
    assert (box.shape, cylinder.shape) == (Box((0.5, 1.0, 1.5)), Cylinder(0.25, 2.0, "z"))
    assert box.pose.rotation[0] == pytest.approx((0.28, -0.96, 0.0))
    assert not any(question.what == "quaternion" for question in imported.questions)


def test_prose_and_misspelled_names() -> None:
    text = (
        "It seems to collide (not checked it w/ graphics yet).\n -- Sphere : raidus : 55 [mm]\n"
        " -- Cyclinder : radius : 136 [mm], heigth : 100 [mm]\n -- Sphere postion : (140, -45, 905)\n"
    )
    assert shapes(text, units="m", axis="z") == [Sphere(55.0), Cylinder(136.0, 50.0, "z")]


def test_poses_named_by_their_frames() -> None:
    text = (
        "box_A.side:\t1, 2, 3\nbox_B.side:\t2, 2, 2\nX_WA\trpy = 0 -0 0.5 xyz = 1 0 -0.25\n"
        "X_WB\trpy = 0 0 0 xyz = 1 0 2\np_ACa\t0.5, 1, 1.5\np_WCb\t1, 0, 1\n"
    )
    imported = import_text(text)
    a, b = imported.scene.bodies
    assert (a.shape, a.pose.position) == (Box((0.5, 1.0, 1.5)), (1.0, 0.0, -0.25))
    assert a.pose.rotation[0] == pytest.approx((0.8775825618903728, -0.479425538604203, 0.0))
    assert (b.shape, b.pose.position) == (Box((1.0, 1.0, 1.0)), (1.0, 0.0, 2.0))
    assert imported.scene.reported[0].witness_b == (1.0, 0.0, 1.0)
    assert "not data: p_ACa" in imported.warnings


def test_the_letter_of_a_pose_is_that_of_the_kind_of_shape() -> None:
    pose = "1 0 0 {}\n0 1 0 0\n0 0 1 0\n0 0 0 1\n"
    text = (
        f"cylinder radius 0.125\ncylinder length 1.5\nsphere radius 0.25\nX_WS\n{pose.format(3)}X_WC\n{pose.format(-2)}"
    )
    cylinder, sphere = import_text(text).scene.bodies
    assert (cylinder.shape, cylinder.pose.position) == (Cylinder(0.125, 0.75, "z"), (-2.0, 0.0, 0.0))
    assert (sphere.shape, sphere.pose.position) == (Sphere(0.25), (3.0, 0.0, 0.0))


def test_positions_and_rotations_of_frames() -> None:
    text = "A: box, size: 1 2 3\nB: sphere, radius: 0.5\np_WA = 0 0 1\nR_WA = 0 -1 0  1 0 0  0 0 1\np_FBo = 2 0 0\n"
    a, b = import_text(text).scene.bodies
    assert (a.pose.position, a.pose.rotation[0]) == ((0.0, 0.0, 1.0), (0.0, -1.0, 0.0))
    assert b.pose.position == (2.0, 0.0, 0.0)


def test_messages_with_places_in_source_code() -> None:
    message = "abort: Failure at geometry/distance_touching.cc:228 in BoxBoxGradient(): condition 'false' failed.\n"
    imported = import_text(
        f"{message}repro.cpp:48: box size: 1 2 3, position: 0 0 1\nrepro.cpp:49: sphere radius: 0.5\n"
    )
    box, sphere = imported.scene.bodies
    assert (box.shape, box.pose.position, sphere.shape) == (Box((0.5, 1.0, 1.5)), (0.0, 0.0, 1.0), Sphere(0.5))
    assert "not data: the places in source code (file name and line number)" in imported.warnings


# --- prose ---


def test_units_in_prose_are_converted_one_by_one() -> None:
    text = (
        "The box is 1m x 1m x 2m at <0,0,0>.\n"
        "The capsule has radius=5cm, length=20cm at (0; 0; 1.5), rotated by 90° about the x axis.\n"
    )
    box, capsule = import_text(text).scene.bodies
    assert (box.shape, capsule.shape) == (Box((0.5, 0.5, 1.0)), Capsule(0.05, 0.1, "z"))
    assert capsule.pose.position == (0.0, 0.0, 1.5)
    assert capsule.pose.rotation[1] == pytest.approx((0.0, 0.0, -1.0))


def test_units_in_the_headings_of_columns() -> None:
    text = (
        "name, type, size_x [mm], size_y [mm], size_z [mm], x [m], y [m], z [m]\nA, box, 500, 500, 1000, 0, 0, 0.25\n"
    )
    text += "B, box, 200, 200, 200, 0, 0.5, 0\n"
    a, b = import_text(text).scene.bodies
    assert (a.shape, a.pose.position) == (Box((0.25, 0.25, 0.5)), (0.0, 0.0, 0.25))
    assert (b.shape, b.pose.position) == (Box((0.1, 0.1, 0.1)), (0.0, 0.5, 0.0))


def test_logged_lines_and_sentences() -> None:
    text = (
        "[2026-01-02 12:00:01.123] [physics] A: box half=(0.5, 0.5, 0.5) pos=(0, 0, 0) rot=(0, 0, 0, 1)\n"
        "[2026-01-02 12:00:01.124] [physics] B: sphere r=0.5 pos=(0, 0.75, 0) rot=(0, 0, 0, 1)\n"
    )
    assert shapes(text) == [Box((0.5, 0.5, 0.5)), Sphere(0.5)]
    text = (
        "The big cube has sides of 1 m and lies at <0,0,0>.\nThe small cube has sides of 0.5m and is at (0, 0, 0.7).\n"
    )
    assert shapes(text) == [Box((0.5, 0.5, 0.5)), Box((0.25, 0.25, 0.25))]


def test_a_turn_that_is_not_understood_is_an_error() -> None:
    with pytest.raises(TextError, match="which turn is this"):
        import_text(
            "box half extents 1 1 1, rotated by 45 degrees towards the wall\nsphere radius 0.5 position 0 0 2\n"
        )


# --- axes ---

ROUND = "sphere radius = 1\nsphere center = (9, 0, 0)\n{0} radius = 0.5\n{0} height = 3\n{0} center = (1, 2, 3)\n"


@pytest.mark.parametrize("kind", ["cylinder", "cone", "capsule"])
@pytest.mark.parametrize("key", ["axis", "direction", "axis direction"])
def test_an_axis_along_no_axis_of_the_frame_turns_the_shape(kind: str, key: str) -> None:
    imported = import_text(ROUND.format(kind) + f"{kind} {key} = (0, 3, 4)\n")
    body = imported.scene.bodies[1]
    assert [row["xyz".index(body.shape.axis)] for row in body.pose.rotation] == pytest.approx([0, 0.6, 0.8])
    assert body.pose.position == (1, 2, 3)
    assert "axis" not in {assumption.what for assumption in imported.assumptions}


def test_an_axis_along_one_of_the_frame_needs_no_turn_unless_an_apex_points_the_other_way() -> None:
    text = ROUND + "{0} axis = (0, 0, -2)\n"
    cylinder = import_text(text.format("cylinder")).scene.bodies[1]
    cone = import_text(text.format("cone")).scene.bodies[1]
    assert (cylinder.shape.axis, cylinder.pose.rotation[2][2]) == ("z", 1)
    assert (cone.shape.axis, cone.pose.rotation[2][2]) == ("z", -1)


def test_an_axis_of_zeros_is_refused() -> None:
    with pytest.raises(TextError, match="the axis must not be zero"):
        import_text(ROUND.format("cylinder") + "cylinder axis = (0, 0, 0)\n")


# --- calculations ---


@pytest.mark.parametrize(
    "line",
    [
        "ball.center[0] - 0.5 * ball.radius = 2.5 > slab.max[0]",
        "(ball.center[2] + ball.radius) * 2 = 3.5",
        "ball.center[1] - ball.radius >= 0.25; so they cannot meet",
    ],
)
def test_a_calculation_with_values_of_the_text_is_no_value(line: str) -> None:
    fields = "slab.min = {0, 0, 0}\nslab.max = {2, 4, 1}\nball.center = {3, 1, 1}\nball.radius = 0.75\n"
    text = (
        fields.replace("slab", "box").replace("ball", "sphere") + "\nAs can be seen:\n" + line.replace("ball", "sphere")
    )
    imported = import_text(text)
    assert [body.shape for body in imported.scene.bodies] == [Box((1, 2, 0.5)), Sphere(0.75)]
    assert "not data: calculations with values of the text" in imported.warnings


def test_a_hyphen_in_front_of_a_field_is_no_calculation() -> None:
    assert shapes("box 1 - size = 1 2 3\nsphere 2 - radius = 0.5\n") == [Box((0.5, 1, 1.5)), Sphere(0.5)]


def test_answers_may_be_zero_infinite_and_not_a_number_but_shapes_may_not() -> None:
    text = "box A: half extents 1 2 3\nsphere B: radius 0.5 position 4 0 0\n"
    [said] = import_text(f"{text}distance: -inf\nnormal: (-nan, 0, 1.#INF)\n").scene.reported
    assert said == Reported(said.pair, said.by, "penetrating", -inf, (nan, 0.0, inf))
    [said] = import_text(f"{text}distance: NaN\nnormal: 0 0 0\n").scene.reported
    assert said == Reported(said.pair, said.by, None, nan, (0.0, 0.0, 0.0))
    with pytest.raises(TextError, match="'nan' is not finite: must be a finite number"):
        import_text(text.replace("0.5", "nan"))


def reasons(text: str, what: str) -> list[str]:
    return [assumption.why for assumption in import_text(text).assumptions if assumption.what == what]


def test_shapes_that_the_text_does_not_place_or_turn_are_named() -> None:
    text = "A: box\nA half extents: 1 2 3\nA quaternion: 0 0 0.6 0.8\nB: sphere\nB radius: 1\n"
    assert reasons(text, "pose") == ["the text does not place A and B"]
    assert reasons(text, "rotation") == ["the text does not turn B"]
    assert reasons(text + "B position: 4 0 0\n", "pose") == ["the text does not place A"]
    placed = text + "B position: 4 0 0\nA position: 0 0 1\n"
    assert reasons(placed, "pose") == []
    assert reasons(placed.replace("A quaternion: 0 0 0.6 0.8\n", ""), "rotation") == []
    assert reasons(ROWS + "\n" + HIGHER, "pose") == []  # points place themselves
