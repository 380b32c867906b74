"""What a demo directs besides the scene and the cameras: titles, cards, pointers, and what recedes or is hidden.

It changes only with ticks or through actions, so a demo looks the same however a tick is reached.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from gjkscope.app.state.model.ownership import Of
from gjkscope.app.state.model.view import View
from gjkscope.engine.vectors import Vec3

FADE_SECONDS = 0.4  # in which a card or a pointer appears or disappears
DONE = 1e-9  # seconds: rounding of a sum of ticks

Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class CardPlace(StrEnum):
    """Where a card lies."""

    LEFT = "left"
    RIGHT = "right"
    CENTER = "center"
    TOP = "top"


class PointerShape(StrEnum):
    """How something is pointed at."""

    ARROW = "arrow"
    CIRCLE = "circle"
    SPOTLIGHT = "spotlight"


class Presence(Struct, frozen=True):
    """How much of something is visible: it fades in, stays, and fades out before its time is over."""

    shown: Share = 0.0
    left: float | None = None  # seconds until it has disappeared; None: it stays

    @property
    def changing(self) -> bool:
        return self.shown < 1 or self.left is not None

    @property
    def leaving(self) -> bool:
        return self.left is not None and self.left <= FADE_SECONDS

    def later(self, seconds: float) -> "Presence | None":
        """Its visibility after `seconds`; None if it has disappeared."""
        grown = min(self.shown + seconds / FADE_SECONDS, 1.0)
        if self.left is None:
            return Presence(grown)
        left = self.left - seconds
        return Presence(min(grown, left / FADE_SECONDS), left) if left > DONE else None

    def ended(self) -> "Presence":
        """Fading out from now on."""
        return Presence(self.shown, min(self.shown * FADE_SECONDS, FADE_SECONDS if self.left is None else self.left))


class Title(Struct, frozen=True):
    """Large text over the whole picture."""

    text: str
    presence: Presence = Presence()


class Card(Struct, frozen=True):
    """A panel of text over the views."""

    text: str
    place: CardPlace = CardPlace.RIGHT
    presence: Presence = Presence()


class BodyTarget(Struct, frozen=True):
    """A body."""

    body: str


class CornerTarget(Struct, frozen=True):
    """A vertex of a polytope, or an edge between two."""

    body: str
    corners: tuple[int, ...]


class FaceTarget(Struct, frozen=True):
    """A face of a polytope."""

    body: str
    face: int


class AxisTarget(Struct, frozen=True):
    """A SAT axis, while it is shown."""

    axis: int


class PlaceTarget(Struct, frozen=True):
    """A point of the view."""

    position: Vec3


class WitnessTarget(Struct, frozen=True):
    """The witness point on a body of the pair."""

    body: str


class LabelTarget(Struct, frozen=True):
    """What a label of the view stands beside, such as w4, while it is drawn."""

    label: str


Target = BodyTarget | CornerTarget | FaceTarget | AxisTarget | PlaceTarget | WitnessTarget | LabelTarget

DIFFERENCE_NAME = "A − B"  # which recedes like a body


class PointingMark(Struct, frozen=True):
    """An arrow, a circle or a spotlight at something in a view, with a short label."""

    target: Target
    view: View = View.WORLD
    shape: PointerShape = PointerShape.ARROW
    text: str = ""
    presence: Presence = Presence()


class DimmedBody(Struct, frozen=True):
    """A body, or A − B, that recedes; `amount` 1 is entirely."""

    body: str
    amount: Share


class RaceLane(Struct, frozen=True):
    """A broad phase in a race."""

    algorithm: str
    total: int  # comparisons of its whole run


class Race(Struct, frozen=True):
    """How many comparisons broad phases need, as one bar each.

    `made`: the comparisons that each has made so far, in a race at equal speed; None: the lane of the displayed
    algorithm follows its steps, and the others are complete.
    """

    lanes: tuple[RaceLane, ...]
    made: float | None = None


class Direction(Struct, frozen=True):
    """What a demo shows over the views, and what it hides."""

    title: Title | None = None
    card: Card | None = None
    race: Annotated[Race | None, Of.SCENE | Of.DEMO | Of.SHOW] = None
    curtain: Share = 0.0  # how much of the views the background colour covers
    pointers: Annotated[tuple[PointingMark, ...], Of.SCENE | Of.DEMO | Of.SHOW] = ()
    dimmed: Annotated[tuple[DimmedBody, ...], Of.SCENE | Of.DEMO | Of.SHOW] = ()
    header: bool = True  # the strip above the views of a film
    verdict: bool = True  # the verdict in the header, or over the views of the window
    labels: tuple[str, ...] | None = None  # the labels to show, as pages of lessons name them; None: all

    @property
    def changing(self) -> bool:
        """Whether it changes as time passes."""
        marks = (self.title, self.card, *self.pointers)
        return any(mark is not None and mark.presence.changing for mark in marks)

    def dimmed_amounts(self) -> dict[str, float]:
        return {dimming.body: dimming.amount for dimming in self.dimmed}
