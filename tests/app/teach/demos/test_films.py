"""The shipped demos as films: they move, their captions can be read in time, and the numbers in these are true."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from msgspec import Struct, structs

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import PlaceBody, initial_state, update
from gjkscope.app.state.inspection.traces import current_step, inspect
from gjkscope.app.state.model import Demo, State
from gjkscope.app.state.model.demo import TICKS, MarkKind
from gjkscope.app.teach.demos.file import playheads
from gjkscope.app.view.panels.toolkit.theme import Fonts
from gjkscope.app.view.words.markup import plain_text
from gjkscope.engine.vectors import norm, sub
from tests.app.label_layout import fonts_only
from tests.app.teach.demos.framing import framing_faults
from tests.app.teach.demos.stills import MOST_FROZEN, RATE, SHIPPED, frozen_share, picture_of, stills, unrehearsed_demo

SHORTEST, LONGEST = 30, 75  # seconds
READ = 16  # characters per second, at most
AT_LEAST = 2.5  # seconds for the shortest caption
LINES, LONGEST_LINE = 2, 80  # of a caption, so that it can be read on a phone
QUESTION = 10  # seconds within which the first caption says what the film is about

UNITS = {"m": 1.0, "cm": 100.0, "mm": 1000.0, "m/s": 1.0, "s": 1.0, None: 1.0}
QUANTITY = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?(?:e[−-]\d+)?)(?: (m/s|mm|cm|m|s)\b)?")
SAMPLES = 8  # states that a number is looked for in


@pytest.fixture(scope="module")
def fonts() -> Iterator[Fonts]:
    with fonts_only() as fonts:
        yield fonts


@pytest.mark.thorough
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_demo_is_a_film_that_moves_and_says_what_is_true(name: str, fonts: Fonts) -> None:
    """One test that plays the demo once, because this takes seconds where bodies move."""
    demo = unrehearsed_demo(name)
    assert_structured(demo)
    played = list(playheads(demo))
    assert {head.state.shell.message for head in played} == {None}
    assert (played[-1].tick, played[-1].diverged) == (demo.length, ())
    states = [head.state for head in played]
    pauses = stills(picture_of(state) for state in states[:: TICKS // RATE])
    assert frozen_share(pauses, demo.seconds) <= MOST_FROZEN, pauses
    for start, end, text in captions(demo):
        assert (end - start) / TICKS >= max(AT_LEAST, len(plain_text(text)) / READ), text
        assert_true(text, states[0], sample(states[start:end]))
        assert not framing_faults(states[(start + end) // 2], text, fonts), text
    assert_true(cards(states), states[0], [states[end - 1] for _, end, _ in captions(demo)])


def test_frozen_time_is_what_long_stills_take() -> None:
    pictures = [*range(5), *["still"] * 25, *range(5), *["glance"] * 20]
    (still,) = stills(pictures)
    assert still == (0.5, 2.5)
    assert frozen_share([still], len(pictures) / RATE) == pytest.approx(2.5 / 5.5)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [("0.3201 m", True), ("32 cm", True), ("moved 1.5 m", True), ("0.3202 m", False), ("7.5", False)],
)
def test_a_number_is_checked_to_the_digits_it_has(text: str, is_true: bool) -> None:
    first = initial_state(read_scene(resource("assets", "scenes", "boxes-edge-edge.json")))
    farther = update(first, PlaceBody("B", first.document.scene.body("B").placement.moved((0.15, 2.3, 1.4))))
    if is_true:
        assert_true(text, farther, [first])
        return
    with pytest.raises(AssertionError):
        assert_true(text, farther, [first])


def assert_structured(demo: Demo) -> None:
    """It has chapters and notes, starts with its question, and says little at a time."""
    assert SHORTEST <= demo.seconds <= LONGEST
    assert demo.about
    chapters, said = demo.marks_of(MarkKind.CHAPTER), demo.marks_of(MarkKind.CAPTION)
    assert len(chapters) >= 3
    assert chapters[0].tick == said[0].tick == 0
    assert len(demo.marks_of(MarkKind.NOTES)) >= 1
    assert any("?" in mark.text for mark in said if mark.tick < QUESTION * TICKS)
    for mark in said:
        lines = plain_text(mark.text).split("\n")
        assert len(lines) <= LINES, mark.text
        assert max(map(len, lines)) <= LONGEST_LINE, mark.text


def captions(demo: Demo) -> Iterator[tuple[int, int, str]]:
    """The first tick of each caption, that of the next one, and its text."""
    said = demo.marks_of(MarkKind.CAPTION)
    ends = [*(mark.tick for mark in said[1:]), demo.length]
    return ((mark.tick, end, mark.text) for mark, end in zip(said, ends, strict=True))


def sample(states: list[State]) -> list[State]:
    return [*states[:: max(len(states) // SAMPLES, 1)], states[-1]]


def cards(states: list[State]) -> str:
    """The texts of all cards, which sum up what the whole film has shown."""
    return "\n\n".join({state.direction.card.text for state in states if state.direction.card is not None})


def assert_true(text: str, first: State, states: list[State]) -> None:
    """Every quantity in the text is one of these states, to the digits that the text gives.

    `first`: the first state of the film, as a text may say how far a body has come.
    """
    wanted = {match.groups() for match in QUANTITY.finditer(plain_text(text))} - sums(text)
    for state in states if wanted else []:
        known = {*quantities(state), *displacements(first, state), *displacements(states[0], state)}
        wanted = {(digits, unit) for digits, unit in wanted if not is_among(digits, UNITS[unit], known)}
    assert not wanted, text


def sums(text: str) -> set[tuple[str, None]]:
    """The numbers after "= " that are the sums of those before it, in the same card."""
    terms = set()
    for card in plain_text(text).split("\n\n"):
        before, _, after = card.partition("= ")
        total = QUANTITY.match(after)
        if total and float(total[1]) == sum(float(term[1]) for term in QUANTITY.finditer(before)):
            terms.add((total[1], None))
    return terms


def is_among(digits: str, scale: float, known: set[float]) -> bool:
    mantissa, exponential, _ = digits.partition("e")
    form = f".{len(mantissa.partition('.')[2])}{exponential or 'f'}"
    return any(f"{value * scale:{form}}" == digits.replace("−", "-") for value in known)


def quantities(state: State) -> set[float]:
    """The quantities of a state: of its answer, of the run's steps so far, of the bodies, and of the simulation."""
    trace, simulation = inspect(state).trace, state.motion.simulation
    steps = [] if trace is None else trace.steps[: current_step(state) + 1]
    speeds = [norm(body.motion.velocity) for body in state.document.scene.bodies]
    sizes = [2 * size for body in state.document.scene.bodies for size in numbers(body.shape)]
    parts = (
        inspect(state).answer,
        *steps,
        len(steps),
        current_step(state),
        simulation and simulation.tick,
        speeds,
        sizes,
    )
    return {abs(number) for part in parts for number in numbers(part)}


def displacements(before: State, after: State) -> set[float]:
    """How far bodies have come: the lengths and the coordinates of their ways."""
    places = {body.name: body.pose.position for body in before.document.scene.bodies}
    ways = [sub(b.pose.position, places[b.name]) for b in after.document.scene.bodies if b.name in places]
    return {abs(number) for way in ways for number in (norm(way), *way)}


def numbers(part: object) -> Iterator[float]:
    """All numbers in a record, and the lengths of its sequences."""
    if isinstance(part, int | float) and not isinstance(part, bool):
        yield float(part)
    elif isinstance(part, tuple | list):
        yield float(len(part))
        for item in part:
            yield from numbers(item)
    elif is_dataclass(part):
        for field in fields(part):
            yield from numbers(getattr(part, field.name))
    elif isinstance(part, Struct):
        yield from numbers(structs.astuple(part))
