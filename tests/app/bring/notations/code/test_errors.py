"""Bad and hostile code is rejected at the token, asked about, or read in time; nothing is dropped silently."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.bring.notations.reading import ImportFault
from tests.app.bring.notations.code.reading import read


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("PxBoxGeometry a(1, 2, 1e400);", 1, 23, "'1e400' is too large"),
        ("PxBoxGeometry a(1, 2, NAN);", 1, 23, "'NAN' is not finite"),
        ("btSphereShape* s = new btSphereShape(\n  -1.0);", 2, 3, "the radius must be > 0"),
        ("btSphereShape* s = new btSphereShape(0.0);", 1, 38, "must be > 0, got 0"),
        ("fcl::Box<double> box(1, 2, r);", 1, 28, "'r' has no value in the text"),
        ("fcl::Box<double> box(1, 2);", 1, 18, "not understood: a number, a number; expected sizes"),
        ("fcl::Cylinder<double> drum(1);", 1, 23, "expected radius, height"),
        ("dGeomID box = dCreateBox(space, 1, 2);", 1, 15, "a number, a number; expected anything, sizes"),
        ("b3Sphere ball = { f( ().0f ), 1.0f };\nb3Sphere b = { b3Vec3_zero, 1 };", 1, 23, "')' is not expected here"),
        ("fcl::Box<double> box(1, 2", 1, 21, "'(' is not closed"),
        ("btBoxShape* b = new btBoxShape(btVector3(1, 2, 3); btVector3 c(1, 2, 3);", 1, 50, "';' is not expected"),
        ("new btHeightfieldTerrainShape(1, 2, 3);", 1, 5, "is a shape that cannot be imported"),
        ("TaperedCapsuleShape s(1.0f, 0.5f, 0.25f); SphereShape t(1.0f);", 1, 21, "cannot be imported"),
        (
            "fcl::Sphered s(1);\nfcl::Transform3d X;\nX.matrix() << 1, 0, 0, 0, 0, 1, 0;",
            3,
            1,
            "got 7 numbers, must be 16",
        ),
        (
            "PxTransform pose0(PxVec3(0, 1, 0), PxQuat(0, 0, 0, 0));\nPxSphereGeometry ball0(1);",
            1,
            43,
            "the quaternion is zero",
        ),
        (
            "PxTransform pose0(PxVec3(0, 1, 0), PxQuat(0.1, 0.2, 0.3, 0.4));\nPxSphereGeometry ball0(1);",
            1,
            43,
            "has length 0.547723, must be 1",
        ),
        (
            "fcl::Sphered ball(1);\nEigen::Isometry3d ball_pose;\n"
            "ball_pose.translate(Eigen::Vector3d(0, std::numeric_limits<double>::quiet_NaN(), 0));",
            3,
            40,
            "'quiet_NaN' is not finite",
        ),
        (
            "fcl::Sphered ball(1);\nfcl::Transform3d ball_pose;\nball_pose.matrix() << "
            "2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;",
            3,
            23,
            "the matrix is not a rotation (off by 3)",
        ),
        (
            "fcl::Sphered ball(1);\nfcl::Transform3d ball_pose;\nball_pose.matrix() << "
            "1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1;",
            3,
            59,
            "the last row of a pose must be 0 0 0 1: is it by columns?",
        ),
        ("a = [[0, 0, 0], [1, 0, 0], [0, 1, nan], [0, 0, 1]]", 1, 35, "'nan' is not finite"),
        ("let s = Ball::new(f32::INFINITY);", 1, 19, "is not finite"),
        ("let s = Ball::new(1.0 / 0.0);", 1, 19, "not a finite number"),
        ("fcl::Sphered s(1); /* never closed", 1, 20, "the comment is not closed"),
        ("CylinderShape c(0.5f, 0.25f, 0.75f);", 1, 30, "the convex radius must be 0"),
    ],
)
def test_the_first_bad_token_is_named(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(TextError) as fault:
        import_text(text)
    assert message in fault.value.message
    assert (fault.value.line, fault.value.column) == (line, column)


@pytest.mark.parametrize("opening", ["(", "[", "{"])
@pytest.mark.parametrize("start", ["fcl::Box<double> b", "import numpy as np\na = ", "let a = Cuboid::new("])
def test_deep_nesting_is_rejected(start: str, opening: str) -> None:
    with pytest.raises(TextError, match="nested too deeply"):
        import_text(start + opening * 20_000)


@pytest.mark.parametrize(
    "text",
    [
        "fcl::Sphered s(" + "-" * 50_000 + "1);",
        "fcl::Sphered s(" + "1+" * 50_000 + "1);",
        "fcl::Sphered s(x" + ".y()" * 50_000 + ");",
        "PxVec3 a(1, 2, 3);" + "{" * 50_000,
        "let a = [[[[[[0.0; 1000]; 1000]; 1000]; 1000]; 1000]; 1000];",
        "import numpy as np\na = [1.0]\n" + "a = [a, a]\n" * 60,
        "import numpy as np\na = np.eye(4)\n" + "a = a @ a + a\n" * 1500,
        "import numpy as np\na = 9**9**9**9**9",
        "import numpy as np\na = '''" + "x" * 50_000,
        "let " + "a" * 200_000,
    ],
    ids=["signs", "sums", "calls", "blocks", "lists", "doubling", "growth", "power", "string", "name"],
)
@pytest.mark.slow
def test_costly_code_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"too|no shapes|no notation|not expected|must be"):
        import_text(text)


def test_long_texts_are_rejected() -> None:
    with pytest.raises(ImportFault, match="too long for C\\+\\+: 1,700,000 characters; select the part"):
        import_text("PxVec3 a(1,2,3);\n" * 100_000)


def test_many_shapes_are_rejected() -> None:
    with pytest.raises(ImportFault, match="1,001 shapes: select the part"):
        import_text("PxSphereGeometry a(1);\n" * 1001)


def test_unknown_statements_are_reported() -> None:
    imported = read(
        """
        PxSphereGeometry a(1), b(2);
        int n = a.*member;
        for (int i = 0; i < 3; ++i) { printf("%d 4 5 6", i); }
        """
    )
    assert [body.name for body in imported.scene.bodies] == ["a", "b"]
    assert imported.warnings == ("line 3: not understood, ignored: 'int n = a.*member;'",)


def test_a_pose_without_a_shape_is_reported() -> None:
    imported = read("PxSphereGeometry ball0(1), ball1(2);\nPxTransform pose0(1, 2, 3), pose1(4, 5, 6), pose7(7, 8, 9);")
    assert imported.warnings == ("line 2: no shape is at the pose 'pose7'",)


def test_a_pose_without_a_value_is_an_error() -> None:
    with pytest.raises(TextError, match="line 2, column 29: 'height' has no value in the text"):
        import_text("PxSphereGeometry ball0(1);\nPxTransform pose0(0.0, 0.0, height);")


def test_only_numbers_of_bodies_are_recorded() -> None:
    text = "PxSphereGeometry ball0(0.25);\nrequest.tolerance = 1e-6;\nPxTransform pose0(1.5, 2, 3);"
    imported = read(text)
    assert [token.text for token in imported.context.numbers.values()] == ["0.25", "1.5", "2", "3"]
    shifted = import_text(text, shifts={text.index("1.5"): 0.25, text.index("0.25"): 0.5})
    assert shifted.scene.bodies[0].pose.position == (1.75, 2, 3)
    assert shifted.scene.bodies[0].shape == import_text("PxSphereGeometry b(0.75);").scene.bodies[0].shape
