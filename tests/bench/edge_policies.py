"""What each policy for internal edges makes of the four slides that are shipped; writes the tables of docs/edges.md.

    python -m tests.bench.edge_policies [--write]

Each body slides for 1.5 s.  Without `--write`, the tables are printed.
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from gjkscope.app.ask.runs.answers import is_terrain
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.engine import Mesh, slide
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.edges.steps import SlideMeasures
from gjkscope.engine.text import number, percent

SECONDS = 1.5
SCENES = {
    "slide-box-flat": "A box over a flat floor",
    "slide-sphere-bumpy": "A sphere over bumps",
    "slide-capsule-valley": "A capsule through a valley",
    "slide-box-t-junctions": "A box over T-junctions",
}
FOLDER = resource("assets", "scenes", "motion")
PAGE = Path(__file__).parents[2] / "docs" / "edges.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
ROUNDING = 1e-9  # m and m/s, below which a measure is printed as 0


def main() -> None:
    """Prints the tables, or writes them into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/edges.md")
    options = parser.parse_args()
    text = "\n".join(table(name) for name in SCENES)
    if options.write:
        before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", encoding="utf-8")
    else:
        print(text, end="")


def table(name: str, policies: Iterable[str] = tuple(EDGE_POLICIES)) -> str:
    """A Markdown table of one scene, with its title."""
    return "".join(f"{line}\n" for line in _lines(name, policies))


def measure(name: str, policies: Iterable[str]) -> dict[str, SlideMeasures]:
    """What each of the policies makes of the scene."""
    scene = read_scene(FOLDER / f"{name}.json")
    body = next(body for body in scene.bodies if body.mass > 0)
    ground = next(body for body in scene.bodies if is_terrain(body))
    assert isinstance(ground.shape, Mesh)
    return {
        policy: slide(
            body.shape, body.pose, body.velocity, ground.shape, ground.pose, policy, SECONDS, scene.gravity
        ).measures
        for policy in policies
    }


def _lines(name: str, policies: Iterable[str]) -> Iterator[str]:
    yield f"**{SCENES[name]}** (`{name}.json`)"
    yield ""
    yield "| policy | speed lost | ghosts | taken by ghosts, m/s | stops | rise, mm | kick, m/s | tunnelled |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for policy, figures in measure(name, policies).items():
        cells = (
            f"`{policy}`",
            percent(max(figures.lost, 0.0)),
            str(figures.ghosts),
            _number(figures.ghost_speed),
            str(figures.stops),
            _number(1000 * figures.rise),
            _number(figures.kick),
            "yes" if figures.tunnelled else "no",
        )
        yield f"| {' | '.join(cells)} |"


def _number(value: float) -> str:
    return number(value if abs(value) > ROUNDING else 0.0, 2)


if __name__ == "__main__":
    main()
