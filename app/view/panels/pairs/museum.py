"""The museum: pairs from bug reports of engines, as cards, those that most engines still get wrong first."""

from functools import cache, partial

from imgui_bundle import ImVec2, imgui

from gjkscope.app.scenes.examples import Example, examples
from gjkscope.app.scenes.museum_table import shipped_table
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.pairs.cards import PairCard, draw_pair_cards, draw_texture
from gjkscope.app.view.panels.requests import Outcome, ReadScene
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.text import counted

INTRODUCTION = "Pairs from bug reports of engines. A click opens one; below, hunt, capture or survey finds more."


def draw_museum_pairs(state: State, ui: Ui) -> list[Outcome]:
    """Draws the cards, and returns what the user opened."""
    imgui.push_text_wrap_pos(0)
    imgui.text_disabled(INTRODUCTION)
    imgui.pop_text_wrap_pos()
    return draw_pair_cards((_card(example, state, ui) for example in museum_examples()), ui)


@cache
def museum_examples() -> tuple[Example, ...]:
    """The scenes of the museum."""
    found = (example for example in examples() if example.path.parent.name == "museum")
    return tuple(sorted(found, key=lambda example: (-wrong_engines(example), example.name)))


def wrong_engines(example: Example) -> int:
    """How many engines got the pair wrong when they were last asked."""
    return sum(outcome.failed for outcome in shipped_table().scenes.get(example.name, ()))


def _card(example: Example, state: State, ui: Ui) -> PairCard:
    wrong = wrong_engines(example)
    return PairCard(
        example.name,
        example.title.title,
        (
            example.title.origin or example.engine,
            f"{counted(wrong, 'engine')} still wrong" if wrong else "no engine is still wrong",
        ),
        f"{example.title.title}\n{example.path.name}\n\nClick to open it",
        state.document.scene.name == example.name,
        ReadScene((str(example.path),), is_example=True),
        partial(_draw_picture, example, ui),
        tone=tones.TEXT,
    )


def _draw_picture(example: Example, ui: Ui, low: ImVec2, high: ImVec2) -> None:
    if texture := ui.renderer.pictures.texture(example.thumbnail):
        draw_texture(texture.glo, low, high, ui)
