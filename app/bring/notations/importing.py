"""Imports text: finds the notation, reads it, and makes a scene.

    import_text("Shape 1: Box<double>(1, 1, 1); …").scene

The result depends on the text and the choices alone.  Nothing in the text is dropped silently: a token that cannot be
read raises `TextError` with its position.  Every step counts against a budget (`app/base/work.py`), and an exception
that a reader does not expect is a `ReaderFault`.  The application imports in a child process (`importer.py`).
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.base.records import replace
from gjkscope.app.base.work import OutOfWork, budget_for, work_limit
from gjkscope.app.bring.notations.accounting import account_of, open_parts
from gjkscope.app.bring.notations.context import NO_SHIFTS, ReadContext
from gjkscope.app.bring.notations.hints import hint_for
from gjkscope.app.bring.notations.planes import covering
from gjkscope.app.bring.notations.reading import Assumption, Fact, ImportFault, ReaderFault, Reading, Unread
from gjkscope.app.bring.notations.registry import Notation, notations
from gjkscope.app.scenes.checks import check_all_of
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.scenes.scene_file import SceneError, within_reach
from gjkscope.engine.cancellation import Cancelled, checkpoint

LONGEST = 8_000_000  # characters; longer texts are logs or data, not a pair
RECOGNIZED = 500_000  # characters at the start of a text by which its notation is recognised
LONGEST_NUMBER = 1_100  # digits; the smallest double has 1,074 decimals
BONUS = 0.25  # of the suffix: less than the difference between a sure notation and a table in the same text
PLANE = "plane"  # the notation of texts that are said to be 2D
SCENE = "the imported scene"  # in errors

# Encoded data, such as base64.  Recognisers see only its start: some search each word from each of its characters.
LONGEST_WORD = 1_000
_LONG_WORD = re.compile(rf"(?<!\w)\w{{{LONGEST_WORD},}}")
_LONG_NUMBER = re.compile(rf"(?<![0-9])[0-9]{{{LONGEST_NUMBER}}}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")  # not white space, and not the escape of terminal colours


class Imported(NamedTuple):
    """A text as a scene, with everything that was assumed."""

    notation: str
    scene: Scene
    assumptions: tuple[Assumption, ...]
    warnings: tuple[str, ...]
    facts: tuple[Fact, ...]
    unread: tuple[Unread, ...]  # parts with numbers that may be about a shape or a pose, and were not read
    found: tuple[Body, ...]  # all bodies in the text; `keep` chooses the scene's from these
    context: ReadContext  # what the reader recorded, for `digits.py`

    @property
    def questions(self) -> tuple[Assumption, ...]:
        """The assumptions that the user must confirm."""
        return tuple(assumption for assumption in self.assumptions if assumption.asked)


def import_text(
    text: str,
    folder: Path | None = None,
    notation: str | None = None,
    choices: Mapping[str, str] | None = None,
    shifts: Mapping[int, float] = NO_SHIFTS,
    suffix: str = "",
) -> Imported:
    """Imports a text.  `suffix` is that of its file, if any; `folder` contains the mesh files to which it refers.

    Raises `ImportFault`, or `TextError` for an error at a place in the text; both are `ValueError`s.
    """
    context = ReadContext(text, folder, choices, shifts)
    try:
        with work_limit(budget_for(text)):
            return _import(context, notation, shifts, suffix)
    except OutOfWork as fault:
        raise ImportFault(str(fault)) from None
    except RecursionError:
        raise ImportFault("cannot be read: nested too deeply") from None
    except (ValueError, Cancelled, MemoryError):
        raise
    except Exception as fault:  # no text may end the application, whatever a reader raises
        raise ReaderFault(context.title, f"{type(fault).__name__}: {fault}") from fault


def _import(context: ReadContext, notation: str | None, shifts: Mapping[int, float], suffix: str) -> Imported:
    text = context.text
    if len(text) > LONGEST:
        raise ImportFault(f"too long: {len(text):,} characters; select the part with the pair (at most {LONGEST:,})")
    if control := _CONTROL.search(text):
        raise context.fault_at(control.start(), f"{control[0]!r} is not text: is this a binary file?")
    if number := _LONG_NUMBER.search(text):  # converting it would take long, and matching it in some expressions longer
        raise context.fault_at(
            number.start(), f"a number with more than {LONGEST_NUMBER:,} digits is not a measurement"
        )
    notation = notation or context.choices.get("notation")
    candidates = _candidates(text, suffix)
    is_plane = notation is None and context.choices.get("dimension") == "2"
    chosen = _notation(PLANE if is_plane else notation, candidates)
    context.title = chosen.title
    others = (candidate.name for candidate in candidates if candidate.name != chosen.name)
    if notation is None:
        context.assume("notation", chosen.name, chosen.title, *others)
    reading = chosen.read(context)
    other = _fallback(context, candidates, shifts, suffix) if not reading.bodies and notation is None else None
    if other is not None:
        return other
    if not reading.bodies:
        hint = hint_for(text)
        raise ImportFault(f"found no shapes: {hint or f'read as {chosen.title}'}")
    bodies = reading.bodies if reading.dimension == 2 else covering(reading.bodies, reading.planes)
    named = _name_apart(bodies)
    scene = _scene(reading, _keep(named, context), chosen, context)
    account = account_of(context)
    scene = replace(scene, unread=open_parts(account, context))
    noted = tuple(context.assumptions), tuple(context.warnings), tuple(context.facts)
    return Imported(chosen.name, scene, *noted, account.unread, named, context)


def recognize_notation(text: str, suffix: str = "") -> Notation | None:
    """The notation that the text is most probably in.  `suffix` as in `import_text`."""
    return next(iter(_candidates(text, suffix)), None)


def _fallback(
    context: ReadContext, candidates: Sequence[Notation], shifts: Mapping[int, float], suffix: str
) -> Imported | None:
    """The text in a less certain notation, if the most certain one finds nothing in it; None if that does not help.

    A text that the most certain notation rejects is not read in another one, which might skip the fault.
    """
    for other in candidates[1:]:
        context.title = other.title
        try:
            imported = _import(
                ReadContext(context.text, context.folder, context.choices, shifts), other.name, shifts, suffix
            )
        except ValueError:
            continue
        if len(imported.scene.bodies) > 1:
            surer = candidates[0]
            imported.context.assume("notation", other.name, f"{other.title}: {surer.title} finds no shapes", surer.name)
            return imported._replace(assumptions=tuple(imported.context.assumptions))
    return None


def _notation(name: str | None, candidates: Sequence[Notation]) -> Notation:
    if name is not None:
        if name not in notations():
            raise ImportFault(f"notation {name!r} is not known; the notations are {', '.join(notations())}")
        return notations()[name]
    if not candidates:
        raise ImportFault(
            "no notation is recognised: expected a pair of shapes as code, XML, JSON or a table of numbers"
        )
    return candidates[0]


def _candidates(text: str, suffix: str) -> list[Notation]:
    """The possible notations of the text, the most certain first; the suffix of its file decides between similar
    ones.
    """
    start = _LONG_WORD.sub(lambda word: word[0][:LONGEST_WORD], text[:RECOGNIZED])
    sure = {notation.name: _recognize(notation, start) for notation in notations().values()}
    candidates = [notation for notation in notations().values() if sure[notation.name] > 0]
    return sorted(candidates, key=lambda item: sure[item.name] + BONUS * (suffix in item.suffixes), reverse=True)


def _recognize(notation: Notation, start: str) -> float:
    checkpoint()
    return notation.recognize(start)


def _scene(reading: Reading, bodies: tuple[Body, ...], notation: Notation, context: ReadContext) -> Scene:
    names = {body.name for body in bodies}
    reported = tuple(answer for answer in reading.reported if set(answer.pair) <= names)
    pairs = reading.pairs if reading.pairs and all(set(pair) <= names for pair in reading.pairs) else None
    if pairs is None and len(bodies) == 2:
        pairs = ((bodies[0].name, bodies[1].name),)
    if len(bodies) == 1:
        context.warn("only one shape was found: add the other one in the window")
    title = f"imported from {notation.title}"
    scene = Scene(title, bodies, pairs=pairs, reported=reported, dimension=reading.dimension)
    within_reach(scene, SCENE)
    try:
        check_all_of(scene)
    except ValueError as fault:
        raise SceneError(SCENE, "", str(fault)) from None
    return scene


def _keep(bodies: tuple[Body, ...], context: ReadContext) -> tuple[Body, ...]:
    """The bodies chosen by `keep`: "1,3" (counted from 1), "name,name", or "#1,#3" whatever they are named."""
    keep = context.choices.get("keep")
    if keep is None or keep == "all":
        return bodies
    kept = tuple(_choose_body(word.strip(), bodies) for word in keep.split(","))
    if len({body.name for body in kept}) < len(kept):
        raise ImportFault(f"keep: must name different bodies, got {keep!r}")
    return kept


def _choose_body(word: str, bodies: tuple[Body, ...]) -> Body:
    named = [] if word.startswith("#") else [body for body in bodies if body.name == word]
    if named:
        return named[0]
    number = word.removeprefix("#")
    if number.isdecimal() and 1 <= int(number) <= len(bodies):
        return bodies[int(number) - 1]
    raise ImportFault(f"keep: {word!r} is not a body: must be 1 to {len(bodies)}, or a name")


def _name_apart(bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """The bodies with unique names."""
    taken, counts = {body.name for body in bodies}, Counter[str]()
    named = []
    for body in bodies:
        name = body.name
        counts[name] += 1
        while counts[body.name] > 1 and name in taken:
            name = f"{body.name} ({counts[body.name]})"
            counts[body.name] += name in taken
        taken.add(name)
        named.append(body if name == body.name else replace(body, name=name))
    return tuple(named)
