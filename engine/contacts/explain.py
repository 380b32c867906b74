"""Describes the steps of manifold generation, of any policy."""

import re
from collections.abc import Sequence

from gjkscope.engine.contacts.steps import ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.text import counted, number, series, vector
from gjkscope.engine.vectors import Vec3

OWNER = re.compile(r"\b([AB])(?= [vef]\d| face| edge| vertex)")
MOST_NAMED = 8  # features in a sentence
FEATURES = {0: "a point", 1: "a vertex", 2: "a segment"}  # by the number of corners; more are a face


def explain(step: State, a: str, b: str) -> str:
    """The comparison, the plane that clips, and the remaining corners."""
    parts = (_explain_choice(step, a, b), _explain_plane(step, a, b), _explain_result(step, a, b))
    return " ".join(part for part in parts if part)


def headline(step: State, a: str, b: str) -> str:
    match step.phase:
        case ContactPhase.AXIS:
            return f"normal {vector(step.normal)}"
        case ContactPhase.FACES:
            return f"{_feature(step.face_a)} of {a}, {_feature(step.face_b)} of {b}"
        case ContactPhase.CLIP if step.plane:
            return f"clip by {with_body_names(step.plane.name, a, b)}"
        case ContactPhase.POINTS:
            return counted(len(step.points), "point")
    gone, added = _difference(step.before, step.after), _difference(step.after, step.before)
    if not gone and not added:
        return "nothing changes"
    return series(
        [f"{sign}{with_body_names(name, a, b)}" for sign, names in (("−", gone), ("+", added)) for name in names],
        MOST_NAMED,
    )


def with_body_names(features: str, a: str, b: str) -> str:
    """The names of features, with the shapes' own names: "A e0-1 × B v4" becomes "floor e0-1 × box v4"."""
    return OWNER.sub(lambda owner: a if owner[1] == "A" else b, features)


def _explain_choice(step: State, a: str, b: str) -> str:
    words = with_body_names(step.reason, a, b)
    reason = f": {words}" if words else ""
    if not step.candidates:
        return f"The normal is {vector(step.normal)}{reason}." if step.phase is ContactPhase.AXIS else _sentence(words)
    winners = [candidate for candidate in step.candidates if candidate.chosen]
    count = len(step.candidates)
    if len(winners) == count > 1:
        what = "all"
    else:
        what = series([_value_words(candidate, step, a, b) for candidate in winners], MOST_NAMED) or "none"
    if count == 2 and len(winners) == 1:
        (loser,) = (candidate for candidate in step.candidates if not candidate.chosen)
        what += f", not {_value_words(loser, step, a, b)}"
    if count == 1 and not winners:
        what = f"not {_value_words(step.candidates[0], step, a, b)}"
    return f"Chosen{f' of {count} candidates' if count > 1 else ''}, {what}{reason}."


def _sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}." if clause else ""


def _value_words(candidate: ContactCandidate, step: State, a: str, b: str) -> str:
    quantity, _, unit = step.measure.partition(", ")
    return f"{with_body_names(candidate.name, a, b)} ({quantity} {number(candidate.value)}{' ' if unit else ''}{unit})"


def _explain_plane(step: State, a: str, b: str) -> str:
    if step.plane is None:
        return ""
    name, normal = with_body_names(step.plane.name, a, b), vector(step.plane.normal)
    return f"The plane through {name}, with the normal {normal}, clips."


def _explain_result(step: State, a: str, b: str) -> str:
    match step.phase:
        case ContactPhase.AXIS:
            return ""
        case ContactPhase.FACES:
            return f"Facing the other body, {a} has {_feature(step.face_a)} and {b} {_feature(step.face_b)}."
        case ContactPhase.POINTS:
            return _explain_points(step, a, b)
    gone, added = _difference(step.before, step.after), _difference(step.after, step.before)
    if not gone and not added:
        return "Nothing is cut off." if step.phase is ContactPhase.CLIP else f"All {len(step.after)} stay."
    lost = f"Removed: {_names(gone, a, b)}. " if gone else ""
    new = f"New: {_names(added, a, b)}. " if added else ""
    return f"{lost}{new}{counted(len(step.after), 'point')} left."


def _explain_points(step: State, a: str, b: str) -> str:
    if not step.points:
        return f"{a} and {b} have no contact point."
    deepest = max(point.depth for point in step.points)
    depth = f"{number(deepest)} m deep" if deepest >= 0 else f"{number(-deepest)} m apart"
    if len(step.points) == 1:
        return f"One contact point, {depth}: {with_body_names(step.points[0].id, a, b)}."
    extreme = "the deepest" if deepest >= 0 else "the nearest"
    ids = series([with_body_names(point.id, a, b) for point in step.points], MOST_NAMED)
    return f"{counted(len(step.points), 'contact point')}, {extreme} {depth}: {ids}."


def _feature(corners: Sequence[Vec3]) -> str:
    return FEATURES.get(len(corners), f"a face with {len(corners)} corners")


def _difference(some: Sequence[ClipVertex], others: Sequence[ClipVertex]) -> list[str]:
    known = {vertex.id for vertex in others}
    return [vertex.id for vertex in some if vertex.id not in known]


def _names(ids: Sequence[str], a: str, b: str) -> str:
    return series([with_body_names(name, a, b) for name in ids], MOST_NAMED)


def _chooses(step: State) -> bool:
    return bool(step.candidates or step.reason) or step.phase is ContactPhase.AXIS


def _clips(step: State) -> bool:
    return step.plane is not None


def _has_result(step: State) -> bool:
    return step.phase is not ContactPhase.AXIS


BEATS = (
    Beat("choice", "Candidates", _explain_choice, _chooses),
    Beat("plane", "Clip plane", _explain_plane, _clips),
    Beat("result", "What is left", _explain_result, _has_result),
)
