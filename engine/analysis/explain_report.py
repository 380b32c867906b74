"""Describes the judgement of a report: what is wrong in it, by how much, and what that means."""

from collections.abc import Iterator

from gjkscope.engine.analysis.reports import (
    JudgedContact,
    JudgedDistance,
    JudgedNormal,
    JudgedWitness,
    JudgedWitnesses,
    ReportJudgement,
    is_finite,
)
from gjkscope.engine.result import Exit, Verdict
from gjkscope.engine.text import counted, number, percent, vector

# Relative errors above this are given in metres: percentages in the thousands say little.
MOST_RELATIVE = 10.0


def explain_report(judgement: ReportJudgement, by: str, a: str, b: str) -> str:
    """One sentence: who reports what, and what is wrong with it.

    For example "FCL 0.7 reports −0.12 m: 20 % too deep; moving along its normal separates A after 0.1 m".  `by` is the
    engine, `a` and `b` are the names of the shapes.
    """
    if judgement.crashed is not None:
        return f"{by} {_crash_words(judgement.crashed)}"
    found_words = assessment_words(judgement, a, b)
    return f"{by} reports {claim_words(judgement)}{'; ' if found_words == NOT_JUDGED else ': '}{found_words}"


def assessment_words(judgement: ReportJudgement, a: str, b: str) -> str:
    """The faults of the report, or that it is right."""
    if judgement.crashed is not None:
        return _crash_words(judgement.crashed)
    reasons = "; ".join(faults_of_report(judgement, a, b))
    if judgement.by_triangles and not reasons and judgement.truth.verdict is not Verdict.SEPARATED:
        return _words_of_triangles(judgement, a, b)
    return reasons or (NOT_JUDGED if judgement.of_mesh else "right" if judgement.right else "cannot be judged")


NOT_JUDGED = "not judged: our answer is for the hull, the engine's is for the mesh"


def _words_of_triangles(judgement: ReportJudgement, a: str, b: str) -> str:
    """Of meshes that are not apart, only the verdict is judged, if it is known."""
    if judgement.truth.exit is Exit.CONTAINED:
        return f"not judged: {a} and {b} overlap as solids, though their surfaces need not meet"
    if judgement.right:
        touch = "touch" if judgement.truth.verdict is Verdict.TOUCHING else "overlap"
        return f"right: their triangles {touch}; meshes have no depth to judge"
    return "cannot be judged"


def _crash_words(reason: str) -> str:
    """ "gave no answer: time limit", "gave no finite answer: depth nan"."""
    return f"gave {reason}" if reason.startswith("no ") else f"gave no answer: {reason}"


def claim_words(judgement: ReportJudgement) -> str:
    """The report's claims about the pair: its distance, and its verdict unless that follows from the distance."""
    distance, verdict = judgement.signed_distance, judgement.verdict
    if distance is None:
        return verdict.said.value if verdict else "no distance"
    if not is_finite(distance.said):
        return f"{f'{verdict.said.value}, ' if verdict else ''}signed distance {number(distance.said)}"
    metres = f"{number(distance.said)} m"
    return metres if verdict is None or verdict.said is _sign(distance.said) else f"{verdict.said.value} {metres}"


def faults_of_report(judgement: ReportJudgement, a: str, b: str) -> tuple[str, ...]:
    """A phrase for each fault: the verdict, the distance, the normal, the witness points, the contact points."""
    return tuple(_faults(judgement, a, b))


def _faults(judgement: ReportJudgement, a: str, b: str) -> Iterator[str]:
    if judgement.verdict is not None and judgement.verdict.right is False:
        yield _truth_words(judgement, a, b)
    if judgement.signed_distance is not None and judgement.signed_distance.right is False:
        yield from _distance_words(judgement, judgement.signed_distance, a, b)
    if judgement.normal is not None:
        yield from _normal_words(judgement, judgement.normal, a)
    for witness, name in ((judgement.witness_a, a), (judgement.witness_b, b)):
        if witness is not None and not witness.right:
            yield _witness_words(witness, name)
    if judgement.witnesses is not None and judgement.witnesses.right is False:
        yield _apart_words(judgement.witnesses)
    if wrong := [point for point in judgement.points if point.right is False]:
        yield from _contact_words(wrong, len(judgement.points))
    if judgement.support_area is not None and judgement.support_area.right is False:
        yield f"its contact points leave out {percent(judgement.support_area.lost)} of the support area"


def _sign(distance: float) -> Verdict:
    if distance == 0:
        return Verdict.TOUCHING
    return Verdict.SEPARATED if distance > 0 else Verdict.PENETRATING


def _truth_words(judgement: ReportJudgement, a: str, b: str) -> str:
    distance = judgement.truth.signed_distance
    if judgement.truth.verdict is Verdict.TOUCHING:
        return f"{a} and {b} touch"
    if judgement.by_triangles and judgement.truth.verdict is Verdict.PENETRATING:
        return "their triangles overlap"
    if distance is None:
        return f"{a} and {b} are {judgement.truth.verdict.value}"
    if distance > 0:
        return f"{a} and {b} are {'at least ' if judgement.of_mesh else ''}{number(distance)} m apart"
    return f"{a} and {b} overlap by {number(-distance)} m"


