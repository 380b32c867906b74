"""Minimises a failing pair with the steps of hunts, and writes a scene."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from gjkscope.app.judge.hunting.minimising import Example, bodies_of, simplest_example
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import write_scene
from tests.fuzz.zoo import Case

MOST_VARIANTS = 2000  # that are tried: an answer takes up to a second


def minimise(case: Case, fails: Callable[[Case], bool]) -> Case:
    """The simplest variant found that still fails, judged without the known distance, which no longer applies."""
    plainest = replace(case, known=None)
    if not fails(plainest):
        return case
    left = MOST_VARIANTS

    def first_failing(variants: Iterator[Example]) -> Example | None:
        nonlocal left
        for variant in islice(variants, left):
            left -= 1
            if fails(_with_pair(plainest, variant)):
                return variant
        return None

    return _with_pair(plainest, simplest_example(bodies_of(case.pair), first_failing))


def write(case: Case, name: str, about: str, folder: Path) -> Path:
    """Write the pair as a scene file and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    write_scene(Scene(name, bodies_of(case.pair), about=about, pairs=(("A", "B"),)), path)
    return path


def _with_pair(case: Case, example: Example) -> Case:
    a, b = example
    return replace(case, pair=(a.shape, a.pose, b.shape, b.pose))
