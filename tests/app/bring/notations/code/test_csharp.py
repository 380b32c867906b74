"""C#: object initialisers, target-typed new, named arguments, the sizes that each library takes, and its trees."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code import syntax
from gjkscope.app.bring.notations.code.grammars import statements
from gjkscope.app.bring.notations.code.lexer import CSHARP
from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.engine.shapes.kinds import Box, Capsule, Cylinder, Hull, Sphere, Triangle
from gjkscope.engine.vectors import Vec3


def placements(imported: Imported) -> list[tuple[object, Vec3]]:
    return [(body.shape, body.pose.position) for body in imported.scene.bodies]


def test_object_initialisers_and_named_arguments() -> None:
    text = (
        "var crate = new Box(width: 1, height: 2, length: 3);\n"
        "var pill = new Capsule { Radius = 0.5f, HalfLength = 1f };\n"
        "var cratePose = new RigidPose { Position = new Vector3 { X = 1 }, Orientation = Quaternion.Identity };\n"
        "simulation.Statics.Add(new StaticDescription(position: new(0, 3, 0), shape: simulation.Shapes.Add(pill)));\n"
        "simulation.Bodies.Add(BodyDescription.CreateKinematic(cratePose, simulation.Shapes.Add(crate), 0.01f));\n"
    )
    assert placements(import_text(text)) == [
        (Box((0.5, 1.0, 1.5)), (1.0, 0.0, 0.0)),
        (Capsule(0.5, 1.0, "y"), (0.0, 3.0, 0.0)),
    ]


@pytest.mark.parametrize(
    ("sign", "half"), [("using JoltPhysicsSharp;", 2.0), ("using BulletSharp;", 2.0), ("using Jitter2;", 1.0)]
)
def test_each_library_has_its_own_sizes(sign: str, half: float) -> None:
    text = f"{sign}\nBoxShape floor = new(2, 2, 2);\nSphereShape ball = new(0.5f);\n"
    if "Jitter" not in sign:
        text = text.replace("new(2, 2, 2)", "new(new Vector3(2, 2, 2))")
    assert import_text(text).scene.bodies[0].shape == Box((half, half, half))


def test_nested_components_are_placed_by_their_entity() -> None:
    text = (
        'var cube = new Entity("Cube") { Transform = { Position = new Vector3(0, 0.5f, 0) } };\n'
        "cube.Add(new RigidbodyComponent { ColliderShapes = {\n"
        "    new BoxColliderShapeDesc { Size = new Vector3(1) } } });\n"
        'var ball = new Entity("Ball") { new StaticColliderComponent { ColliderShapes = {\n'
        "    new SphereColliderShapeDesc { Radius = 0.25f } } } };\n"
        "ball.Transform.Position = new Vector3(0, 1.2f, 0);\n"
    )
    assert placements(import_text(text)) == [(Box((0.5, 0.5, 0.5)), (0.0, 0.5, 0.0)), (Sphere(0.25), (0.0, 1.2, 0.0))]


def test_unity_pose_in_one_call_and_geometries() -> None:
    text = (
        'var a = new GameObject("A") { transform = { position = new Vector3(1, 2, 3) } };\n'
        "a.AddComponent<BoxCollider>().size = new(2, 2, 2);\n"
        'var b = new GameObject("B");\nb.AddComponent<SphereCollider>().radius = 0.25f;\n'
        "b.transform.SetPositionAndRotation(new Vector3(1, 4, 3), Quaternion.identity);\n"
    )
    assert [position for _, position in placements(import_text(text))] == [(1.0, 2.0, 3.0), (1.0, 4.0, 3.0)]
    dots = (
        "var a = SphereCollider.Create(new SphereGeometry { Center = float3.zero, Radius = 0.5f });\n"
        "var b = new CylinderGeometry { Center = new float3(0, 1, 0), Orientation = quaternion.identity, Height = 2f,\n"
        "    Radius = 0.5f, SideCount = 20 };\n"
    )
    assert [body.shape for body in import_text(dots).scene.bodies] == [Sphere(0.5), Cylinder(0.5, 1.0, "z")]


def test_queries_with_orientations_and_positions() -> None:
    text = (
        "SupportPrimitives.Box a = SupportPrimitives.CreateBox(new JVector(1, 1, 1));\n"
        "VertexSupportMap b = new([new JVector(0, 0, 0), new JVector(1, 0, 0), new JVector(0, 1, 0),\n"
        "    new JVector(0, 0, 1)]);\n"
        "Manifold manifold = default;\n"
        "manifold.Build(a, b, JQuaternion.Identity, JQuaternion.Identity, JVector.Zero, new JVector(0, 2.5f, 0),\n"
        "    new JVector(0, 1, 0), JVector.UnitY, out Real lambda);\n"
    )
    (box, _), (hull, at) = placements(import_text(text))
    assert (box, type(hull), at) == (Box((1.0, 1.0, 1.0)), Hull, (0.0, 2.5, 0.0))


def test_a_call_that_is_not_read_is_asked_about() -> None:
    text = (
        "var a = new SphereShape(1);\nvar b = new BoxShape(1);\n"
        "bool hit = NarrowPhase.Overlap(a, b, is => 3, new JVector(0, 1, 0));\n"
    )
    assert [question.what for question in import_text(text).questions] == ["pose"]


def test_lanes_and_triangles() -> None:
    text = (
        "var pill = new CapsuleWide { HalfLength = new Vector<float>(0.5f), Radius = new Vector<float>(0.25f) };\n"
        "var tri = new TriangleWide { A = new Vector3Wide { X = new Vector<float>(1f) },\n"
        "    B = new Vector3Wide { Y = new Vector<float>(1f) }, C = new Vector3Wide { Z = new Vector<float>(1f) } };\n"
    )
    assert [body.shape for body in import_text(text).scene.bodies] == [
        Capsule(0.25, 0.5, "y"),
        Triangle(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))),
    ]


def test_first_of_several_vectors_is_the_position() -> None:
    text = (
        "Sphere ball = new(1);\n"
        "Simulation.Bodies.Add(BodyDescription.CreateDynamic(new Vector3(0, 5, 0), new Vector3(0, 0, 2), inertia,\n"
        "    Simulation.Shapes.Add(ball), 0.01f));\n"
        "Simulation.Statics.Add(new StaticDescription(new Vector3(), Simulation.Shapes.Add(new Box(5, 1, 5))));\n"
    )
    imported = import_text(text)
    assert imported.scene.bodies[0].pose.position == (0.0, 5.0, 0.0)
    assert next(assumption.others for assumption in imported.assumptions if assumption.what == "position") == ("2",)


def test_a_size_without_a_value_is_an_error() -> None:
    with pytest.raises(TextError, match="'w' has no value"):
        import_text("var a = new Box(w, 1, 1);\nvar b = new Sphere(1);\nvar c = new Sphere(2);\n")


def test_members_may_stand_alone_with_attributes() -> None:
    text = "[SerializeField] private float r = 0.5f;\n[Range(0, 1)]\npublic Vector3 c = new(1, 2, 3);"
    radius, centre = statements(text, CSHARP)
    assert isinstance(radius, syntax.Declaration)
    assert isinstance(centre, syntax.Declaration)
    assert (radius.name.text, centre.name.text) == ("r", "c")
    assert isinstance(centre.value, syntax.CallNode)
    assert isinstance(centre.value.function, syntax.Name)
    assert centre.value.function.path == ("Vector3",)


def test_parameters_and_arguments_that_are_written_to() -> None:
    text = "bool Cast(ref Pose pose, float r = 1, out Hit hit) { return Ask(out Hit found, ref pose, in r, size: 2); }"
    header, _, returned, _ = statements(text, CSHARP)
    assert isinstance(header, syntax.FunctionHeader)
    assert [(parameter.name, parameter.is_reference) for parameter in header.parameters] == [
        ("pose", True),
        ("r", False),
        ("hit", True),
    ]
    assert isinstance(returned, syntax.BareExpression)
    assert isinstance(returned.value, syntax.CallNode)
    names = [
        argument.value.path if isinstance(argument.value, syntax.Name) else argument.name
        for argument in returned.value.arguments
    ]
    assert names == [("found",), ("pose",), ("r",), "size"]


@pytest.mark.parametrize(
    ("text", "operator"), [("i++;", "+="), ("--i;", "-="), ("i += 2;", "+="), ("(i, j) = (1, 2);", "=")]
)
def test_steps_are_assignments(text: str, operator: str) -> None:
    first = next(iter(statements(text, CSHARP)))
    assert isinstance(first, syntax.Assignment)
    assert first.operator == operator


@pytest.mark.parametrize(
    "text", ["y = x?.Pose;", "y = x ?? z;", "y = x switch { 1 => 2, _ => 3 };", "y = p => p;", "x %= 2;"]
)
def test_what_depends_on_the_program_is_unknown(text: str) -> None:
    assert [type(statement) for statement in statements(text, CSHARP)] == [syntax.Unknown]


def test_cases_and_properties_are_read() -> None:
    text = (
        "class A { public float R { get; set; } = 0.5f; }\n"
        "switch (kind) { case 1: case 2: r = 5; break; default: r = 2; break; }"
    )
    read = list(statements(text, CSHARP))
    assert [statement.name.text for statement in read if isinstance(statement, syntax.Declaration)] == ["R"]
    assert sum(isinstance(statement, syntax.Assignment) for statement in read) == 2
    assert [statement.token.text for statement in read if isinstance(statement, syntax.Unknown)] == ["class", "switch"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("(Real)-2.0", syntax.Number),
        ("(float)-x", syntax.Unary),
        ("(Real)(2 * x)", syntax.Binary),
        ("(x)-1", syntax.Binary),
        ("(a.b) * 2", syntax.Binary),
    ],
)
def test_casts_are_told_from_differences(text: str, kind: type) -> None:
    (declared,) = statements(f"var y = {text};", CSHARP)
    assert isinstance(declared, syntax.Declaration)
    assert type(declared.value) is kind
