"""Judges the variants of a text: the pair is as it must be, the importer refuses or says something, or it is a failure.

"Silently" means without a question, without a part that is listed as not read, and without an assumption or a warning
that the import of the original does not have.  What is said in the original, too, is not about the change.
"""

import re
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from math import sqrt
from typing import Any, NamedTuple

from gjkscope.app.bring.notations.accounting import number_spans
from gjkscope.app.bring.notations.context import NOT_DATA
from gjkscope.app.bring.notations.importing import Imported, import_text
from gjkscope.app.bring.notations.reading import ReaderFault, Span
from gjkscope.app.scenes.scene import Body
from gjkscope.engine import HalfSpace, Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, column, dot, product, row_times
from tests.fuzz.texts.collecting import Sample
from tests.fuzz.texts.transforming import Must, Transformation, Variant
from tests.fuzz.texts.values import STEP, TINY, has_default_pose, has_no_use

# How much further than a number a size or an entry of a pose may move: degrees, sizes of 100 m and products of lengths
# are within it, another interpretation is not.
LEVER = 300.0

# A rotation about no axis of a shape or of the world.
SKEW: Mat3 = ((2 / 3, -1 / 3, 2 / 3), (2 / 3, 2 / 3, -1 / 3), (-1 / 3, 2 / 3, 2 / 3))


class Outcome(Enum):
    """What became of a variant."""

    SAME = "same"
    CHANGED = "changed"
    ASKED = "asked"  # there is a question or a part that was not read
    NOTED = "noted"  # there is an assumption or a warning that the original does not have
    LISTED = "listed"  # the number was not read, and is listed, or is known not to be data
    REFUSED = "refused"
    FAILED = "failed"


class Judgement(NamedTuple):
    outcome: Outcome
    why: str = ""  # of a failure


_Key = tuple[Any, ...]


def judge(sample: Sample, transformation: Transformation, variant: Variant) -> Judgement:
    """What became of a variant of a sample."""
    try:
        return _JUDGES[transformation.must](sample, variant)
    except ReaderFault as fault:
        return Judgement(Outcome.FAILED, str(fault))


def _import(text: str) -> Imported | None:
    """None if the text is refused.  Raises `ReaderFault`."""
    try:
        return import_text(text)
    except ReaderFault:
        raise
    except ValueError:
        return None


# --- the pair ---


def content(imported: Imported) -> tuple[Counter[_Key], Counter[frozenset[_Key]]]:
    """The bodies and the pairs of a scene, whatever their names and their order."""
    keys = {body.name: _key(body) for body in imported.found}
    pairs = (pair for pair in imported.scene.pairs or () if set(pair) <= set(keys))
    return Counter(keys.values()), Counter(frozenset(keys[name] for name in pair) for pair in pairs)


def _key(body: Body) -> _Key:
    return (body.shape, body.pose.rotation, body.pose.position, body.velocity, body.angular_velocity)


def _all_content(imported: Imported) -> tuple[Any, ...]:
    """Also what engines reported, with the names and in order."""
    bodies = [(body.name, body) for body in imported.found]
    return bodies, imported.scene.pairs, imported.scene.reported


def _jump(before: Imported, after: Imported) -> float:
    """How far the surface of a body moves, relative to the bodies; infinite if there are other bodies."""
    if len(before.found) != len(after.found):
        return float("inf")
    first, second = ([extent for body in imported.found for extent in _extents(body)] for imported in (before, after))
    return max(abs(x - y) for x, y in zip(first, second, strict=True)) / max(1.0, *map(abs, first))


def _extents(body: Body) -> Iterator[float]:
    """How far a body reaches in some directions, which do not depend on how its pose is written."""
    pose = body.pose
    if isinstance(body.shape, HalfSpace):  # whose other axes are arbitrary
        normal = column(pose.rotation, 1)
        yield from (*normal, dot(normal, pose.position), *(0.0,) * 8)
        return
    turned = Pose(product(SKEW, pose.rotation), row_times(SKEW, pose.position))
    for placement in (pose, turned) if body.shape.dimension == 3 else (pose, pose):
        for corner in aabb(body.shape, placement):
            yield from corner


# --- what is said ---


def _outcome_of_notes(imported: Imported, original: Imported, variant: Variant) -> Outcome | None:
    """Whether the import asks something, or notes what that of the original does not; None if it is silent."""
    if imported.questions or imported.unread:
        return Outcome.ASKED
    known = {assumption[:3] for assumption in original.assumptions if assumption.what not in variant.named_by}
    if any(assumption[:3] not in known for assumption in imported.assumptions):
        return Outcome.NOTED
    return Outcome.NOTED if _warnings_of(imported, variant) - _warnings_of(original, variant) else None


def _warnings_of(imported: Imported, variant: Variant) -> set[str]:
    """The warnings, wherever their lines are; numbers that are no data are of interest only if they were added."""
    warnings = (warning for warning in imported.warnings if variant.is_added or not warning.startswith(NOT_DATA))
    return {re.sub(r"\bline \d+", "line", warning) for warning in warnings}


# --- what must hold ---


def _judge_same(sample: Sample, variant: Variant) -> Judgement:
    imported = _import(variant.texts[0])
    if imported is None:
        return Judgement(Outcome.REFUSED)
    if content(imported) == content(sample.imported):
        return Judgement(Outcome.SAME)
    said = _outcome_of_notes(imported, sample.imported, variant)
    return Judgement(said) if said else Judgement(Outcome.FAILED, "silently another pair")


