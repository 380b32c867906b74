"""Demo steps that set the scene, the views, and the words over them."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, UnsetType

from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.scenes.cameras.easing import EASES
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state import actions
from gjkscope.app.state.model import Cue, Layout, Motion, State, Theme, Visibility
from gjkscope.app.state.model.demo import TICKS, DemoMark
from gjkscope.app.teach.demos.steps.sound import SOUND_KEY_ABOUT, SpokenStep
from gjkscope.app.teach.demos.steps.step import Names, Seconds, Step, StepKeys, check_label_names, instant


class CaptionStep(SpokenStep, tag="caption"):
    """Shows a caption over the views until the next one; with `say` and no `seconds`, it lasts as long as the sound."""

    text: Annotated[str | None, meaning("the text, as Markdown; null removes the caption")]
    say: Annotated[str | None, meaning(SOUND_KEY_ABOUT)] = None
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


class OpenStep(Step, dict=True, tag="open"):
    """Opens another scene, at once or with a cross-fade from the old views to the new ones."""

    scene: Annotated[Names | str, meaning("a scene, the name of an example, or a scene file in the demo's folder")]
    fade: Annotated[Seconds, meaning("seconds in which the old views fade into the new ones; the least `seconds`")] = (
        0.0
    )

    @property
    def length(self) -> int:
        return max(super().length, self._fading)

    @property
    def _fading(self) -> int:
        """The ticks of the cross-fade."""
        return round(self.fade * TICKS)

    def cues(self, start: int, keys: StepKeys) -> Iterator[Cue]:
        yield Cue(start, 0, self.begin, keys)
        if self._fading:
            yield Cue(start, self._fading, _earlier_fading, keys)

    def set_scene(self, scene: Scene) -> None:
        """Sets the scene to open; only the reader of the file can locate it."""
        self.__dict__["found"] = scene

    def begin(self, state: State) -> Motion:
        kept = [actions.KeepViews()] if self._fading else []
        return instant(*kept, actions.OpenScene(self.__dict__["found"]))


def _earlier_fading(_: State) -> Motion:
    """The cross-fade from the kept views."""
    ease = EASES["smooth"]
    return lambda _, part: [actions.FadeEarlierViews(1 - ease(part))]


class ViewsStep(Step, tag="views"):
    """Sets the layout and appearance of the views."""

    layout: Annotated[Layout | None, meaning("both, world, difference or three")] = None
    theme: Annotated[Theme | None, meaning("dark or light")] = None
    lecture: Annotated[bool | None, meaning("large text and thick lines")] = None
    visible: Annotated[
        tuple[str, ...], meaning(f"what to show from here on: any of {', '.join(Visibility.__annotations__)}")
    ] = ()
    hidden: Annotated[tuple[str, ...], meaning("what to hide, from the same list")] = ()
    header: Annotated[
        Literal["shown", "hidden"] | None,
        meaning("shown or hidden: the strip above the views of a film; hidden, the views get its room"),
    ] = None
    verdict: Annotated[
        Literal["shown", "hidden"] | None,
        meaning("shown or hidden: the verdict in the header of a film, and over the views of the window"),
    ] = None

    labels: Annotated[
        tuple[str, ...] | UnsetType | None,
        meaning(
            'the only labels to show from here on, such as ["w", "d", "bodies"] or ["w4"], named as in lessons; null '
            "shows all again"
        ),
    ] = UNSET

    def begin(self, state: State) -> Motion:
        if isinstance(self.labels, tuple):
            check_label_names(state, self.labels, "labels")
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
            *([actions.ShowLabels(self.labels)] if not isinstance(self.labels, UnsetType) else []),
            *(actions.SetVisible(name, True) for name in self.visible),
            *(actions.SetVisible(name, False) for name in self.hidden),
        )
