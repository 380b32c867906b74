"""Solvers that show their iterations: a small GJK in C with planted bugs, Headbutt as published, and programs."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gjkscope.app.ask.runs.iterations import check_reported_run
from gjkscope.app.ask.solvers.addresses import solver_at
from gjkscope.app.ask.solvers.libraries import load_library
from gjkscope.app.ask.solvers.messages import MessageError, iterations_from
from gjkscope.app.ask.solvers.pair_block import block_of
from gjkscope.app.ask.solvers.solver import SolverAnswer, as_report
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.api import hunt
from gjkscope.app.judge.hunting.chunks import FoundFailure, HuntPlan, close_solvers
from gjkscope.app.judge.hunting.families import FAMILIES
from gjkscope.app.judge.hunting.judging import judge_pair
from gjkscope.app.judge.hunting.minimising import with_iterations
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.scenes.reports import orient_report
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import format_scene, read_scene
from gjkscope.engine import Box, Capsule, Cone, Pose, Sphere
from gjkscope.engine.iterations.checks import check_iterations
from gjkscope.engine.iterations.explain import instead_words
from gjkscope.engine.iterations.records import MOST_ITERATIONS, Iteration, IterationVertex
from gjkscope.engine.iterations.steps import CheckedIterations, IterationFault, LegitimateChoice
from gjkscope.engine.vectors import ZERO, neg
from tests.app.ask.solvers.programs import program

HEADER = resource("assets", "clients", "gjkscope_solver.h")
EXAMPLES = HEADER.parent / "examples"
WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
NO_BUG, WRONG_EDGE, WRONG_CORNER, STOPS_EARLY = range(4)

BOARD = Box((0.25, 0.25, 1))
BOARDS = Scene(
    "two boards", (Body("A", BOARD), Body("B", BOARD, PositionOrientation((1.5, -0.5, 0), (0.2, 0.5, 0.5, 1))))
)
PAIR = (BOARD, Pose(), BOARD, BOARDS.body("B").pose)
MOVED = (BOARD, Pose(), BOARD, Pose(BOARDS.body("B").pose.rotation, (1.5, -0.2, 0.3)))
BESIDE = (BOARD, Pose(), BOARD, Pose(BOARDS.body("B").pose.rotation, (0.5, 1.5, 0.5)))
CAPSULES = (Capsule(0.3, 1), Pose(), Capsule(0.2, 1, "x"), Pose(position=(1.5, 0.4, 0.3)))


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The example, by its planted bug."""
    folder = tmp_path_factory.mktemp("gjk")
    paths = [folder / f"libgjk{bug}.so" for bug in range(4)]
    compiling = [
        subprocess.Popen(
            [
                *("gcc", *WARNINGS, "-shared", "-fPIC", f"-DGJK_BUG={bug}", f"-I{HEADER.parent}"),
                *(str(EXAMPLES / "gjk.c"), "-o", str(path), "-lm"),
            ]
        )
        for bug, path in enumerate(paths)
    ]
    assert [process.wait() for process in compiling] == [0, 0, 0, 0]
    return paths


def check_run(library: Path, pair: Any) -> CheckedIterations:
    """Asked in this process, which is quicker; the libraries of these tests do not crash."""
    answer = load_library(str(library))(*pair)
    return check_iterations(answer.iterations, *pair, answer)


def test_without_a_bug_it_does_what_ours_does(libraries: list[Path]) -> None:
    assert check_run(libraries[NO_BUG], PAIR).first is None
    cores = check_run(libraries[NO_BUG], CAPSULES)
    assert (cores.first, cores.steps[0].of_cores) == (None, True)


@pytest.mark.parametrize(
    ("bug", "pair", "step", "fault", "words"),
    [
        (
            WRONG_EDGE,
            PAIR,
            3,
            IterationFault.WRONG_DROP,
            "Our GJK searches along d = (0.58194, −0.81323, 0) and keeps w2 and ",
        ),
        (WRONG_CORNER, MOVED, 0, IterationFault.SHORT_SUPPORT, "Our GJK finds "),
        (STOPS_EARLY, BESIDE, 3, IterationFault.STOPPED_EARLY, "Our GJK searches along d = "),
    ],
)
def test_the_planted_bug_is_found(
    libraries: list[Path], bug: int, pair: Any, step: int, fault: IterationFault, words: str
) -> None:
    check = check_run(libraries[bug], pair)
    assert check.first is not None
    assert (check.first.is_wrong, check.first.cause, check.first.step) == (True, fault, step)
    assert instead_words(check.steps[step]).startswith(words)


