"""Describes the steps of every algorithm in sentences and headlines.

Each algorithm has a `*_words` module that builds text from the numbers in a step and computes nothing itself.  This
module registers them by the type of the step.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from . import (
    aabb,
    aabb_words,
    advancement,
    advancement_words,
    broadphase_words,
    brute,
    brute_words,
    compare_words,
    epa,
    epa_words,
    exact,
    exact_words,
    gjk,
    gjk_words,
    headbutt,
    headbutt_words,
    mpr,
    mpr_words,
    resolve,
    resolve_words,
    sat,
    sat_words,
    sphere,
    sphere_words,
    terrain,
    terrain_words,
    tetrahedron,
    tetrahedron_words,
)
from .arguments import shown
from .broadphase import allpairs, sweep, tree
from .compare import Difference, Disagreement


class Words(NamedTuple):
    """The functions that describe an algorithm's steps, given the names of the two shapes or of all bodies."""

    explain: Callable[..., str]
    headline: Callable[..., str]
    of_pair: bool = True


WORDS: dict[type, Words] = {
    gjk.State: Words(gjk_words.explain, gjk_words.headline),
    epa.State: Words(epa_words.explain, epa_words.headline),
    sat.State: Words(sat_words.explain, sat_words.headline),
    mpr.State: Words(mpr_words.explain, mpr_words.headline),
    headbutt.State: Words(headbutt_words.explain, headbutt_words.headline),
    tetrahedron.State: Words(tetrahedron_words.explain, tetrahedron_words.headline),
    brute.State: Words(brute_words.explain, brute_words.headline),
    exact.State: Words(exact_words.explain, exact_words.headline),
    aabb.State: Words(aabb_words.explain, aabb_words.headline),
    sphere.State: Words(sphere_words.explain, sphere_words.headline),
    sweep.State: Words(broadphase_words.explain_sweep, broadphase_words.headline_sweep, of_pair=False),
    tree.State: Words(broadphase_words.explain_tree, broadphase_words.headline_tree, of_pair=False),
    allpairs.State: Words(broadphase_words.explain_all_pairs, broadphase_words.headline_all_pairs, of_pair=False),
    Disagreement: Words(compare_words.explain_disagreement, compare_words.headline_disagreement),
    Difference: Words(compare_words.explain_difference, compare_words.headline_difference),
    resolve.State: Words(resolve_words.explain, resolve_words.headline),
    terrain.State: Words(terrain_words.explain, terrain_words.headline),
    advancement.State: Words(advancement_words.explain, advancement_words.headline),
}


def explain(step: Any, *names: str) -> str:
    """One or two sentences about a step of any algorithm, with its numbers (metres).

    `names` are those of the two shapes (default A and B), or of all bodies of a broad phase (default: their numbers).
    Raises `ValueError` if `step` is not a step of an algorithm.
    """
    words = _words(step)
    return words.explain(step, *_known(names, words))


def headline(step: Any, *names: str) -> str:
    """A few words about the step, for a list; arguments and errors as for `explain`."""
    words = _words(step)
    return words.headline(step, *_known(names, words))


def _known(names: tuple[str, ...], words: Words) -> tuple[str, ...]:
    return (*names, *("A", "B")[len(names) :]) if words.of_pair else names


def _words(step: Any) -> Words:
    if type(step) not in WORDS:
        raise ValueError(f"step: must be a step of an algorithm, got {shown(step)}")
    return WORDS[type(step)]
