"""Versions of FCL before 0.7, which most of its reports are about: what they do otherwise, and how that fails.

Written from the commits of `gjk_libccd-inl.h`, BSD-3 licence.  A report names the line that threw, and so the version.

- `fcl-0.6.0` (commit a13c681e): `simplexToPolytope4` compares squared distances with ε, not with ε², and an origin
  outside of an edge's face by any amount is an exception.  A tetrahedron is replaced by a face that the origin is
  1e-8 m away from, and EPA starts outside of it (https://github.com/flexible-collision-library/fcl/issues/445; ε² since
  c3680896, 0.6.1).  A height within rounding is an exception, too (issue 493; 41f4e001, 0.7.0).  The vertices of a
  hull are compared by their places relative to their mean.
- `fcl-2019-04` (commit 09f846c6, master of 15–26 April 2019, with the check of areas that builds for debugging have):
  furthermore a box returns the middle of an edge or a face for a component that is 0, so that EPA has faces of three
  points on a line (issue 395; 2112037d, 0.6.0) and GJK is misled (issue 398).
- `fcl-pr-388`: as 2019-04, but with libccd's distance of a triangle without a witness, which cancels, as in the first
  form of pull request 388, where its check of edges was tried.  That form is not in the history of the repository: it
  is put together from the commits before and after.
- `fcl-2019-03` (commit 5e937624, master before 09f846c6): furthermore an edge is nearest even if a face is nearer
  by less than ccdEq's absolute ε of a squared distance; a support that sees neither face at that edge is an exception
  of `expandPolytope` (issues 319, 391).
- `fcl-2018-05` (commit 65066190 and before, distances without a sign): libccd's simplices with ε, and barycentric
  coordinates of triangles without area, 0/0 (issue 293; 9dba5791, 0.6.0).

Not repeated: of issue 275, the wrong points need a libccd in single precision, and the distance of 25 is given by none
of the versions; issues 399, 408 and 428 are no exceptions in the version of their line with libccd 2.0, 2.1 or its
later commits, with or without fused products, nor in any order of the border of a patch; issue 568 gives a quaternion
that is no rotation.
"""

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import ccd, engine_step
from gjkscope.engine.published.decisions import DecisionKind
from gjkscope.engine.published.engine_record import engine_algorithm
from gjkscope.engine.published.fcl import steps
from gjkscope.engine.published.fcl.decisions import DECISIONS
from gjkscope.engine.published.fcl.explain import WORDS
from gjkscope.engine.published.fcl.rules import EdgeRule, FclRules
from gjkscope.engine.published.fcl.shapes import MAPPINGS_0_6, MAPPINGS_2019, quaternion_shape
from gjkscope.engine.published.fcl.steps import FclPair, State
from gjkscope.engine.published.last_builder import LastBuilder
from gjkscope.engine.published.libccd.decisions import DECISIONS as LIBCCD
from gjkscope.engine.registry.records import Algorithm
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.kinds import Shape


class State060(State):
    """A step of FCL 0.6.0."""

    __slots__ = ()


class StateApril2019(State):
    """A step of FCL of April 2019."""

    __slots__ = ()


class StatePullRequest388(State):
    """A step of FCL with the first form of pull request 388."""

    __slots__ = ()


class StateMarch2019(State):
    """A step of FCL of March 2019."""

    __slots__ = ()


class StateMay2018(State):
    """A step of FCL of May 2018."""

    __slots__ = ()


FCL_0_6_0 = FclRules(supports=MAPPINGS_0_6, seed_limit=ccd.EPSILON, edge=EdgeRule.STRICT)
APRIL_2019 = FCL_0_6_0._replace(supports=MAPPINGS_2019, crosses_flat_edges=False, throws_without_area=True)
PULL_REQUEST_388 = APRIL_2019._replace(
    squared=ccd.squared_to_triangle, triangle_limit=ccd.EPSILON, throws_without_area=False
)
MARCH_2019 = PULL_REQUEST_388._replace(edge=EdgeRule.TRUSTED)
MAY_2018 = MARCH_2019._replace(is_signed=False, has_own_simplices=False, guards_witnesses=False)

_KINDS = {
    **DECISIONS,
    "seed face": DECISIONS["seed face"]._replace(
        bound="ε",
        remedy="A correct implementation compares the distance with its rounding: FCL compares its square with ε² "
        "since 0.6.1.",
    ),
    "origin outside": DECISIONS["origin outside"]._replace(
        bound="", remedy="A correct implementation takes a height within rounding for 0, as FCL does since 0.7."
    ),
}

_KINDS_OF_2019 = {
    **_KINDS,
    "origin on face": DECISIONS["origin on face"]._replace(
        bound="",  # ε for a triangle, ε² for a tetrahedron
        remedy="A correct implementation compares the distance with the rounding of the coordinates: since pull "
        "request 388, FCL compares the squared length of the closest point, which does not cancel, with ε².",
    ),
}

_KINDS_OF_2018 = {**_KINDS, **{kind: LIBCCD[kind] for kind in ("on line", "origin on face", "flat")}}


def _version(
    name: str, title: str, order: int, state: type[State], rules: FclRules, kinds: dict[str, DecisionKind]
) -> Algorithm:
    def prepare(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, options: Options = DEFAULT) -> FclPair:
        first = quaternion_shape(a, pose_a, rules.supports)
        second = quaternion_shape(b, pose_b, rules.supports)
        return FclPair(first, second, LastBuilder(), options.corrected, state, rules, kinds)

    def trace(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
        pair = prepare(a, pose_a, b, pose_b, options)
        return engine_step.engine_trace(name, steps.start(pair), lambda state: steps.step(pair, state))

    words = WORDS._replace(decisions=kinds)
    return engine_algorithm(name, title, order, state, trace, prepare, steps.start, steps.step, words)


VERSIONS = (
    _version("fcl-0.6.0", "FCL 0.6.0: signed distance", 220, State060, FCL_0_6_0, _KINDS),
    _version("fcl-2019-04", "FCL of April 2019: signed distance", 220, StateApril2019, APRIL_2019, _KINDS),
    _version(
        "fcl-pr-388",
        "FCL with pull request 388: signed distance",
        220,
        StatePullRequest388,
        PULL_REQUEST_388,
        _KINDS_OF_2019,
    ),
    _version("fcl-2019-03", "FCL of March 2019: signed distance", 220, StateMarch2019, MARCH_2019, _KINDS_OF_2019),
    _version("fcl-2018-05", "FCL of May 2018: distance", 220, StateMay2018, MAY_2018, _KINDS_OF_2018),
)