def _distance_words(judgement: ReportJudgement, distance: JudgedDistance, a: str, b: str) -> Iterator[str]:
    said, truth, error = distance.said, distance.truth, distance.error
    if not is_finite(said):
        yield "its signed distance is not finite"
    elif judgement.of_mesh:
        yield f"the signed distance is at least {number(distance.lower)} m"
    elif judgement.by_triangles and judgement.truth.verdict is Verdict.PENETRATING:
        return  # already stated: the verdict is wrong
    elif truth is None or error is None:
        yield f"the signed distance is between {number(distance.lower)} and {number(distance.upper)} m"
    elif abs(said + truth) <= judgement.tolerance:
        yield "its sign is inverted"
    elif truth * said <= 0:  # already stated if the verdict is wrong
        if judgement.verdict is None or judgement.verdict.right is not False:
            yield _truth_words(judgement, a, b)
    else:
        more, less = ("too far", "too near") if truth > 0 else ("too shallow", "too deep")
        yield f"{_error_size(distance, error)} {more if error > 0 else less}"


def _error_size(distance: JudgedDistance, error: float) -> str:
    if distance.relative is None or distance.relative > MOST_RELATIVE:
        return f"{number(abs(error), 3)} m"
    return f"{number(100 * distance.relative, 3)} %"


def _normal_words(judgement: ReportJudgement, normal: JudgedNormal, a: str) -> Iterator[str]:
    if judgement.by_triangles and normal.cost is not None:
        if normal.right is False:
            left = f"moving {a} by the gap along its normal leaves {number(normal.cost, 3)} m of it"
            yield "its normal points the wrong way" if normal.flipped else left
        return
    if normal.proves is None or normal.cost is None:
        if normal.right is False:
            yield f"its normal is {_no_direction(normal)}"
        return
    after = number(-normal.proves)
    if normal.right is False:
        if normal.flipped:
            yield "its normal points the wrong way"
        elif judgement.truth.verdict is Verdict.SEPARATED and normal.proves > 0:
            yield f"its normal proves only {number(normal.proves)} m of the gap"
        elif judgement.truth.verdict is Verdict.SEPARATED:
            yield "its normal does not separate them"
        else:
            yield f"moving along its normal separates {a} after {after} m, {number(normal.cost, 3)} m more than needed"
    elif judgement.truth.verdict is Verdict.PENETRATING and _is_distance_wrong(judgement):
        yield f"moving along its normal separates {a} after {after} m"


def _no_direction(normal: JudgedNormal) -> str:
    """Why a vector is not a normal."""
    return "zero, no direction" if is_finite(normal.said) else "not finite"


def _is_distance_wrong(judgement: ReportJudgement) -> bool:
    return judgement.signed_distance is not None and judgement.signed_distance.right is False


def _witness_words(witness: JudgedWitness, name: str) -> str:
    if not is_finite(witness.said):
        return f"its point on {name} is not finite"
    side = "inside" if witness.inside else "outside"
    return f"its point on {name} is {number(witness.off_surface, 3)} m {side} the surface"


def _apart_words(witnesses: JudgedWitnesses) -> str:
    apart = f"its points are {number(witnesses.apart)} m apart"
    return apart if witnesses.claimed is None else f"{apart}, not {number(witnesses.claimed)} m"


def _contact_words(wrong: list[JudgedContact], count: int) -> Iterator[str]:
    """A phrase for each kind of fault in the contact points: how many points have it, and the worst of them."""
    if endless := [point for point in wrong if not point.is_finite]:
        yield f"{_of_points(endless, count, HAVE)} numbers that are not finite"
    wrong = [point for point in wrong if point.is_finite]
    if phantoms := [point for point in wrong if point.is_phantom]:
        far = max(point.off_surface for point in phantoms)
        what = "a phantom" if len(phantoms) == 1 else "phantoms"
        yield f"{_of_points(phantoms, count)} {what}, {_up_to(phantoms)}{number(far, 3)} m outside"
    if rest := [point for point in wrong if point.is_depth_wrong and not point.is_phantom]:
        worst = max(rest, key=lambda point: abs(_depth_error(point)))
        error = _depth_error(worst)
        way = "too deep" if error > 0 else "too shallow"
        yield f"{_of_points(rest, count)} {_up_to(rest)}{number(abs(error), 3)} m {way}"
    if turned := [point for point in wrong if point.normal is not None and point.normal.right is False]:
        yield f"the normal of {_of_points(turned, count, NO_VERB)} is wrong"


def wrong_point_words(point: JudgedContact) -> str:
    """The fault of one contact point, for a label; "" if there is none."""
    if not point.is_finite:
        return "not finite"
    if point.is_phantom:
        return f"phantom, {number(point.off_surface, 3)} m off"
    if point.is_depth_wrong:
        error = _depth_error(point)
        return f"{number(abs(error), 3)} m too {'deep' if error > 0 else 'shallow'}"
    return "wrong normal" if point.normal is not None and point.normal.right is False else ""


def _depth_error(point: JudgedContact) -> float:
    return point.depth_error or point.too_deep or 0.0


def _up_to(points: list[JudgedContact]) -> str:
    return "up to " if len(points) > 1 else ""


ARE, HAVE, NO_VERB = (" is", " are"), (" has", " have"), ("", "")  # of one, and of several


def _of_points(points: list[JudgedContact], count: int, verbs: tuple[str, str] = ARE) -> str:
    """ "As in "its contact point (0, 1, 0) is" and "2 of its 4 contact points are"."""
    if count == 1:
        words, single = f"its contact point {vector(points[0].said)}", True
    elif len(points) == 1:
        words, single = f"contact point {vector(points[0].said)}, 1 of {count},", True
    else:
        words, single = f"{len(points)} of its {counted(count, 'contact point')}", False
    verb = verbs[0] if single else verbs[1]
    return f"{words}{verb}" if verb else words.removesuffix(",")
