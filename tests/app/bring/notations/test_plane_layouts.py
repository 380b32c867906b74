"""Pairs of polygons in many layouts: the pair that is read is the one that was written, or the text is refused."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.bring.notations.plane.rows import row_length
from gjkscope.app.scenes.scene import Body
from gjkscope.engine import Polygon
from gjkscope.engine.plane.vectors import Vec2

Points = Sequence[Vec2]

POINTS = (
    "({x}, {y})",
    "({x},{y})",
    "[{x}, {y}]",
    "{{{x}, {y}}}",
    "({x} {y})",
    "<{x}, {y}>",
    "{x} {y}",
    "{x},{y}",
    "{{x: {x}, y: {y}}}",
    '{{"x": {x}, "y": {y}}}',
    "{{.x = {x}, .y = {y}}}",
    "b2Vec2({x}, {y})",
    "Vec2{{{x}, {y}}}",
    "(Vec2){{{x}, {y}}}",
    "new Vector2({x}, {y})",
    "Vec2::new({x}, {y})",
    "Vec2 {{ x: {x}, y: {y} }}",
)
SEPARATORS = (" ", ", ", "; ", "\n", ",\n", ",", "\t", " | ", "\n    ", "\n- ", "\n* ", "")
BRACKETS = ("{}", "{}", "{}", "[{}]", "({})", "{{{}}}", "[\n  {}\n]")
LABELS = (
    "A: |B: ",
    "poly_car = |poly_wall = ",
    "wall |car ",
    "A:\n|B:\n",
    '"A": |"B": ',
    "Polygon A: |Polygon B: ",
    "polygon 1: |polygon 2: ",
    "box2 = |box3 = ",
    "A (quad): |B (quad): ",
    "A := |B := ",
    "**A**: |**B**: ",
    "# A\n|# B\n",
    "- A: |- B: ",
    "p1 |p2 ",
    "vertices of A: |vertices of B: ",
)
DECLARATIONS = (
    "Vec2 {name}[{count}] = {{ {curly} }};",
    "static const cpVect {name}[] = {{{curly}}};",
    "float {name}[][2] = {{{curly}}};",
    "double {name}[{double}] = {{{flat}}};",
    "std::array<Vec2, {count}> {name} = {{{{{curly}}}}};",
    "struct Poly {name} = {{ {count}, {{ {curly} }} }};",
    "Poly {name} = {{ .count = {count}, .verts = {{ {curly} }} }};",
    "let {name}: [[f32; 2]; {count}] = [{square}];",
    "let {name} = vec![{rust}];",
    "{name} := []Vec2{{ {curly} }}",
    "var {name} = new List<Vector2> {{ {new} }};",
    "{name} = np.array([{flat}]).reshape(-1, 2)",
    "{name} = np.array([{flat}]).reshape({count}, 2)",
    "{name} = PackedVector2Array({flat})",
    "{name} = [{matlab}]",
    "{name} = POLYGON(({matlab_closed}))",
    "{name}_x = [{xs}]\n{name}_y = [{ys}]",
    "float verts{name}X[{count}] = {{{xs}}}, verts{name}Y[{count}] = {{{ys}}};",
    "Vec2 {name}[{count}];\n{elements}",
    "c2Poly {name};\n{name}.count = {count};\n{members}",
    "b2Hull {name};\n{name}.count = {count};\n{coordinates}",
)
NUMBERS = ("{:g}", "{!r}", "{:+g}", "{:e}")


def points_of(random: Random, least: int = 3) -> list[Vec2]:
    """A convex polygon with corners in order, of numbers with both signs and none."""
    x, y = random.choice((0.0, -1.0, 2.5, -3.25)), random.choice((0.0, 1.0, -0.125, -12.0))
    width, height = random.choice((0.5, 2.0, 7.25)), random.choice((0.25, 1.0, 3.5))
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    more = [(x - 1.0, y + height / 2)] if random.random() < 0.5 else []
    return [*corners, *more][: random.randint(least, 5)]


def write(template: str, name: str, points: Points, number: str) -> str:
    pairs = [(number.format(x), number.format(y)) for x, y in points]
    listed = {
        key: ", ".join(form.format(x=x, y=y) for x, y in pairs)
        for key, form in (
            ("curly", "{{{x}, {y}}}"),
            ("square", "[{x}, {y}]"),
            ("rust", "Vec2::new({x}, {y})"),
            ("new", "new Vector2({x}, {y})"),
            ("flat", "{x}, {y}"),
            ("xs", "{x}"),
            ("ys", "{y}"),
        )
    }
    rows = [f"{x} {y}" for x, y in pairs]
    statements = {
        "elements": "\n".join(f"{name}[{i}] = Vec2({x}, {y});" for i, (x, y) in enumerate(pairs)),
        "members": "\n".join(f"{name}.verts[{i}] = c2V({x}, {y});" for i, (x, y) in enumerate(pairs)),
        "coordinates": "\n".join(
            f"{name}.points[{i}].x = {x}; {name}.points[{i}].y = {y};" for i, (x, y) in enumerate(pairs)
        ),
    }
    sizes = {"count": len(points), "double": 2 * len(points)}
    rest = {"matlab": "; ".join(rows), "matlab_closed": ", ".join([*rows, rows[0]])}
    return template.format(name=name, **listed, **statements, **sizes, **rest)


def is_pair(bodies: Sequence[Body], *expected: Points) -> bool:
    shapes = [body.shape for body in bodies]
    return len(shapes) == 2 and all(
        isinstance(shape, Polygon) and [*shape.vertices] in ([*points], [*points, points[0]])
        for shape, points in zip(shapes, expected, strict=True)
    )


def judge(text: str, a: Points, b: Points) -> str:
    try:
        imported = import_text(text)
    except ValueError:
        return "refused"
    if is_pair(imported.scene.bodies, a, b):
        return "right"
    return "one" if len(imported.scene.bodies) == 1 else f"WRONG: {text!r} is {imported.scene.bodies}"


@pytest.mark.slow
def test_lists_in_any_layout_are_read_right_or_refused() -> None:
    random, tally = Random(20261), Counter[str]()
    layouts = list(product(POINTS, SEPARATORS, BRACKETS))
    for point, separator, bracket in random.sample(layouts, len(layouts) // 2):
        label, number = random.choice(LABELS).split("|"), random.choice(NUMBERS)
        least = 4 if point.startswith("{x}") else 3  # six bare numbers are two points in space as well
        pair = points_of(random, least), points_of(random, least)
        lists = [
            name
            + bracket.format(separator.join(point.format(x=number.format(x), y=number.format(y)) for x, y in points))
            for name, points in zip(label, pair, strict=True)
        ]
        tally[judge("\n".join(lists) + "\n", *pair)] += 1
    assert set(tally) <= {"right", "refused", "one"}, [key for key in tally if key.startswith("WRONG")][:3]
    assert tally["right"] > 0.75 * tally.total()
    assert tally["one"] < 0.02 * tally.total()


@pytest.mark.parametrize("template", DECLARATIONS)
def test_declared_lists_are_read(template: str) -> None:
    random = Random(20262)
    for names, number in product(
        (("A", "B"), ("world", "local"), ("poly1", "poly2"), ("vertex_a", "vertex_b")), NUMBERS
    ):
        least = 4 if "{flat}" in template else 3  # six bare numbers are two points in space as well
        pair = points_of(random, least), points_of(random, least)
        text = "\n".join(write(template, name, points, number) for name, points in zip(names, pair, strict=True))
        scene = import_text(text).scene
        assert is_pair(scene.bodies, *pair), text
        assert scene.dimension == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A: (0, 0) (2, 0) (2, 2)\nB: (3, 0) (4, 0) (4, 1)\n(5, 5)", "a point that belongs to no list"),
        ("A: (0, 0) (2, 0) (2, 2) 7\nB: (3, 0) (4, 0) (4, 1)", "is one missing"),
        ("A [1, 1] - [0, 0]\n- [1, 0]\n- [1, 1]\nB [3, 0] [4, 0] [4, 1]", "is one missing"),
        ("b2Vec2 a[] = {0 0, 1 0, 1, 1};\nb2Vec2 b[] = {2 2, 3 2, 3 3};", "separated in different ways"),
        ("A: [- (0, 0)\n- (1, 0)\n- (1, 1)]\nB: [(2, 0), (3, 0), (3, 1)]", "may be a bullet or a sign"),
        ("POLYGON ((0 0, 9 0, 9 9), (1 1, 2 1, 2 2))\nPOLYGON ((5 5, 6 5, 6 6))", "with holes"),
        (
            "b2Vec2 a[3];\na[0].Set(0, 0); a[2].Set(1, 1); a[3].Set(0, 1);\nb2Vec2 b[] = {{2, 2}, {3, 2}, {3, 3}};",
            "point 1 is missing",
        ),
        (
            "b2Vec2 v[] = {{0, 0}, {1, 0}, {1, 1}};\nb2PolygonShape a;\na.Set(v, 4);",
            "must be a number of points, at most 3",
        ),
        (
            "xs_a = [0.0, 1.0, 1.0]\nys_a = [0.0, 0.5]\nxs_b = [2.0, 3.0, 3.0]\nys_b = [0.0, 0.0, 1.0]",
            "ys_a has 2 numbers",
        ),
    ],
)
def test_lists_that_are_not_clear_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        import_text(text)


def test_a_count_chooses_the_first_points() -> None:
    text = (
        "b2Vec2 v[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};\nb2PolygonShape a;\na.Set(v, 3);\n"
        "b2PolygonShape b;\nb.SetAsBox(0.5f, 0.25f);"
    )
    assert import_text(text).scene.bodies[0].shape == Polygon(((0, 0), (1, 0), (1, 1)))


@pytest.mark.parametrize(
    ("separators", "length"),
    [
        ([" ", " "], 1),
        ([" ", ",", " ", ",", " "], 2),
        ([",", " ", ",", " ", ","], 2),
        ([" ", " ", ";", " ", " "], 3),
        ([",", ",\n", ","], 2),
        ([",", ",", ",", ",\n", ","], 1),
        ([" ", ",", " ", ",\n", " "], 2),
        ([" ", ","], None),
        ([",", ";", "\n", ","], None),
    ],
)
def test_separators_divide_numbers_into_rows(separators: list[str], length: int | None) -> None:
    assert row_length(separators) == length


# Lists of numbers without rows that may be points of space or of the plane.
FLAT = {
    "c": "float a[] = {0, 0, 1, 0, 1, 1, 0, 1, 0, 2, 1, 2};\nfloat b[] = {5, 0, 6, 0, 6, 1, 5, 1, 5, 2, 6, 2};\n",
    "python": (
        "import numpy as np\na = np.array([0, 0, 1, 0, 1, 1, 0, 1, 0, 2, 1, 2])\n"
        "b = np.array([5, 0, 6, 0, 6, 1, 5, 1, 5, 2, 6, 2])\n"
    ),
    "json": (
        '{"a": {"vertices": [0, 0, 1, 0, 1, 1, 0, 1, 0, 2, 1, 2]},'
        ' "b": {"vertices": [5, 0, 6, 0, 6, 1, 5, 1, 5, 2, 6, 2]}}'
    ),
}


@pytest.mark.parametrize("case", FLAT)
def test_the_dimension_of_numbers_without_rows_is_asked_about(case: str) -> None:
    asked = [question for question in import_text(FLAT[case]).questions if question.what == "dimension"]
    assert [(question.value, question.others) for question in asked] == [("3", ("2",))]
    flat = import_text(FLAT[case], choices={"dimension": "2"})
    assert (flat.notation, flat.scene.dimension) == ("plane", 2)
    assert len(flat.scene.bodies) == 2


@pytest.mark.parametrize("comment", ["// 3D points\n", "// x, y, z of openGJK: gkPolytope\n"])
def test_a_text_that_says_its_dimension_is_not_asked(comment: str) -> None:
    assert import_text(comment + FLAT["c"]).questions == ()
