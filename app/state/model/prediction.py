"""Predictions: questions of lessons that are answered in a view, before the step with the answer is shown.

The answer is never stored: `inspection.predictions` computes it from the trace.
"""

from enum import StrEnum

from msgspec import Struct


class PredictionKind(StrEnum):
    """What is to be predicted."""

    SUPPORT = "support"  # the point that the step finds furthest along its direction
    DROPPED = "dropped"  # the vertex of the simplex that the step drops
    REGION = "region"  # the feature of the simplex that is nearest to the origin
    DRAG_ORIGIN = "drag-origin"  # a place for the origin at which a given feature is nearest to it
    AXIS = "axis"  # of some axes, the one that separates the shapes, or else the one of least overlap


class Subject(StrEnum):
    """The set whose support point is asked for; the first and second body of the pair are called A and B."""

    DIFFERENCE = "A-B"
    BODY_A = "A"
    BODY_B = "B"


class Prediction(Struct, frozen=True):
    """A question about the step `at` of the page's run; `goal` is the feature that the origin is to be dragged to."""

    text: str
    kind: PredictionKind
    at: int  # for axes: 0
    praise: str
    explain: str = ""  # a hint that is added to the explanation of a wrong answer
    of: Subject = Subject.DIFFERENCE
    axes: tuple[int, ...] = ()  # the steps that test them
    goal: str = ""  # "EDGE_AB"

    @property
    def visible_steps(self) -> int:
        """The number of steps of the run that may be shown before the answer is given."""
        return 0 if self.kind in (PredictionKind.AXIS, PredictionKind.DRAG_ORIGIN) else self.at


class OpenPrediction(Struct, frozen=True):
    """The prediction that is being asked: the number of its part on the page, and the wrong answers so far.

    An answer is the number of a target of `inspection.predictions`.  `revealed` is the step that was shown as the
    answer, after which the run is still hidden, as another prediction about it follows on the page.  `settled`: the
    origin has been dragged to the right place; from then on, its nearest feature is shown wherever it is dragged.
    `continues`: the last drag answered the prediction before this one, and the answer is shown until the next drag.
    """

    part: int
    wrong: tuple[int, ...] = ()
    revealed: int | None = None
    settled: bool = False
    continues: bool = False

    @property
    def may_reveal(self) -> bool:
        """Whether there have been enough wrong answers for the right one to be offered."""
        return len(self.wrong) >= ATTEMPTS


ATTEMPTS = 2
"""The number of wrong answers after which the right one is offered."""
