"""Pydantic models of the demo file, version 1; the models of its steps are in `steps`.

`make schemas` generates `assets/demo.schema.json` from them.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from gjkscope.app.scenes import file_models
from gjkscope.app.scenes.file_models import FileLayout, Name, NotNegative, Strict, version
from gjkscope.app.teach.demos.steps.acts import TimedAction
from gjkscope.app.teach.demos.steps.attention import PointedAt
from gjkscope.app.teach.demos.steps.registry import STEPS, AnyStep

VERSION = 1


class Hash(Strict):
    """The hash of a trace at the time of recording."""

    tick: Annotated[int, Field(ge=0)] = Field(description="time since the beginning, in sixtieths of a second")
    trace: str = Field(description="hash of all steps of the displayed run")


class DemoFile(Strict):
    """A scene and a timed sequence of steps: actions, camera moves and captions."""

    gjkdemo: Annotated[Literal[1], version(VERSION)] = Field(description="1, the version of the file format")
    name: Name = Field(description="the demo's name")
    about: str | None = Field(None, description="Markdown text about the demo")
    scene: dict[str, Any] | str = Field(
        description="the initial scene: a scene, the name of an example, or a scene file in the demo's folder"
    )
    sound: str | None = Field(
        None, description="a sound file in the demo's folder that is heard from the beginning, such as music"
    )
    poster: NotNegative | None = Field(
        None, description="the time of the picture that represents the demo's film, in seconds"
    )
    start: dict[str, Any] = Field(
        {}, description="initial state that differs from the defaults, as written by a recording"
    )
    steps: list[AnyStep] = Field(min_length=1, description="the steps, in order")
    hashes: list[Hash] = Field([], description="hashes of the traces at the time of recording, one for each change")


INSIDE: dict[str, type[Strict] | Mapping[str, type[Strict]]] = {"steps": STEPS, "actions": TimedAction, "at": PointedAt}

LAYOUT = FileLayout("gjkdemo", DemoFile, {**INSIDE, "hashes": Hash}, "do")


class Steps(Strict):
    """Steps without a demo, as used in lessons."""

    steps: list[AnyStep] = Field(min_length=1, description="the steps, in order")


LAYOUT_OF_STEPS = FileLayout("", Steps, INSIDE, "do")


def demo_schema() -> str:
    """The contents of `assets/demo.schema.json`."""
    return file_models.schema_text(LAYOUT, "gjkscope demo, version 1")
