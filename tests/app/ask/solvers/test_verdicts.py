"""Verdicts without distances: from libraries, also of other versions of the header, functions and programs."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gjkscope.app.ask.solvers.addresses import solver_at
from gjkscope.app.ask.solvers.libraries import VERDICTS
from gjkscope.app.ask.solvers.pair_block import block_of
from gjkscope.app.ask.solvers.process_solver import ProcessSolver
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.base.resources import resource
from gjkscope.engine import Pose, Sphere, Verdict

HEADER = resource("assets", "clients", "gjkscope_solver.h")

# The radius of A says what is answered.
BOOLEAN = """
#include "gjkscope_solver.h"
#include <math.h>

int gjkscope_solve(const gjkscope_pair *pair, gjkscope_answer *answer) {
    int wanted = (int)pair->a.size[0];
    if (wanted == 5) { answer->signed_distance = 1.5; return 0; }
    if (wanted == 6) { answer->signed_distance = -0.5; answer->verdict = GJKSCOPE_SEPARATED; return 0; }
    if (wanted == 7) { answer->signed_distance = NAN; answer->verdict = GJKSCOPE_SEPARATED; return 0; }
    if (wanted == 8) return 0;
    if (wanted == 9) { answer->verdict = 5; return 0; }
    if (wanted == 10) { answer->verdict = -1; return 0; }
    answer->verdict = wanted;
    return 0;
}
"""

# The structures of the first version of the header, without a verdict.
OLD = """
typedef struct { int kind, axis; double size[4], rounding; int vertex_count; const double *vertices; } shape;
typedef struct { shape a; double pose_a[16]; shape b; double pose_b[16]; } pair;
typedef struct { double signed_distance, normal[3], witness_a[3], witness_b[3]; } answer;

int gjkscope_solve(const pair *p, answer *found) {
    found->signed_distance = p->pose_b[3] - p->a.size[0] - p->b.size[0];
    found->normal[0] = 1, found->normal[1] = 0, found->normal[2] = 0;
    return 0;
}
"""

# A later header, with more fields than this version knows.
LATER = """
#include "gjkscope_solver.h"

typedef struct { gjkscope_answer known; double more[16]; } later;

int gjkscope_solve(const gjkscope_pair *pair, gjkscope_answer *answer) {
    int i;
    for (i = 0; i < 16; i++) ((later *)answer)->more[i] = pair->a.size[0];
    answer->verdict = GJKSCOPE_PENETRATING;
    return 0;
}
"""


@contextmanager
def compile_solver(folder: Path, source: str) -> Iterator[ProcessSolver]:
    """The solver in C, as a library."""
    file, library = folder / "solver.c", folder / "solver.so"
    file.write_text(source)
    warnings = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
    subprocess.run(
        ["gcc", *warnings, "-shared", "-fPIC", f"-I{HEADER.parent}", str(file), "-o", str(library)], check=True
    )
    solver = solver_at(str(library))
    try:
        yield solver
    finally:
        solver.close()


def ask(solver: ProcessSolver, radius: float) -> SolverAnswer:
    answer = solver.ask(Sphere(radius), Pose(), Sphere(1), Pose(position=(4, 0, 0)))
    in_block = solver.ask_many(block_of([(Sphere(radius), Pose(), Sphere(1), Pose(position=(4, 0, 0)))])).answer(0)
    assert repr(in_block._replace(seconds=None)) == repr(answer._replace(seconds=None))  # NaN differs from itself
    return answer._replace(seconds=None)


def test_a_library_may_give_a_verdict_and_nothing_else(tmp_path: Path) -> None:
    with compile_solver(tmp_path, BOOLEAN) as solver:
        for code, verdict in enumerate(VERDICTS[1:], start=1):
            assert ask(solver, code) == SolverAnswer(verdict)
        assert ask(solver, 5) == SolverAnswer(signed_distance=1.5)
        assert ask(solver, 6) == SolverAnswer("separated", -0.5)
        assert ask(solver, 7).not_finite == "signed distance nan"
        assert ask(solver, 8).not_finite == "signed distance nan"
        assert ask(solver, 9).crashed == "ValueError: verdict: must be from 0 to 4, got 5"
        assert ask(solver, 10).crashed == "ValueError: verdict: must be from 0 to 4, got -1"


def test_the_verdicts_are_those_of_the_header() -> None:
    text = HEADER.read_text()
    assert "GJKSCOPE_UNSET = 0" in text
    for verdict in Verdict:
        assert f"GJKSCOPE_{verdict.name} = {VERDICTS.index(verdict.value)}" in text


@pytest.mark.parametrize(
    ("source", "answer"),
    [(OLD, SolverAnswer(signed_distance=2.0, normal=(1.0, 0.0, 0.0))), (LATER, SolverAnswer("penetrating"))],
    ids=["old", "later"],
)
def test_libraries_that_were_compiled_with_another_header_work(
    tmp_path: Path, source: str, answer: SolverAnswer
) -> None:
    with compile_solver(tmp_path, source) as solver:
        assert ask(solver, 1) == answer


def in_python(folder: Path, returned: str) -> ProcessSolver:
    (folder / "mine.py").write_text(f"import numpy as np\ndef f(a, pose_a, b, pose_b):\n    return {returned}\n")
    return solver_at(f"{folder}/mine.py:f")


def as_program(folder: Path, answered: str) -> ProcessSolver:
    (folder / "program.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n"
        f"    print(json.dumps({{'id': json.loads(line)['id'], **{answered}}}), flush=True)\n"
    )
    return ProcessSolver("program", [sys.executable, str(folder / "program.py")])


@pytest.mark.parametrize("made", [in_python, as_program])
def test_functions_and_programs_may_give_a_verdict_and_nothing_else(
    tmp_path: Path, made: Callable[[Path, str], ProcessSolver]
) -> None:
    solver = made(tmp_path, '{"verdict": "separated"}')
    try:
        assert ask(solver, 1) == SolverAnswer("separated")
    finally:
        solver.close()


@pytest.mark.parametrize("returned", ["True", "np.bool_(False)", "np.array(True)"])
def test_a_truth_value_is_no_distance(tmp_path: Path, returned: str) -> None:
    solver = in_python(tmp_path, returned)
    try:
        crashed = ask(solver, 1).crashed or ""
    finally:
        solver.close()
    assert crashed.startswith('MessageError: must return a number, a dictionary such as {"verdict": "penetrating"}')
