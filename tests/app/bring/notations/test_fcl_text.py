"""FCL and Drake error text: both dialects, all shapes, and logs that were cut."""

import random

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.app.bring.notations.reading import ImportFault
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Cylinder, Ellipsoid, Hull, Sphere, Triangle
from tests.app.bring.notations.random_poses import rotation_rows

IDENTITY = "1 0 0 {x}\n0 1 0 0\n0 0 1 0\n0 0 0 1\n"


def report(first: str, second: str = "Sphere(0.5)", x: str = "2") -> str:
    return (
        f"terminate: src/gjk-inl.h:(1720): the simplex is degenerate.\n  Shape 1: {first}\n  X_FS1\n"
        f"{IDENTITY.format(x='0.25')}  Shape 2: {second}\n  X_FS2\n{IDENTITY.format(x=x)}"
        "  Solver: GjkSolver_libccd\n    collision_tolerance:      1e-6\n    max iterations: 500\n"
    )


@pytest.mark.parametrize(
    ("spec", "shape"),
    [
        ("Box0.5 1  2.5", Box((0.25, 0.5, 1.25))),
        ("Box1 1 1", Box((0.5, 0.5, 0.5))),
        ("\nBox<double>(0.5, 1, 2.5);", Box((0.25, 0.5, 1.25))),
        ("fcl::Box<float>(2, 2, 2)", Box((1.0, 1.0, 1.0))),
        ("Sphere(0.125)", Sphere(0.125)),
        ("Sphere<double>(0.125);", Sphere(0.125)),
        ("Capsule(r: 0.25, lz: 3)", Capsule(0.25, 1.5, "z")),
        ("Cylinder<double>(0.25, 3);", Cylinder(0.25, 1.5, "z")),
        ("Cone(r: 0.25, lz: 3)", Cone(0.25, 1.5, "z")),
        ("Ellipsoid<double>(1, 2, 3);", Ellipsoid((1.0, 2.0, 3.0))),
        (
            "TriangleP<double>(Vector3<double>(0, 0, 0), Vector3<double>(1, 0, 0), Vector3<double>(0, 1, 0));",
            Triangle(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))),
        ),
        (
            "Convex<double>(std::make_shared<std::vector<Vector3<double>>>({Vector3<double>(0, 0, 0),\n"
            " Vector3<double>(1, 0, 0), Vector3<double>(0, 1, 0), Vector3<double>(0, 0, 1)}), 4,\n"
            " std::make_shared<std::vector<int>>({3, 0, 2, 1, 3, 0, 1, 3}), true);",
            Hull(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))),
        ),
    ],
)
def test_a_shape(spec: str, shape: object) -> None:
    imported = import_text(report(spec))
    assert imported.notation == "fcl-text"
    first, second = imported.scene.bodies
    assert (first.name, first.shape, first.pose.position) == ("Shape 1", shape, (0.25, 0.0, 0.0))
    assert (second.shape, second.pose.position) == (Sphere(0.5), (2.0, 0.0, 0.0))


def test_what_is_not_data_is_said() -> None:
    imported = import_text(report("Box1 1 1"))
    assert any("file name and line number" in warning for warning in imported.warnings)
    assert any("collision_tolerance, max iterations" in warning for warning in imported.warnings)
    (said,) = imported.scene.reported
    assert (said.by, said.verdict, said.crashed) == ("FCL, GjkSolver_libccd", None, "exception")


def test_without_a_message_no_failure_is_reported() -> None:
    pose = "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n"
    text = f"Shape 1: Sphere(0.5)\nX_FS1\n{pose}Shape 2: Sphere(0.5)\nX_FS2\n{pose}"
    assert import_text(text).scene.reported == ()
    assert import_text(f"RuntimeError: GJK\n{text}").scene.reported[0].crashed == "exception"


