"""The records of the demo file, version 1; those of its steps are in `steps`.

`make schemas` generates `assets/demo.schema.json` from them.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from gjkscope.app.base.decoding import meaning
from gjkscope.app.scenes import file_models
from gjkscope.app.scenes.file_models import Index, Name, NotNegative, Strict
from gjkscope.app.scenes.scene_models import OpeningModel
from gjkscope.app.teach.demos.steps.registry import AnyStep
from gjkscope.app.teach.demos.steps.step import SkippedSpan


class Hash(Strict):
    """The hash of a trace at the time of recording."""

    tick: Annotated[Index, meaning("time since the beginning, in sixtieths of a second")]
    trace: Annotated[str, meaning("hash of all steps of the displayed run")]


class DemoFile(Strict, kw_only=True):
    """A scene and a timed sequence of steps: actions, camera moves and captions."""

    gjkdemo: Annotated[Literal[1], meaning("1, the version of the file format")]
    name: Annotated[Name, meaning("the demo's name")]
    about: Annotated[str | None, meaning("Markdown text about the demo")] = None
    scene: Annotated[
        dict[str, Any] | str,
        meaning("the initial scene: a scene, the name of an example, or a scene file in the demo's folder"),
    ]
    sound: Annotated[
        str | None, meaning("a sound file in the demo's folder that is heard from the beginning, such as music")
    ] = None
    poster: Annotated[
        NotNegative | None, meaning("the time of the picture that represents the demo's film, in seconds")
    ] = None
    opens: Annotated[
        OpeningModel,
        meaning("the workspace that the window shows, and the algorithm at the beginning; over the scene's"),
    ] = field(default_factory=OpeningModel)
    start: Annotated[
        dict[str, Any], meaning("initial state that differs from the defaults, as written by a recording")
    ] = field(default_factory=dict)
    steps: Annotated[tuple[AnyStep, ...], Meta(min_length=1), meaning("the steps, in order")]
    hashes: Annotated[
        tuple[Hash, ...], meaning("hashes of the traces at the time of recording, one for each change")
    ] = ()


class Steps(Strict):
    """Steps without a demo, as used in lessons."""

    steps: Annotated[tuple[AnyStep, ...], Meta(min_length=1), meaning("the steps, in order")]


def demo_schema() -> str:
    """The contents of `assets/demo.schema.json`."""
    return file_models.schema_text(
        "gjkscope demo, version 1",
        (DemoFile,),
        file_models.NAMED | {"SkippedSpan": SkippedSpan},
        {"$ref": "#/$defs/DemoFile"},
    )
