"""Blocks of pairs: each way in which a solver can end is an answer to the right pair, and the others are answered."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from gjkscope.app.ask.solvers.addresses import AddressError, solver_at
from gjkscope.app.ask.solvers.answer_block import answer_block, from_packed_line
from gjkscope.app.ask.solvers.forked import END, BlockRequest, block_line, serve_batch
from gjkscope.app.ask.solvers.local import local_solver
from gjkscope.app.ask.solvers.pair_block import PairBlock, PlacedPair, block_of, pose_of
from gjkscope.app.ask.solvers.process_solver import NOT_ASKED, ProcessSolver
from gjkscope.app.ask.solvers.solver import SolverAnswer, wants_iterations
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Box, Capsule, Cone, Hull, Mesh, Segment, Shape, Sphere, Superellipsoid

HEADER = Path(__file__).resolve().parents[4] / "assets" / "clients" / "gjkscope_solver.h"

# Answers with the distance of the centres; the radius of A says what else it does.
FUNCTION = """
import os, sys
def f(a, pose_a, b, pose_b):
    if a.radius == 2: os.abort()
    if a.radius == 3: sys.exit(4)
    if a.radius == 4: raise ValueError("no answer")
    if a.radius == 5: return None
    if a.radius == 6: return float("nan")
    if a.radius == 7:
        while True: pass
    if a.radius == 8: return {"signed_distance": 0.0, "face_b": [[1, 2, 3]]}
    return {"signed_distance": float(pose_b[0, 3]), "normal": [1, 0, 0], "witness_a": [0, 0, 0], "witness_b": [1, 2, 3]}
"""

PROGRAM = """
import json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["a"]["radius"] == 2: os.abort()
    print(json.dumps({"id": asked["id"], "signed_distance": asked["pose_b"][0][3]}), flush=True)
"""

LIBRARY = """
#include "gjkscope_solver.h"

