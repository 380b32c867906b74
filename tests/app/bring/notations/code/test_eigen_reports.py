"""C++ with Eigen as in tests and issues of FCL, coal and Drake: old and new names, several calls, parts of poses."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Sphere
from tests.app.bring.notations.code.reading import TURNED, assert_at, assert_body, assumptions_of, read, read_bodies

SIDEWAYS = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))  # a quarter turn about y


def test_a_pointer_of_boost_and_an_object_of_rotation_and_translation() -> None:
    bodies = read_bodies(
        "Matrix3f turn(0.0, -1.0, 0.0,\n 1.0, 0.0, 0.0,\n 0.0, 0.0, 1.0);\nVec3f place(0.0, 4.0, 2.0);\n"
        "boost::shared_ptr<Sphere> ball(new Sphere(2));\n"
        "CollisionObject ball_object(ball, turn, Vec3f(1.0, 0.0, 0.0));\n"
        "boost::shared_ptr<Box> crate(new Box(6, 2, 4));\nCollisionObject crate_object(crate, turn, place);\n",
        "eigen",
    )
    assert_body(bodies["ball"], Sphere(2.0), (1.0, 0.0, 0.0), TURNED)
    assert_body(bodies["crate"], Box((3.0, 1.0, 2.0)), (0.0, 4.0, 2.0), TURNED)


def test_pointers_of_another_type_take_their_poses_from_the_call() -> None:
    bodies = read_bodies(
        "CollisionGeometryPtr_t s1(new coal::Sphere(1));\nCollisionGeometryPtr_t s2(new coal::Sphere(2));\n"
        "const Transform3s tf1;\nconst Transform3s tf2_touching(Vec3s(0, 0, 3));\nconst Scalar gap = Scalar(0.25);\n"
        "Transform3s tf2_apart(Vec3s(tf2_touching.getTranslation() + Vec3s(0, 0, gap)));\n"
        "collide(s1.get(), tf1, s2.get(), tf2_apart, request, result);\n",
        "eigen",
    )
    assert_at(bodies["s1"], (0.0, 0.0, 0.0))
    assert_at(bodies["s2"], (0.0, 0.0, 3.25))


MOVED = (
    "Capsule<double> rod{0.5, 2};\nBox<double> slab{1, 2, 3};\nTransform3<double> X{Transform3<double>::Identity()};\n"
    "Transform3<double> I{Transform3<double>::Identity()};\n"
    "X.translation() = Vector3<double>(4, 0, 0);\ndistance(&rod, X, &slab, I, request, result);\n"
    "EXPECT_NEAR(result.min_distance, 3, 1e-6);\n"
    "X.translation() = Vector3<double>(0, 0, 5);\ndistance(&rod, X, &slab, I, request, result);\n"
    "X.linear() = AngleAxis<double>(M_PI / 2, Vector3<double>::UnitY()).matrix();\n"
    "distance(&rod, X, &slab, I, request, result);\n"
)


def test_the_last_of_several_calls_is_read_and_the_others_are_offered() -> None:
    imported = read(MOVED)
    rod, slab = imported.scene.bodies
    assert (rod.shape, slab.shape) == (Capsule(0.5, 1.0, "z"), Box((0.5, 1.0, 1.5)))
    assert_at(rod, (0.0, 0.0, 5.0), SIDEWAYS)
    (call,) = [assumption for assumption in imported.assumptions if assumption.what == "call"]
    assert (call.value, call.others) == ("3", ("1", "2"))


@pytest.mark.parametrize(("call", "position"), [("1", (4.0, 0.0, 0.0)), ("2", (0.0, 0.0, 5.0))])
def test_an_earlier_call_can_be_chosen(call: str, position: tuple[float, ...]) -> None:
    rod, slab = read(MOVED, choices={"call": call}).scene.bodies
    assert_at(rod, position)
    assert_at(slab, (0.0, 0.0, 0.0))


def test_an_object_that_is_moved_between_calls() -> None:
    text = (
        "auto rod = std::make_shared<fcl::Capsuled>(0.5, 2);\nauto slab = std::make_shared<fcl::Boxd>(1, 2, 3);\n"
        "fcl::Transform3d tf(fcl::Translation3d(4, 0, 0));\n"
        "fcl::CollisionObjectd a(rod, tf), b(slab);\nfcl::distance(&a, &b, request, result);\n"
        "a.setTranslation(fcl::Vector3d(0, 0, 5));\nfcl::distance(&a, &b, request, result);\n"
    )
    assert_at(read(text).scene.bodies[0], (0.0, 0.0, 5.0))
    assert_at(read(text, choices={"call": "1"}).scene.bodies[0], (4.0, 0.0, 0.0))


def test_calls_at_the_same_place_are_one() -> None:
    again = MOVED.split("X.translation() = Vector3<double>(0")[0] + "collide(&rod, X, &slab, I, request, result);\n"
    assert "call" not in assumptions_of(read(again))


def test_sizes_and_poses_that_only_a_helper_gets() -> None:
    bodies = read_bodies(
        "S cylinder_radius = 0.25;\nS cylinder_length = 3;\nVector3<S> box_size(1, 2, 0.5);\n"
        "Transform3<S> X_WB = Transform3<S>::Identity();\nX_WB.translation() << 0, 0, 1;\n"
        "Transform3<S> X_WC = Transform3<S>::Identity();\nX_WC.translation() << 0, 2, 0;\n"
        "test_distance(cylinder_radius, cylinder_length, X_WC, box_size, X_WB);\n",
        "eigen",
    )
    assert_body(bodies["cylinder"], Cylinder(0.25, 1.5, "z"), (0.0, 2.0, 0.0))
    assert_body(bodies["box"], Box((0.5, 1.0, 0.25)), (0.0, 0.0, 1.0))


def test_structures_of_a_size_and_a_pose() -> None:
    text = (
        "const S side = 2;\nBoxSpec<S> tilted{\n  fcl::Vector3<S>{side, side, side},\n"
        "  fcl::Transform3<S>{fcl::AngleAxis<S>(pi / 2, fcl::Vector3<S>::UnitY())}};\n"
        "BoxSpec<S> lower{fcl::Vector3<S>{1, 1, 3}, fcl::Transform3<S>{fcl::Translation3<S>(0, 0, -side)}};\n"
        "lower.X_FB.translation() << 0, 0, -0.75;\n"
    )
    bodies = read_bodies(text, "eigen")
    assert_body(bodies["tilted"], Box((1.0, 1.0, 1.0)), (0.0, 0.0, 0.0), SIDEWAYS)
    assert_at(bodies["lower"], (0.0, 0.0, -0.75))
    assert assumptions_of(read(text))["kind"] == "box"


def test_columns_of_a_rotation() -> None:
    bodies = read_bodies(
        "coal::Capsule rod(0.25, 1);\ncoal::Box slab(1, 1, 1);\ncoal::Transform3s tf1, tf2;\n"
        "tf1.rotation().col(0) << 0, 0, -1;\ntf1.rotation().col(1) << 0, 1, 0;\ntf1.rotation().col(2) << 1, 0, 0;\n"
        "tf1.translation() << 0, 0, rod.radius - 0.125;\ncoal::collide(&rod, tf1, &slab, tf2, request, result);\n",
        "eigen",
    )
    assert_at(bodies["rod"], (0.0, 0.0, 0.125), SIDEWAYS)


def test_corners_of_a_matrix() -> None:
    bodies = read_bodies(
        "Eigen::Matrix4d m = Eigen::Matrix4d::Identity();\n"
        "m.topLeftCorner<3, 3>() = Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitY()).toRotationMatrix();\n"
        "m.topRightCorner<3, 1>() << 0.5, 0.25, 1;\nfcl::Transform3d t = fcl::Transform3d::Identity();\n"
        "t.linear() = m.topLeftCorner<3, 3>();\nt.translation() = m.topRightCorner<3, 1>();\n"
        "auto *rod = new fcl::CollisionObject<double>(std::make_shared<fcl::Capsuled>(0.25, 1), t);\n",
        "eigen",
    )
    (rod,) = bodies.values()
    assert_at(rod, (0.5, 0.25, 1.0), SIDEWAYS)


def test_matrices_that_are_filled_in_or_mapped() -> None:
    bodies = read_bodies(
        "double m[16] = {0, 1, 0, 0,  -1, 0, 0, 0,  0, 0, 1, 0,  0.5, 0.25, 2, 1};\nfcl::Transform3d ta;\n"
        "ta.matrix() = Eigen::Map<Eigen::Matrix4d>(m);\n"
        "fcl::Transform3d tb((Eigen::Matrix4d() << 0, -1, 0, 4, 1, 0, 0, 5, 0, 0, 1, 6, 0, 0, 0, 1).finished());\n"
        "fcl::Boxd a(1, 2, 3), b(1, 1, 1);\nfcl::distance(&a, ta, &b, tb, request, result);\n",
        "eigen",
    )
    assert_at(bodies["a"], (0.5, 0.25, 2.0), TURNED)
    assert_at(bodies["b"], (4.0, 5.0, 6.0), TURNED)


def test_a_part_of_a_pose_that_is_not_understood_is_refused() -> None:
    with pytest.raises(ValueError, match="bottomRows"):
        read(
            "coal::Capsule rod(0.25, 1);\ncoal::Box slab(1, 1, 1);\ncoal::Transform3s tf1, tf2;\n"
            "tf1.rotation().bottomRows(2) << 0, 1, 0, -1, 0, 0;\n"
            "coal::collide(&rod, tf1, &slab, tf2, request, result);\n"
        )


def test_a_pose_stays_unknown_when_another_part_is_set() -> None:
    text = (
        "fcl::Boxd a(1, 1, 1), b(1, 1, 1);\nfcl::Transform3f tf1, tf2;\ntf1.setQuatRotation(measured);\n"
        "tf1.setTranslation(fcl::Vec3f(1, 2, 3));\ndistance(&a, tf1, &b, tf2, request, result);\n"
    )
    with pytest.raises(ValueError, match="measured"):
        read(text)
    known = text.replace("distance(", "tf1.setQuatRotation(fcl::Quaternion3f(1, 0, 0, 0));\ndistance(")
    assert_at(read(known).scene.bodies[0], (1.0, 2.0, 3.0))


def test_hulls_of_newer_versions_and_sizes_without_a_kind() -> None:
    bodies = read_bodies(
        "std::shared_ptr<std::vector<Vec3s>> points(new std::vector<Vec3s>({Vec3s(0, 0, 0), Vec3s(1, 0, 0),\n"
        "  Vec3s(0, 1, 0), Vec3s(0, 0, Scalar(1))}));\n"
        "ConvexBase32* tip = ConvexBase32::convexHull(points, 4, false, NULL);\ncoal::Sphere ball(0.5);\n"
        "coal::distance(tip, coal::Transform3s(), &ball, coal::Transform3s(Vec3s(0, 0, 2)), request, result);\n",
        "eigen",
    )
    assert bodies["tip"].shape == Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    sides = read_bodies(
        "const Vector3<double> side1(2, 4, 6);\nTransform3<double> X_WB1;\nX_WB1.translation() << 0, 0, 5;\n"
        "const Vector3<double> side2(1, 1, 1);\nTransform3<double> X_WB2 = Transform3<double>::Identity();\n"
        "boxBox2(side1, X_WB1.linear(), X_WB1.translation(), side2, X_WB2.linear(), X_WB2.translation(), &depth);\n",
        "eigen",
    )
    assert_body(sides["side1"], Box((1.0, 2.0, 3.0)), (0.0, 0.0, 5.0))


def test_quaternions_of_old_versions_are_filled_in_later() -> None:
    bodies = read_bodies(
        "Box s1(2, 4, 6);\nBox s2(1, 1, 1);\nQuaternion3f q;\nq.fromAxisAngle(Vec3f(0, 0, 1), M_PI / 2);\n"
        "solver.shapeIntersect(s1, Transform3f(), s2, Transform3f(q, Vec3f(5, 0, 0)), NULL, NULL, 0x0);\n",
        "eigen",
    )
    assert_at(bodies["s1"], (0.0, 0.0, 0.0))
    assert_at(bodies["s2"], (5.0, 0.0, 0.0), TURNED)


def test_a_pose_of_an_unknown_rotation_is_asked_about() -> None:
    imported = read(
        "Box s1(2, 4, 6);\nBox s2(1, 1, 1);\nQuaternion3f q;\nq.guessRotation(Vec3f(0, 0, 1));\n"
        "solver.shapeIntersect(s1, Transform3f(), s2, Transform3f(q, Vec3f(5, 0, 0)), NULL, NULL, NULL);\n"
    )
    (question,) = imported.questions
    assert question.what == "pose"
    assert "guessRotation" in question.why


@pytest.mark.parametrize(
    ("shape", "height"),
    [
        ("const Cylinder probe(0.25, 3);", "probe.halfLength + gap"),
        ("const Cylinder probe(0.25, 3);", "0.5 * probe.lz + gap"),
        ("const Capsule probe(0.25, 3);", "probe.halfLength + gap + probe.radius - 0.25"),
        ("const Box probe(1, 2, 3);", "probe.halfSide[2] + gap"),
        ("const Box probe(1, 2, 3);", "probe.side(2) / 2 + gap"),
        ("const Box probe(1, 2, 3);", "probe.height() / 2 + gap"),
        ("const Ellipsoid probe(1, 2, 1.5);", "probe.radii[2] + gap"),
    ],
)
def test_a_pose_of_the_sizes_of_a_shape(shape: str, height: str) -> None:
    bodies = read_bodies(
        f"const double gap = -0.125;\n{shape}\nconst Sphere ball(0.5);\nconst Transform3s tf1;\nTransform3s tf2;\n"
        f"tf2.translation() = Vec3s(0, 0, {height});\n"
        "coal::collide(&probe, tf1, &ball, tf2, request, result);\n",
        "eigen",
    )
    assert_at(bodies["ball"], (0.0, 0.0, 1.375))
    assert_at(bodies["probe"], (0.0, 0.0, 0.0))


def test_a_size_that_the_shape_has_not_got_is_refused() -> None:
    with pytest.raises(TextError, match=r"line 5, .*cannot be combined"):
        read(
            "const Sphere ball(0.5);\nconst Box crate(1, 2, 3);\nconst Transform3s tf1;\nTransform3s tf2;\n"
            "tf2.translation() = Vec3s(0, 0, ball.halfLength + 1);\n"
            "collide(&crate, tf1, &ball, tf2, request, result);\n"
        )


def test_a_box_of_another_library_made_of_the_size_is_the_same_body() -> None:
    bodies = read_bodies(
        "auto crate = make_shared<Box>(1, 2, 3);\nauto ball = make_shared<Sphere>(0.5);\n"
        "const RigidTransformd X_WS(Vector3d{5, 0, 0});\n"
        "fcl::CollisionObjectd made(make_shared<fcl::Boxd>(crate->size()), RigidTransformd(Vector3d{0, 0, 4}));\n"
        "fcl::CollisionObjectd other(make_shared<fcl::Sphered>(ball), X_WS);\n",
        "eigen",
    )
    assert sorted(str(body.shape) for body in bodies.values()) == sorted([str(Box((0.5, 1.0, 1.5))), str(Sphere(0.5))])
