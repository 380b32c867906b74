"""Actions of demos that direct attention: titles, cards, fades, pointers, and bodies that recede."""

from typing import TypeVar

from gjkscope.app.ask.runs.choices import BROAD_PHASES
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.model import EarlierViews, State
from gjkscope.app.state.model.direction import (
    Card,
    CardPlace,
    DimmedBody,
    Direction,
    PointerShape,
    PointingMark,
    Presence,
    Race,
    Target,
    Title,
)
from gjkscope.app.state.model.view import View

Mark = TypeVar("Mark", Title, Card, PointingMark)


class ShowTitle(Action, frozen=True):
    """Shows large text (Markdown) over the whole picture, for `seconds` or until the next one; None removes it."""

    text: str | None
    seconds: float | None = None
    passing = True


class ShowCard(Action, frozen=True):
    """Shows a panel of text (Markdown) over the views, for `seconds` or until the next one; None removes it."""

    text: str | None
    place: CardPlace = CardPlace.RIGHT
    seconds: float | None = None
    passing = True


class ShowRace(Action, frozen=True):
    """Shows how many comparisons broad phases need, as bars above the views; None removes them."""

    race: Race | None
    passing = True


class DrawCurtain(Action, frozen=True):
    """Covers the views with the background colour: 0 not at all, 1 entirely."""

    amount: float
    passing = True


class KeepViews(Action, frozen=True):
    """Keeps showing the current views over later ones until `FadeEarlierViews` ends it."""

    passing = True


class FadeEarlierViews(Action, frozen=True):
    """Sets how much of the kept views is visible: 1 entirely, 0 ends the cross-fade."""

    shown: float
    passing = True


class PointAt(Action, frozen=True):
    """Points at something, for `seconds` or until all pointers are removed, which a target of None does."""

    target: Target | None
    view: View = View.WORLD
    shape: PointerShape = PointerShape.ARROW
    text: str = ""
    seconds: float | None = None
    passing = True


class DimBodies(Action, frozen=True):
    """Lets these bodies recede by these amounts, and no others."""

    bodies: tuple[DimmedBody, ...]
    passing = True


class ShowHeader(Action, frozen=True):
    """Shows or hides the strip above the views of a film."""

    shown: bool
    passing = True


class ShowVerdict(Action, frozen=True):
    """Shows or hides the verdict in the header of a film, and over the views."""

    shown: bool
    passing = True


class ShowLabels(Action, frozen=True):
    """Shows only these labels in the views, named as in lessons; None: all."""

    labels: tuple[str, ...] | None
    passing = True


@updates(ShowTitle)
def _show_title(state: State, action: ShowTitle) -> State:
    before = state.direction.title
    if action.text:
        presence = _presence(action.seconds, before)
        return _direct(state, replace(state.direction, title=Title(action.text, presence)))
    ended = None if before is None else replace(before, presence=before.presence.ended())
    return _direct(state, replace(state.direction, title=ended))


@updates(ShowCard)
def _show_card(state: State, action: ShowCard) -> State:
    before = state.direction.card
    if action.text:
        same_place = before if before is not None and before.place is action.place else None
        presence = _presence(action.seconds, same_place)
        return _direct(state, replace(state.direction, card=Card(action.text, action.place, presence)))
    ended = None if before is None else replace(before, presence=before.presence.ended())
    return _direct(state, replace(state.direction, card=ended))


@updates(ShowRace)
def _show_race(state: State, action: ShowRace) -> State:
    return _direct(state, replace(state.direction, race=action.race)) if _can_be_shown(action.race) else state


@updates(DrawCurtain)
def _draw_curtain(state: State, action: DrawCurtain) -> State:
    if not 0 <= action.amount <= 1:
        return state
    return _direct(state, replace(state.direction, curtain=action.amount))


@updates(KeepViews)
def _keep_views(state: State, _: KeepViews) -> State:
    return replace(state, earlier=EarlierViews(replace(state, earlier=None), 1.0))


@updates(FadeEarlierViews)
def _fade_earlier_views(state: State, action: FadeEarlierViews) -> State:
    if state.earlier is None or not 0 <= action.shown <= 1:
        return state
    return replace(state, earlier=replace(state.earlier, shown=action.shown) if action.shown > 0 else None)


@updates(PointAt)
def _point_at(state: State, action: PointAt) -> State:
    pointers = state.direction.pointers
    if action.target is None:
        ended = tuple(replace(mark, presence=mark.presence.ended()) for mark in pointers)
        return _direct(state, replace(state.direction, pointers=ended))
    others = tuple(mark for mark in pointers if (mark.target, mark.view) != (action.target, action.view))
    before = next((mark for mark in pointers if mark not in others), None)
    presence = _presence(action.seconds, before)
    mark = PointingMark(action.target, action.view, action.shape, action.text, presence)
    return _direct(state, replace(state.direction, pointers=(*others, mark)))


@updates(DimBodies)
def _dim_bodies(state: State, action: DimBodies) -> State:
    dimmed = tuple(dimming for dimming in action.bodies if dimming.amount > 0)
    if not all(dimming.amount <= 1 for dimming in dimmed):
        return state
    return _direct(state, replace(state.direction, dimmed=dimmed))


@updates(ShowHeader)
def _show_header(state: State, action: ShowHeader) -> State:
    return _direct(state, replace(state.direction, header=action.shown))


@updates(ShowVerdict)
def _show_verdict(state: State, action: ShowVerdict) -> State:
    return _direct(state, replace(state.direction, verdict=action.shown))


@updates(ShowLabels)
def _show_labels(state: State, action: ShowLabels) -> State:
    return _direct(state, replace(state.direction, labels=action.labels))


def _can_be_shown(race: Race | None) -> bool:
    if race is None:
        return True
    known = all(lane.algorithm in BROAD_PHASES and lane.total >= 0 for lane in race.lanes)
    return known and len(race.lanes) > 0 and (race.made is None or race.made >= 0)


def advance_direction(state: State, seconds: float) -> State:
    """The state after titles, cards and pointers have faded for `seconds`."""
    direction = state.direction
    if not direction.changing:
        return state
    pointers = tuple(later for mark in direction.pointers if (later := _later(mark, seconds)) is not None)
    title, card = _later(direction.title, seconds), _later(direction.card, seconds)
    return _direct(state, replace(direction, title=title, card=card, pointers=pointers))


def clear_direction(state: State) -> State:
    """The state without anything that a demo shows over the views or hides."""
    return replace(state, direction=Direction(), earlier=None)


def _later(mark: Mark | None, seconds: float) -> Mark | None:
    """The mark after `seconds`; None if it has disappeared."""
    if mark is None or not mark.presence.changing:
        return mark
    presence = mark.presence.later(seconds)
    return None if presence is None else replace(mark, presence=presence)


def _presence(seconds: float | None, before: Title | Card | PointingMark | None) -> Presence:
    """Keeps the visibility of what it replaces, so that a changed text does not fade in again."""
    return Presence(0.0 if before is None else before.presence.shown, seconds)


def _direct(state: State, direction: Direction) -> State:
    return replace(state, direction=direction)
