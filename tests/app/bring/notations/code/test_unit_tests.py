"""Code cut out of the unit tests of engines: what they expect, draw and move later does not place their shapes."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.reading import ImportFault
from gjkscope.engine.shapes.kinds import Box, Hull, Mesh, Sphere
from tests.app.bring.notations.code.reading import assert_at, assert_body, read, read_bodies

JOLT = """
	Body &crate = c.CreateBox(RVec3(2, 0, 1), Quat::sIdentity(), EMotionType::Dynamic, EMotionQuality::Discrete, 0,
		Vec3(1, 2, 3));
	Body &ball = c.CreateSphere(RVec3(0, 7, 0), 0.25f, EMotionType::Static, EMotionQuality::Discrete, 0);
"""


@pytest.mark.parametrize(
    "line",
    [
        "CHECK_APPROX_EQUAL(crate.GetPosition(), RVec3(5, 6, 7));",
        "CHECK(crate.GetPosition() == RVec3(5, 6, 7));",
        "REQUIRE(crate.GetPosition().IsClose(RVec3(5, 6, 7)));",
        "EXPECT_EQ(RVec3(5, 6, 7), crate.GetPosition());",
        "CHECK_APPROX_EQUAL(c.PredictPosition(crate.GetPosition(), Vec3(0, -4, 0), 1.0f), RVec3(5, 6, 7));",
        "bodies.AddImpulse(crate.GetID(), Vec3(5, 6, 7), RVec3(3, 3, 3));",
        "bodies.MoveKinematic(crate.GetID(), RVec3(5, 6, 7), Quat::sIdentity(), 1.0f);",
        "DrawMarker(crate.GetPosition(), Vec3(5, 6, 7));",
        "crate.GetShape()->CollidePoint(Vec3(5, 6, 7), SubShapeIDCreator(), collector);",
    ],
)
def test_what_a_test_expects_draws_or_moves_later_places_nothing(line: str) -> None:
    bodies = read_bodies(JOLT + line, "jolt-cpp")
    assert_at(bodies["crate"], (2.0, 0.0, 1.0))
    assert_at(bodies["ball"], (0.0, 7.0, 0.0))
    assert len(bodies) == 2


def test_an_unknown_call_with_a_placed_shape_is_named_in_a_warning() -> None:
    imported = read(JOLT + "Nudge(crate, Vec3(5, 6, 7));")
    assert any("Nudge is not known" in warning for warning in imported.warnings)


def test_assertions_of_nunit_place_nothing() -> None:
    bodies = read_bodies(
        "var crate = GameObject.CreatePrimitive(PrimitiveType.Cube);\n"
        "crate.transform.position = new Vector3(2, 0, 1);\n"
        "var ball = GameObject.CreatePrimitive(PrimitiveType.Sphere);\n"
        "ball.transform.position = new Vector3(0, 7, 0);\n"
        "Assert.AreEqual(crate.transform.position, new Vector3(5, 6, 7));\n"
        "Assert.AreEqual(new Vector3(3, 3, 3), ball.transform.position);\n",
        "unity",
    )
    assert set(bodies) == {"crate", "ball"}
    assert_at(bodies["crate"], (2.0, 0.0, 1.0))
    assert_at(bodies["ball"], (0.0, 7.0, 0.0))


def test_a_query_inside_an_assertion_places_its_shapes() -> None:
    bodies = read_bodies(
        "#[test]\nfn apart() {\n    let ball = Ball::new(0.25);\n"
        "    let crate_ = Cuboid::new(Vector3::new(1.0, 2.0, 3.0));\n"
        "    assert_eq!(query::distance(&Isometry3::translation(2.0, 0.0, 1.0), &ball,"
        " &Isometry3::translation(0.0, 7.0, 0.0), &crate_), 4.5);\n}\n",
        "rust",
    )
    assert_at(bodies["ball"], (2.0, 0.0, 1.0))
    assert_at(bodies["crate_"], (0.0, 7.0, 0.0))


CHOSEN = """
	bool is_wide = %s;
	Body &crate = c.CreateBox(RVec3(is_wide? 4 : 2, 0, 1), Quat::sIdentity(), %s, EMotionQuality::Discrete, 0,
		Vec3(1, 2, 3));
	Body &ball = c.CreateSphere(RVec3(0, 7, 0), 0.25f, EMotionType::Static, EMotionQuality::Discrete, 0);
