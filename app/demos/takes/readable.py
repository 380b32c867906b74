"""Readable takes: turns recorded actions into steps that a person would write."""

from gjkscope.app.demos.takes.timeline import document_of, edited_demo
from gjkscope.app.model import Demo


def readable(demo: Demo) -> Demo:
    """The demo with its recorded actions as captions, camera moves, moves of bodies and steps of the run."""
    return edited_demo(demo, document_of(demo)["steps"])
