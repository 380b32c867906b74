"""Every number of a text is used, known not to be data, or unread: listed, asked about and kept in the scene."""

from pathlib import Path

import pytest

from gjkscope.app.ask.runs.answers import answers
from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.app.scenes.scene_file import format_scene, parse_scene
from gjkscope.app.share.export.report import Report, as_json, as_text
from gjkscope.app.state.actions import ConfirmUnread, update
from gjkscope.app.state.model import Document, State
from gjkscope.engine.vectors import ZERO

CAST = (
    "BoxShape base(Vec3(0.5f, 0.25f, 1.0f));\nSphereShape ball(0.75f);\n"
    "Mat44 start = Mat44::sTranslation(Vec3(0, 2.5f, 0));\n"
    "ShapeProbe cast(&ball, Vec3::sOne(), start, Vec3(0, -1.5f, 0.5f));\n"
)

# Texts, and what is unread in them.
UNREAD = {
    CAST: ["line 4: Vec3 0, -1.5f, 0.5f"],
    "import fcl\na = fcl.Box(1, 2, 3)\nb = fcl.Sphere(0.5)\nshift = lookup([4.0, 5.0, 6.0])\nfcl.distance(a, b)\n": [
        "line 4: lookup 4.0, 5.0, 6.0"
    ],
    # a word that may name geometry or a container silences no numbers
    "import fcl\na = fcl.Box(1, 2, 3)\nb = fcl.Sphere(0.5)\nworld.put(corner=[1.0, 0.0, 4.0])\nfcl.distance(a, b)\n": [
        "line 4: corner 1.0, 0.0, 4.0"
    ],
    '{"shapes": [{"shape": "box", "half_extents": [1, 1, 1]}, {"shape": "sphere", "radius": 0.5, "gap": 0.01}]}': [
        "line 1: gap 0.01"
    ],
    "import fcl\na = fcl.Box(1, 2, 3)\nb = fcl.Sphere(0.5)\nspeed = lookup([0.0, 0.0, -4.0])\nfcl.distance(a, b)\n": [
        "line 4: lookup 0.0, 0.0, -4.0"
    ],
    "PxSphereGeometry ball0(1), ball1(2);\nPxTransform pose0(1, 2, 3), pose1(4, 5, 6), spare(7, 8, 9);\n": [
        "line 2: spare 7, 8, 9"
    ],
}

# Texts of which everything is read, or is known to be something else.
READ = {
    "an index, a length and a size": (
        "float points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};\n"
        "float other[4][3] = {{0, 0, 3}, {1, 0, 3}, {0, 1, 3}, {0, 0, 4}};\nbd.numpoints = 4;\nbd.coord = points;\n"
    ),
    "settings": (
        "box A half extents 1 1 1\nsphere B radius 0.5\nB position 0 0 3\nmass = 12\ntolerance = 1e-6\n"
        "max_iterations = 128\n"
    ),
    "a comment": "import fcl\na = fcl.Box(1, 2, 3)  # 0.5 0.5 7\nb = fcl.Sphere(0.5)\nfcl.distance(a, b)\n",
    "a check": (
        "fcl::Box<double> a(1, 2, 3);\nfcl::Sphere<double> b(0.5);\nauto d = fcl::distance(&a, X_A, &b, X_B);\n"
        "EXPECT_NEAR(d, 0.125, 1e-9);\n"
    ),
    "an identity": (
        "fcl::Boxd a(1, 2, 3);\nfcl::Sphered b(0.5);\nfcl::Transform3d ta(Eigen::Quaterniond(1, 0, 0, 0));\n"
        "fcl::Transform3d tb(Eigen::Translation3d(0, 0, 2));\nfcl::distance(&a, ta, &b, tb);\n"
    ),
    "what is replaced": (
        "import fcl\na = fcl.Box(1, 2, 3)\nb = fcl.Sphere(0.5)\np = [1, 1, 1]\np = [0, 0, 4]\n"
        "A = fcl.CollisionObject(a, fcl.Transform())\nB = fcl.CollisionObject(b, fcl.Transform(p))\n"
    ),
}


