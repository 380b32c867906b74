"""Describes the steps of every algorithm in sentences and headlines.

Each algorithm has a `*_words` module that builds text from the numbers in a step and computes nothing itself.  This
module registers them by the type of the step.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from gjkscope.engine.aabb import explain as aabb_words
from gjkscope.engine.aabb import steps as aabb
from gjkscope.engine.advancement import explain as advancement_words
from gjkscope.engine.advancement import steps as advancement
from gjkscope.engine.analysis import explain_compare as compare_words
from gjkscope.engine.analysis.compare import Difference, Disagreement
from gjkscope.engine.arguments import short_repr
from gjkscope.engine.broadphase import allpairs, sweep, tree
from gjkscope.engine.broadphase import explain as broadphase_words
from gjkscope.engine.brute import explain as brute_words
from gjkscope.engine.brute import steps as brute
from gjkscope.engine.epa import explain as epa_words
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.exact import explain as exact_words
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.gjk import explain as gjk_words
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.headbutt import explain as headbutt_words
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.mpr import explain as mpr_words
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.resolution import explain_pair as resolve_words
from gjkscope.engine.resolution import explain_terrain as terrain_words
from gjkscope.engine.resolution import pair as resolve
from gjkscope.engine.resolution import terrain
from gjkscope.engine.sat import explain as sat_words
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.sphere import explain as sphere_words
from gjkscope.engine.sphere import steps as sphere
from gjkscope.engine.tetrahedron import explain as tetrahedron_words
from gjkscope.engine.tetrahedron import steps as tetrahedron


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
        raise ValueError(f"step: must be a step of an algorithm, got {short_repr(step)}")
    return WORDS[type(step)]