def test_blocks_are_asked_without_iterations(libraries: list[Path]) -> None:
    solver = solver_at(str(libraries[WRONG_EDGE]))
    try:
        [without] = [solver.ask_many(block_of([PAIR])).answer(0)]
        assert without.iterations == ()
        assert len(solver.ask(*PAIR).iterations) == 20
        assert solver.ask(Cone(1, 1), Pose(), BOARD, Pose()).iterations == ()
    finally:
        solver.close()


def test_a_hunt_keeps_the_iterations_of_what_it_found(libraries: list[Path]) -> None:
    plan = HuntPlan(str(libraries[WRONG_EDGE]))
    failure = FoundFailure(Symptom.WRONG_DISTANCE, 0.2, PAIR, SolverAnswer(signed_distance=0.87), "near")
    try:
        assert len(with_iterations(plan, failure).answer.iterations) == 20
    finally:
        close_solvers()


OVERLAPPING = {
    "boxes": (BOARD, Pose(), BOARD, Pose(position=(0.1, 0.2, 0.3))),
    "rounded boxes": (replace(BOARD, rounding=0.1), Pose(), BOARD, Pose(position=(0.1, 0.2, 0.3))),
    "capsules that cross": (Capsule(0.3, 1), Pose(), Capsule(0.2, 1, "x"), Pose()),
    "a centre on a face": (Sphere(0.6), Pose(), BOARD, Pose(position=(0.25, 0, 0))),
    "a centre within rounding": (Sphere(0.3), Pose(), Box((0.7, 1, 0.7)), Pose(position=(6e-17, 0, 0))),
    "touching faces": (BOARD, Pose(), BOARD, Pose(position=(0.5, 0, 0))),
}


@pytest.mark.parametrize("name", OVERLAPPING)
def test_of_overlapping_cores_it_gives_the_verdict_alone(libraries: list[Path], name: str) -> None:
    answer = load_library(str(libraries[NO_BUG]))(*OVERLAPPING[name])
    assert answer._replace(iterations=()) == SolverAnswer(verdict="penetrating")
    assert judge_pair(answer, OVERLAPPING[name], Tolerance())[0] is None


@pytest.mark.thorough
def test_without_a_bug_hunts_find_lost_digits_between_faces_only(libraries: list[Path]) -> None:
    assert_loses_only_digits(libraries[NO_BUG], 25)


def assert_loses_only_digits(library: Path, chunk: int) -> None:
    kinds, count = ("box", "sphere", "capsule", "hull"), chunk * len(FAMILIES)
    report = hunt(str(library), kinds=kinds, count=count, chunk=chunk)
    assert (report.tried, report.skipped) == (count, 0)
    assert {failure.family for group in report.found for failure in group.group[1:]} <= {
        "stacked",
        "nearly parallel",
        "nearly flush",
    }
    assert not {group.key[0] for group in report.found} & {Symptom.WRONG_VERDICT, Symptom.WRONG_DEPTH}


# --- the command ---


def query(capsys: pytest.CaptureFixture[str], scene: Path, engine: str) -> dict[str, Any]:
    assert run_command(["query", str(scene), "--engines", engine, "--json"]) == 0
    [report] = json.loads(capsys.readouterr().out)["reported"]
    answer: dict[str, Any] = report
    return answer


