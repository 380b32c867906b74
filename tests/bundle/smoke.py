"""Runs the commands of a gjkscope that was built elsewhere: `python -m tests.bundle.smoke COMMAND...`.

Needs Python's standard library only, so that it runs on every system.  COMMAND starts gjkscope, for example
`dist/gjkscope/gjkscope`, or `chroot ROOT gjkscope`.  Prints one line per check; the exit status is 1 if one fails.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

SECONDS = 300  # for a command; the first hunt compiles for half a minute on a quiet machine
SCENE, VERDICT = "fcl-508", "separated"
DEMO = "epa-in-60-seconds.gjkdemo.json"

PAIR = "btBoxShape a(btVector3(1, 1, 1)); btSphereShape b(0.5);"
SOLVER = """
def solve(a, pose_a, b, pose_b):
    return {"signed_distance": 1.0}
"""


class Program:
    """A gjkscope to try, and the folder in which it does."""

    def __init__(self, command: Sequence[str], folder: Path, shown: str | None = None) -> None:
        """`shown` is the name of the folder for the program, if it runs in another root."""
        self.command, self.folder, self.shown = list(command), folder, shown or str(folder)

    def run(self, *words: str, status: int = 0) -> str:
        """The command's standard output.  Raises `AssertionError` with what it said if it ends otherwise."""
        done = subprocess.run(
            [*self.command, *words], capture_output=True, text=True, encoding="utf-8", timeout=SECONDS, check=False
        )
        assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def place(self, name: str) -> str:
        """How the program calls a file of the folder."""
        return f"{self.shown}/{name}"


def check_version(program: Program) -> None:
    assert program.run("--version").startswith("gjkscope ")


def check_query(program: Program) -> None:
    answer = json.loads(program.run("query", "--json", SCENE))
    assert [result["verdict"] for result in answer["results"]] == [VERDICT]
    assert answer["results"][0]["matches_expected"]


def check_render(program: Program) -> None:
    program.run("render", SCENE, "-o", program.place("picture.png"), "--size", "320x200")
    assert (program.folder / "picture.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def check_page(program: Program) -> None:
    program.run("export", SCENE, "-o", program.place("page.html"))
    assert (program.folder / "page.html").read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html>")


def check_model(program: Program) -> None:
    program.run("export", SCENE, "-o", program.place("model.glb"))
    assert (program.folder / "model.glb").read_bytes().startswith(b"glTF")


def check_film(program: Program) -> None:
    """150 pictures: several processes render them if there are several processors."""
    demo = str(demo_file(program))
    film = ["--from", "0", "--to", "5", "--fps", "30", "--size", "320x180", "-o", program.place("film.mp4")]
    program.run("record", demo, *film)
    assert (program.folder / "film.mp4").read_bytes()[4:8] == b"ftyp"


def check_import(program: Program) -> None:
    (program.folder / "pair.txt").write_text(PAIR, encoding="utf-8")
    scene = json.loads(program.run("import", program.place("pair.txt")))
    assert [shape["type"] for shape in scene["shapes"]] == ["box", "sphere"]


def check_hunt(program: Program) -> None:
    """A solver that is always wrong: the hunt compiles, asks it in child processes, and writes what it finds."""
    (program.folder / "solver.py").write_text(SOLVER, encoding="utf-8")
    hunt = ["hunt", program.place("solver.py") + ":solve", "--count", "500", "-o", program.place("found")]
    program.run(*hunt, status=1)
    assert list((program.folder / "found").glob("*.json"))


def demo_file(program: Program) -> Path:
    """A demo in the folder, a copy of the one in the checkout that these tests are part of."""
    source = Path(__file__).resolve().parents[2] / "assets" / "demos" / DEMO
    (program.folder / DEMO).write_bytes(source.read_bytes())
    return Path(program.place(DEMO))


EVERYWHERE = (check_version, check_query, check_render, check_page, check_model, check_film)
SUPERVISED = (check_import, check_hunt)  # in child processes, which do not start on Windows


def checks(platform: str) -> tuple[Callable[[Program], None], ...]:
    """What has to work on a platform, by the name in `sys.platform`."""
    return EVERYWHERE if platform == "win32" else (*EVERYWHERE, *SUPERVISED)


def main(command: Sequence[str]) -> int:
    """Tries everything, and returns the exit status."""
    failed = 0
    with TemporaryDirectory() as folder:
        program = Program(command, Path(folder))
        for check in checks(sys.platform):
            begin = time.perf_counter()
            try:
                check(program)
                words = "works"
            except (AssertionError, OSError, ValueError, subprocess.TimeoutExpired) as fault:
                failed, words = failed + 1, f"FAILED: {fault}"
            print(f"{check.__name__.removeprefix('check_')}: {words} ({time.perf_counter() - begin:.1f} s)", flush=True)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