int gjkscope_solve(const gjkscope_pair *pair, gjkscope_answer *answer) {
    int i;
    double sum = pair->a.rounding + 10 * pair->a.kind + 100 * pair->a.axis + 1000 * pair->a.vertex_count;
    if (pair->b.kind != GJKSCOPE_SPHERE) return 1;
    for (i = 0; i < 4; i++) sum += pair->a.size[i];
    for (i = 0; i < 3 * pair->a.vertex_count; i++) sum += pair->a.vertices[i];
    answer->signed_distance = sum;
    for (i = 0; i < 3; i++) answer->normal[i] = pair->pose_b[4 * i + 3];
    return 0;
}
"""


def block(*radii: float) -> PairBlock:
    return block_of(
        [(Sphere(radius), Pose(), Box((1, 1, 1)), Pose(position=(i, 0, 0))) for i, radius in enumerate(radii)]
    )


@pytest.fixture
def function(tmp_path: Path) -> Iterator[ProcessSolver]:
    (tmp_path / "mine.py").write_text(FUNCTION)
    solver = solver_at(f"{tmp_path}/mine.py:f", seconds=0.5)
    yield solver
    solver.close()


def test_every_pair_has_its_own_answer(function: ProcessSolver) -> None:
    answers = function.ask_many(block(1, 2, 1, 3, 4, 5, 6, 1))
    assert answers.signed_distance[[0, 2, 7]].tolist() == [0, 2, 7]
    assert answers.answer(2).witness_b == (1, 2, 3)
    assert {i: (answer.crashed or answer.unsupported) for i, answer in answers.others.items() if i != 6} == {
        1: "SIGABRT",
        3: "exited with status 4",
        4: "ValueError: no answer",
        5: "the function returned None",
    }
    assert answers.answer(6).not_finite == "signed distance nan"


def test_faces_are_not_lost_in_a_block(function: ProcessSolver) -> None:
    answers = function.ask_many(block(1, 8))
    assert answers.answer(0).face_b == ()
    assert answers.answer(1).face_b == ((1, 2, 3),)


def test_after_some_timeouts_the_rest_is_not_asked(function: ProcessSolver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gjkscope.app.ask.solvers.process_solver.MOST_TIMEOUTS", 2)
    answers = function.ask_many(block(1, 7, 7, 1))
    assert [answers.answer(i).crashed for i in (1, 2)] == ["timed out after 0.5 s"] * 2
    assert answers.answer(3) == NOT_ASKED
    assert function.ask_many(block(1)).signed_distance.tolist() == [0]


def test_a_block_and_single_questions_give_the_same_answers(function: ProcessSolver) -> None:
    pairs = block(1, 2, 4, 5)
    assert [function.ask(*pairs.pair(i))._replace(note=None) for i in range(4)] == [
        function.ask_many(pairs).answer(i) for i in range(4)
    ]


def test_a_program_gets_one_line_for_each_pair(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    solver = ProcessSolver("program", [sys.executable, str(tmp_path / "program.py")])
    try:
        answers = solver.ask_many(block(1, 1, 2, 1))
    finally:
        solver.close()
    assert answers.signed_distance[[0, 1, 3]].tolist() == [0, 1, 3]
    assert answers.answer(2).crashed == "SIGABRT"


def test_a_local_function_is_asked_in_a_fork() -> None:
    asked: list[Shape] = []

    def remembers(a: Shape, _a: object, _b: Shape, _pose_b: object) -> float:
        asked.append(a)
        return len(asked)

    solver = local_solver(remembers)
    try:
        assert solver.ask_many(block(1, 1, 1)).signed_distance.tolist() == [1, 2, 3]
    finally:
        solver.close()
    assert asked == []


SHAPES: tuple[tuple[Shape, float], ...] = (
    (Sphere(2), 30 + 100 + 2),
    (Box((1, 2, 3), rounding=0.5), 40 + 100 + 6 + 0.5),
    (Capsule(1, 2, "z"), 50 + 200 + 3),
    (Cone(1, 2, "x"), 70 + 3),
    (Segment((1, 0, 0), (0, 2, 0)), 10 + 100 + 2000 + 3),
    (Hull(((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1))), 90 + 100 + 4000 + 6),
    (Superellipsoid((1, 2, 3), exponent=4), 120 + 100 + 10),
)


def test_a_library_gets_every_kind_of_shape(tmp_path: Path) -> None:
    source, library = tmp_path / "solver.c", tmp_path / "solver.so"
    source.write_text(LIBRARY)
    warnings = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
    subprocess.run(
        ["gcc", *warnings, "-shared", "-fPIC", f"-I{HEADER.parent}", str(source), "-o", str(library)], check=True
    )
    solver = solver_at(str(library))
    pairs = [(shape, Pose(), Sphere(1), Pose(position=(4, 5, 6))) for shape, _ in SHAPES]
    try:
        answers = solver.ask_many(block_of([*pairs, (Sphere(1), Pose(), Box((1, 1, 1)), Pose())]))
    finally:
        solver.close()
    assert answers.signed_distance[:-1].tolist() == [wanted for _, wanted in SHAPES]
    assert answers.normal[0].tolist() == [4, 5, 6]
    assert answers.answer(0).witness_a is None
    assert answers.answer(len(SHAPES)).unsupported == "gjkscope_solve returned 1"


def test_the_header_is_valid_cpp(tmp_path: Path) -> None:
    source = tmp_path / "solver.cpp"
    source.write_text(LIBRARY)
    subprocess.run(
        ["g++", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{HEADER.parent}", str(source)],
        check=True,
    )


def test_every_kind_of_shape_has_a_number() -> None:
    from gjkscope.app.ask.solvers.libraries import KINDS
    from gjkscope.engine.shapes.kinds import SHAPE_TYPES

    assert KINDS.keys() == SHAPE_TYPES.keys()
    for name, number in KINDS.items():
        assert f"GJKSCOPE_{name.upper()} = {number}" in HEADER.read_text()
    assert Mesh.__name__.lower() in KINDS


@pytest.mark.parametrize(
    ("address", "words"),
    [("nothing", "must be an engine"), ("x.py", "add the name of the function"), ("./absent", "must be an engine")],
)
def test_an_unusable_address_is_named(address: str, words: str) -> None:
    with pytest.raises(AddressError, match=words):
        solver_at(address)


def test_a_file_that_cannot_be_run_is_named(tmp_path: Path) -> None:
    (tmp_path / "solver").write_text("")
    with pytest.raises(AddressError, match="chmod"):
        solver_at(str(tmp_path / "solver"))


def test_poses_survive_as_matrices() -> None:
    pose = Pose(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)), (1.0, 2.0, 3.0))
    pairs = block_of([(Sphere(1), pose, Sphere(2), Pose())])
    assert pairs.pair(0) == (Sphere(1), pose, Sphere(2), Pose())
    assert pose_of(pairs.poses_a[0]) == pose
    assert pairs.only(np.array([0, 0])).size == 2


def test_contact_points_are_left_out_of_blocks_unless_they_are_wanted() -> None:
    def answers(_a: Shape, _pose_a: object, _b: Shape, _pose_b: object) -> dict[str, object]:
        points = [{"position": [1.0, 2.0, 3.0], "depth": 0.5}] if wants_iterations() else []
        return {"signed_distance": -0.5, "points": points}

    solver = local_solver(answers)
    try:
        assert solver.ask_many(block(1, 1)).answer(1).points == ()
        blocks = solver.ask_many(block(1, 1), contacts=True)
        assert [blocks.answer(i).points for i in range(2)] == [(ReportedPoint((1.0, 2.0, 3.0), 0.5),)] * 2
        assert solver.ask_many(block(1)).answer(0).points == ()
    finally:
        solver.close()


def test_a_batch_is_answered_in_one_call(tmp_path: Path) -> None:
    asked: list[int] = []

    def answers(pairs: Sequence[PlacedPair]) -> list[SolverAnswer]:
        asked.append(len(pairs))
        return [SolverAnswer(signed_distance=float(i)) for i in range(len(pairs))]

    pair = (Sphere(1), Pose(), Sphere(1), Pose(position=(3.0, 0.0, 0.0)))
    with (tmp_path / "answers").open("w+b") as output:
        serve_batch(block_line(BlockRequest(block_of([pair] * 3), 1.0, True, 1)), answers, output.fileno())
        output.seek(0)
        *lines, end = output.read().splitlines()
    block = answer_block([from_packed_line(line) for line in lines])
    assert (asked, end, block.signed_distance.tolist()) == ([3], END, [0.0, 1.0, 2.0])
    assert (block.seconds > 0).all()