def test_full_sizes_are_an_assumption() -> None:
    text = report("Box1 1 1")
    assert ("sizes", "full", ("half",)) in [
        (assumption.what, assumption.value, assumption.others) for assumption in import_text(text).assumptions
    ]
    assert import_text(text, choices={"sizes": "half"}).scene.bodies[0].shape == Box((1.0, 1.0, 1.0))


def test_each_value_is_a_fact_of_the_text() -> None:
    text = report("Box0.5 1 2.5")
    facts = {(fact.body, fact.field): text[fact.span.start : fact.span.end] for fact in import_text(text).facts}
    assert facts["Shape 1", "shape"] == "Box0.5 1 2.5"
    assert facts["Shape 2", "pose"].split() == IDENTITY.format(x="2").split()


def test_several_reports_and_repetitions() -> None:
    text = report("Box1 1 1") + report("Box1 1 1") + report("Box1 1 1", x="3")
    imported = import_text(text)
    assert imported.scene.names == ("Shape 1", "Shape 2", "Shape 1 (2)", "Shape 2 (2)")
    assert imported.scene.pairs == (("Shape 1", "Shape 2"), ("Shape 1 (2)", "Shape 2 (2)"))
    assert any("repeats" in warning for warning in imported.warnings)


def test_matrices_in_front_of_shapes_quoted_lines_and_escaped_line_breaks() -> None:
    matrix = IDENTITY.format(x="0.5")
    text = f"X_FS2\n{matrix}X_FS1\n{matrix}Shape 2: Sphere(1)\nShape 1: Box1 1 1\n"
    assert [body.shape for body in import_text(text).scene.bodies] == [Box((0.5, 0.5, 0.5)), Sphere(1.0)]
    for changed in (report("Box1 1 1").replace("\n", "\n> "), report("Box1 1 1").replace("\n", "\\n")):
        assert import_text(changed).scene.bodies == import_text(report("Box1 1 1")).scene.bodies


def cut(text: str, mark: str, count: int) -> str:
    """The text without what follows `count` characters after a mark, up to the next shape."""
    start = text.index(mark) + len(mark) + count
    end = text.find("  Shape 2", start)
    return text[:start] + ("\n" + text[end:] if end >= 0 else "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (cut(report("Box1 1 1"), "X_FS1\n", 19), "X_FS1: the matrix ends after 8 of 16 numbers"),
        (cut(report("Box1 1 1"), "X_FS2\n", 5), "X_FS2: the matrix ends after 3 of 16 numbers"),
        (cut(report("Box1 1 1"), "X_FS1\n", 0), "X_FS1: the matrix ends after 0 of 16 numbers"),
        (report("Box1 1"), "Box must have three sizes, got 2 numbers"),
        (report("Box1 1 1 1"), "Box must have three sizes, got 4"),
        (report("Box1 nan 1"), "line 2, column 17: 'nan' is not finite"),
        (report("Box1 1e400 1"), "too large for a double"),
        (report("Box1 -1 1"), "must be a length > 0"),
        (report("Box<double>(1, 1"), "Box must have three sizes|the bracket is not closed"),
        (report("Convex(v count: 8, f count: 12)"), "only the counts of its vertices"),
        (report("Torus(1, 2)"), "expected one of Box"),
        (report("Box1 1 1", x="inf"), "'inf' is not finite"),
        (report("Box1 1 1", x="2 3"), "a number follows the 16"),
        (report("Box1 1 1").replace("1 0 0 0.25", "2 0 0 0.25"), "not a rotation"),
        (report("Box1 1 1").replace("1 0 0 0.25", "-1 0 0 0.25"), "mirrors"),
        (report("Box1 1 1").split("  X_FS2")[0], "Shape 2 has no pose"),
        (report("Box1 1 1").replace("Shape 1: Box1 1 1", ""), "X_FS1 has no shape"),
    ],
)
def test_an_incomplete_report_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        import_text(text)


def print_rows(rows: list[list[float]], comma: str, end: str) -> str:
    return (comma + "\n").join(comma.join(f"{number:.17g} " for number in row) for row in rows) + end + "\n"


