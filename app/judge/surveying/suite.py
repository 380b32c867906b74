"""The suite of a survey: the pairs of the museum and `PAIRS` of each family, the same for each engine.

A pair has a family and a number.  It depends on these, on the seed, and on `SUITE`, the version of the families, but
not on how many pairs are drawn: a smaller survey has the first pairs of a larger one.
"""

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.runs.answers import pairs_of
from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock, block_of
from gjkscope.app.base.resources import resource
from gjkscope.app.judge.hunting.families import FAMILIES, PairRequest, truth_of
from gjkscope.app.judge.hunting.random_parts import KINDS
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import load
from gjkscope.engine import batch
from gjkscope.engine.analysis.reports import tolerance_unit
from gjkscope.engine.shapes.bounds import size as size_of

PAIRS = 2000  # of each family, in a full survey
BLOCK = 250  # pairs that are drawn and asked about at a time; other pairs are drawn if it changes
MUSEUM = "museum"
FOLDER = ("assets", "scenes", "museum")

MUSEUM_GROUP, ORDINARY, DEGENERATE = GROUPS = ("museum", "ordinary", "degenerate")


class SurveyBlock(NamedTuple):
    """Pairs of one family with what is known about them; those of a block have consecutive numbers."""

    pairs: PairBlock
    truth: batch.Results
    sizes: Floats  # (N,) metres
    extents: Floats  # (N,) metres, that tolerances and errors are relative to: the sizes or the largest coordinates
    digest: str  # of the pairs: equal if these are the same to the bit


def family_names() -> tuple[str, ...]:
    """The families, in order; the museum is one."""
    return (MUSEUM, *FAMILIES)


def family_about(family: str) -> str:
    """One sentence."""
    return "Pairs from bug reports of engines." if family == MUSEUM else FAMILIES[family].about


def family_group(family: str) -> str:
    """One of `GROUPS`."""
    if family == MUSEUM:
        return MUSEUM_GROUP
    return ORDINARY if FAMILIES[family].is_ordinary else DEGENERATE


def block_sizes(family: str, count: int) -> tuple[int, ...]:
    """The numbers of pairs in the blocks of a family, of which `count` pairs are asked about; all of the museum."""
    total = len(exhibits()) if family == MUSEUM else count
    return tuple(min(BLOCK, total - first) for first in range(0, total, BLOCK))


@lru_cache(maxsize=2)  # engines are asked about a block one after the other
def survey_block(family: str, number: int, size: int, seed: int) -> SurveyBlock:
    """The first `size` pairs of a block."""
    pairs = _museum(number, size) if family == MUSEUM else _draw(family, number, seed).only(np.arange(size))
    placed = [pairs.pair(i) for i in range(pairs.size)]
    sizes = np.array([size_of(*pair) for pair in placed])
    extents = np.array([tolerance_unit(*pair) for pair in placed])
    return SurveyBlock(pairs, truth_of(pairs), sizes, extents, _digest(pairs))


@lru_cache(maxsize=1)
def exhibits() -> tuple[tuple[str, Scene], ...]:
    """The scenes of the museum, by name."""
    return tuple((path.stem, load(path)) for path in sorted(resource(*FOLDER).glob("*.json")))


def pair_name(family: str, number: int) -> str:
    """A name for people: that of the scene, or the family and the number."""
    return exhibits()[number][0] if family == MUSEUM else f"{family} {number}"


def _museum(number: int, size: int) -> PairBlock:
    pairs = []
    for _, scene in exhibits()[number * BLOCK : number * BLOCK + size]:
        a, b = (scene.body(name) for name in pairs_of(scene)[0])
        pairs.append((a.shape, a.pose, b.shape, b.pose))
    return block_of(pairs)


def _draw(family: str, number: int, seed: int) -> PairBlock:
    random = np.random.default_rng([seed, [*FAMILIES].index(family), number])
    return FAMILIES[family].draw(PairRequest(random, BLOCK, KINDS))


def _digest(pairs: PairBlock) -> str:
    digest = sha256()
    for i in range(pairs.size):
        digest.update(repr((pairs.shapes[pairs.a[i]], pairs.shapes[pairs.b[i]])).encode())
    digest.update(np.ascontiguousarray(pairs.poses_a).tobytes())
    digest.update(np.ascontiguousarray(pairs.poses_b).tobytes())
    return digest.hexdigest()
