"""The failures that a survey has found, as cards: for each engine, kind of failure and family, the worst pair."""

from gjkscope.app.state.model import State, SurveyFinding
from gjkscope.app.view.panels.pairs.cards import PairCard, draw_found_cards, is_open, picture_of
from gjkscope.app.view.panels.pairs.hunted import count_words
from gjkscope.app.view.panels.requests import Outcome, TakeImport
from gjkscope.app.view.panels.toolkit.ui import Ui


def draw_surveyed_pairs(state: State, ui: Ui) -> list[Outcome]:
    """Draws the cards, and returns what the user opened."""
    run = state.survey.run
    return draw_found_cards([_card(finding, state, ui) for finding in run.found], run.is_running, ui) if run else []


def _card(finding: SurveyFinding, state: State, ui: Ui) -> PairCard:
    name = f"{finding.engine} {finding.failure} {finding.family}"
    return PairCard(
        name,
        finding.failure.capitalize(),
        (finding.engine, f"{finding.family}: {count_words(finding.count, finding.error)}"),
        f"{finding.engine}, {finding.family}: {finding.failure}\n\nClick to open the worst pair, with its answer",
        is_open(finding.scene, state),
        TakeImport(finding.scene),
        picture_of(f"survey {name}", finding.scene, state, ui),
    )
