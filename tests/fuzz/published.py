"""`make fuzz-published`: the compiled algorithms of engines answer as their traces do, bit for bit, in all families."""

import argparse
from collections.abc import Iterator
from time import process_time
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.pair_block import PairBlock, pose_of
from gjkscope.app.judge.hunting.families import FAMILIES, PairRequest
from gjkscope.engine.batch import published
from gjkscope.engine.batch.published import PublishedAnswers
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Result, Verdict

KINDS = ("box", "sphere", "capsule", "cylinder", "cone", "ellipsoid", "hull", "triangle", "point", "segment")
VERDICTS = list(Verdict)


class Comparison(NamedTuple):
    """What became of the pairs of one family."""

    family: str
    pairs: int
    compiled: int
    different: list[int]  # places of pairs whose compiled answer is not that of the trace


def compare(name: str, pairs: int, kinds: tuple[str, ...], seed: int) -> Iterator[Comparison]:
    """Compares the compiled answers of an algorithm with its traces, `pairs` of each family."""
    for number, family in enumerate(FAMILIES.values()):
        block = family.draw(PairRequest(np.random.default_rng([seed, number]), pairs, kinds))
        found = published.published_answers(name, block.side_a, block.poses_a, block.side_b, block.poses_b)
        compiled = np.flatnonzero(found.compiled).tolist()
        different = [place for place in compiled if not _is_same(name, block, found, place)]
        yield Comparison(family.name, pairs, len(compiled), different)


def _is_same(name: str, block: PairBlock, found: PublishedAnswers, i: int) -> bool:
    a, b = block.shapes[block.a[i]], block.shapes[block.b[i]]
    result = ENGINE_ALGORITHMS[name].trace(a, pose_of(block.poses_a[i]), b, pose_of(block.poses_b[i])).result
    columns = (found.signed_distance[i : i + 1], found.normal[i], found.witness_a[i], found.witness_b[i])
    said = np.concatenate([[found.verdict[i], found.exit[i], found.iterations[i]], *columns])
    wanted = np.array(_numbers(result))
    return bool(np.all((said.view(np.int64) == wanted.view(np.int64)) | (np.isnan(said) & np.isnan(wanted))))


def _numbers(result: Result) -> list[float]:
    nothing = (np.nan, np.nan, np.nan)
    distance = np.nan if result.signed_distance is None else result.signed_distance
    numbers = [float(VERDICTS.index(result.verdict)), float(result.exit), float(result.steps), distance]
    for vector in (result.normal, result.witness_a, result.witness_b):
        numbers += nothing if vector is None else vector
    return numbers


def speed(name: str, pairs: int, kinds: tuple[str, ...], family: str, seed: int) -> float:
    """Compiled answers per second of processor time, with what is done for each call."""
    block = FAMILIES[family].draw(PairRequest(np.random.default_rng(seed), pairs, kinds))
    found = published.published_answers(name, block.side_a, block.poses_a, block.side_b, block.poses_b)
    block = block.only(np.flatnonzero(found.compiled))
    side_a, side_b = block.side_a, block.side_b
    begin = process_time()
    published.published_answers(name, side_a, block.poses_a, side_b, block.poses_b)
    return block.size / (process_time() - begin)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=200, help="of each family")
    parser.add_argument("--algorithms", default=",".join(published.compiled_algorithms()))
    options = parser.parse_args()
    failed = False
    for name in options.algorithms.split(","):
        begin = process_time()
        published.prepare(name)
        print(f"{name}: ready after {process_time() - begin:.1f} s of processor time")
        found = [*compare(name, options.pairs, KINDS, options.seed)]
        compiled, different = sum(one.compiled for one in found), sum(len(one.different) for one in found)
        rate = speed(name, 20_000, ("box", "capsule", "hull"), "apart", options.seed)
        print(f"  {compiled:,} of {sum(one.pairs for one in found):,} pairs compiled, {different} different")
        print(f"  {rate:,.0f} pairs per second and core (boxes, capsules and hulls that are apart)")
        for one in found:
            failed |= bool(one.different)
            if one.different:
                print(f"  {one.family}: {one.different}")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