def _judge_changed(sample: Sample, variant: Variant) -> Judgement:
    outcomes = set()
    for number, text in enumerate(variant.texts):
        imported = _import(text)
        said = _outcome_of_notes(imported, sample.imported, variant) if imported is not None else Outcome.REFUSED
        if imported is not None and _all_content(imported) != _all_content(sample.imported):
            if (
                said is None
                and number == 0
                and _is_small(sample, variant)
                and _jump(imported, sample.imported) > LEVER * STEP
            ):
                return Judgement(Outcome.FAILED, "silently jumps")
            return Judgement(said or Outcome.CHANGED)
        outcomes.add(said)
    if _is_listed(sample.imported, variant.span):
        return Judgement(Outcome.LISTED)
    for outcome in (Outcome.REFUSED, Outcome.ASKED, Outcome.NOTED):
        if outcome in outcomes:
            return Judgement(outcome)
    if has_no_use(sample, variant):
        return Judgement(Outcome.SAME)
    if variant.elsewhere and _differ(*variant.elsewhere):
        return Judgement(Outcome.CHANGED)
    return Judgement(Outcome.FAILED, "no effect")


def _differ(before: str, after: str) -> bool:
    """Whether both texts are imported, as different pairs."""
    first, second = _import(before), _import(after)
    return first is not None and second is not None and _all_content(first) != _all_content(second)


def _is_small(sample: Sample, variant: Variant) -> bool:
    """Whether a number of a shape or a pose changes by little at first, unlike the bits of a mask."""
    return variant.what.endswith("perturbed") and not _is_listed(sample.imported, variant.span)


def _is_listed(imported: Imported, span: Span | None) -> bool:
    """Whether none of the numbers in a span was read for a body, and each is listed or known not to be data."""
    if span is None:
        return False
    used = imported.context.numbers.values()
    has_numbers = any(span.start <= number.start < span.end for number in number_spans(imported.context))
    return has_numbers and not any(span.start < token.end and token.start < span.end for token in used)


def _judge_vanishing(sample: Sample, variant: Variant) -> Judgement:
    nothing, little = (_import(text) for text in variant.texts)
    if nothing is None or little is None:
        return Judgement(Outcome.REFUSED)
    if _jump(nothing, little) <= LEVER * sqrt(TINY):  # as texts may take the root
        return Judgement(Outcome.SAME)
    said = _outcome_of_notes(nothing, sample.imported, variant) or _outcome_of_notes(little, sample.imported, variant)
    return Judgement(said) if said else Judgement(Outcome.FAILED, "zero is read otherwise than a tiny number")


def _judge_missing(sample: Sample, variant: Variant) -> Judgement:
    imported = _import(variant.texts[0])
    if imported is None:
        return Judgement(Outcome.REFUSED)
    said = _outcome_of_notes(imported, sample.imported, variant)
    if said:
        return Judgement(said)
    if _all_content(imported) != _all_content(sample.imported):
        return _judge_default(sample, variant, imported)
    assert variant.span is not None
    used = _used_values(sample.imported, variant.span)
    if any(assumption.what in variant.named_by for assumption in sample.imported.assumptions):
        return Judgement(Outcome.NOTED)
    if used and not set(used) <= {0.0, 1.0} and not has_no_use(sample, variant):
        return Judgement(Outcome.FAILED, "silently the same without numbers that were used")
    return Judgement(Outcome.SAME)


def _judge_told(sample: Sample, variant: Variant) -> Judgement:
    imported = _import(variant.texts[0])
    if imported is None:
        return Judgement(Outcome.REFUSED)
    if said := _outcome_of_notes(imported, sample.imported, variant):
        return Judgement(said)
    if _all_content(imported) != _all_content(sample.imported):
        return Judgement(Outcome.FAILED, "silently another pair")
    return Judgement(Outcome.FAILED, "numbers are silently not read")


def _used_values(imported: Imported, span: Span) -> list[float]:
    return [token.value for token in imported.context.numbers.values() if span.start <= token.start < span.end]


def _judge_default(sample: Sample, variant: Variant, imported: Imported) -> Judgement:
    """A body that was placed and is silently at the origin, although the text does not say that it is there."""
    if has_default_pose(sample, variant):
        return Judgement(Outcome.CHANGED)
    known = {(body.name, body.shape): body.pose for body in sample.imported.found}
    turned = [body for body in imported.found if body.pose.rotation != IDENTITY]
    lost = [
        body
        for body in imported.found
        if (before := known.get((body.name, body.shape))) is not None and _is_lost(before, body.pose, bool(turned))
    ]
    if not lost:
        return Judgement(Outcome.CHANGED)
    reasons = " ".join(assumption.why for assumption in imported.assumptions if assumption.what in ("pose", "rotation"))
    if all(re.search(rf"\b{re.escape(body.name)}\b", reasons) for body in lost):
        return Judgement(Outcome.NOTED)
    return Judgement(Outcome.FAILED, "silently at the origin")


def _is_lost(before: Pose, after: Pose, is_turn_usual: bool) -> bool:
    """Whether the position or the rotation of a pose, or both, became those of the origin, and nothing else changed.

    In a text that turns no other shape, one without a rotation is not turned.
    """
    lost_place = after.position == ZERO != before.position
    lost_turn = after.rotation == IDENTITY != before.rotation
    is_rest_same = (lost_place or after.position == before.position) and (
        lost_turn or after.rotation == before.rotation
    )
    return is_rest_same and (lost_place or (lost_turn and is_turn_usual))


_JUDGES = {
    Must.STAY: _judge_same,
    Must.CHANGE: _judge_changed,
    Must.VANISH: _judge_vanishing,
    Must.MISS: _judge_missing,
    Must.TELL: _judge_told,
}
