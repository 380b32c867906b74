"""The runs of known pairs are those recorded: the same number of steps, exit and distance.

Tests of what is true about an answer do not notice that a search takes another path to it, ends later, or falls back to
something slower.  Here such a change is seen, and the difference of the file lists the pairs that it affects.  After a
deliberate one, record them again, and read the difference:

    python -m tests.engine.test_recorded_runs
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gjkscope.engine import NotApplicable, Options, Pose, Shape, trace
from gjkscope.engine.options import ACCELERATIONS, EDGE_PAIRS, SUBDISTANCES
from tests.engine.epa_newton.pairs import pairs
from tests.engine.museum import FUZZ, MUSEUM, exhibit, exhibits
from tests.engine.samples import random_pair

Placed = tuple[Shape, Pose, Shape, Pose]

RANDOM_PAIRS, DEEP_PAIRS = 40, 60
RECORDED = Path(__file__).with_name("recorded_runs.json")
SINGLE, COARSE = Options(float32=True), Options(tolerance=1e-3)

RUNS: dict[str, tuple[str, Options]] = {
    **{name: (name, Options()) for name in "gjk epa epa-newton sat mpr clamp tetrahedron headbutt exact".split()},
    **{f"{name}, float32": (name, SINGLE) for name in ("gjk", "epa", "sat")},
    **{f"{name}, tolerance": (name, COARSE) for name in ("gjk", "epa", "epa-newton")},
    **{f"gjk, {method}": ("gjk", Options(subdistance=method)) for method in SUBDISTANCES[1:]},
    **{f"gjk, {momentum}": ("gjk", Options(acceleration=momentum)) for momentum in ACCELERATIONS[1:]},
    **{f"sat, {pairs}": ("sat", Options(edge_pairs=pairs)) for pairs in EDGE_PAIRS[1:]},
}
"""The algorithms and options that are recorded, by name."""


def placed_pairs() -> Iterator[tuple[str, Placed]]:
    """The pairs of the museum, those that `make fuzz` found, random ones, and deep ones of round shapes and boxes."""
    for folder in (MUSEUM, FUZZ):
        for name in exhibits(folder):
            *pair, _ = exhibit(name, "A B", folder)
            yield name, (pair[0], pair[1], pair[2], pair[3])
    random = Random(1)
    for number in range(RANDOM_PAIRS):
        yield f"random {number}", random_pair(random, 0.7)
    yield from ((f"deep {number}", pair) for number, pair in enumerate(pairs(1, DEEP_PAIRS)))


def runs_of(name: str) -> Iterator[tuple[str, str]]:
    """Each pair that the algorithm takes, with its steps, exit and distance.

    Ten digits, and none below 1e-12 m: the last ones are rounding, which may differ between platforms.
    """
    algorithm, options = RUNS[name]
    for pair, placed in placed_pairs():
        try:
            run = trace(*placed, algorithm, options)
        except NotApplicable:
            continue
        assert run.result.steps == len(run.steps)
        yield pair, f"{len(run.steps)} {run.result.exit.name} {_metres(run.result.signed_distance)}"


def _metres(distance: float | None) -> str:
    return "none" if distance is None else f"{round(distance, 12):.10g}"


@pytest.mark.parametrize("name", RUNS)
def test_runs_are_as_recorded(name: str) -> None:
    assert dict(runs_of(name)) == json.loads(RECORDED.read_text())[name]


if __name__ == "__main__":
    RECORDED.write_text(json.dumps({name: dict(runs_of(name)) for name in RUNS}, indent=1) + "\n")
