"""Interprets the text of the import dialog in a background job: no text may block or crash the window."""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.importer import importer
from gjkscope.app.bring.notations.importing import Imported
from gjkscope.app.bring.notations.reading import ImportFault, Span
from gjkscope.app.bring.notations.registry import notations
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.model import State, Visibility
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.cancellation import Cancelled, checkpoint, time_limit

NOTATION, UP = "notation", "up"  # assumptions that concern the dialog itself
SECONDS = 20.0  # to read a text, which has limits of its own, and to prepare the preview
GAP = 0.25  # between a shape and its copy, relative to the size of the shape

# What the preview shows: the pair and its closest points, but nothing of an algorithm.
SHOWN = Visibility(
    aabbs=False,
    supports=False,
    push_out=False,
    difference=False,
    steps=False,
    planes=False,
    regions=False,
    path=False,
    beliefs=False,
    motion=False,
)


class Interpretation(NamedTuple):
    """A text as the dialog shows it: its interpretation, or why it cannot be read."""

    notation: str = ""  # the notation it was read in, if any
    imported: Imported | None = None
    scene: Scene | None = None  # what Import opens: the imported scene, which always has a pair
    preview: State | None = None
    z_up: bool | None = None  # None: neither the text nor its notation defines it
    fault: str = ""  # one line
    place: Span | None = None  # of the token that cannot be read
    titles: tuple[tuple[str, str], ...] = ()  # of all notations, by name
    text: str = ""


class TextLines(NamedTuple):
    """The lines of a text, without their line breaks."""

    text: str
    starts: npt.NDArray[np.int64]  # offsets
    longest: int  # characters

    def __len__(self) -> int:
        return len(self.starts)

    def line(self, number: int) -> str:
        """A line, counted from 0."""
        end = self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column, both from 0, of an offset."""
        number = int(np.searchsorted(self.starts, offset, "right")) - 1
        return number, offset - int(self.starts[number])


def interpret(text: str, file: str, choices: tuple[tuple[str, str], ...]) -> Interpretation:
    """Reads the text in the child process, and computes what the preview needs.

    Errors are part of the result.
    """
    titles = tuple((notation_kind.name, notation_kind.title) for notation_kind in notations().values())
    fault, position = "", None
    try:
        with time_limit(SECONDS):
            return _interpretation(text, file, choices)._replace(titles=titles, text=text)
    except Cancelled:
        raise
    except TextError as error:
        fault, position = str(error), _token_at(text, error.line, error.column)
    except TimeoutError as error:
        fault = f"{error}: select the part of the text with the pair"
    except MemoryError:
        fault = "not enough free memory"
    except ValueError as error:
        fault = str(error)
    except Exception as error:  # no text may crash the window, whatever exception a library raises
        fault = f"cannot be read: {type(error).__name__}: {error}"
    notation = dict(choices).get(NOTATION) or _recognize(text, file)
    return Interpretation(notation, fault=fault, place=position, titles=titles, text=text)


def is_edit(before: str, after: str) -> bool:
    """Whether one text may be an edit of the other in one place, which leaves its first or its last half as it was."""
    half = min(len(before), len(after)) // 2
    return half > 0 and (before[:half] == after[:half] or before[-half:] == after[-half:])


def lines_of(text: str) -> TextLines:
    """The lines of a text; cached, as each frame needs them.  A long text takes longer than a frame."""
    return _lines_of(Identity(text))


def _interpretation(text: str, file: str, choices: tuple[tuple[str, str], ...]) -> Interpretation:
    path = Path(file)
    folder = path.resolve().parent if file else None
    imported = importer().import_text(text, folder, choices=dict(choices), suffix=path.suffix.lower())
    checkpoint()
    scene = with_pair(imported.scene)
    state = initial_state(scene)
    checkpoint()
    preview = replace(
        state,
        document=replace(state.document, selected=None),
        display=replace(state.display, visible=SHOWN),
    )
    world_drawing(preview)  # caches what the first frame needs
    return Interpretation(imported.notation, imported, scene, preview, _is_z_up(imported))


def _is_z_up(imported: Imported) -> bool | None:
    upwards = [assumption.value == "z" for assumption in imported.assumptions if assumption.what == UP]
    return upwards[0] if upwards else None


def _recognize(text: str, file: str) -> str:
    """The name of the notation of a text that cannot be read."""
    try:
        return importer().recognize(text, Path(file).suffix.lower())
    except ImportFault:
        return ""


def with_pair(scene: Scene) -> Scene:
    """The scene; a single shape is paired with a copy of itself to its right."""
    if len(scene.bodies) > 1:
        return scene
    [body] = scene.bodies
    low, high = body.box
    width = high[0] - low[0]
    x, y, z = body.pose.position
    position = (x + width + GAP * (max(b - a for a, b in zip(low, high, strict=True)) or 1.0), y, z)
    copy = replace(body, name=f"{body.name} (copy)", placement=body.placement.moved(position))
    return replace(scene, bodies=(body, copy), pairs=((body.name, copy.name),))


def _token_at(text: str, line: int, column: int) -> Span:
    """The token at a line and column, counted from 1; the rest of the line if it is longer."""
    lines = lines_of(text)
    if line > len(lines):
        return Span(len(text), len(text))
    start = int(lines.starts[line - 1]) + column - 1
    token = _TOKEN.match(text, start)
    return Span(start, max(token.end() if token else start, start))


_TOKEN = re.compile(r"[^\s,;:=()\[\]{}<>&\"'|]+|\S")


@lru_cache(maxsize=4)
def _lines_of(known: Identity) -> TextLines:
    text: str = known.value
    characters = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    starts = np.concatenate(([0], np.flatnonzero(characters == ord("\n")) + 1))
    longest = int(np.diff(starts, append=len(text) + 1).max()) - 1
    return TextLines(text, starts, longest)