# Texts whose second shape moves by (1, -2, 3) and turns by (0, 0, 4).
MOVING = {
    "rapier": (
        "const a = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());\n"
        "world.createCollider(RAPIER.ColliderDesc.cuboid(1, 2, 3), a);\n"
        "const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 5, 0).setLinvel(1, -2, 3)"
        ".setAngvel({ x: 0, y: 0, z: 4 });\n"
        "world.createCollider(RAPIER.ColliderDesc.ball(0.5), world.createRigidBody(desc));\n"
    ),
    "json": (
        '[{"shape": "box", "half_extents": [1, 2, 3]}, {"shape": "sphere", "radius": 0.5, "position": [0, 5, 0],'
        ' "velocity": [1, -2, 3], "angular_velocity": {"x": 0, "y": 0, "z": 4}}]'
    ),
    "group": (
        '{"box": {"shape": "box", "half_extents": [1, 2, 3]}, "group": {"shape": "sphere", "radius": 0.5,'
        ' "position": [0, 5, 0], "linear_velocity": [1, -2, 3], "angular_velocity": [0, 0, 4]}}'
    ),
}


@pytest.mark.parametrize("case", MOVING)
def test_velocities_are_read(case: str) -> None:
    still, moving = import_text(MOVING[case]).scene.bodies
    assert (still.velocity, still.angular_velocity) == (ZERO, ZERO)
    assert (moving.velocity, moving.angular_velocity) == ((1.0, -2.0, 3.0), (0.0, 0.0, 4.0))


def notes_of(imported: Imported) -> list[str]:
    return [str(part) for part in imported.unread]


@pytest.mark.parametrize("text", UNREAD)
def test_what_is_not_read_is_listed_and_asked_about(text: str) -> None:
    imported = import_text(text)
    assert notes_of(imported) == UNREAD[text]
    assert imported.questions
    assert [part.text for part in imported.scene.unread] == UNREAD[text]


@pytest.mark.parametrize("case", READ)
def test_what_is_read_or_no_data_is_not_unread(case: str) -> None:
    imported = import_text(READ[case])
    assert notes_of(imported) == []
    assert imported.scene.unread == ()


def test_numbers_of_an_element_named_collision_are_no_answer() -> None:
    text = '<collision spare="7.5 8.5 9.5"><geometry><box><size>1 2 3</size></box></geometry></collision>'
    assert [part.size for part in import_text(text).unread] == [3]


def test_settings_are_named() -> None:
    warnings = import_text(READ["settings"]).warnings
    assert any("mass" in warning and "tolerance" in warning for warning in warnings)


def test_the_line_and_the_column_are_those_of_the_text() -> None:
    (part,) = import_text(CAST).unread
    line = CAST.splitlines()[part.line - 1]
    assert line[part.column - 1 :].startswith("0, -1.5f")
    assert part.size == 3


def test_the_answer_to_the_question_clears_the_scene() -> None:
    imported = import_text(CAST, choices={"unread": "left out"})
    assert imported.questions == ()
    assert imported.scene.unread == ()
    assert notes_of(imported) == UNREAD[CAST]  # the import still lists it


def test_the_scene_file_keeps_what_was_not_read() -> None:
    scene = import_text(CAST).scene
    again = parse_scene(format_scene(scene), "the scene", None)
    assert (again.unread, again.unread_words) == (scene.unread, "imported with 3 tokens unread")


def test_a_query_says_it_beside_the_verdict() -> None:
    scene = import_text(CAST).scene
    results = tuple(answers(scene, [("base", "ball")], [None], False))
    report = Report(scene, Path("cast.json"), results)
    first, *rest = as_text(report).splitlines()
    assert first.endswith("imported with 3 tokens unread")
    assert any("line 4: Vec3 0, -1.5f, 0.5f" in line for line in rest)
    assert '"unread": [{"text": "line 4: Vec3 0, -1.5f, 0.5f", "tokens": 3}]' in as_json(report)


def test_the_user_confirms_that_it_does_not_matter() -> None:
    state = State(document=Document(import_text(CAST).scene, ("base", "ball")))
    after = update(state, ConfirmUnread())
    assert after.document.scene.unread == ()
    assert after.document.scene.bodies == state.document.scene.bodies
    assert len(after.history.past) == len(state.history.past) + 1  # it can be undone
    assert update(after, ConfirmUnread()) is after