"""


@pytest.mark.parametrize(("condition", "x"), [("true", 4.0), ("false", 2.0), ("!(1 < 2) || 3 > 4", 2.0)])
def test_a_conditional_expression_is_computed(condition: str, x: float) -> None:
    kind = "fast? EMotionType::Dynamic : EMotionType::Static"  # it is not known, and does not matter
    assert_at(read_bodies(CHOSEN % (condition, kind), "jolt-cpp")["crate"], (x, 0.0, 1.0))


def test_a_position_that_depends_on_an_unknown_condition_is_refused() -> None:
    with pytest.raises(TextError, match="conditional expression"):
        read(CHOSEN % ("settings.mIsWide", "EMotionType::Dynamic"))


def test_components_by_the_methods_of_jolt() -> None:
    text = "const Vec3 half(1, 2, 3);\n" + JOLT.replace("RVec3(2, 0, 1)", "RVec3(half.GetY(), 0, half.GetX())")
    assert_at(read_bodies(text, "jolt-cpp")["crate"], (2.0, 0.0, 1.0))


FIRST_LIBCCD = """
    gjk_t gjk;
    GJK_SPHERE(ball);
    GJK_BOX(crate);
    GJK_INIT(&gjk);
    gjk.support1 = gjkSupport;
    ball.radius = 0.25;
    crate.x = 2; crate.y = 4; crate.z = 6;
    gjkVec3Set(&crate.pos, 2., 0., 1.);
    gjkQuatSetAngleAxis(&crate.quat, 0., &axis);
    res = gjkIntersect(&ball, &crate, &gjk);
"""


def test_libccd_under_its_first_name() -> None:
    bodies = read_bodies(FIRST_LIBCCD.replace("    gjkQuatSetAngleAxis(&crate.quat, 0., &axis);\n", ""), "libccd-c")
    assert_body(bodies["crate"], Box((1.0, 2.0, 3.0)), (2.0, 0.0, 1.0))
    assert_body(bodies["ball"], Sphere(0.25), (0.0, 0.0, 0.0))


def test_code_of_an_unknown_library_is_no_table() -> None:
    with pytest.raises((ImportFault, TextError)):
        read(FIRST_LIBCCD.replace("gjk", "xyz").replace("GJK", "XYZ"))


MESH = """
const PxVec3 corners[] = {PxVec3(0, 1, 0), PxVec3(1, 0, 0), PxVec3(-1, 0, 0), PxVec3(0, 0, 1), PxVec3(0, 0, -1)};
const PxU32 numbers[] = {0, 1, 3, 0, 3, 2, 0, 2, 4, 0, 4, 1};
%sDesc desc;
desc.points.count = 5;
desc.points.data = corners;
desc.points.stride = sizeof(PxVec3);
desc.%s.count = 4;
desc.%s.data = numbers;
desc.%s.stride = 3 * sizeof(PxU32);
auto* cooked = PxCreate%s(params, desc);
%sGeometry tent{ cooked };
PxSphereGeometry ball(0.25f);
bool hit = PxGeometryQuery::overlap(tent, PxTransform(PxVec3(2, 0, 1)), ball, PxTransform(PxVec3(0, 7, 0)));
"""


@pytest.mark.parametrize(("cooked", "faces"), [("TriangleMesh", "triangles"), ("ConvexMesh", "indices")])
def test_meshes_of_physx_whatever_is_said_after_the_points(cooked: str, faces: str) -> None:
    bodies = read_bodies(MESH % (f"Px{cooked}", faces, faces, faces, cooked, f"Px{cooked}"), "physx-cpp")
    corners = ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0))
    is_mesh = cooked == "TriangleMesh"
    mesh = Mesh(corners, ((0, 1, 3), (0, 3, 2), (0, 2, 4), (0, 4, 1)))
    assert_body(bodies["tent"], mesh if is_mesh else Hull(corners), (2.0, 0.0, 1.0))
    assert_at(bodies["ball"], (0.0, 7.0, 0.0))
