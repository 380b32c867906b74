"""`make bundle`: the self-contained application starts no slower than the same wheel in an environment.

`python -m tests.bundle.start [FOLDER ENVIRONMENT]` starts both in turn, and prints the CPU and wall time of the whole
processes: the window until its first frame is shown, a question, and a command that needs next to nothing.  The exit
status is 1 if the application takes more CPU time for one of them.  The least are compared, as load only adds.
"""

import os
import py_compile
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.project.pages import ROOT

RUNS = 21  # of each program, after one that fills the caches of files and shaders
NOISE = 1.02  # ratio of the least CPU times of two equal programs, at most, on a busy machine

LEGEND = "least (median–most)"
SCENE = "fcl-508"
MODULE = "first_frame"
FIRST_FRAME = """
import os
import pyglet
pyglet.options.headless = "DISPLAY" not in os.environ
from gjkscope.app.base.loading import fast_imports
with fast_imports():  # as `main` does
    from gjkscope.app.window.loop import FrameLoop
def run_frame(self, dt, real=FrameLoop.run_frame):
    real(self, dt)
    os._exit(0)
FrameLoop.run_frame = run_frame
import sys
sys.argv = ["gjkscope"]
from gjkscope.app.__main__ import main
main()
"""


class Cost(NamedTuple):
    """Seconds of a process."""

    cpu: float
    wall: float


class Installation(NamedTuple):
    """How one gjkscope runs its commands and a module."""

    command: Sequence[str]
    module: Sequence[str]
    folder: Path  # where it finds the module


def main(folder: Path, environment: Path) -> int:
    """Prints a table, and returns the exit status."""
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; seconds, {RUNS} starts of each")
    print(f"{'':<20}{'environment':>22}{'self-contained':>22}{'ratio of the least':>22}")
    print(f"{'':<20}{2 * f'{LEGEND:>22}'}{'(of the medians)':>22}")
    with TemporaryDirectory(dir=folder.parent) as place:
        both = in_environment(environment, Path(place)), self_contained(folder, Path(place))
        variables = {**os.environ, "HOME": place, "LIBGL_ALWAYS_SOFTWARE": "1"}
        ratios = [compare(what, starts, both, variables) for what, starts in STARTS.items()]
    print(f"load average {os.getloadavg()[0]:.1f}")
    return int(max(ratios) > NOISE)


STARTS: dict[str, Callable[[Installation], Sequence[str]]] = {
    "first frame": lambda installed: [*installed.module, MODULE],
    "query": lambda installed: [*installed.command, "query", SCENE],
    "--version": lambda installed: [*installed.command, "--version"],
}


def in_environment(environment: Path, place: Path) -> Installation:
    write_module(place)
    scripts = environment / "bin"
    return Installation([str(scripts / "gjkscope")], [str(scripts / "python"), "-m"], place)


def self_contained(folder: Path, place: Path) -> Installation:
    """A copy of the application, as links to its files, with the module in it."""
    copy = place / folder.name
    shutil.copytree(folder, copy, symlinks=True, copy_function=os.link)
    write_module(copy / "_internal")
    command = [str(copy / "gjkscope")]
    return Installation(command, [*command, "--run-module"], place)


def write_module(folder: Path) -> None:
    """Compiled, as neither program would do it at each start."""
    path = folder / f"{MODULE}.py"
    path.write_text(FIRST_FRAME, encoding="utf-8")
    py_compile.compile(str(path))


def compare(
    what: str,
    words: Callable[[Installation], Sequence[str]],
    both: Sequence[Installation],
    variables: Mapping[str, str],
) -> float:
    """Prints two lines, and returns the ratio of the CPU times."""
    costs: tuple[list[Cost], ...] = ([], [])
    for _ in range(RUNS + 1):
        for installed, taken in zip(both, costs, strict=True):
            taken.append(cost(words(installed), installed.folder, variables))
    ratios = []
    for name, index in zip(Cost._fields, range(2), strict=True):
        columns = [[each[index] for each in taken[1:]] for taken in costs]
        ratios.append(min(columns[1]) / min(columns[0]))
        compared = f"{ratios[-1]:.3f} ({median(columns[1]) / median(columns[0]):.3f})"
        cells = "".join(f"{cell:>22}" for cell in (*map(spread, columns), compared))
        print(f"{what:<14}{name:<6}{cells}", flush=True)
        what = ""
    return ratios[0]


def spread(column: Sequence[float]) -> str:
    return f"{min(column):.3f} ({median(column):.3f}–{max(column):.3f})"


def cost(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> Cost:
    """What a process takes from its start to its end.  Raises `RuntimeError` if it fails."""
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=variables, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, wall)


if __name__ == "__main__":
    places = [Path(word).resolve() for word in sys.argv[1:]] or [ROOT / "out/bundle/gjkscope", ROOT / ".venv-bundle"]
    sys.exit(main(*places))
