"""Demo steps that set the scene, the views, and the words over them."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, PrivateAttr

from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.scenes.cameras.easing import EASES
from gjkscope.app.scenes.file_models import NotNegative
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state import actions
from gjkscope.app.state.model import Cue, Layout, Motion, State, Theme, Visibility
from gjkscope.app.state.model.demo import TICKS, DemoMark
from gjkscope.app.teach.demos.steps.sound import SOUND_KEY_ABOUT, SpokenStep
from gjkscope.app.teach.demos.steps.step import Names, Place, Step, at_most_an_hour, instant


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
        return instant(actions.Say(self.text))


class OpenStep(Step):
    """Opens another scene, at once or with a cross-fade from the old views to the new ones."""

    do: Literal["open"]
    scene: Names | str = Field(description="a scene, the name of an example, or a scene file in the demo's folder")
    fade: Annotated[NotNegative, AfterValidator(at_most_an_hour)] = Field(
        0.0, description="seconds in which the old views fade into the new ones; the least `seconds`"
    )
    _found: Scene = PrivateAttr()

    @property
    def length(self) -> int:
        return max(super().length, self._fading)

    @property
    def _fading(self) -> int:
        """The ticks of the cross-fade."""
        return round(self.fade * TICKS)

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        yield Cue(start, 0, self.begin, place)
        if self._fading:
            yield Cue(start, self._fading, _earlier_fading, place)

    def found(self, scene: Scene) -> None:
        """Sets the scene to open; only the reader of the file can locate it."""
        self._found = scene

    def begin(self, state: State) -> Motion:
        kept = [actions.KeepViews()] if self._fading else []
        return instant(*kept, actions.OpenScene(self._found))


def _earlier_fading(_: State) -> Motion:
    """The cross-fade from the views that were kept."""
    ease = EASES["smooth"]
    return lambda _, part: [actions.FadeEarlierViews(1 - ease(part))]


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
            *([actions.ChooseLayout(self.layout)] if self.layout is not None else []),
            *([actions.ChooseTheme(self.theme)] if self.theme is not None else []),
            *([actions.Lecture(self.lecture)] if self.lecture is not None else []),
            *([actions.ShowHeader(self.header == "shown")] if self.header is not None else []),
            *([actions.ShowVerdict(self.verdict == "shown")] if self.verdict is not None else []),
            *(actions.SetVisible(name, True) for name in self.visible),
            *(actions.SetVisible(name, False) for name in self.hidden),
        )
