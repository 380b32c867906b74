"""Child processes that are kept between requests."""

import subprocess
import sys

import pytest

from gjkscope.app.base.processes.line_process import ChildFailure
from gjkscope.app.base.processes.warm import WarmProcess
from gjkscope.engine.cancellation import Cancelled, cancellable_by

ECHO = (
    "import sys, time\n"
    "print('ready', flush=True)\n"
    "for line in sys.stdin:\n"
    "    if line == 'die\\n': sys.exit('it died')\n"
    "    if line == 'slow\\n': time.sleep(0.3)\n"
    "    print('got', line, end='', flush=True)\n"
)


@pytest.fixture
def process() -> WarmProcess:
    return WarmProcess((sys.executable, "-c", ECHO))


def test_it_is_started_once_and_again_after_it_has_ended(process: WarmProcess) -> None:
    assert not process.is_running
    for _ in range(2):
        process.prepare()
        assert process.announcement(10.0) == b"ready"
        assert process.ask(b"one\n", 10.0) == b"got one"
        process.prepare()
        assert process.announcement(10.0) is None
        with pytest.raises(ChildFailure):
            process.ask(b"die\n", 10.0)
        assert process.last_words == "it died"
    process.end()
    assert process.last_words == ""


def test_the_answer_to_a_cancelled_request_is_not_taken_for_that_to_the_next_one(process: WarmProcess) -> None:
    process.prepare()
    process.announcement(10.0)
    with cancellable_by(lambda: True), pytest.raises(Cancelled):
        process.ask(b"slow\n", 10.0)
    process.prepare()
    assert process.ask(b"next\n", 10.0) == b"got next"
    process.end()


def test_a_fork_has_its_own_standard_files_where_ours_are_closed() -> None:
    """`os.pipe` would return the numbers of the standard files."""
    script = (
        "import os, sys\n"
        "for number in (0, 1): os.close(number)\n"
        "from gjkscope.app.ask.solvers.local import local_solver\n"
        "from gjkscope import Point, Pose\n"
        "solver = local_solver(lambda *_: 0.25)\n"
        "answer = solver.ask(Point(), Pose(), Point(), Pose())\n"
        "sys.stderr.write(repr(answer.signed_distance))\n"
        "solver.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == "0.25"
