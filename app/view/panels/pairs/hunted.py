"""The findings of a hunt: a card for each combination of symptom and shape types.

A click opens the simplest pair with the solver's answer; a button opens the one with the greatest error, or the one
that was simplified.
"""

from gjkscope.app.state.model import HuntFinding, State
from gjkscope.app.view.panels.pairs.cards import OtherPair, PairCard, draw_found_cards, is_open, picture_of
from gjkscope.app.view.panels.requests import Outcome, TakeImport
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.text import counted, percent

WORST, AS_DRAWN = "worst", "as drawn"
WORST_HELP = "Opens the pair with the greatest error"
AS_DRAWN_HELP = "Opens the pair as it was drawn, before it was simplified"


def draw_hunted_pairs(state: State, ui: Ui) -> list[Outcome]:
    """Draws the cards, and returns what the user opened."""
    run = state.hunt.run
    return draw_found_cards([_card(finding, state, ui) for finding in run.found], run.is_running, ui) if run else []


def _card(finding: HuntFinding, state: State, ui: Ui) -> PairCard:
    name = f"{finding.symptom} {', '.join(finding.kinds)}"
    label, words = (WORST, WORST_HELP) if has_worst(finding) else (AS_DRAWN, AS_DRAWN_HELP)
    return PairCard(
        name,
        finding.symptom.capitalize(),
        (", ".join(finding.kinds), count_words(finding.count, finding.error)),
        f"{finding.scene.about or ''}\n\nClick to open the simplest pair, with the solver's answer",
        any(is_open(scene, state) for scene in (finding.scene, finding.worst)),
        TakeImport(finding.scene),
        picture_of(f"hunt {name}", finding.scene, state, ui),
        other=OtherPair(label, words, finding.worst) if finding.worst is not None else None,
    )


def count_words(count: int, error: float) -> str:
    """ "31 pairs, ≤ 44 %": their number, and the greatest error relative to the size of the pair."""
    if error <= 0:
        return counted(count, "pair")
    return f"{counted(count, 'pair')}, {'≤ ' if count > 1 else ''}{percent(error)}"


def has_worst(finding: HuntFinding) -> bool:
    """Whether the other pair has a greater error, rather than being the same pair before it was simplified."""
    return finding.error > 0 and finding.count > 1
