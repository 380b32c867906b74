"""The grammars of Java and Kotlin: what their statements mean, and code that is damaged or among prose."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.engine.shapes.kinds import Hull, Sphere
from tests.app.bring.notations.code.reading import read, read_bodies

JAVA = """
BoxCollisionShape slab = new BoxCollisionShape(new Vector3f(1f, 2f, 3f));
CollisionShape ball = new SphereCollisionShape(r);
"""
KOTLIN = """
val slab = BoxCollisionShape(1f, 2f, 3f)
val ball = SphereCollisionShape(r)
"""


@pytest.mark.parametrize(
    "setting",
    [
        "float r = 1f; r++;",
        "float[] sizes = {1, 2}; final float r = sizes[1];",
        "float sizes[] = new float[] { 1, 2 }; float r = sizes[1];",
        "float r = (float) 2;",
        "float r = 1 > 2 ? 1f : 2f;",
        "static float half(float of) { return of / 2; }\nvar r = half(4f);",
        "Vector3f size = new Vector3f(1f, 2f, 3f); float r = size.y;",
    ],
)
def test_values_that_statements_of_java_set(setting: str) -> None:
    assert read_bodies(setting + JAVA, "java")["ball"].shape == Sphere(2.0)


@pytest.mark.parametrize(
    "setting",
    [
        "var r = 1f; r += 1",
        "var r = 1f\nr++",
        "val (_, r) = listOf(1f, 2f)",
        "val r: Float? = 2f!!",
        "val r = if (1 > 2) 1f else 2f",
        "val r = floatArrayOf(1f, 2f)[1]",
        "fun half(of: Float, by: Float = 2f) = of / by\nval r = half(4f)",
        "fun half(of: Float): Float {\n  return of / 2\n}\nval r = half(of = 4f)",
        "class Size { companion object { const val LARGE = 3f } }\nval r = 2f",
        "val r = 2f; val half by lazy { r / 2 }",
    ],
)
def test_values_that_statements_of_kotlin_set(setting: str) -> None:
    assert read_bodies(setting + KOTLIN, "java")["ball"].shape == Sphere(2.0)


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ("float r = 1f;\nif (big) r = 5f; else r = 6f;", JAVA),
        ("float r = 1f;\nswitch (kind) { case 1: r = 5f; break; default: r = 3f; }", JAVA),
        ("float r = 1f;\nswitch (kind) { case 1 -> r = 5f; default -> r = 3f; }", JAVA),
        ("var r = 1f\nif (big) r = 5f else r = 6f", KOTLIN),
        ("var r = 1f\nwhen (kind) {\n  1 -> r = 5f\n  else -> r = 3f\n}", KOTLIN),
        ("val r = if (big) 5f else 6f", KOTLIN),
    ],
)
def test_values_that_depend_on_a_condition_are_refused(setting: str, text: str) -> None:
    with pytest.raises(TextError, match="depends on"):
        read(setting + text, "java")


@pytest.mark.parametrize(
    "around",
    [
        "@Test\npublic void test() throws Exception {{{}}}",
        "public class Main extends Game {{\n  static {{ start(); }}\n  Main(float r) {{ super(r); {} }}\n}}",
        "enqueue(() -> {{{} return null; }});",
        "enqueue(new Callable<Void>() {{ public Void call() {{{}}} }});",
        "try (Log log = open()) {{{}}} catch (A | B fault) {{ log(fault); }} finally {{ end(); }}",
        "void test() {{{}",  # without its end
    ],
)
def test_blocks_of_java_are_read_where_they_are(around: str) -> None:
    assert set(read_bodies(around.format(JAVA.replace("(r)", "(2f)")), "java")) == {"slab", "ball"}


@pytest.mark.parametrize(
    "around",
    [
        "@Test fun `a test`() {{{}}}",
        "class Main(val r: Float = 3f) : Game(r) {{\n  init {{{}}}\n  constructor() : this(1f)\n}}",
        "object Main {{\n  override fun start(r: Float) {{{}}}\n}}",
        "run {{ {} }}",
        "runOnUiThread {{ event ->{} }}",
        "thread(start = true) {{{}}}",
        "try {{{}}} catch (fault: Exception) {{ log(fault) }} finally {{ end() }}",
    ],
)
def test_blocks_of_kotlin_are_read_where_they_are(around: str) -> None:
    assert set(read_bodies(around.format(KOTLIN.replace("(r)", "(2f)")), "java")) == {"slab", "ball"}


@pytest.mark.parametrize(
    "filling",
    [
        "Vector3f[] v = new Vector3f[4];\nfor (int i = 0; i < 4; ++i) v[i] = new Vector3f(i, i * i, i % 2);\n"
        "HullCollisionShape hull = new HullCollisionShape(v);",
        "List<Vector3f> v = new ArrayList<>();\nfor (float x : new float[] {0, 1, 2, 3}) {\n"
        "  v.add(new Vector3f(x, x * x, x % 2));\n}\nHullCollisionShape hull = new HullCollisionShape(v);",
        "val v = arrayListOf<Vector3f>()\nfor (i in 0 until 4) v.add(Vector3f(i, i * i, i % 2))\n"
        "val hull = HullCollisionShape(v)",
        "val v = arrayListOf<Vector3f>()\nfor (i in 0..3 step 1) {\n  v.add(Vector3f(i, i * i, i % 2))\n}\n"
        "val hull = HullCollisionShape(v)",
        "val v = arrayListOf<Vector3f>()\nfor (x in listOf(0f, 1f, 2f, 3f)) v.add(Vector3f(x, x * x, x % 2))\n"
        "val hull = HullCollisionShape(v)",
    ],
)
def test_loops_that_fill_lists_are_executed(filling: str) -> None:
    other = "SphereCollisionShape ball = new SphereCollisionShape(1f);" if ";" in filling else "val k = 1f"
    hull = read_bodies(f"{filling}\n{other}", "java")["hull"].shape
    assert hull == Hull(((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (2.0, 4.0, 0.0), (3.0, 9.0, 1.0)))


@pytest.mark.parametrize(
    "before", ["I have this code:\n", "1. Create both:\n", "It fails. Why? (See below.)\n", "})\n"]
)
@pytest.mark.parametrize("code", [JAVA, KOTLIN], ids=["Java", "Kotlin"])
def test_prose_in_front_of_code_costs_no_statement(before: str, code: str) -> None:
    text = f"{before}{code.strip().replace('(r)', '(2f)')}\nIt falls through\n"
    assert set(read_bodies(text, "java")) == {"slab", "ball"}


@pytest.mark.parametrize(
    "damaged",
    [
        "val other = PhysicsRigidBody(SphereCollisionShape(2f), 1f).also { it.mass = 3f }",
        "val other = SphereCollisionShape(2f",
        "SphereCollisionShape other = new SphereCollisionShape(2f) 3;",
        "sizes.forEach(r -> space.add(new SphereCollisionShape(r)));",
        "fun make(vararg sizes: Float) = SphereCollisionShape(sizes[0])\nval other = make(2f)",
    ],
)
def test_damaged_code_that_makes_a_shape_is_refused(damaged: str) -> None:
    code = JAVA if damaged.endswith(";") else KOTLIN
    with pytest.raises(TextError):
        read(f"{code.replace('(r)', '(2f)')}{damaged}\n", "java")