@pytest.mark.parametrize("dialect", ["old", "new"])
def test_random_pairs_are_read_back_exactly(dialect: str) -> None:
    draw = random.Random(5)
    for _ in range(20):
        texts, expected = [], []
        for number in (1, 2):
            rows = [*rotation_rows(draw), [0.0, 0.0, 0.0, 1.0]]
            sizes = [draw.uniform(0.01, 10.0) for _ in range(3)]
            spec = " ".join(map(repr, sizes)) if dialect == "old" else f"<double>({', '.join(map(repr, sizes))});"
            comma, end = ("", "") if dialect == "old" else (",", ";")
            texts.append(f"Shape {number}: Box{spec}\n X_FS{number}\n{print_rows(rows, comma, end)}")
            expected.append((Box(tuple(0.5 * size for size in sizes)), [row[3] for row in rows[:3]]))  # type: ignore[arg-type]
        imported = import_text("".join(texts))
        for body, (shape, position) in zip(imported.scene.bodies, expected, strict=True):
            assert (body.shape, list(body.pose.position)) == (shape, position)


LINES = 500


@pytest.mark.thorough
@pytest.mark.slow
def test_a_text_of_many_lines_is_read_quickly() -> None:
    log = "[info] step 1.25 ok\n" * LINES
    assert len(bodies(import_text(log + report("Box1 1 1") + log))) == 2
    assert len(bodies(import_text(report("Box1 1 1") * LINES))) == 2


def bodies(imported: Imported) -> tuple[object, ...]:
    return imported.scene.bodies


def test_prefixes_that_a_program_prints_in_front_of_each_line() -> None:
    plain = import_text(report("Box 1 2 3"))
    lines = report("Box 1 2 3").splitlines()
    for prefix in ("[load_test] ", "[ERROR] [1556312345.125]: ", "2024-01-31 10:00:00,123 "):
        prefixed = import_text("".join(f"{prefix}{line}\n" for line in lines))
        assert [(body.shape, body.pose) for body in prefixed.scene.bodies] == [
            (body.shape, body.pose) for body in plain.scene.bodies
        ]


def test_a_text_without_headings_has_no_shapes() -> None:
    with pytest.raises(ImportFault, match="found no shapes: read as FCL or Drake error text"):
        import_text("1 0 0 2", notation="fcl-text")


def test_a_log_with_prefixes_whose_lines_a_terminal_wrapped() -> None:
    lines = report("Box0.25000 0.5  0.125").replace("0 1 0 0\n", "0 1 0 -0.772000000000000\n01954\n", 1)
    lines = lines.replace("1 0 0 0.25\n", "1 0 0    \n   0.25\n", 1)
    text = "".join(
        line if line.strip() in ("01954", "0.25") else f"[...] {line}" for line in lines.splitlines(keepends=True)
    )
    box, _ = import_text(text).scene.bodies
    assert box.pose.position == (0.25, -0.77200000000000001954, 0.0)


@pytest.mark.parametrize(
    "prefix", ["[ERROR] [1612345678.5] [planner]: ", "[ERROR] [1612345678.5]: ", "[1612345.25] [node] "]
)
def test_prefixes_of_logs(prefix: str) -> None:
    text = "".join(prefix + line for line in report("Sphere(0.125)").splitlines(keepends=True))
    imported = import_text(text)
    assert [body.shape for body in imported.scene.bodies] == [Sphere(0.125), Sphere(0.5)]
    assert "not data: the solver's settings (collision_tolerance, max iterations)" in imported.warnings


def test_a_report_that_was_cut_inside_its_vertices() -> None:
    text = "  Shape 1:\nConvex<double>(\n  std::make_shared<std::vector<Vector3<double>>>(\n"
    points = "      Vector3<double>(0.5, 1, 2),\n      Vector3<double>(0.5, -1, 2),\n      ...\n"
    with pytest.raises(TextError, match="was the log cut"):
        import_text(text + points)
