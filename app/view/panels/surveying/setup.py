"""What to survey: the engines, the families of pairs, and the buttons that start and stop a survey."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.base.records import replace
from gjkscope.app.judge.surveying.suite import DEGENERATE, ORDINARY, family_about, family_group, family_names
from gjkscope.app.state.actions import RaisePanel, SetSurvey
from gjkscope.app.state.inspection.engines import listed_engines
from gjkscope.app.state.model import HuntPhase, State
from gjkscope.app.view.panels.compare.engine_manager import draw_engine_manager
from gjkscope.app.view.panels.requests import Outcome, StartSurvey, StopSurvey
from gjkscope.app.view.panels.toolkit.fields import number_field
from gjkscope.app.view.panels.toolkit.panels import SURVEYED
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip
from gjkscope.engine.text import counted

SUITE = "Whole suite"
NO_ENGINE = "Choose an engine first; Engines… installs more"
NO_FAMILY = "Choose a family of pairs first"
START_HELP = "Runs in the background; the list of the last survey is cleared"
PAIRS_HELP = "Pairs of each family, the same for each engine; the museum is always asked in whole"


def draw_survey_setup(state: State, ui: Ui) -> list[Outcome]:
    """Draws the controls, and returns what the user did with them."""
    run, setup = state.survey.run, state.survey.setup
    is_running = run is not None and run.is_running
    every = _engines(state)
    engines = tuple(every) if setup.engines is None else setup.engines
    families = family_names() if setup.families is None else setup.families
    imgui.begin_disabled(is_running)
    chosen = _draw_choice("engines", _engine_words(engines, every), every, engines, {"All": tuple(every), "None": ()})
    outcomes: list[Outcome] = []
    if chosen != engines:
        outcomes.append(SetSurvey(replace(setup, engines=None if chosen == tuple(every) else chosen)))
    named = {name: name for name in family_names()}
    some = _draw_choice("families", _family_words(families), named, families, _groups(), family_about)
    if some != families:
        outcomes.append(SetSurvey(replace(setup, families=None if some == family_names() else some)))
    outcomes += number_field(
        "##surveyed pairs", float(setup.pairs), ui, lambda value: SetSurvey(replace(setup, pairs=_whole(value))),
        name="pairs", width=imgui.get_content_region_avail().x / 2,
    )  # fmt: skip
    tool_tip(PAIRS_HELP)
    imgui.same_line()
    imgui.text_unformatted("pairs each")
    imgui.end_disabled()
    missing = NO_ENGINE if not engines else NO_FAMILY if not families else ""
    return outcomes + _draw_buttons(state, missing) + draw_engine_manager(state, ui)


def _engines(state: State) -> dict[str, str]:
    """The titles of those that can be asked, by name: engines that are installed, and the user's own solver."""
    own = state.hunt.setup
    known = {engine.name: engine.title for engine in listed_engines() if engine.is_installed}
    return known | ({own.solver: Path(own.solver).name} if own.is_own and own.solver.strip() else {})


def _engine_words(engines: Sequence[str], every: Mapping[str, str]) -> str:
    if not engines:
        return "No engine"
    if len(engines) <= 1:
        return every.get(engines[0], engines[0])
    return f"All {len(engines)} engines" if len(engines) == len(every) else f"{len(engines)} engines"


def _family_words(families: Sequence[str]) -> str:
    if len(families) == len(family_names()):
        return f"{SUITE} ({len(families)} families)"
    return families[0].capitalize() if len(families) == 1 else counted(len(families), "family")


def _groups() -> dict[str, tuple[str, ...]]:
    """What the buttons in the list of families choose."""
    of = {group: tuple(name for name in family_names() if family_group(name) == group) for group in GROUPS.values()}
    return {"All": family_names(), **{words: of[group] for words, group in GROUPS.items()}, "None": ()}


def _draw_choice(
    name: str,
    shown: str,
    titles: Mapping[str, str],
    chosen: tuple[str, ...],
    groups: Mapping[str, tuple[str, ...]],
    help_of: Callable[[str], str] = lambda _: "",
) -> tuple[str, ...]:
    """Draws a list with check boxes, and buttons that choose groups; returns what is then chosen."""
    imgui.set_next_item_width(-1)
    if not imgui.begin_combo(f"##surveyed {name}", shorten_label(shown, _room()), imgui.ComboFlags_.height_largest):
        return chosen
    wanted = chosen
    for words, some in groups.items():
        if imgui.small_button(f"{words}##surveyed {name}"):
            wanted = some
        imgui.same_line()
    imgui.new_line()
    for key, title in titles.items():
        changed, on = imgui.checkbox(f"{title}##surveyed {name}", key in chosen)
        if help_of(key):
            tool_tip(help_of(key))
        if changed:
            wanted = tuple(other for other in titles if (other in chosen if other != key else on))
    imgui.end_combo()
    return wanted


def _room() -> float:
    return imgui.get_content_region_avail().x - imgui.get_frame_height() - 2 * imgui.get_style().frame_padding.x


def _whole(value: float) -> int:
    """A number of pairs; 0, which the action rejects, if it is not finite."""
    return int(value) if abs(value) < float("inf") else 0


def _draw_buttons(state: State, missing: str) -> list[Outcome]:
    icons, size, run = icons_fontawesome_6, ImVec2(-1, 0), state.survey.run
    if run is not None and run.is_running:
        imgui.begin_disabled(run.phase is HuntPhase.STOPPING)
        pressed = imgui.button(f"{icons.ICON_FA_STOP} Stop##survey", size)
        imgui.end_disabled()
        tool_tip("Keeps the families that are finished for all engines", when_disabled=True)
        return [StopSurvey()] if pressed else []
    imgui.begin_disabled(bool(missing))
    pressed = imgui.button(f"{icons.ICON_FA_PLAY} Start##survey", size)
    imgui.end_disabled()
    tool_tip(missing or START_HELP, when_disabled=True)
    return [StartSurvey(), RaisePanel(SURVEYED)] if pressed else []


GROUPS = {"Ordinary": ORDINARY, "Degenerate": DEGENERATE}
