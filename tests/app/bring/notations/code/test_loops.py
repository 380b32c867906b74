"""Loops of languages with braces that fill lists are executed; what cannot be executed is refused."""

from math import cos, pi, sin

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine import Box, Hull
from gjkscope.engine.vectors import Vec3

PRISM = [
    corner
    for turn in (pi * k / 3 for k in range(6))
    for corner in ((cos(turn), sin(turn), -0.5), (cos(turn), sin(turn), 0.5))
]
BOX = [(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)]

LOOPS = {
    "C#": (
        "const int N = 6;\nvar corners = new Vector3[2 * N];\nfor (int i = 0; i < N; i++)\n{\n"
        "    float a = 2 * MathF.PI * i / N;\n    corners[2 * i] = new Vector3(MathF.Cos(a), MathF.Sin(a), -0.5f);\n"
        "    corners[2 * i + 1] = new Vector3(MathF.Cos(a), MathF.Sin(a), 0.5f);\n}\n"
        "var hull = new ConvexHull(corners, pool, out _);\nvar ball = new Sphere(0.5f);\n"
        "var poseA = new RigidPose(Vector3.Zero);\nvar poseB = new RigidPose(new Vector3(3, 0, 0));",
        PRISM,
    ),
    "C": (
        "float corners[12][3];\nfor (int i = 0; i != 6; i += 1) {\n  double a = M_PI * i / 3.0;\n"
        "  for (int j = 0; j <= 1; ++j) {\n    corners[2 * i + j][0] = cos(a); corners[2 * i + j][1] = sin(a);\n"
        "    corners[2 * i + j][2] = j - 0.5f;\n  }\n}\nfloat other[4][3] = {{5,0,0},{6,0,0},{5,1,0},{5,0,1}};",
        PRISM,
    ),
    "C++ with push_back": (
        "std::vector<btVector3> corners;\nfor (int i = 0; i < 6; ++i) {\n  btScalar a = SIMD_2_PI * i / 6;\n"
        "  corners.push_back(btVector3(btCos(a), btSin(a), -0.5));\n"
        "  corners.emplace_back(btVector3(btCos(a), btSin(a), 0.5));\n}\n"
        "btConvexHullShape hull;\nfor (const auto& p : corners) hull.addPoint(p);\nbtSphereShape ball(0.5);\n"
        "btTransform a, b; a.setIdentity(); b.setIdentity(); b.setOrigin(btVector3(3, 0, 0));",
        PRISM,
    ),
    "JavaScript": (
        "const corners = [];\nfor (let i = 0; i < 6; i++) {\n  const a = 2 * Math.PI * i / 6;\n"
        "  for (const z of [-0.5, 0.5]) corners.push(new CANNON.Vec3(Math.cos(a), Math.sin(a), z));\n}\n"
        "const hull = new CANNON.ConvexPolyhedron({ vertices: corners });\n"
        "const one = new CANNON.Body({ mass: 1, shape: hull });\n"
        "const two = new CANNON.Body({ mass: 1, shape: new CANNON.Sphere(0.5), position: new CANNON.Vec3(3, 0, 0) });",
        PRISM,
    ),
    "Rust": (
        "let mut corners = Vec::new();\nfor i in 0..6 {\n    let a = std::f32::consts::PI * i as f32 / 3.0;\n"
        "    corners.push(Point3::new(a.cos(), a.sin(), -0.5));\n"
        "    corners.push(Point3::new(a.cos(), a.sin(), 0.5));\n}\n"
        "let hull = ConvexPolyhedron::from_convex_hull(&corners).unwrap();\nlet ball = Ball::new(0.5);\n"
        "let pos1 = Isometry3::identity();\nlet pos2 = Isometry3::translation(3.0, 0.0, 0.0);",
        PRISM,
    ),
    "bits": (
        "Array<Vec3> corners;\nfor (int i = 0; i < 8; ++i)\n"
        "  corners.push_back(Vec3((i & 4) ? 1.0f : -1.0f, (i >> 1) & 1 ? 1.0f : -1.0f, i % 2 == 1 ? 1.0f : -1.0f));\n"
        "Ref<Shape> hull = new ConvexHullShape(ConvexHullShapeSettings(corners, 0.0f));\n"
        "Ref<Shape> ball = new SphereShape(0.5f);",
        BOX,
    ),
    "foreach": (
        "var corners = new List<JVector>();\nforeach (var x in new float[] { -1f, 1f })\n"
        "  foreach (var y in new float[] { -1f, 1f })\n"
        "  {\n    corners.Add(new JVector(x, y, -1));\n    corners.Add(new JVector(x, y, 1));\n  }\n"
        "var hull = new ConvexHullShape(corners);\nvar ball = new SphereShape(0.5f);\n",
        BOX,
    ),
}


