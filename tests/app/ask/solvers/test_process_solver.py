"""Solvers in child processes: every way to fail is an answer, and nothing is left running."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from math import inf, nan
from pathlib import Path

import pytest

from gjkscope.app.ask.solvers.functions import FunctionError, function_solver
from gjkscope.app.ask.solvers.process_solver import ProcessSolver, child_command
from gjkscope.app.ask.solvers.solver import SolverAnswer, as_report
from gjkscope.app.scenes.scene import Reported
from gjkscope.engine import Box, Pose, Sphere
from gjkscope.engine.cancellation import Cancelled, cancellable_by
from tests.app.ask.solvers.programs import FUNCTIONS, GOOD, program

A, B = Pose(), Pose(position=(0.0, 1.75, 0.0))


def ask(solver: ProcessSolver) -> SolverAnswer:
    return solver.ask(Sphere(1.0), A, Sphere(1.0), B)


def children() -> set[int]:
    """The ids of our child processes, zombies included."""
    tasks = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {int(word) for task in tasks for word in task.read_text().split()}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., ProcessSolver]]:
    """Starts programs, ends them, and checks that they are gone."""
    before, started = children(), []

    def starter(body: str, seconds: float = 10.0) -> ProcessSolver:
        started.append(program(tmp_path, body, seconds))
        return started[-1]

    yield starter
    for solver in started:
        solver.close()
    assert children() <= before


@pytest.fixture
def function(tmp_path: Path) -> Iterator[Callable[[str], ProcessSolver]]:
    before, started = children(), []
    (tmp_path / "solvers.py").write_text(FUNCTIONS)

    def starter(name: str) -> ProcessSolver:
        started.append(function_solver(f"{tmp_path}/solvers.py:{name}"))
        return started[-1]

    yield starter
    for solver in started:
        solver.close()
    assert children() <= before


def test_faces_are_passed_on_with_a_report(function: Callable[[str], ProcessSolver]) -> None:
    answer = ask(function("faces"))
    corners = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    assert (answer.face_a, answer.face_b) == (corners, ((0.0, 0.0, 1.0),))
    report = as_report(answer, ("A", "B"), "mine")
    assert (report.face_a, report.face_b) == (answer.face_a, answer.face_b)


def test_a_program_answers_one_question_after_the_other(start: Callable[..., ProcessSolver]) -> None:
    solver = start(GOOD)
    expected = SolverAnswer(signed_distance=-0.25, normal=(0.0, 1.0, 0.0), note="fine")
    assert [ask(solver) for _ in range(3)] == [expected] * 3


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("body", "crashed"),
    [
        ("os.abort()", "SIGABRT"),
        ("ctypes.string_at(0)", "SIGSEGV"),
        ("os._exit(3)", "exited with status 3"),
        ("os.kill(os.getpid(), signal.SIGRTMIN + 5)", None),
        ("sys.exit()", "exited with status 0"),
        ("os.close(1); os.close(0); time.sleep(0.3); os._exit(0)", "exited with status 0"),
        ("", "exited with status 4"),
        ('print("d = 0.1")', "not an answer: expected a JSON object, got 'd = 0.1'"),
        ("print('[1]')", "not an answer: expected a JSON object, got [1]"),
        ("print('[' * 100000)", "not an answer: expected a JSON object, got "),
        ("sys.stdout.buffer.write(bytes([255, 10]))", "not an answer: expected a JSON object, got '\ufffd'"),
        ("print(json.dumps({'id': number + 1}))", "not an answer: id: must be 1, the id of the request"),
        ("print(json.dumps({'id': number, 'normal': [1, 2]}))", "not an answer: normal: must be 3 numbers, got [1, 2]"),
        (
            "print(json.dumps({'id': number, 'face_a': [1, 2, 3]}))",
            "not an answer: face_a[0]: must be 3 numbers, got 1",
        ),
        (
            "print(json.dumps({'id': number, 'face_b': 1001 * [[0, 0, 0]]}))",
            "not an answer: face_b: must be a list of at most 1000 points, got ",
        ),
        ("print(json.dumps({'id': number, 'depth': 1}))", "not an answer: depth: unknown field; the fields are "),
        (
            "print(json.dumps({'id': number, 'verdict': 'hit'}))",
            "not an answer: verdict: must be one of separated, touching, penetrating, undecided, got 'hit'",
        ),
        ("print(json.dumps({'id': number, 'points': [{}]}))", "not an answer: points[0]: must be an object with "),
        ("print(json.dumps({'id': number, 'note': 1}))", "not an answer: note: must be a string, got 1"),
        ("print('{\"id\": 1, \"signed_distance\": 1' + '0' * 400 + '}')", "not an answer: signed_distance: must be a "),
        ("sys.stdout.write('x' * 3000000)", "printed a line of more than 1048576 bytes"),
    ],
)
def test_each_way_to_fail_is_an_answer(start: Callable[..., ProcessSolver], body: str, crashed: str | None) -> None:
    solver = start(body)
    answer = ask(solver)
    assert answer.crashed is not None
    assert answer.crashed.startswith("signal " if crashed is None else crashed)  # a real-time signal has no name
    report = as_report(answer, ("A", "B"), solver.title)
    assert (report.crashed, report.signed_distance) == (answer.crashed, None)


@pytest.mark.parametrize(("body", "crashed"), [("os.abort()", "SIGABRT"), ("print('[1]')", "not an answer: ")])
def test_after_a_failure_it_is_started_again(start: Callable[..., ProcessSolver], body: str, crashed: str) -> None:
    solver = start(body)
    for _ in range(2):
        assert (ask(solver).crashed or "").startswith(crashed)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "body", ["time.sleep(3600)", "while True: pass", "while True: print('noise', file=sys.stderr)"]
)
def test_a_hang_ends_with_the_time_limit(start: Callable[..., ProcessSolver], body: str) -> None:
    solver = start(f"{GOOD}\nsys.stdout.flush()\nif number == 2:\n    {body}", 0.6)
    began = time.monotonic()
    assert ask(solver).crashed is None
    hung = [ask(solver) for _ in range(2)]
    assert hung[0].crashed is None  # the answer came before the hang
    assert hung[1].crashed == "timed out after 0.6 s"
    assert ask(solver).signed_distance == -0.25  # started again
    assert time.monotonic() - began < 5


def test_a_program_that_never_reads_gets_no_answer_but_the_time_limit(start: Callable[..., ProcessSolver]) -> None:
    """A request larger than a pipe must not block us."""
    from gjkscope.engine import Hull

    solver = start("time.sleep(3600)", 0.5)
    hull = Hull([(float(i), float(i * i), 1.0) for i in range(20000)])
    assert solver.ask(hull, A, hull, B).crashed == "timed out after 0.5 s"


def test_the_last_line_of_standard_error_is_the_note(start: Callable[..., ProcessSolver]) -> None:
    answer = ask(start("print('noise\\n\\nassert: x > 0\\n', file=sys.stderr); os.abort()"))
    assert (answer.crashed, answer.note) == ("SIGABRT", "assert: x > 0")


def test_the_children_of_a_program_end_with_it(start: Callable[..., ProcessSolver], tmp_path: Path) -> None:
    file = tmp_path / "pid"
    spawn = "import subprocess; child = subprocess.Popen(['sleep', '3600'])"
    solver = start(f"{spawn}\nopen({str(file)!r}, 'w').write(str(child.pid))\n{GOOD}")
    assert ask(solver).crashed is None
    solver.close()
    grandchild = int(file.read_text())
    until = time.monotonic() + 5
    while Path(f"/proc/{grandchild}").exists() and "Z" not in Path(f"/proc/{grandchild}/stat").read_text().split()[2]:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_program_that_does_not_exist_is_unsupported(tmp_path: Path) -> None:
    solver = ProcessSolver("nothing", [str(tmp_path / "nothing")])
    assert ask(solver).unsupported == "cannot be started: No such file or directory"


def test_a_process_that_is_being_ended_is_not_asked(start: Callable[..., ProcessSolver]) -> None:
    """Its supervisor takes a moment, in which it could still answer one question, and fail at the next."""
    solver = start(GOOD)
    for _ in range(8):
        assert ask(solver).crashed is None
        assert solver._process.is_running
        solver._process.interrupt()


def test_a_cancelled_question_leaves_the_process_warm(start: Callable[..., ProcessSolver]) -> None:
    solver = start(f"time.sleep(0.3); {GOOD}")
    assert ask(solver).crashed is None
    running = children()
    with cancellable_by(lambda: True), pytest.raises(Cancelled):
        ask(solver)  # before the request is sent
    until = time.monotonic() + 0.1
    with cancellable_by(lambda: time.monotonic() > until), pytest.raises(Cancelled):
        ask(solver)  # while the process computes
    assert ask(solver).signed_distance == -0.25  # its own answer, not that of the cancelled question
    assert children() == running


def test_closing_does_not_wait_for_an_answer(start: Callable[..., ProcessSolver]) -> None:
    solver = start("time.sleep(3600)", 60.0)
    answers: list[SolverAnswer] = []
    thread = threading.Thread(target=lambda: answers.append(ask(solver)))
    thread.start()
    while not children():
        time.sleep(0.01)
    time.sleep(0.1)
    began = time.monotonic()
    solver.close()
    thread.join(5)
    assert time.monotonic() - began < 2
    assert answers[0].crashed == "SIGKILL"


def test_memory_is_limited(function: Callable[[str], ProcessSolver]) -> None:
    assert (ask(function("allocates")).crashed or "").startswith("MemoryError")


@pytest.mark.thorough
def test_functions_answer_with_a_dictionary_or_a_number(function: Callable[[str], ProcessSolver]) -> None:
    answer = ask(function("exact"))
    assert (answer.signed_distance, answer.normal, answer.witness_a) == (-0.25, (0.0, 1.0, 0.0), (0.0, 1.0, 0.0))
    assert answer.points[0].depth == 0.5
    assert ask(function("number")).signed_distance == 0.5
    assert ask(function("nothing")).unsupported == "the function returned None"
    only_spheres = function("only_spheres")
    assert ask(only_spheres).signed_distance == 1.0
    assert only_spheres.ask(Box((1, 1, 1)), A, Sphere(1.0), B).unsupported == "the function returned None"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "crashed"),
    [
        ("raises", "RuntimeError: the simplex is degenerate"),
        ("aborts", "SIGABRT"),
        ("exits", "exited with status 3"),
        ("overflows_the_stack", "RecursionError: maximum recursion depth exceeded"),
        ("text", "MessageError: must return a number, a dictionary or None, got 'close'"),
        ("unknown_field", "MessageError: depth: unknown field; the fields are "),
        ("two_numbers", "MessageError: normal: must be 3 numbers, got [1, 2]"),
    ],
)
def test_functions_that_fail(function: Callable[[str], ProcessSolver], name: str, crashed: str) -> None:
    answer = ask(function(name))
    assert (answer.crashed or "").startswith(crashed)
    assert answer.note == ("ccd_assert failed" if name == "aborts" else None)


def test_an_answer_that_is_not_finite_is_reported_as_it_is(function: Callable[[str], ProcessSolver]) -> None:
    answer = ask(function("not_finite"))
    assert answer.not_finite == "signed distance nan, normal inf 0.0 0.0"
    report = as_report(answer, ("A", "B"), "f")
    assert report == Reported(("A", "B"), "f", signed_distance=nan, normal=(inf, 0.0, 0.0))


@pytest.mark.thorough
def test_functions_that_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import a_module_that_does_not_exist\n")
    (tmp_path / "empty.py").write_text("f = 1\n")
    (tmp_path / "syntax.py").write_text("def f(a):\n    return (\n")
    (tmp_path / "arity.py").write_text("def f(a, b):\n    return 1.0\n")
    for address, reason in (
        (
            "broken.py:f",
            "cannot be loaded: broken.py, line 1: ModuleNotFoundError: No module named 'a_module_that_does_not_exist'",
        ),
        ("empty.py:f", "cannot be loaded: empty.py: has no function 'f'"),
        ("syntax.py:f", "cannot be loaded: syntax.py, line 2: SyntaxError: '(' was never closed"),
        ("arity.py:f", "cannot be loaded: arity.py: f must take four arguments: a, pose_a, b, pose_b"),
    ):
        solver = function_solver(f"{tmp_path}/{address}")
        assert ask(solver).unsupported == reason
        solver.close()
    for address in ("missing.py:f", "solver:f", "solver.py", "solver.py:f()"):
        with pytest.raises(FunctionError):
            function_solver(f"{tmp_path}/{address}")


def test_a_child_whose_parent_is_gone_ends(tmp_path: Path) -> None:
    """Its input is closed, even if the parent was killed."""
    import subprocess

    (tmp_path / "solvers.py").write_text(FUNCTIONS)
    command = child_command("function", f"{tmp_path}/solvers.py:number")
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert child.stdout is not None
    assert child.stdin is not None
    assert child.stdout.readline() == b"ready\n"
    child.stdin.close()
    assert child.wait(5) == 0
    child.stdout.close()


def test_our_own_exit_ends_the_engines(tmp_path: Path) -> None:
    """A process that asks a hanging solver in a thread and exits leaves nothing behind."""
    import subprocess

    (tmp_path / "solvers.py").write_text(FUNCTIONS)
    script = (
        "import threading, time\n"
        "from gjkscope.app.ask.solvers import engines\n"
        "from gjkscope.app.ask.solvers.functions import function_solver\n"
        "from gjkscope.engine import Pose, Sphere\n"
        f"solver = function_solver({str(tmp_path)!r} + '/solvers.py:hangs')\n"
        "engines._solvers['hangs'] = solver\n"
        "pair = (Sphere(1), Pose(), Sphere(1), Pose())\n"
        "threading.Thread(target=solver.ask, args=pair, daemon=True).start()\n"
        "while not solver._process._has_announced: time.sleep(0.01)\n"
        "print(solver._process.pid, flush=True)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20)
    assert not Path(f"/proc/{done.stdout.strip()}").exists()