def test_query_says_where_it_first_differs(
    libraries: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = tmp_path / "boards.json"
    scene.write_text(format_scene(BOARDS))
    answer = query(capsys, scene, str(libraries[WRONG_EDGE]))
    assert answer["first_difference"] == {
        "step": 3,
        "wrong": True,
        "cause": "wrong vertex dropped",
        "words": "Step 3 of libgjk1.so: w2 is dropped, although the origin is nearest to edge w0 w2, 0.43517 m away; "
        "the simplex that remains is 0.981 m further.",
        "ours": "Our GJK searches along d = (0.58194, −0.81323, 0) and keeps w2 and (−0.42857, −0.035714, 1.6071).",
    }
    assert (answer["right"], answer["iterations"]["count"]) == (False, 20)
    assert run_command(["query", str(scene), "--engines", "./missing.so"]) == 2
    assert "missing.so" in capsys.readouterr().err


def test_a_trace_of_the_opposite_difference_is_one_hint() -> None:
    """Its vertices are far outside of A − B, which is what the hint says."""
    scene = read_scene(EXAMPLES / "boards.json")
    given = scene.reported[0]
    check = check_reported_run(replace(given, iterations=tuple(map(opposite, given.iterations))), *scene.bodies)
    assert check.sentences == ("All vertices are points of B − A: negate them, the directions and the closest points.",)
    ours = check_reported_run(given, *scene.bodies)
    assert ours.sentences == (ours.difference, ours.ours)


def opposite(iteration: Iteration) -> Iteration:
    """The iteration of B − A."""
    simplex = tuple(IterationVertex(neg(v.point), v.b, v.a) for v in iteration.simplex)
    return Iteration(simplex, neg(iteration.direction or ZERO), neg(iteration.closest or ZERO))


def test_the_shipped_scene_has_the_iterations_of_the_example() -> None:
    scene = read_scene(EXAMPLES / "boards.json")
    assert [body.pose for body in scene.bodies] == [body.pose for body in BOARDS.bodies]
    check = check_reported_run(scene.reported[0], *scene.bodies)
    assert check.difference.startswith("Step 3 of gjk.c, bug 1: w2 is dropped")


def test_headbutt_as_published(capsys: pytest.CaptureFixture[str]) -> None:
    scene = resource("assets", "scenes", "museum", "hb-article-cycle-1.json")
    answer = query(capsys, scene, f"{EXAMPLES / 'headbutt.py'}:headbutt")
    first = answer["first_difference"]
    assert (first["step"], first["cause"]) == (4, "wrong vertex dropped")
    assert first["ours"] == "Our GJK keeps w0 w2 w3."
    assert (answer["earlier_difference"]["step"], answer["earlier_difference"]["cause"]) == (0, LegitimateChoice.TIE)


def test_an_epa_that_expands_the_wrong_face(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    scene = read_scene(EXAMPLES / "boxes.json")
    alone = tmp_path / "boxes.json"
    alone.write_text(format_scene(replace(scene, reported=())), encoding="utf-8")
    answer = query(capsys, alone, f"{EXAMPLES / 'epa.py'}:epa")
    assert (answer["first_difference"]["step"], answer["first_difference"]["cause"]) == (2, "not the nearest face")
    assert "earlier_difference" not in answer
    assert check_reported_run(scene.reported[0], *scene.bodies).difference == (
        "Step 2 of epa.py: the expanded face was not the nearest: face w0 w2 w3 is 0.539 m nearer."
    )
    turned = orient_report(scene.reported[0], ("B", "A"))
    again = check_reported_run(turned, scene.bodies[1], scene.bodies[0])
    assert again.checked.first == check_reported_run(scene.reported[0], *scene.bodies).checked.first


SEARCHES = """
#include "gjkscope_solver.h"
#include <math.h>

void (*gjkscope_on_iteration)(const gjkscope_iteration *);
void (*gjkscope_on_search)(const gjkscope_search *);

static gjkscope_search nothing(void) {
    gjkscope_search it = {0};
    int i;
    for (i = 0; i < 9; i++) it.face[i / 3][i % 3] = it.portal[i / 3][i % 3] = NAN;
    for (i = 0; i < 3; i++) it.interior[i] = it.direction[i] = NAN;
    it.separation = NAN;
    return it;
}

int gjkscope_solve(const gjkscope_pair *pair, gjkscope_answer *answer) {
    static const double tetrahedron[4][9] = {{1, 1, 1, -1, -1, 1, -1, 1, -1}, {1, 1, 1, -1, 1, -1, 1, -1, -1},
                                             {1, 1, 1, 1, -1, -1, -1, -1, 1}, {-1, -1, 1, 1, -1, -1, -1, 1, -1}};
    gjkscope_search it = nothing();
    int i;
    (void)pair;
    answer->verdict = GJKSCOPE_PENETRATING;
    if (!gjkscope_on_search) return 0;
    it.face_count = 4, it.faces = tetrahedron[0];
    gjkscope_on_search(&it);
    it = nothing();
    it.vertex_count = 3;
    for (i = 0; i < 9; i++) it.portal[i / 3][i % 3] = tetrahedron[0][i];
    it.interior[0] = 0.5, it.interior[1] = -0.5, it.interior[2] = -0.5;
    gjkscope_on_search(&it);
    it = nothing();
    it.direction[0] = 0, it.direction[1] = 1, it.direction[2] = 0, it.separation = -1.25;
    gjkscope_on_search(&it);
    return 0;
}
"""


def test_a_library_shows_other_searches(tmp_path: Path) -> None:
    source, library = tmp_path / "searches.c", tmp_path / "libsearches.so"
    source.write_text(SEARCHES, encoding="utf-8")
    command = ["gcc", *WARNINGS, "-shared", "-fPIC", f"-I{HEADER.parent}", str(source), "-o", str(library), "-lm"]
    subprocess.run(command, check=True)
    cubes = Box((0.5, 0.5, 0.5)), Pose(), Box((0.5, 0.5, 0.5)), Pose()
    epa, mpr, sat = load_library(str(library))(*cubes).iterations
    assert (len(epa.faces), epa.face, epa.faces[0]) == (4, None, ((1, 1, 1), (-1, -1, 1), (-1, 1, -1)))
    assert (len(mpr.simplex), mpr.interior, mpr.separation) == (3, (0.5, -0.5, -0.5), None)
    assert sat == Iteration((), (0, 1, 0), separation=-1.25)
    check = check_iterations([epa, mpr, sat], *cubes)
    assert [len(step.findings) for step in check.steps] == [0, 0, 1]
    assert check.steps[2].findings[0].fault is IterationFault.WRONG_SEPARATION


# --- the format ---


def test_a_program_may_send_what_is_not_finite(tmp_path: Path) -> None:
    body = (
        'print(json.dumps({"id": number, "signed_distance": 1.0, "iterations": [{"simplex": [[-1, 0, 0]], '
        '"direction": [1, 0, 0]}, {"simplex": [{"point": [-1, 0, 0], "a": [0, 0, 0]}], '
        '"closest": [float("nan"), 0, 0]}]}))'
    )
    solver = program(tmp_path, body)
    try:
        answer = solver.ask(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)))
    finally:
        solver.close()
    assert answer.iterations == (
        Iteration((IterationVertex((-1, 0, 0)),), (1, 0, 0)),
        Iteration((IterationVertex((-1, 0, 0), (0, 0, 0)),), not_finite="closest nan 0.0 0.0"),
    )
    assert as_report(answer, ("A", "B"), "mine").iterations == answer.iterations


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (3, "iterations: must be a list, got 3"),
        ([{"simplex": []}] * (MOST_ITERATIONS + 1), "iterations: must be at most 1000, got 1001"),
        ([3], r"iterations\[0\]: must be an object with simplex"),
        ([{"direction": [1, 0, 0]}], r"iterations\[0\]: must be an object with simplex"),
        ([{"simplex": [], "normal": [1, 0, 0]}], r"iterations\[0\]: must be an object with simplex"),
        ([{"simplex": [[0, 0, 0]] * 5}], r"iterations\[0\].simplex: must be a list of at most 4"),
        ([{"simplex": [[0, 0]]}], r"iterations\[0\].simplex\[0\]: must be 3 numbers"),
        ([{"simplex": [{"a": [0, 0, 0]}]}], r"iterations\[0\].simplex\[0\]: must be 3 numbers or an object"),
        ([{"simplex": [], "closest": "origin"}], r"iterations\[0\].closest: must be 3 numbers"),
        ([{"simplex": [], "note": 3}], r"iterations\[0\].note: must be a string"),
        ([{"simplex": [], "faces": 3}], r"iterations\[0\].faces: must be a list of at most 1,000 faces"),
        ([{"simplex": [], "faces": [[[0, 0, 0]]]}], r"iterations\[0\].faces\[0\]: must be a list of 3 points"),
        ([{"simplex": [], "interior": 3}], r"iterations\[0\].interior: must be 3 numbers"),
        ([{"simplex": [], "separation": "far"}], r"iterations\[0\].separation: must be a number"),
    ],
)
def test_invalid_iterations_are_named(value: Any, words: str) -> None:
    with pytest.raises(MessageError, match=words):
        iterations_from("iterations", value)
