"""Describes the faults of a manifold, one at a time."""

from math import degrees, pi
from typing import NamedTuple

from gjkscope.engine.contacts.judge import ContactJudgement
from gjkscope.engine.text import counted, number, percent

# Below these, a difference is due to rounding or to the reduction to four points, which engines do on purpose.
LEAST_AREA_LOST = 0.01
LEAST_ANGLE = 1e-6  # radians; an accurate distance has an accurate normal, up to the square root of its rounding


class ContactFault(NamedTuple):
    """One way in which contacts can be wrong."""

    name: str
    is_wrong: bool
    words: str


def faults(judged: ContactJudgement) -> tuple[ContactFault, ...]:
    """Phantom points, depth, normal and support area, including those that are right."""
    outcomes = [_phantoms(judged)]
    if judged.depth_error is not None:
        wrong = abs(judged.depth_error) > judged.accuracy
        words = f"{number(abs(judged.depth_error), 3)} m too {'deep' if judged.depth_error > 0 else 'shallow'}"
        outcomes.append(ContactFault("Depth", wrong, words if wrong else "right"))
    if judged.normal_error is not None:
        wrong = judged.normal_error > LEAST_ANGLE
        words = "flipped" if judged.normal_error > pi / 2 else f"{number(degrees(judged.normal_error), 3)}° off"
        outcomes.append(ContactFault("Normal", wrong, words if wrong else "right"))
    if judged.exact is None:
        outcomes.append(ContactFault("Support area", False, "not judged: there is no exact manifold"))
    elif judged.area_lost is not None:
        lost = judged.area_lost > LEAST_AREA_LOST
        outcomes.append(ContactFault("Support area", lost, f"{percent(judged.area_lost)} lost" if lost else "complete"))
    return tuple(outcomes)


def _phantoms(judged: ContactJudgement) -> ContactFault:
    worst = max((max(point.off_a, point.off_b) for point in judged.points), default=0.0)
    if not judged.points:
        return ContactFault("Points", False, "none")
    if not judged.phantoms:
        return ContactFault("Points", False, f"{counted(len(judged.points), 'point')}, all on both bodies")
    of = f"{judged.phantoms} of {counted(len(judged.points), 'point')}"
    return ContactFault("Points", True, f"{of} phantom, up to {number(worst, 3)} m off")
