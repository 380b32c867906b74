"""Pasted points: supported notations, and rejection of everything else with its position."""

import random
from collections.abc import Callable

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.keyed.pasted_points import parse_vertices
from gjkscope.engine.vectors import Vec3


@pytest.mark.parametrize(
    "text",
    [
        "[[0, 0, 0], [1, -0.5, 1e-3]]",
        "[\n [\n  0,\n  0,\n  0\n ],\n [\n  1,\n  -0.5,\n  0.001\n ]\n]",
        "0 0 0\n1\t-.5\t0.001",
        "0, 0, 0\r\n1, -0.5, 0.001\r\n",
        "0;0;0\n1;-0.5;1E-3",
        "x,y,z\n0,0,0\n1,-0.5,0.001",
        "# x y z\n0 0 0 # first\n1 -0.5 0.001",
        "0 0 0, 1 -0.5 0.001",
        "[0 0 0; 1 -0.5 0.001]",
        "{0.0f, 0.f, 0.0F}, {1.0f, -0.5f, 1e-3f},",
        "float v[2][3] = {{0,0,0},\n{1,-0.5f,1e-3f}};",
        "const std::vector<btVector3> pts = {btVector3(0, 0, 0), btVector3(1, -0.5, 0.001)}; // two",
        "std::array<Vec3, 2> a = {\n {0,0,0},\n {\n1,\n-.5,\n.001}\n};",
        "p.push_back({0,0,0});\np.push_back({1,-.5,.001});",
        "Vec3(0, 0, 0), Vec3(1, -1/2, 0.001)",
        "new Vector3(0, 0, 0), new Vector3(1f, -0.5f, 0.001f)",
        "glm::vec3(0.f, 0.f, 0.f), glm::vec3(1.f, -.5f, 1e-3f)",
        "vec![Vec3::new(0.0, 0.0, 0.0), Vec3::new(1.0, -0.5, 0.001)]",
        "Vec3 { x: 0.0, y: 0.0, z: 0.0 }, Vec3 { x: 1.0, y: -0.5, z: 0.001 }",
        "{.x = 0, .y = 0, .z = 0}, {.x = 1, .y = -.5f, .z = 1e-3f}",
        "(X=0 Y=0 Z=0)\n(X=1 Y=-0.5 Z=0.001)",
        '[{"x": 0, "y": 0, "z": 0},\n {"x": 1, "y": -0.5, "z": 0.001}]',
        "array([[ 0.   ,  0. ,  0.],\n       [ 1.   , -0.5,  0.001]], dtype=float32)",
        "[[0.  0.  0. ]\n [1. -0.5 0.001]]",
        "v 0 0 0\nv 1 -0x1p-1 0.001",
        "vertex 0 0 0\nvertex 1 -0.5 1.0D-03",
        "0: 0 0 0\n1: 1 -.5 .001",
        "[0] = {0, 0, 0}\n[1] = {1, -.5, .001}",
        "vertices[0] = (0, 0, 0)\nvertices[1] = (1, -.5, .001);",
        "Vertex 0: (0, 0, 0)\nVertex 1: (1, -.5, .001)",
        "vertices:\n0 0 0\n1 -0.5 .001",
        "b2_p1 = 0 0 0; x3 = 1 −0.5 .001",
        "A: [0, 0, 0], B: [1, -0.5, 0.001]",
        "a = glm::vec3(0, 0, 0);\nb = new glm::vec3(1, -0.5, 0.001);",
        "x: 0 1\ny: 0 -.5\nz: 0 .001",
        "x = [0, 1]; y = [0, -.5]; z = [0, .001]",
        '{"x": [0, 1], "y": [0, -0.5], "z": [0, 0.001]}',
        "position:\n  x: 0\n  y: 0\n  z: 0\nposition:\n  x: 1\n  y: -.5\n  z: .001",
        "Vec4(0, 0, 0, 1), Vec4(1, -0.5, 0.001, 1)",
        "0 0 0 1\n1 -0.5 0.001 1\n9 9 9 1\n7 7 7 1",
    ],
)
def test_points_are_read(text: str) -> None:
    assert parse_vertices(text)[:2] == ((0.0, 0.0, 0.0), (1.0, -0.5, 0.001))


