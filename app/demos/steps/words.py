"""Demo steps that show text over the views: titles and cards."""

from typing import Literal

from pydantic import Field

from gjkscope.app.actions import ShowCard, ShowTitle
from gjkscope.app.demos.steps.step import Step, instant
from gjkscope.app.model import Motion, State
from gjkscope.app.model.direction import CardPlace


class TitleStep(Step):
    """Shows large text over the whole picture; it fades in and out within `seconds`, and without them it stays."""

    do: Literal["title"]
    text: str | None = Field(description="the text, as Markdown: # before the title line; null removes it")

    def begin(self, state: State) -> Motion:
        return instant(ShowTitle(self.text, self.seconds or None))


class CardStep(Step):
    """Shows a panel of text over the views; it fades in and out within `seconds`, and without them it stays."""

    do: Literal["card"]
    text: str | None = Field(description="the text, as Markdown; null removes the card")
    at: CardPlace = Field(CardPlace.RIGHT, description="left, right, center or top", strict=False)

    def begin(self, state: State) -> Motion:
        return instant(ShowCard(self.text, self.at, self.seconds or None))
