"""Demo steps that show text over the views: titles and cards."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from gjkscope.app.base.decoding import meaning
from gjkscope.app.state.actions import ShowCard, ShowTitle
from gjkscope.app.state.model import Motion, State
from gjkscope.app.state.model.demo import DemoMark, MarkKind
from gjkscope.app.state.model.direction import CardPlace
from gjkscope.app.teach.demos.steps.step import Step, instant


class TextStep(Step):
    """A step that shows text, for its seconds if it has any."""

    text: str | None
    mark_kind: ClassVar[MarkKind]

    def marks(self, start: int) -> Iterator[DemoMark]:
        if self.text:
            yield DemoMark(start, self.text, self.mark_kind, self.length)


class TitleStep(TextStep, tag="title"):
    """Shows large text over the whole picture; it fades in and out within `seconds`, and without them it stays."""

    text: Annotated[str | None, meaning("the text, as Markdown: # before the title line; null removes it")]
    mark_kind: ClassVar[MarkKind] = MarkKind.TITLE

    def begin(self, state: State) -> Motion:
        return instant(ShowTitle(self.text, self.seconds or None))


class CardStep(TextStep, tag="card"):
    """Shows a panel of text over the views; it fades in and out within `seconds`, and without them it stays."""

    text: Annotated[str | None, meaning("the text, as Markdown; null removes the card")]
    at: Annotated[CardPlace, meaning("left, right, center or top")] = CardPlace.RIGHT
    mark_kind: ClassVar[MarkKind] = MarkKind.CARD

    def begin(self, state: State) -> Motion:
        return instant(ShowCard(self.text, self.at, self.seconds or None))
