"""Runs that take longer than a frame."""

from typing import Annotated

from msgspec import Struct

from gjkscope.app.base.jobs import Job
from gjkscope.app.state.model.ownership import Of


class Waiting(Struct, frozen=True):
    """Long runs that the window computes between frames."""

    live: Annotated[bool, Of.USER] = False  # in a window: long runs are computed between frames
    ready: tuple[Job, ...] = ()  # runs that are computed: see `inspection.comparison.awaited_job`
    cancelled: tuple[Job, ...] = ()  # runs that were cancelled
