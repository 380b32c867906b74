"""Functions of languages with braces: defaults, lambdas, constructors, bindings, and Rust's functions and loops."""

import pytest

from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.engine.shapes.kinds import Box, Segment, Sphere, Triangle
from gjkscope.engine.vectors import Vec3


def placements(imported: Imported) -> list[tuple[object, Vec3]]:
    return [(body.shape, body.pose.position) for body in imported.scene.bodies]


def test_defaults_of_a_function_that_is_not_called() -> None:
    text = (
        "void check(double r = 0.5, const Vector3d& at = Vector3d(0, 0, 1.25)) {\n"
        "  fcl::Boxd a(1, 1, 1);\n  fcl::Sphered b(r);\n"
        "  Transform3d X_WA = Transform3d::Identity();\n  Transform3d X_WB = Transform3d::Identity();\n"
        "  X_WB.translation() = at;\n  fcl::collide(&a, X_WA, &b, X_WB, request, result);\n}\n"
    )
    imported = import_text(text)
    assert placements(imported) == [(Box((0.5, 0.5, 0.5)), (0.0, 0.0, 0.0)), (Sphere(0.5), (0.0, 0.0, 1.25))]
    assert any("'at' has its default" in warning for warning in imported.warnings)


def test_a_parameter_hides_a_variable_of_the_file() -> None:
    text = "double r = 2;\nvoid check(double r) {\n  fcl::Sphered a(r);\n  fcl::Sphered b(1);\n}\n"
    with pytest.raises(ValueError, match="'r' is a parameter of a function that is not called"):
        import_text(text)


def test_lambdas_constructors_and_structured_bindings() -> None:
    text = (
        "auto ball = [](double r) { return std::make_shared<fcl::Sphered>(r); };\n"
        "auto a = ball(0.5);\nauto b = ball(0.75);\n"
        "auto [ta, tb] = std::make_pair(Transform3d::Identity(), Transform3d(Eigen::Translation3d(0, 0, 2)));\n"
        "fcl::distance(a.get(), ta, b.get(), tb, request, result);\n"
    )
    assert placements(import_text(text)) == [(Sphere(0.5), (0.0, 0.0, 0.0)), (Sphere(0.75), (0.0, 0.0, 2.0))]
    text = (
        "class Pair {\n public:\n  Pair() : box_(1.0, 2.0, 3.0), X_WB_(Translation3d(0, 0, 1.5)) {}\n"
        "  fcl::Boxd box_;\n  fcl::Sphered ball_{0.5};\n  Transform3d X_WB_;\n"
        "  Transform3d X_WA_{Transform3d::Identity()};\n"
        "  void run() { fcl::collide(&box_, X_WA_, &ball_, X_WB_, request, result); }\n};\n"
    )
    assert placements(import_text(text)) == [(Box((0.5, 1.0, 1.5)), (0.0, 0.0, 0.0)), (Sphere(0.5), (0.0, 0.0, 1.5))]


def test_rust_functions_and_loops() -> None:
    text = (
        "fn shapes(h: f32) -> (Cuboid, Ball) {\n    (Cuboid::new(Vec3::splat(h)), Ball::new(0.5))\n}\n"
        "#[test]\nfn overlap() {\n    let (cuboid, ball) = shapes(1.0);\n"
        "    for (x, y) in [(0.25, 1.25), (0.0, 2.0)] {\n        let pos12 = Pose::translation(x, y, 0.0);\n"
        "        let c = contact_support_maps(&pos12, &cuboid, &ball, 0.0);\n    }\n}\n"
    )
    imported = import_text(text)
    assert placements(imported) == [(Box((1.0, 1.0, 1.0)), (0.0, 0.0, 0.0)), (Sphere(0.5), (0.25, 1.25, 0.0))]
    assert "pass of the loop" in [question.what for question in imported.questions]


def test_points_in_the_place_of_shapes() -> None:
    text = (
        "Sphere s(0.5);\nVec3f p(0, 0, 0.25), q(1, 0, 0.25), r(0, 1, 0.25);\n"
        "solver.shapeTriangleIntersect(s, Transform3f(), p, q, r, NULL, NULL, NULL);\n"
    )
    assert placements(import_text(text)) == [
        (Sphere(0.5), (0.0, 0.0, 0.0)),
        (Triangle(((0.0, 0.0, 0.25), (1.0, 0.0, 0.25), (0.0, 1.0, 0.25))), (0.0, 0.0, 0.0)),
    ]
    text = (
        "mjtNum p[3] = {-1, 0, 0}, q[3] = {1, 0, 0};\nmjtNum r[3] = {0, -1, 0.5}, s[3] = {0, 1, 0.5};\n"
        "EXPECT_NEAR(SegSegDist(p, q, r, s), 0.5, 1e-12);\n"
    )
    assert [type(body.shape) for body in import_text(text).scene.bodies] == [Segment, Segment]


def test_bounding_volumes_and_structures() -> None:
    text = (
        "BoundingOrientedBox obb(XMFLOAT3(0, 0, 0), XMFLOAT3(1, 2, 3), XMFLOAT4(0, 0, 0, 1));\n"
        "BoundingSphere ball(XMFLOAT3(0, 2.25f, 0), 0.5f);\nEXPECT_TRUE(obb.Intersects(ball));\n"
    )
    expected = [(Box((1.0, 2.0, 3.0)), (0.0, 0.0, 0.0)), (Sphere(0.5), (0.0, 2.25, 0.0))]
    assert placements(import_text(text)) == expected
    text = (
        "OBB a{ .center = glm::vec3(0.0f), .half = glm::vec3(1.0f, 2.0f, 3.0f) };\n"
        "Sphere b{ glm::vec3(0, 2.25f, 0), 0.5f };\nbool hit = intersects(a, b);\n"
    )
    assert placements(import_text(text)) == expected
