"""Installs every engine that the registries offer, in a temporary folder, and asks each about pairs with known answers.

    make test-engines
    python -m tests.engines.table -o docs/engine-table.md

The first prints a table: version, shapes, kinds of answers, outcomes in the museum, median time of an answer, length of
the adapter.  Then the tests of adapters run with all of them.  The second writes the table with the engines that are
already installed, and the outcomes of the shipped table of the museum.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from gjkscope.app.ask.solvers import adapters as modules
from gjkscope.app.ask.solvers.adapter import Adapter, adapters
from gjkscope.app.ask.solvers.engines import engine_solver, installed_engines, installed_version
from gjkscope.app.ask.solvers.installations import Installation
from gjkscope.app.ask.solvers.installing.installing import install, plan_installation
from gjkscope.app.ask.solvers.installing.plan import InstallError
from gjkscope.app.ask.solvers.museum import museum_table, read_exhibits
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.museum_table import CRASHED, RIGHT, WRONG, MuseumTable, shipped_table
from gjkscope.engine import Pose, Shape
from gjkscope.engine.vectors import Vec3
from gjkscope.version import __version__
from tests.app.ask.solvers.test_adapters import CLOSED_FORMS
from tests.app.ask.solvers.test_plane_adapters import CLOSED_FORMS as PLANE_FORMS

TESTS = tuple(
    f"tests/app/ask/solvers/{name}.py" for name in ("test_adapters", "test_mesh_adapters", "test_plane_adapters")
)
HEADINGS = ("engine", "version", "D", "shapes", "answers", "right/wrong/crashed", "ms", "lines")
MUSEUM_DIMENSION = 3
HEAD = """# All engines

What each engine takes and answers, how it does in [the museum](museum.md), how long it takes, and how long its adapter
is. `python -m tests.engines.table -o docs/engine-table.md` writes this page with all engines installed; `make
test-engines` installs what the registries offer, prints the table, and asks each engine about pairs with known answers.

*ms* is the median time of an answer about such a pair, without the adapter's work before and after it; the process and
its messages take about as long again. *lines* are those of the adapter, with its script for Node. MuJoCo Warp and
Newton are faster per pair in batches ([GPU narrow phases](gpu.md)).

"""
MESHES = """
## Meshes

An engine that has triangle meshes gets the triangles, and its answer is judged by the [distance of these](meshes.md).
The others get the convex hull, say so, and are judged by that. A mesh that is convex is passed as its hull to all of
them: the solid is the same, and engines measure depths of solids only.
"""
QUESTIONS = 5  # about each pair; the fastest answer counts


class Row(NamedTuple):
    """An engine of the table."""

    adapter: Adapter
    milliseconds: float | None  # per pair, without the time to send it; None: no pair was answered
    lines: int  # of the adapter

    def cells(self, museum: MuseumTable) -> tuple[str, ...]:
        adapter = self.adapter
        counts = [museum.tally(adapter.name, outcome) for outcome in (RIGHT, WRONG, CRASHED)]
        return (
            f"`{adapter.name}`",
            installed_version(adapter) or "",
            str(adapter.dimension),
            ", ".join(adapter.shapes),
            ", ".join(adapter.answers),
            "/".join(map(str, counts)) if adapter.dimension == MUSEUM_DIMENSION else "",
            "" if self.milliseconds is None else f"{self.milliseconds:.3g}",
            str(self.lines),
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engines.table")
    parser.add_argument("-o", "--output", type=Path, metavar="PAGE", help="only write the page of the documentation")
    output: Path | None = parser.parse_args().output
    if output is not None:
        lines = [*table_lines(shipped_table()), MESHES, *mesh_lines()]
        output.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
        return 0
    return install_and_test()


def install_and_test() -> int:
    with TemporaryDirectory(prefix="gjkscope-engines-") as folder:
        os.environ["XDG_DATA_HOME"] = folder
        for line in installations():
            print(line, flush=True)
        print("\n".join(table_lines(asked_museum())), flush=True)
        return int(pytest.main(["--quiet", "-p", "no:cacheprovider", *TESTS]))


def installations() -> Iterator[str]:
    """Installs the engines that are missing; a line for each of them."""
    for adapter in adapters().values():
        if installed_version(adapter) is not None:
            continue
        try:
            plan = plan_installation(adapter.name)
            own = plan if isinstance(plan, Installation) else install(plan, lambda _: None)
            yield f"{adapter.name}: installed {own.version}"
        except InstallError as fault:
            yield f"{adapter.name}: {fault}"


def asked_museum() -> MuseumTable:
    """What the installed engines answer about the museum."""
    names = [name for name, adapter in installed_engines().items() if adapter.dimension == MUSEUM_DIMENSION]
    scenes = read_exhibits(sorted(resource("assets", "scenes", "museum").glob("*.json")))
    return museum_table(scenes, names, __version__)


def table_lines(museum: MuseumTable) -> Iterator[str]:
    """The table in Markdown."""
    yield "| " + " | ".join(HEADINGS) + " |"
    yield "|" + " --- |" * len(HEADINGS)
    for adapter in installed_engines().values():
        yield "| " + " | ".join(Row(adapter, milliseconds(adapter), adapter_length(adapter)).cells(museum)) + " |"


def mesh_lines() -> Iterator[str]:
    """How each engine of 3D scenes takes a mesh that is not convex, in Markdown."""
    yield "| engine | a mesh that is not convex |"
    yield "| --- | --- |"
    for adapter in adapters().values():
        if adapter.dimension == MUSEUM_DIMENSION:
            yield f"| `{adapter.name}` | {adapter.shapes['mesh']} |"


def milliseconds(adapter: Adapter) -> float | None:
    """The median over the pairs that the engine answers."""
    times = [_seconds(adapter.name, *pair) for pair in _pairs(adapter.dimension)]
    known = [seconds for seconds in times if seconds is not None]
    return 1000 * median(known) if known else None


def _pairs(dimension: int) -> Iterator[tuple[Shape, Shape, Vec3]]:
    """Two shapes, the first at the origin, and the position of the second."""
    if dimension == 2:
        yield from ((a, b, (*at, 0.0)) for a, b, at, _, _ in PLANE_FORMS.values())
    else:
        yield from ((pair.a, pair.b, pair.at) for pair in CLOSED_FORMS.values())


def _seconds(name: str, a: Shape, b: Shape, at: Vec3) -> float | None:
    """The time of the engine's fastest answer, as its adapter measures it."""
    asked = [engine_solver(name).ask(a, Pose(), b, Pose(position=at)) for _ in range(QUESTIONS)]
    return min((answer.seconds for answer in asked if answer.seconds is not None), default=None)


def adapter_length(adapter: Adapter) -> int:
    """The lines of its module and, if it is asked by Node, of its script."""
    names = {adapter.name, adapter.name.replace("-", "_")}
    files = [path for path in Path(str(modules.__file__)).parent.iterdir() if path.stem in names]
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


if __name__ == "__main__":
    sys.exit(main())
