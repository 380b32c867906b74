"""Runs that take longer than a frame."""

from dataclasses import dataclass
from typing import Annotated

from gjkscope.app.base.jobs import Question
from gjkscope.app.model.ownership import Of


@dataclass(frozen=True)
class Waiting:
    live: Annotated[bool, Of.USER] = False  # in a window: long runs are computed between frames
    ready: tuple[Question, ...] = ()  # runs that are computed: see versus.awaited
    called_off: tuple[Question, ...] = ()  # runs that were cancelled
