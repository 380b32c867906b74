"""The grammar of JavaScript and TypeScript: what its statements mean, and code that is damaged or among prose."""

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code.grammars import statements
from gjkscope.app.bring.notations.code.lexer import JAVASCRIPT
from gjkscope.engine.shapes.kinds import Hull, Sphere
from tests.app.bring.notations.code.reading import read, read_bodies

WALL = "const wall = new CANNON.Body({ shape: new CANNON.Box(new CANNON.Vec3(1, 2, 3)) });\n"


def radius_of(text: str, name: str) -> float:
    """The radius of a sphere of the text, next to a wall."""
    shape = read_bodies(text + WALL, "javascript")[name].shape
    assert isinstance(shape, Sphere)
    return shape.radius


@pytest.mark.parametrize(
    "setting",
    [
        "let r = 1; r++;",
        "let r, s;\nr = s = 2;",
        "let r; [r] = [2];",
        "const [, r] = [1, 2];",
        "const { far: [r] } = { far: [2, 3] };",
        "const size = { r: 2 }, { r } = size;",
        "const r = (1 as number) + <number>1!;",
        "const twice = function (x: number, by = 2): number { return x * by; }, r = twice(1);",
        "function half({ of }: Size) { return of / 2; }\nconst r = half({ of: 4 });",
        "const first = ([x]) => x\nconst r = first([2])",
        "const r = 1 === 1 ? 2 : 3;",
    ],
)
def test_values_that_statements_set(setting: str) -> None:
    assert radius_of(f"{setting}\nconst ball = new CANNON.Sphere(r);\n", "ball") == 2.0


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("let r = 1;\nswitch (kind) { case 1: r = 5; break; default: r = 3; }", "depends on a condition"),
        ("let r = 1;\nif (big) r = 5; else r = 6;", "depends on a condition"),
        ("let r = 1;\ndo { r += 1; } while (r < 5);", "depends on a condition"),
        ("const r = ~1;", "the operator ~ is not known"),
        ("const r = 'x' in sizes;", "no value"),
        ("const f = (...sizes) => sizes[0];\nconst r = f(1);", "an unknown value"),
        ("const { r = 1 } = { r: 2 };", "no value"),
        ("const r = 1;\nclass Hero {\n  grow(r) {\n    this.ball = new CANNON.Sphere(r);\n  }\n}", "a parameter"),
        ("const r = 1;\nbodies.forEach((r) => {\n  const ball = new CANNON.Sphere(r);\n});", "a parameter"),
    ],
)
def test_values_that_are_not_known_are_refused(setting: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        read(f"{setting}\nconst ball = new CANNON.Sphere(r);\n{WALL}", "javascript")


def test_fields_and_methods_of_a_class() -> None:
    text = """
export class Hero extends Body {
  readonly #size: number = 2;
  public declare name?: string;
  static { start(); }
  constructor(private world: World, size = 3) {
    super();
    this.ball = new CANNON.Sphere(this.#size);
  }
  get kind() { return `hero ${this.name}`; }
}
"""
    assert radius_of(text, "ball") == 2.0


def test_functions_inside_an_object_do_not_cost_its_shape() -> None:
    text = """
const ball = new CANNON.Body({ shape: new CANNON.Sphere(2), onHit(event) { log(event); }, onEnd: () => { end(); } });
world.add(ball, () => { ready(); });
"""
    assert radius_of(text, "ball") == 2.0


@pytest.mark.parametrize(
    "callback",
    [
        "(async function () {{\n{}\n}})();",
        "(() => {{\n{}\n}})()",
        "RAPIER.init().then(() => {{\n{}\n}}).catch((fault) => {{ log(fault); }});",
        "describe('a', () => {{\n  it('is', async () => {{\n{}\n  }}, 5000);\n}});",
        "button.onclick = () => {{\n{}\n}};",
        "export default function () {{\n{}\n}}",
        "try {{\n{}\n}} catch {{ stop(); }} finally {{ end(); }}",
        "namespace Scene {{\n{}\n}}",
        "function main(): void {{\n{}\n",  # without its end
        "describe('a', () => {{\n{}\n",
    ],
)
def test_blocks_are_read_where_they_are(callback: str) -> None:
    text = callback.format("const ball = new CANNON.Sphere(2);\n" + WALL)
    assert set(read_bodies(text, "javascript")) == {"ball", "wall"}


def test_a_loop_takes_its_values_apart() -> None:
    text = """
const corners: CANNON.Vec3[] = [];
for (const [x, { z }] of [[0, { z: 1 }], [1, { z: 0 }], [0, { z: 0 }]]) {
  corners.push(new CANNON.Vec3(x, 0, z));
  corners.push(new CANNON.Vec3(x, 1, z));
}
const hull = new CANNON.ConvexPolyhedron({ vertices: corners });
"""
    corners = ((0, 0, 1), (0, 1, 1), (1, 0, 0), (1, 1, 0), (0, 0, 0), (0, 1, 0))
    assert read_bodies(text + WALL, "javascript")["hull"].shape == Hull(tuple(map(tuple, corners)))


@pytest.mark.parametrize("header", ["for (const x in [1.5, 2.5, 3.5])", "for (const x of sizes)"])
def test_a_loop_over_values_that_are_not_known_is_refused(header: str) -> None:
    text = f"const v = [];\n{header} {{ v.push(x); v.push(x * x); v.push(1); }}\nconst a = new CANNON.Sphere(v[0]);\n"
    with pytest.raises(TextError, match="this loop is not executed"):
        read(text + WALL)


def test_a_loop_that_ends_early_is_refused() -> None:
    text = "const v = [];\nfor (let i = 0; i < 3; i++) { v.push(i); break; }\nconst a = new CANNON.Sphere(v[2]);\n"
    with pytest.raises(TextError, match="this loop is not executed"):
        read(text + WALL)


# --- prose and damage ---


@pytest.mark.parametrize(
    "before",
    [
        "I have this code:\n",
        "1. Create both:\n",
        "It fails. Why? (See below.)\n",
        "})\n",
        "const x = = 3\n",
        "world.step(1 / 60;\n",
        "if (ready {\n  start();\n}\n",
    ],
)
def test_what_is_not_understood_costs_no_other_statement(before: str) -> None:
    assert radius_of(f"{before}const ball = new CANNON.Sphere(2)\nIt falls through\n", "ball") == 2.0


@pytest.mark.parametrize(
    "damaged",
    [
        "const ball = new CANNON.Body({\n  shape: new CANNON.Sphere(2),\n  position: 3 3\n});\n",
        "const ball = new CANNON.Body({\n  shape: new CANNON.Sphere(2),\n",
        "shape: new CANNON.Sphere(2),\n",
        "const ball = [2].map(r => new CANNON.Sphere(r) r);\n",
        "[2, 3].forEach(r => world.add(new CANNON.Sphere(r)));\n",
    ],
)
def test_damaged_code_that_makes_a_shape_is_refused(damaged: str) -> None:
    with pytest.raises(TextError):
        read(WALL + damaged)


def test_statements_keep_their_order_and_positions() -> None:
    text = "const a = 1;\r\n# Title é\n\nconst b = @;\n`x`; c = 2 // 3\n"
    positions = [
        (statement.token.text, statement.token.line, statement.token.column)
        for statement in statements(text, JAVASCRIPT)
    ]
    assert positions == [("const", 1, 1), ("#", 2, 1), ("const", 4, 1), ("`x`", 5, 1), ("c", 5, 6)]