COMMA = "use a decimal point, not a comma"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("-1.#IND00 0.5 2", 1, 1, "'-1.#IND00' is not finite"),
        ("0 0 0\nnan 1 2\n1 2 3", 2, 1, "'nan' is not finite"),
        ("1e400 0 0", 1, 1, "'1e400' is too large"),
        ("0x3f800000 0 0", 1, 1, "0x1p+0 (1.0) if these are the bits"),
        ("0,5 1,5 2", 1, 5, COMMA),
        ("0,5 1 2", 1, 5, COMMA),
        ("0,5\t1,5\t2,5", 1, 5, COMMA),
        ("0,5; 1,5; 2", 1, 1, f"row 1 must be three numbers (x, y, z), got 2 numbers; {COMMA}"),
        ("(0,5, 1,5, 2,0)", 1, 2, f"got 6 numbers; {COMMA}"),
        ("1,05,2", 1, 3, f"'05' has a leading zero: {COMMA}"),
        ("1,000,000", 1, 3, "'000' has a leading zero"),
        ("1 2 3\n4 5\n6 7 8", 2, 1, "row 2 must be three numbers (x, y, z), got 2 numbers"),
        ("8\n0 0 0", 1, 1, "row 1 must be three numbers (x, y, z), got 1 number"),
        ("0 0 0 1 1 1", 1, 1, "got 6 numbers; put each point on a line or in brackets"),
        ("0 1 2 3 4\n5 6 7 8 9\n1 2 3 4 5", 1, 1, "got 5 numbers; if the rows are x, y and z, label them 'x:'"),
        ("0 1 1 1\n0 0 1 1\n0 0 0 1", 1, 1, "got 4 numbers; if the rows are x, y and z, label them 'x:'"),
        ("0 0 0 1", 1, 1, "got 4 numbers; one row of four may be a quaternion"),
        ("5 0 0 1\n1 1 1 2", 2, 7, "row 2 must be three numbers (x, y, z), got 4 numbers; a fourth number is read"),
        ("5 0 0 0\n1 1 1 0", 1, 7, "got 4 numbers; w = 0 is a direction"),
        ("0 3 4 1\n1 5 6 1", 1, 1, "got 4 numbers; the first may be an index, or the last may be w"),
        ("0 3 4 5\n1 5 6", 2, 1, "row 2 must be three numbers (x, y, z), got 3 numbers"),
        ("vertices[0]=\nvertices[1]=1 2 3", 1, 1, "'vertices[0]' has no value"),
        ("13:.5 0 0", 1, 4, "'.5' touches the index before it"),
        ("a:\nb: 1 2 3", 1, 1, "'a' has no value"),
        ("normals[0] = 1 2 3", 1, 1, "'normals[0]' does not denote vertices"),
        ("v 1 2 3\nf 1 2 3", 2, 1, "'f' does not denote vertices"),
        ("v 1 2 3\nvn 0 0 1", 2, 1, "'vn' does not denote vertices"),
        ('{"vertices": [[0, 0, 0]], "faces": [[0, 1, 2]]}', 1, 27, "'faces' does not denote vertices"),
        ("Quaternion(1, 2, 3)", 1, 1, "'Quaternion' does not denote vertices"),
        ("x: 1 2\ny: 1 2", 2, 1, "'y' is not followed by z"),
        ("x: 1 2\ny: 1 2 3\nz: 1 2", 2, 1, "'y' has 3 numbers, x has 2"),
        ("y: 1\nx: 2\nz: 3", 1, 1, "'y' is out of order: expected x"),
        ("x: [1, [2]], y: 1, z: 1", 1, 8, "a component must be one number or one list of numbers"),
        ("(1, 2, 3", 1, 1, "'(' is not closed"),
        ("1, 2, 3)", 1, 8, "')' has no matching bracket"),
        ("(1, 2, 3]", 1, 9, "']' has no matching bracket: expected ')'"),
        ("1,,2,3", 1, 3, "',' has no number before it"),
        ("(1, 2, 3) 4", 1, 11, "'4' is outside the brackets of a point"),
        ("[(1, 2, 3), []]", 1, 13, "empty brackets"),
        ("[0] 1 2 3", 1, 5, "'1' is outside the brackets of a point"),
        ("1 2 3 foo", 1, 7, "'foo' is not a number; a label must be followed by ':' or '='"),
        ("foo 1 2 3", 1, 1, "'foo' is not a number"),
        ("1 2 3.5.", 1, 5, "'3.5.' is not a number"),
        ("x: {p[0] a}, y: 1, z: 1", 1, 6, "a component must be one number or one list of numbers"),
        ("1 2 3 # in\n4 5 6 & 7 8 9", 2, 7, "'&' is not expected here"),
        ("z y x\n1 2 3", 1, 1, "'z' is not a number"),
        ("p << 1, 2, 3", 1, 3, "'<' is not expected here"),
        ("0 0 0 = 1", 1, 5, "'0' labels a part of a row"),
        ("[[1, 2, 3]].T", 1, 12, "'.T' is not a number"),
        ("array([1, 2, 3], dtype=)", 1, 18, "'dtype' must be followed by a NumPy type"),
        ("(" * 60 + "1", 1, 51, "brackets are nested too deeply"),
    ],
)
def test_an_invalid_point_is_named_with_its_position(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_vertices(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "got no number"), ("Vec3 f4", "got no number"), ("[]", "got no number"), ("0 0 0 1", "got 4")],
)
def test_text_without_points_is_rejected(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_vertices(text)


# --- random texts ---

Notation = Callable[[tuple[Vec3, ...]], str]


def rows(pattern: str, between: str = "\n", around: str = "{}") -> Notation:
    def write(points: tuple[Vec3, ...]) -> str:
        return around.format(between.join(pattern.format(i=i, p=point) for i, point in enumerate(points)))

    return write


NOTATIONS: tuple[Notation, ...] = (
    rows("{p[0]!r} {p[1]!r} {p[2]!r}"),
    rows("{p[0]!r},{p[1]!r},{p[2]!r}"),
    rows("{p[0]!r}; {p[1]!r}; {p[2]!r}"),
    rows("v {p[0]!r} {p[1]!r} {p[2]!r}"),
    rows("{i}: {p[0]!r} {p[1]!r} {p[2]!r}"),
    rows("vertices[{i}] = ({p[0]!r}, {p[1]!r}, {p[2]!r});"),
    rows("[{p[0]!r}, {p[1]!r}, {p[2]!r}]", ",\n ", "np.array([{}])"),
    rows("Vec3({p[0]!r}f, {p[1]!r}f, {p[2]!r}f)", ", "),
    rows("{{x: {p[0]!r}, y: {p[1]!r}, z: {p[2]!r}}}", ", "),
    rows("{{{p[0]!r}, {p[1]!r}, {p[2]!r}}}", ",", "float v[][3] = {{{}}};"),
)


def draw(rng: random.Random) -> tuple[Vec3, ...]:
    numbers: list[Callable[[], float]] = [
        lambda: float(rng.randrange(-20, 20)),
        lambda: round(rng.uniform(-9, 9), rng.randrange(5)),
        lambda: rng.gauss(0, 1) * 10.0 ** rng.randrange(-300, 300),
    ]
    number = rng.choice(numbers)
    return tuple((number(), number(), number()) for _ in range(rng.randrange(2, 6)))


@pytest.mark.parametrize("seed", range(20))
def test_points_round_trip_exactly(seed: int) -> None:
    rng = random.Random(seed)
    for notation in NOTATIONS:
        points = draw(rng)
        assert parse_vertices(notation(points)) == points


@pytest.mark.parametrize(
    "token", ["nan", "-1.#IND00", "1e999", "inf", "0x3f800000", "1,5", "", "1 2", "--1", "1.2.3", "f", "?"]
)
def test_a_bad_number_is_always_rejected(token: str) -> None:
    """At every position of a number, in each notation."""
    rng = random.Random(7)
    marker = 123456.75
    for notation in NOTATIONS:
        points = [list(point) for point in draw(rng)]
        points[rng.randrange(len(points))][rng.randrange(3)] = marker
        text = notation(tuple((x, y, z) for x, y, z in points))
        assert text.count(repr(marker)) == 1
        with pytest.raises(ValueError, match="line"):
            parse_vertices(text.replace(repr(marker), token))


@pytest.mark.slow
def test_changed_punctuation_never_changes_a_point() -> None:
    """Inserting or removing punctuation or white space gives the same points or an error."""
    rng = random.Random(11)
    same = refused = 0
    for _ in range(2000):
        points = draw(rng)
        text = rng.choice(NOTATIONS)(points)
        index = rng.randrange(len(text))
        if rng.random() < 0.5 and text[index] in ",;:=()[]{} \n":
            changed = text[:index] + text[index + 1 :]
        else:
            changed = text[:index] + rng.choice(",;:=()[]{} \n") + text[index:]
        try:
            result = parse_vertices(changed)
        except ValueError:
            refused += 1
            continue
        assert result == points, (text, changed)
        same += 1
    assert same > 100
    assert refused > 650
