"""Stills of a film: the times in which its picture does not change, and the part of the film that they take."""

import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.state.model import Demo, Gesture, History, Playback, SceneFile, State, Tools, ViewState
from gjkscope.app.teach.demos.file import demo_of, is_demo_file, read_demo

RATE = 10  # pictures per second that are compared
SHORTEST = 2.0  # seconds; a picture that rests for less gives time to look
MOST_FROZEN = 0.10  # of a film

SHIPPED = sorted(path.name for path in resource("assets", "demos").iterdir() if is_demo_file(path.name))
"""The file names of the shipped demos."""


class Still(NamedTuple):
    """A time in which the picture does not change, in seconds."""

    start: float
    length: float


def shipped_demo(name: str) -> Demo:
    """The shipped demo in the file of this name."""
    return read_demo(Path(str(resource("assets", "demos", name))))


def unrehearsed_demo(name: str) -> Demo:
    """The same, for callers that play all of it: to rehearse it first would take as long again."""
    path = Path(str(resource("assets", "demos", name)))
    return demo_of(json.loads(path.read_text(encoding="utf-8")), path.parent)


def stills(pictures: Iterable[object]) -> list[Still]:
    """The runs of equal pictures that last longer than `SHORTEST`; there are `RATE` pictures per second."""
    pauses, start = [], 0
    for _, run in groupby(pictures):
        count = sum(1 for _ in run)
        if count > SHORTEST * RATE:
            pauses.append(Still(start / RATE, count / RATE))
        start += count
    return pauses


def frozen_share(pauses: Iterable[Still], seconds: float) -> float:
    """The part of a film of this length that stills take."""
    return sum(still.length for still in pauses) / seconds


def picture_of(state: State) -> object:
    """What a film draws of the state, and a little more: pictures of equal values are equal.

    Different values almost always give different pictures, so this finds the stills without rendering.
    """
    cameras = tuple(state.view.cameras.of(view) for view in state.display.layout.views)
    run, motion = replace(state.run, playback=Playback()), replace(state.motion, simulation=None)
    unseen = {"view": ViewState(), "history": History(), "gesture": Gesture(), "file": SceneFile(), "tools": Tools()}
    return cameras, state.motion.tick, replace(state, run=run, motion=motion, **unseen)
