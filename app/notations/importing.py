"""Imports text: finds the notation, reads it, and makes a scene.

    import_text("Shape 1: Box<double>(1, 1, 1); …").scene

The result depends on the text and the choices alone.  Nothing in the text is dropped silently: a token that cannot be
read raises `TextError` with its position.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.base.records import replace
from gjkscope.app.notations.context import NO_SHIFTS, ReadContext
from gjkscope.app.notations.reading import Assumption, Fact, ImportFault, Reading
from gjkscope.app.notations.registry import Notation, notations
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.scenes.scene_file import format_scene, parse_scene

LONGEST = 20_000_000  # characters; longer texts are logs or data, not a pair


class Imported(NamedTuple):
    """A text as a scene, with everything that was assumed."""

    notation: str
    scene: Scene
    assumptions: tuple[Assumption, ...]
    warnings: tuple[str, ...]
    facts: tuple[Fact, ...]
    context: ReadContext  # what the reader recorded, for `digits.py`

    @property
    def questions(self) -> tuple[Assumption, ...]:
        """The assumptions that a person has to confirm."""
        return tuple(one for one in self.assumptions if one.asked)


def import_text(
    text: str,
    folder: Path | None = None,
    notation: str | None = None,
    choices: Mapping[str, str] | None = None,
    shifts: Mapping[int, float] = NO_SHIFTS,
    suffix: str = "",
) -> Imported:
    """Imports a text.  `suffix` is that of its file, if any; `folder` contains the mesh files that it refers to.

    Raises `ImportFault`, or `TextError` for an error at a place in the text; both are `ValueError`s.
    """
    if len(text) > LONGEST:
        raise ImportFault(f"too long: {len(text):,} characters; select the part with the pair (at most {LONGEST:,})")
    context = ReadContext(text, folder, choices, shifts)
    chosen = _notation(text, notation, suffix)
    others = (one.name for one in _candidates(text, suffix) if one.name != chosen.name)
    if notation is None:
        context.assume("notation", chosen.name, chosen.title, *others)
    reading = chosen.read(context)
    if not reading.bodies:
        raise ImportFault(f"found no shapes: read as {chosen.title}")
    scene = _scene(reading, chosen, context)
    return Imported(
        chosen.name, scene, tuple(context.assumptions), tuple(context.warnings), tuple(context.facts), context
    )


def _notation(text: str, name: str | None, suffix: str) -> Notation:
    if name is not None:
        if name not in notations():
            raise ImportFault(f"notation {name!r} is not known; the notations are {', '.join(notations())}")
        return notations()[name]
    found = _candidates(text, suffix)
    if not found:
        raise ImportFault(
            "no notation is recognised: expected a pair of shapes as code, XML, JSON or a table of numbers"
        )
    return found[0]


def _candidates(text: str, suffix: str) -> list[Notation]:
    """The notations that the text may be in, the surest first; the suffix of its file decides between them."""
    sure = {one.name: one.recognize(text) for one in notations().values()}
    found = [one for one in notations().values() if sure[one.name] > 0]
    return sorted(found, key=lambda one: (suffix and suffix in one.suffixes, sure[one.name]), reverse=True)


def _scene(reading: Reading, notation: Notation, context: ReadContext) -> Scene:
    bodies = _named_apart(_kept(reading.bodies, context))
    names = {body.name for body in bodies}
    reported = tuple(one for one in reading.reported if set(one.pair) <= names)
    pairs = reading.pairs if reading.pairs and all(set(pair) <= names for pair in reading.pairs) else None
    if pairs is None and len(bodies) == 2:
        pairs = ((bodies[0].name, bodies[1].name),)
    if len(bodies) == 1:
        context.warn("only one shape was found: add the other one in the window")
    scene = Scene(f"imported from {notation.title}", bodies, pairs=pairs, reported=reported)
    return parse_scene(format_scene(scene), "the imported scene", context.folder)  # validates it


def _kept(bodies: tuple[Body, ...], context: ReadContext) -> tuple[Body, ...]:
    """The bodies chosen by `keep`, as "1,3" (counted from 1) or "name,name"; all of them by default."""
    keep = context.choices.get("keep")
    if keep is None or keep == "all":
        return bodies
    return tuple(_chosen(word.strip(), bodies) for word in keep.split(","))


def _chosen(word: str, bodies: tuple[Body, ...]) -> Body:
    named = [body for body in bodies if body.name == word]
    if named:
        return named[0]
    if word.isdecimal() and 1 <= int(word) <= len(bodies):
        return bodies[int(word) - 1]
    raise ImportFault(f"keep: {word!r} is not a body: must be 1 to {len(bodies)}, or a name")


def _named_apart(bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """The bodies with unique names."""
    taken: set[str] = set()
    named = []
    for body in bodies:
        name, count = body.name, 1
        while name in taken:
            count += 1
            name = f"{body.name} ({count})"
        taken.add(name)
        named.append(replace(body, name=name))
    return tuple(named)
