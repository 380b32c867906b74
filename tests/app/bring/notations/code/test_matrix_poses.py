"""Poses in arrays of numbers: every layout, with and without a translation that shows which one it is.

A pose without translation used to be dropped, because its last row and its last column are both 0 0 0 1; its shape then
even took the pose of the other one.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.engine import Hull, query

Floats = npt.NDArray[np.float64]

A = np.array([[0.04, -0.6, 0.2], [-0.4, -0.3, 0.1], [0.1, 0.2, -0.6], [0.1, -0.5, 0.4]])
B = np.array([[0.07, 0.2, 0.5], [-0.04, -0.04, 0.6], [0.7, -0.02, -0.2], [-0.3, -0.3, -0.3]])

TURNS = {
    "symmetric": [[-1, 0, 0], [0, 0, 1], [0, 1, 0]],
    "quarter": [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    "half": [[-1, 0, 0], [0, -1, 0], [0, 0, 1]],
    "none": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
}
PLACES = {"moved": (0.33, 0.34, 0.0), "unmoved": (0.0, 0.0, 0.0)}


def matrix(turn: str, position: str) -> Floats:
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = TURNS[turn], PLACES[position]
    return pose


POSES = [matrix(turn, position) for turn in TURNS for position in PLACES]


def list_text(rows: Floats, brackets: str) -> str:
    """Nested lists."""
    if rows.ndim == 1:
        return brackets[0] + ", ".join(f"{number:g}" for number in rows) + brackets[1]
    return brackets[0] + ", ".join(list_text(row, brackets) for row in rows) + brackets[1]


def numpy_text(a: Floats, b: Floats, form: str = "np.array({})") -> str:
    lines = (f"{name} = {form.format(list_text(pose, '[]'))}\n" for name, pose in (("pose_A", a), ("pose_B", b)))
    points = f"A = np.array({list_text(A, '[]')})\nB = np.array({list_text(B, '[]')})\n"
    return f"import numpy as np\n{points}{''.join(lines)}"


def c_text(a: Floats, b: Floats) -> str:
    sizes = "".join(f"[{length}]" for length in a.shape)
    points = f"double vertsA[4][3] = {list_text(A, '{}')};\ndouble vertsB[4][3] = {list_text(B, '{}')};\n"
    return f"{points}double poseA{sizes} = {list_text(a, '{}')};\ndouble poseB{sizes} = {list_text(b, '{}')};\n"


def split_text(a: Floats, b: Floats) -> str:
    """Rotations and positions in arrays of their own."""
    parts = ((f"R{name}", pose[:3, :3], f"t{name}", pose[:3, 3]) for name, pose in (("A", a), ("B", b)))
    points = f"double vertsA[4][3] = {list_text(A, '{}')};\ndouble vertsB[4][3] = {list_text(B, '{}')};\n"
    return points + "".join(
        f"double {turn}[3][3] = {list_text(rows, '{}')};\ndouble {translation}[3] = {list_text(at, '{}')};\n"
        for turn, rows, translation, at in parts
    )


def texts(a: Floats, b: Floats) -> Iterator[str]:
    """The same pair in many ways, all by rows."""
    yield numpy_text(a, b)
    yield numpy_text(a, b) + "d = distance(A, pose_A, B, pose_B)\n"
    yield numpy_text(a.T, b.T, "np.array({}).T")
    yield numpy_text(a.ravel(), b.ravel(), "np.array({}).reshape(4, 4)")
    yield numpy_text(a[:3], b[:3])
    yield c_text(a, b)
    yield c_text(a[:3], b[:3])
    yield c_text(a.ravel(), b.ravel())
    yield c_text(a[:3].ravel(), b[:3].ravel())
    yield split_text(a, b)


def corners(imported: Imported) -> list[Floats]:
    """The vertices of both hulls in the world, sorted."""
    rows = []
    for body in imported.scene.bodies:
        assert isinstance(body.shape, Hull)
        rows.append(sorted_rows(np.array(body.shape.vertices), np.array(body.pose.rotation), body.pose.position))
    return rows


def sorted_rows(points: Floats, rotation: Floats, position: object) -> Floats:
    return np.array(sorted((points @ rotation.T + position).round(9).tolist()))


@pytest.mark.parametrize(("first", "second"), list(product(range(len(POSES)), repeat=2)))
def test_the_pair_is_the_one_that_is_written(first: int, second: int) -> None:
    a, b = POSES[first], POSES[second]
    expected = [sorted_rows(points, pose[:3, :3], pose[:3, 3]) for points, pose in ((A, a), (B, b))]
    for text in texts(a, b):
        imported = import_text(text)
        np.testing.assert_allclose(corners(imported), expected, atol=1e-12, err_msg=text)


def test_tetrahedra_of_which_one_is_only_turned_are_apart() -> None:
    text = numpy_text(matrix("symmetric", "unmoved"), np.array(POSES[2]))
    imported = import_text(text + "d = distance(A, pose_A, B, pose_B)\n")
    assert imported.questions == ()  # by rows and by columns it is the same turn
    a, b = imported.scene.bodies
    assert a.pose != b.pose
    assert query(a.shape, a.pose, b.shape, b.pose).certified


def test_a_layout_that_nothing_shows_is_asked_for() -> None:
    quarter, half = matrix("quarter", "unmoved"), matrix("half", "unmoved")
    text = c_text(quarter.ravel(), half.ravel())
    (question,) = import_text(text).questions
    assert (question.what, question.value, question.others) == ("matrix", "rows", ("columns",))
    answered = import_text(text, choices={"matrix": "columns"})
    assert answered.questions == ()
    assert np.allclose(answered.scene.bodies[0].pose.rotation, quarter[:3, :3].T)


def test_another_matrix_with_a_translation_shows_the_layout() -> None:
    quarter, moved = matrix("quarter", "unmoved"), matrix("none", "moved")
    imported = import_text(c_text(quarter.T.ravel(), moved.T.ravel()))
    assert imported.questions == ()
    assert np.allclose(imported.scene.bodies[0].pose.rotation, quarter[:3, :3])


def test_points_that_the_text_moves_are_not_moved_again() -> None:
    a, b = matrix("quarter", "moved"), matrix("half", "unmoved")
    text = numpy_text(a, b).replace("pose_", "T_")
    moved = "".join(f"{name} = (T_{name}[:3, :3] @ {name}.T).T + T_{name}[:3, 3]\n" for name in "AB")
    expected = [sorted_rows(points, pose[:3, :3], pose[:3, 3]) for points, pose in ((A, a), (B, b))]
    np.testing.assert_allclose(corners(import_text(text + moved)), expected, atol=1e-12)


def test_a_shape_never_takes_the_pose_that_is_named_for_the_other_one() -> None:
    text = numpy_text(matrix("none", "moved"), matrix("none", "moved"))
    text = text.replace("pose_A", "start_pose_B")
    imported = import_text(text)
    assert imported.scene.body("A").pose.position == (0.0, 0.0, 0.0)
    assert imported.questions


def test_a_matrix_that_is_filled_in_part_by_part_is_one_pose() -> None:
    a, b = matrix("quarter", "moved"), matrix("half", "moved")
    parts = "".join(
        f"T_{name} = np.eye(4)\nT_{name}[:3, :3] = {list_text(pose[:3, :3], '[]')}\nT_{name}[:3, 3] = [0.33, 0.34, 0]\n"
        for name, pose in (("A", a), ("B", b))
    )
    imported = import_text(numpy_text(a, b).partition("pose_A")[0] + parts)
    assert imported.questions == ()
    expected = [sorted_rows(points, pose[:3, :3], pose[:3, 3]) for points, pose in ((A, a), (B, b))]
    np.testing.assert_allclose(corners(imported), expected, atol=1e-12)
