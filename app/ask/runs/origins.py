"""Where the contact points of reports come from: compares them with the policies' points for the same pair."""

from functools import lru_cache

from gjkscope.app.ask.runs.parts import deciding_pair
from gjkscope.app.ask.runs.reports import JudgedReport, judge_reported
from gjkscope.app.scenes.scene import Body, Reported
from gjkscope.engine.contacts.provenance import all_manifolds, reported_origin
from gjkscope.engine.contacts.records import Manifold

PAIRS_KEPT = 16


def with_origins(judged: JudgedReport, a: Body, b: Body) -> JudgedReport:
    """The report with the origin of each contact point; `a` and `b` are in the report's order.

    2D bodies, and a pair whose normal is not known, have none.
    """
    judgement, truth = judged.found, judged.found.truth
    if not judgement.points or a.shape.dimension == 2 or truth.normal is None or truth.signed_distance is None:
        return judged
    allowed, made = judgement.tolerance + abs(truth.signed_distance), _manifolds(a, b)
    origins = tuple(reported_origin(point.said, made, truth.normal, allowed) for point in judgement.points)
    return judged._replace(origins=origins)


def judge_with_origins(report: Reported, a: Body, b: Body) -> JudgedReport:
    """Judges a report about two bodies, in its order, with the origin of each contact point."""
    return with_origins(judge_reported(report, a, b), a, b)


@lru_cache(maxsize=PAIRS_KEPT)
def _manifolds(a: Body, b: Body) -> tuple[Manifold, ...]:
    """The contacts by all policies; for bodies made of parts, those of the parts that decide."""
    return all_manifolds(*deciding_pair(a.shape, a.pose, b.shape, b.pose))
