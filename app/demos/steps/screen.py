"""Demo steps that set the scene, the views, and the words over them."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, PrivateAttr

from gjkscope.app.actions import (
    ChooseLayout,
    ChooseTheme,
    Lecture,
    OpenScene,
    Say,
    SetVisible,
    ShowHeader,
    ShowVerdict,
)
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.demos.steps.attention import faded_to
from gjkscope.app.demos.steps.sound import SOUND_KEY_ABOUT, SpokenStep
from gjkscope.app.demos.steps.step import Names, Place, Step, at_most_an_hour, instant
from gjkscope.app.model import Cue, Layout, Motion, State, Theme, Visibility
from gjkscope.app.model.demo import TICKS, DemoMark
from gjkscope.app.scenes.file_models import NotNegative
from gjkscope.app.scenes.scene import Scene


class CaptionStep(SpokenStep):
    """Shows a caption over the views until the next one; with `say` and no `seconds`, it lasts as long as the sound."""

    do: Literal["caption"]
    text: str | None = Field(description="the text, as Markdown; null removes the caption")
    say: str | None = Field(None, description=SOUND_KEY_ABOUT)
    sound_key: ClassVar[str] = "say"
    waits_for_speech: ClassVar[bool] = True

    @property
    def words(self) -> str | None:
        return self.text

    def marks(self, start: int) -> Iterator[DemoMark]:
        if self.text:
            yield DemoMark(start, self.text)
        yield from super().marks(start)

    def begin(self, state: State) -> Motion:
        return instant(Say(self.text))


class OpenStep(Step):
    """Opens another scene, at once or with a fade through the background colour."""

    do: Literal["open"]
    scene: Names | str = Field(description="a scene, the name of an example, or a scene file in the demo's folder")
    fade: Annotated[NotNegative, AfterValidator(at_most_an_hour)] = Field(
        0.0, description="seconds in which the old scene's views fade out and the new one's in; the least `seconds`"
    )
    _found: Scene = PrivateAttr()

    @property
    def length(self) -> int:
        return max(super().length, 2 * self._half)

    @property
    def _half(self) -> int:
        """The ticks of the fade until the scene changes, and of those after that."""
        return round(self.fade * TICKS / 2)

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        if self._half:
            yield Cue(start, self._half, faded_to(1.0), place)
        yield Cue(start + self._half, 0, self.begin, place)
        if self._half:
            yield Cue(start + self._half, self._half, faded_to(0.0), place)

    def found(self, scene: Scene) -> None:
        """Sets the scene to open; only the reader of the file can locate it."""
        self._found = scene

    def begin(self, state: State) -> Motion:
        return instant(OpenScene(self._found))


class ViewsStep(Step):
    """Sets the layout and appearance of the views."""

    do: Literal["views"]
    layout: Layout | None = Field(None, description="both, world, difference or three", strict=False)
    theme: Theme | None = Field(None, description="dark or light", strict=False)
    lecture: bool | None = Field(None, description="large text and thick lines")
    visible: list[str] = Field(
        [], description=f"what to show from here on: any of {', '.join(Visibility.__annotations__)}"
    )
    hidden: list[str] = Field([], description="what to hide, from the same list")
    header: Literal["shown", "hidden"] | None = Field(
        None, description="shown or hidden: the strip above the views of a film; hidden, the views get its room"
    )
    verdict: Literal["shown", "hidden"] | None = Field(
        None, description="shown or hidden: the verdict in the header of a film, and over the views of the window"
    )

    def begin(self, state: State) -> Motion:
        for key in ("visible", "hidden"):
            for name in getattr(self, key):
                if name not in Visibility.__annotations__:
                    known = Visibility.__annotations__
                    near = did_you_mean(name, known)
                    raise ValueError(f"{key}: must be among {', '.join(known)}, got {name!r}{near}")
        return instant(
            *([ChooseLayout(self.layout)] if self.layout is not None else []),
            *([ChooseTheme(self.theme)] if self.theme is not None else []),
            *([Lecture(self.lecture)] if self.lecture is not None else []),
            *([ShowHeader(self.header == "shown")] if self.header is not None else []),
            *([ShowVerdict(self.verdict == "shown")] if self.verdict is not None else []),
            *(SetVisible(name, True) for name in self.visible),
            *(SetVisible(name, False) for name in self.hidden),
        )
