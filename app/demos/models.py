"""The demo file, version 1, as a model; its steps are in `steps`.  `assets/demo.schema.json` is made from it:

python -c "from app.demos import models; print(models.schema_text(), end='')" > assets/demo.schema.json
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from .. import file_models
from ..file_models import FileLayout, Name, Strict, version
from .steps import STEPS, AnyStep, Timed

VERSION = 1


class Hash(Strict):
    """What the trace was when it was recorded."""

    tick: Annotated[int, Field(ge=0)] = Field(description="sixtieths of a second since the beginning")
    trace: str = Field(description="the hash of all steps of the run that was shown")


class DemoFile(Strict):
    """A scene, and what is done with it and said about it, step by step, in time."""

    gjkdemo: Annotated[Literal[1], version(VERSION)] = Field(description="1, the version of the file format")
    name: Name = Field(description="the demo's name")
    about: str | None = Field(None, description="Markdown text about the demo")
    scene: dict[str, Any] | str = Field(
        description="what it begins with: a scene, the name of an example, or a scene file beside the demo"
    )
    start: dict[str, Any] = Field(
        {}, description="what else is at the beginning not as usual, as a recording writes it"
    )
    steps: list[AnyStep] = Field(min_length=1, description="what happens, step after step")
    hashes: list[Hash] = Field([], description="what the traces were when the demo was recorded, whenever they changed")


LAYOUT = FileLayout("gjkdemo", DemoFile, {"steps": STEPS, "hashes": Hash, "actions": Timed}, "do")


class Steps(Strict):
    """Steps alone, as lessons have them."""

    steps: list[AnyStep] = Field(min_length=1, description="what happens, step after step")


LAYOUT_OF_STEPS = FileLayout("", Steps, {"steps": STEPS, "actions": Timed}, "do")


def schema_text() -> str:
    """The JSON Schema of the demo file, as `assets/demo.schema.json` holds it."""
    return file_models.schema_text(LAYOUT, "gjkscope demo, version 1")
