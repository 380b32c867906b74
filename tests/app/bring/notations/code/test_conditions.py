"""A value that depends on a condition or a loop that is not executed is refused, and nothing else is."""

import pytest

from gjkscope.app.bring.notations.importing import import_text
from gjkscope.engine import Sphere

CPP = """\
int main() {{
  double r = 1;
  {0}
  fcl::Sphered a(r);
  fcl::Boxd b(1, 1, 1);
  fcl::Transform3d Ta = fcl::Transform3d::Identity(), Tb = fcl::Transform3d::Identity();
  Tb.translation() = fcl::Vector3d(0, 4, 0);
  {1}
  fcl::CollisionObjectd oa(std::make_shared<fcl::Sphered>(a), Ta), ob(std::make_shared<fcl::Boxd>(b), Tb);
  fcl::distance(&oa, &ob, request, result);
}}
"""
RUST = """\
use parry3d::shape::{{Ball, Cuboid}};
fn main() {{
    let mut r = 1.0;
    {0}
    let a = Ball::new(r);
    let b = Cuboid::new(Vector3::new(1.0, 1.0, 1.0));
    let d = query::distance(&Isometry3::identity(), &a, &Isometry3::translation(0.0, 4.0, 0.0), &b);
}}
"""
UNITY = """var a = new GameObject("a"); var box = a.AddComponent<BoxCollider>(); box.size = new Vector3(1, 1, 1);
a.transform.position = new Vector3(1, 2, 3);
var b = new GameObject("b"); var ball = b.AddComponent<SphereCollider>(); ball.radius = 0.5f;
{0}
"""
CANNON = """function ball(isBig) {{ {0} }}
const a = new CANNON.Body({{ shape: ball(false), position: new CANNON.Vec3(1, 0, 0) }});
const b = new CANNON.Body({{ shape: new CANNON.Sphere(0.5), position: new CANNON.Vec3(0, 2, 0) }});
{1}
"""
PLACED = CANNON.replace("shape: ball(false), position: new CANNON.Vec3(1, 0, 0)", "shape: unit, position: ball(true)")
CSHARP = """\
float r = 1;
{0}
var a = new Sphere(r);
var b = new Box(1, 1, 1);
var second = new RigidPose(new Vector3(0, 4, 0));
"""
THREE = "const a = new CANNON.Sphere(r);\nconst b = new CANNON.Box(new CANNON.Vec3(1, 1, 1));\n"
PYTHON = """\
import fcl, numpy as np
r = 1.0
{0}
a = fcl.CollisionObject(fcl.Sphere(r), fcl.Transform())
b = fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform(np.array([0.0, 4.0, 0.0])))
fcl.distance(a, b)
"""
DEPENDS = {
    "block": CPP.format("if (big) { r = 5; }", ""),
    "nested": CPP.format("if (big) { if (very) { r = 5; } }", ""),
    "both branches": CPP.format("if (big) { r = 5; } else { r = 2; }", ""),
    "without braces": CPP.format("if (big(1)) r = 5;", ""),
    "else without braces": CPP.format("if (big) { count = 1; } else r = 5;", ""),
    "without braces, but for the other branch": CPP.format("if (big) r = large; else { count = 1; }", ""),
    "one of three branches": CPP.format("if (big) { count = 1; } else if (small) r = little; else { count = 2; }", ""),
    "behind a blank line": CPP.format("if (big)\n\n  r = large;", ""),
    "sum": CPP.format("if (big) { r += 5; }", ""),
    "pose": CPP.format("", "if (far) { Tb.translation() = fcl::Vector3d(0, 9, 0); }"),
    "computed": CPP.format("if (big) { r = 5; } double s = 2 * r; if (very) { s = 3; } r = s;", ""),
    "part of a pose": CPP.format("", "if (far) { Tb.translation()[1] = 9; }"),
    "loop": CPP.format("for (int i = 0; i < 4; ++i) { r += 1; }", ""),
    "loop without braces": CPP.format("for (int i = 0; i < 4; ++i) r += 1;", ""),
    "loop with a condition": CPP.format("while (r < 5) { r += 1; }", ""),
    "loop that begins with its body": CPP.format("do { r += 1; } while (r < 5);", ""),
    "catch": CPP.format("try { count = 1; } catch (...) { r = 2; }", ""),
    "Rust": RUST.format("if big { r = 5.0; }"),
    "Rust, both branches": RUST.format("if big { r = 5.0; } else { r = 2.0; }"),
    "C#": CSHARP.format("if (big) r = large; else { count = 1; }"),
    "C#, a case": CSHARP.format("switch (kind) { case 1: r = large; break; }"),
    "JavaScript": f"let r = 1;\nif (big) {{ r = 5; }}\n{THREE}",
    "Python": PYTHON.format("if big:\n    r = 5.0"),
    "Python, loop": PYTHON.format("for i in range(count):\n    r += 1.0"),
    "Python, both branches": PYTHON.format("if big:\n    r = 5.0\nelse:\n    r = 2.0"),
    "returned": "double size(bool big) { if (big) { return 5; } return 1; }\n" + CPP.format("r = size(large);", ""),
    "returned without braces": "double size(bool big) { if (big) return 5; return 1; }\n"
    + CPP.format("r = size(large);", ""),
}


