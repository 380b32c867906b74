"""Steps in plain language.

Words are made from the numbers that `step` computed, by functions beside each algorithm, and nowhere else; here they
are registered by the type of the step.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from . import (
    aabb,
    aabb_words,
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
    """What an algorithm has to say about a step, given the names of the two shapes."""

    explain: Callable[[Any, str, str], str]
    headline: Callable[[Any, str, str], str]


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
    sweep.State: Words(broadphase_words.explain_sweep, broadphase_words.headline_sweep),
    tree.State: Words(broadphase_words.explain_tree, broadphase_words.headline_tree),
    allpairs.State: Words(broadphase_words.explain_all_pairs, broadphase_words.headline_all_pairs),
    Disagreement: Words(compare_words.explain_disagreement, compare_words.headline_disagreement),
    Difference: Words(compare_words.explain_difference, compare_words.headline_difference),
    resolve.State: Words(resolve_words.explain, resolve_words.headline),
    terrain.State: Words(terrain_words.explain, terrain_words.headline),
}


def explain(step: Any, name_a: str = "A", name_b: str = "B") -> str:
    """One or two sentences on a step of any algorithm, with its numbers; the shapes go by the names given.

    Raises `ValueError` for what is no step.
    """
    return _words(step).explain(step, name_a, name_b)


def headline(step: Any, name_a: str = "A", name_b: str = "B") -> str:
    """The step in a few words, for a list; arguments and errors as for `explain`."""
    return _words(step).headline(step, name_a, name_b)


def _words(step: Any) -> Words:
    if type(step) not in WORDS:
        raise ValueError(f"step: must be a step of an algorithm, got {shown(step)}")
    return WORDS[type(step)]