def corners_of(text: str) -> list[Vec3]:
    hull = import_text(text).scene.bodies[0].shape
    assert isinstance(hull, Hull)
    return [*hull.vertices]


@pytest.mark.parametrize("name", LOOPS)
def test_loops_that_fill_lists_are_executed(name: str) -> None:
    text, expected = LOOPS[name]
    imported = import_text(text)
    assert not [question for question in imported.questions if question.what == "pass of the loop"]
    assert len(imported.scene.bodies) == 2
    for corner, wanted in zip(corners_of(text), expected, strict=True):
        assert corner == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize(
    ("loop", "message"),
    [
        ("for (int i = 0; i < 8; ++i) v[i] = Vec3(i % 2, (i / 2) % 2, i / 4);", "drops the remainder"),
        ("for (int i = 0; i < count(); ++i) v[i] = Vec3(i, 0, 0);", "not executed"),
        ("for (int i = 0; i >= 0; ++i) v[i] = Vec3(i, 0, 0);", "not executed"),
        ("for (int i = 0; i < 8; ++i) { if (i == random()) continue; v[i] = Vec3(i, 0, 0); }", "not executed"),
        ("int i = 0; while (i < 8) { v[i] = Vec3(i, 0, 0); ++i; }", "not executed"),
    ],
)
def test_loops_that_cannot_be_executed_are_refused(loop: str, message: str) -> None:
    text = (
        f"Vec3 v[8];\n{loop}\nRef<Shape> hull = new ConvexHullShape(ConvexHullShapeSettings(v, 8, 0.0f));\n"
        "Ref<Shape> ball = new SphereShape(0.5f);"
    )
    with pytest.raises(TextError, match=message):
        import_text(text)


def test_a_loop_that_only_asks_is_read_once() -> None:
    text = (
        "let ball = Ball::new(0.5);\nlet cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0));\n"
        "for x in [1.25, 2.5] {\n    let pos = Isometry3::translation(x, 0.0, 0.0);\n"
        "    let d = query::distance(&pos, &ball, &Isometry3::identity(), &cube);\n}"
    )
    imported = import_text(text)
    assert [question.what for question in imported.questions] == ["pass of the loop"]
    assert imported.scene.bodies[0].pose.position == (1.25, 0.0, 0.0)


def test_indices_may_be_reshaped_to_a_list() -> None:
    text = (
        "v = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.5]])\n"
        "f = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).reshape(-1)\n"
        "w = v.reshape(12).reshape(-1, 3)\na = hppfcl.Convex(w, f)\nb = hppfcl.Sphere(0.5)"
    )
    assert corners_of(text) == [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1.5)]


def test_vectors_may_have_short_names_without_their_import() -> None:
    text = "let a = Cuboid::new(v3::new(1.0, 2.0, 3.0));\n"
    text += "let b = Ball::new(0.5);\nlet p = Isometry3::translation(2.0, 0.0, 0.0);"
    assert import_text(text).scene.bodies[0].shape == Box((1.0, 2.0, 3.0))
