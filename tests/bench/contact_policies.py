"""How often each contact policy goes wrong, on random pairs of boxes and hulls; a report, not a test.

    python -m tests.bench.contact_policies [--pairs N] [--seed S] [--jobs N] [--examples DIR]

The pairs are aligned boxes, boxes turned about the normal, slightly tilted boxes, crossing edges, an edge over a
face, a vertex over a face, stacked prisms, and random hulls, at sizes of 1 mm, 1 m and 1 km.  All but the aligned
ones are turned at random, both bodies together.  Half of them overlap by up to 2 % of their size, the others are
apart by up to 1 %.  Each manifold is judged by the exact one, without points of an earlier tick.  The table is in
Markdown, with the rates at all three sizes.  `--examples` writes a scene and a picture of the first pair of each
policy and fault, of 1 m if there is one.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from math import cos, degrees, pi, sin
from pathlib import Path
from random import Random
from typing import NamedTuple

from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.minimising import bodies_of
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import write_scene
from gjkscope.engine import Hull, Pose, Shape
from gjkscope.engine.analysis.reports import MOST_AREA_LOST
from gjkscope.engine.contacts.judge import ContactJudgement, contact_truth, judge_by
from gjkscope.engine.contacts.registry import POLICIES, manifold
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.query import result_only
from gjkscope.engine.vectors import IDENTITY, Mat3, along, scale
from tests.engine.samples import (
    compose,
    random_box,
    random_hull,
    random_rotation,
    random_sizes,
    random_vector,
    scaled_shape,
)

SIZES = (1e-3, 1.0, 1e3)
DEEPEST, WIDEST = 0.02, 0.01  # overlap and gap, relative to the size
TILT = 0.01  # radians
EIGHTH = 2**0.5 - 1  # the tangent of an eighth of a turn
CORNER_UP = rotation_from_quaternion((0.325, 0.0, -0.325, 0.888))  # a diagonal of a cube is upright, nearly
BATCH = 48  # each kind twice at each size
SHOWN_SIZE = 1.0
LEAST_DEPTH_ERROR = 1e-3  # relative to the size
LEAST_TURN = 1.0  # degrees


class Placed(NamedTuple):
    """A pair: A at the origin."""

    shape_a: Shape
    pose_a: Pose
    shape_b: Shape
    pose_b: Pose


def _about(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mat3:
    return rotation_from_quaternion((x, y, z, 1.0))


def _boxes(random: Random, turned_a: Mat3, turned_b: Mat3) -> Placed:
    a, b = random_box(random), random_box(random)
    return _stack(random, a, b, turned_b, turned_a)


def _stack(random: Random, a: Shape, b: Shape, turned_b: Mat3, turned_a: Mat3 = IDENTITY) -> Placed:
    """B above A, to be moved along the normal."""
    there = (random.uniform(-0.3, 0.3), 3.0, random.uniform(-0.3, 0.3))
    return Placed(a, Pose(turned_a), b, Pose(turned_b, there))


def _prism(random: Random) -> Hull:
    """Upright, with three to ten sides: its caps have more corners than an engine keeps."""
    sides = random.randint(3, 10)
    across, along_z, half = random_sizes(random)
    angles = sorted(random.uniform(0, 2 * pi) for _ in range(sides))
    corners = [(across * cos(angle), along_z * sin(angle)) for angle in angles]
    return Hull(tuple((x, y, z) for y in (-half, half) for x, z in corners))


KINDS: dict[str, Callable[[Random], Placed]] = {
    "aligned": lambda random: _boxes(random, _about(), _about()),
    "turned": lambda random: _boxes(random, _about(), _about(y=random.uniform(-1, 1))),
    "tilted": lambda random: _boxes(random, _about(), _about(*(random.uniform(-TILT, TILT) / 2 for _ in range(3)))),
    "edge × edge": lambda random: _boxes(random, _about(z=EIGHTH), _about(x=EIGHTH + random.uniform(-0.1, 0.1))),
    "edge × face": lambda random: _boxes(random, _about(), _about(z=EIGHTH + random.uniform(-0.1, 0.1))),
    "vertex × face": lambda random: _boxes(random, _about(), CORNER_UP),
    "prisms": lambda random: _stack(random, _prism(random), _prism(random), _about(y=random.uniform(-1, 1))),
    "hulls": lambda random: Placed(
        random_hull(random), Pose(), random_hull(random), Pose(random_rotation(random), random_vector(random, 2.0))
    ),
}


def pair_of(random: Random, kind: str, size: float) -> Placed:
    """A pair of that kind and size, as deep or as far apart as the header says."""
    a, pose_a, b, pose_b = KINDS[kind](random)
    result = result_only(a, pose_a, b, pose_b, "exact")
    wanted = -DEEPEST * random.random() if random.random() < 0.5 else WIDEST * random.random()
    if result.normal is not None:
        pose_b = pose_b._replace(position=along(pose_b.position, result.normal, wanted - result.lower))
    pose_b = pose_b._replace(position=scale(pose_b.position, size))
    together = Pose() if kind == "aligned" else Pose(random_rotation(random))
    return Placed(scaled_shape(a, size), compose(together, pose_a), scaled_shape(b, size), compose(together, pose_b))


def faults_of(judged: ContactJudgement, overlaps: bool, size: float) -> Iterator[str]:
    """What is wrong; depth, area and missing points only of pairs that overlap: engines need not report others."""
    if overlaps:
        yield "overlaps"
    if not judged.points:
        if overlaps:
            yield "no point"
        return
    if judged.phantoms:
        yield "phantom"
    if overlaps and abs(judged.depth_error or 0.0) > LEAST_DEPTH_ERROR * size:
        yield "depth"
    if (judged.normal_error or 0.0) > pi / 2:
        yield "flipped"
    elif degrees(judged.normal_error or 0.0) > LEAST_TURN:
        yield "normal"
    if overlaps and judged.area_lost is not None:
        yield "flat"
        if judged.area_lost > MOST_AREA_LOST:
            yield "area"


# What a fault is a part of.
COLUMNS = {
    "no point": "overlaps",
    "phantom": "pairs",
    "depth": "overlaps",
    "normal": "pairs",
    "flipped": "pairs",
    "area": "flat",
}


class Measured(NamedTuple):
    """Faults by policy, kind and size, where "pairs" counts all; and a pair for each policy and fault."""

    counts: Counter[tuple[str, str, float, str]]
    examples: dict[tuple[str, str], tuple[float, Placed]]  # with its size

    def add(self, other: "Measured") -> None:
        self.counts.update(other.counts)
        for key, (size, pair) in other.examples.items():
            self.keep(key, size, pair)

    def keep(self, key: tuple[str, str], size: float, pair: Placed) -> None:
        if key not in self.examples or (size == SHOWN_SIZE != self.examples[key][0]):
            self.examples[key] = size, pair


def measure(seed: str, count: int) -> Measured:
    """Draws pairs, and judges the manifold of each by all policies."""
    random, measured = Random(seed), Measured(Counter(), {})
    for number in range(count):
        kind = list(KINDS)[number % len(KINDS)]
        size = SIZES[number // len(KINDS) % len(SIZES)]
        pair = pair_of(random, kind, size)
        truth = contact_truth(*pair)
        for policy in POLICIES:
            judged = judge_by(truth, manifold(*pair, policy), *pair)
            measured.counts[policy, kind, size, "pairs"] += 1
            for fault in faults_of(judged, truth.result.upper < 0, size):
                measured.counts[policy, kind, size, fault] += 1
                if fault in COLUMNS:
                    measured.keep((policy, fault), size, pair)
    return measured


def report(seed: str, pairs: int, jobs: int | None = None) -> Measured:
    batches = -(-pairs // BATCH)
    measured = Measured(Counter(), {})
    with ProcessPoolExecutor(jobs) as crew:
        parts = crew.map(measure, (f"{seed} {k}" for k in range(batches)), (BATCH,) * batches)
        for done, part in enumerate(parts):
            measured.add(part)
            print(f"\r{(done + 1) * BATCH} of {batches * BATCH} pairs", end="", flush=True)
    print(f"\r{batches * BATCH} pairs, seed {seed!r}: in percent, at 1 mm / 1 m / 1 km\n")
    print(f"| policy | kind | {' | '.join(COLUMNS)} |")
    print("| --- " * (len(COLUMNS) + 2) + "|")
    for policy in POLICIES:
        for kind in KINDS:
            cells = " | ".join(_cell(measured.counts, policy, kind, column) for column in COLUMNS)
            print(f"| {policy} | {kind} | {cells} |")
    return measured


def _cell(counts: Counter[tuple[str, str, float, str]], policy: str, kind: str, fault: str) -> str:
    """The rate at each size, or one number if it is the same at all."""
    rates = [_rate(counts[policy, kind, size, fault], counts[policy, kind, size, COLUMNS[fault]]) for size in SIZES]
    return rates[0] if len({*rates}) == 1 else " / ".join(rates)


def _rate(count: int, of: int) -> str:
    return f"{100 * count / of:.1f}".removesuffix(".0") if of else "–"


def write_examples(measured: Measured, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for (policy, fault), (size, pair) in sorted(measured.examples.items()):
        name = f"{policy}-{fault}".replace(" ", "-")
        write_scene(Scene(f"{policy}: {fault}, {size:g} m", bodies_of(pair)), folder / f"{name}.json")
        picture = ["-o", str(folder / f"{name}.png"), "--algorithm", f"contacts-{policy}", "--view", "world"]
        run_command(["render", str(folder / f"{name}.json"), *picture])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", default="contacts")
    parser.add_argument("--jobs", type=int, help="processes (default: one for each processor)")
    parser.add_argument("--examples", type=Path, metavar="DIR")
    options = parser.parse_args()
    measured = report(options.seed, options.pairs, options.jobs)
    if options.examples is not None:
        write_examples(measured, options.examples)