DEPENDS |= {
    name: CANNON.format(body, "")
    for name, body in {
        "JavaScript, a function": "let r = 1; if (isBig) { r = 5; } return new CANNON.Sphere(r);",
        "JavaScript, returned": "if (isBig) { return new CANNON.Sphere(5); } return new CANNON.Sphere(1);",
        "JavaScript, returned without braces": "if (isBig) return new CANNON.Sphere(5); return new CANNON.Sphere(1);",
        "JavaScript, caught": "try { return new CANNON.Sphere(1); } catch (e) { return new CANNON.Sphere(2); }",
    }.items()
}
DEPENDS["JavaScript, a vector"] = "const unit = new CANNON.Sphere(1);\n" + PLACED.format(
    "let p = new CANNON.Vec3(1, 2, 3); if (isBig) { p.set(4, 5, 6); } return p;", ""
)


@pytest.mark.parametrize("name", DEPENDS)
def test_what_depends_on_a_condition_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="depends on a condition"):
        import_text(DEPENDS[name])


UNIT = "return new CANNON.Sphere(1);"
ASKED = {
    "a size": CPP.format("", "if (big) { a.radius = 5; }"),
    "another shape": CPP.format("", "if (big) { a = fcl::Sphered(7); }"),
    "another shape, without braces": CPP.format("", "if (big) a = fcl::Sphered(7);"),
    "a size of a component": UNITY.format("if (big) { box.size = new Vector3(5, 5, 5); }"),
    "the pose of an object": UNITY.format("if (far) { a.transform.position = new Vector3(7, 8, 9); }"),
    "the pose of a body": CANNON.format(UNIT, "if (far) { a.position = new CANNON.Vec3(7, 8, 9); }"),
    "a loop": CANNON.format(UNIT, "while (isNear) { a.position = new CANNON.Vec3(7, 8, 9); }"),
    "a shape that is returned": CANNON.format(
        "let s = new CANNON.Sphere(1); if (isBig) { s = new CANNON.Sphere(5); } return s;", ""
    ),
    "a branch of Python": PYTHON.format("")
    + "if far:\n    a = fcl.CollisionObject(fcl.Sphere(5.0), fcl.Transform())\n",
}


@pytest.mark.parametrize("name", ASKED)
def test_shapes_and_places_that_depend_on_a_condition_are_asked_about(name: str) -> None:
    (question,) = import_text(ASKED[name]).questions
    assert question.what == "condition"
    assert "depends on a condition or a loop that is not executed" in question.why


KNOWN = {
    "something else in the block": CPP.format("if (big) { count = 5; std::cout << r; }", ""),
    "a variable of the block": CPP.format("if (big) { double r = 5; count = r; }", ""),
    "set again behind it": CPP.format("if (big) { r = 5; } r = 1;", ""),
    "not used": CPP.format("double s = 2; if (big) { s = 5; }", ""),
    "an early end": CPP.format("if (!ready) return 1;", ""),
    "an answer": CPP.format("", "if (Tb.translation()[1] > 3) { distance = 3; }"),
    "Rust": RUST.format("if big { count = 5; }"),
    "a body that the block makes": CPP.format("if (big) { fcl::Transform3d T; T.setIdentity(); T.setIdentity(); }", ""),
    "Python": PYTHON.format("if big:\n    count = 5"),
    "a condition of Python that is known": PYTHON.format("big = True\nif not big:\n    r = 5.0"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_other_conditions_change_nothing(name: str) -> None:
    body = import_text(KNOWN[name]).scene.bodies[0]
    assert body.shape == Sphere(1.0)


def test_the_first_value_of_a_variable_may_be_in_a_block() -> None:
    text = CPP.format("if (big) { r = 5; }", "").replace("double r = 1;", "double r;")
    assert import_text(text).scene.bodies[0].shape == Sphere(5.0)


def test_a_value_of_a_case_is_asked_about() -> None:
    imported = import_text(CPP.format("switch (kind) { case 1: r = 5; break; }", ""))
    assert [question.what for question in imported.questions] == ["unread"]
