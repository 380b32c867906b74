"""What to hunt: the solver, the types of shapes, the limit, and the buttons that start and stop a hunt."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.base.records import replace
from gjkscope.app.judge.hunting.random_parts import CONTACT_KINDS, KINDS, is_kind
from gjkscope.app.state.actions import RaisePanel, SetHunt
from gjkscope.app.state.inspection.engines import ListedEngine, listed_engines
from gjkscope.app.state.model import HuntPhase, HuntSetup, HuntState
from gjkscope.app.view.panels.requests import BrowseSolver, Outcome, StartHunt, StopHunt
from gjkscope.app.view.panels.toolkit.fields import number_field
from gjkscope.app.view.panels.toolkit.panels import HUNTED
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.shapes.kinds import SHAPE_TYPES
from gjkscope.engine.text import counted

OWN = "Your own solver"
CHOOSE = "Choose a solver"
ADDRESS = "FILE.py:FUNCTION, or a path"
ADDRESS_HELP = (
    "A Python function f(a, pose_a, b, pose_b) as FILE.py:FUNCTION, or the path of a program or shared library.\n"
    "It is asked in a process of its own, so that it may crash."
)
NEAR = "Only pairs like the open one"
NEAR_HELP = "Makes small random changes to the pair of shapes in the views"
CONTACTS = "Judge contact points"
CONTACTS_HELP = (
    "On bodies that rest on each other: phantom points, flipped normals, wrong depths and lost support area.\n"
    "Distances are not judged."
)
UNITS_WIDTH = 84.0  # pixels at 100 % scale


def draw_setup(hunt: HuntState, ui: Ui) -> list[Outcome]:
    """Draws the controls, and returns what the user did with them."""
    is_running = hunt.run is not None and hunt.run.is_running
    imgui.begin_disabled(is_running)
    outcomes = _draw_solver(hunt.setup)
    outcomes += _draw_kinds(hunt.setup)
    outcomes += _draw_limit(hunt.setup, ui)
    imgui.end_disabled()
    outcomes += _draw_buttons(hunt, is_running)  # before the rest, which a low panel has no room for
    imgui.begin_disabled(is_running)
    changed, near = imgui.checkbox(NEAR, hunt.setup.near)
    tool_tip(NEAR_HELP)
    if changed:
        outcomes.append(SetHunt(replace(hunt.setup, near=near)))
    changed, contacts = imgui.checkbox(CONTACTS, hunt.setup.contacts)
    tool_tip(CONTACTS_HELP)
    if changed:
        outcomes.append(SetHunt(replace(hunt.setup, contacts=contacts)))
    imgui.end_disabled()
    return outcomes


def _draw_solver(setup: HuntSetup) -> list[Outcome]:
    outcomes: list[Outcome] = []
    engines = listed_engines()
    titles = {engine.name: engine.title for engine in engines}
    shown = OWN if setup.is_own else titles.get(setup.solver, CHOOSE)
    imgui.set_next_item_width(-1)
    if imgui.begin_combo("##solver", shown, imgui.ComboFlags_.height_large):
        for engine in sorted(engines, key=lambda engine: not engine.is_installed):
            outcomes += _draw_engine(engine, setup)
        imgui.separator()
        if imgui.selectable(f"{OWN}…", setup.is_own)[0]:
            outcomes.append(SetHunt(replace(setup, solver="" if not setup.is_own else setup.solver, is_own=True)))
        imgui.end_combo()
    if setup.is_own:
        outcomes += _draw_address(setup)
    return outcomes


def _draw_engine(engine: ListedEngine, setup: HuntSetup) -> list[Outcome]:
    flags = 0 if engine.is_installed else imgui.SelectableFlags_.disabled
    is_chosen = not setup.is_own and engine.name == setup.solver
    words = engine.title if engine.is_installed else f"{engine.title}: {engine.how_to_install}"
    if imgui.selectable(f"{words}##hunted", is_chosen, flags)[0]:
        return [SetHunt(replace(setup, solver=engine.name, is_own=False))]
    return []


def _draw_address(setup: HuntSetup) -> list[Outcome]:
    icon = icons_fontawesome_6.ICON_FA_FOLDER_OPEN
    style = imgui.get_style()
    button = imgui.calc_text_size(icon).x + 2 * style.frame_padding.x + style.item_inner_spacing.x
    imgui.set_next_item_width(-button)
    _, typed = imgui.input_text_with_hint("##address", ADDRESS, setup.solver)
    tool_tip(f"{setup.solver}\n\n{ADDRESS_HELP}" if setup.solver else ADDRESS_HELP)
    imgui.same_line(0, style.item_inner_spacing.x)
    outcomes: list[Outcome] = [SetHunt(replace(setup, solver=typed))] if typed != setup.solver else []
    if imgui.button(f"{icon}##browse solver"):
        outcomes.append(BrowseSolver())
    tool_tip("Choose a file")
    return outcomes


def _draw_kinds(setup: HuntSetup) -> list[Outcome]:
    usual = _usual_kinds(setup)
    kinds = usual if setup.kinds is None else setup.kinds
    chosen = kinds
    imgui.set_next_item_width(-1)
    if imgui.begin_combo("##kinds", _kinds_words(setup), imgui.ComboFlags_.height_largest):
        every = tuple(filter(is_kind, SHAPE_TYPES))
        for words, some in (("Usual", usual), ("All", every), ("None", ())):
            if imgui.small_button(f"{words}##kinds"):
                chosen = some
            imgui.same_line()
        imgui.new_line()
        for kind in every:
            changed, on = imgui.checkbox(f"{kind}##hunted kind", kind in kinds)
            if changed:
                chosen = tuple(candidate for candidate in every if (candidate in kinds if candidate != kind else on))
        imgui.end_combo()
    tool_tip("Types of shapes: " + (", ".join(kinds) or "none"))
    if chosen == kinds:
        return []
    return [SetHunt(replace(setup, kinds=None if set(chosen) == set(usual) else chosen))]


def _usual_kinds(setup: HuntSetup) -> tuple[str, ...]:
    return CONTACT_KINDS if setup.contacts else KINDS


def _kinds_words(setup: HuntSetup) -> str:
    kinds = setup.kinds
    if kinds is None:
        return f"Usual shapes ({len(_usual_kinds(setup))} types)"
    return ", ".join(kinds) if 0 < len(kinds) <= FEW_KINDS else f"{counted(len(kinds), 'type')} of shapes"


def _draw_limit(setup: HuntSetup, ui: Ui) -> list[Outcome]:
    """The number of pairs or seconds, and which of them."""
    room = imgui.get_content_region_avail().x - UNITS_WIDTH * ui.scale - imgui.get_style().item_inner_spacing.x
    outcomes: list[Outcome] = []
    if setup.by_time:
        outcomes += number_field(
            "##seconds", setup.seconds, ui, lambda value: SetHunt(replace(setup, seconds=value)), name="seconds",
            width=room,
        )  # fmt: skip
    else:
        outcomes += number_field(
            "##pairs", float(setup.pairs), ui, lambda value: SetHunt(replace(setup, pairs=_whole(value))),
            name="pairs", width=room,
        )  # fmt: skip
    imgui.same_line(0, imgui.get_style().item_inner_spacing.x)
    imgui.set_next_item_width(UNITS_WIDTH * ui.scale)
    if imgui.begin_combo("##unit", UNITS[setup.by_time]):
        for by_time, words in UNITS.items():
            if imgui.selectable(f"{words}##unit", by_time is setup.by_time)[0]:
                outcomes.append(SetHunt(replace(setup, by_time=by_time)))
        imgui.end_combo()
    return outcomes


def _whole(value: float) -> int:
    """A number of pairs; 0, which the action rejects, if it is not finite."""
    return int(value) if abs(value) < float("inf") else 0


def _draw_buttons(hunt: HuntState, is_running: bool) -> list[Outcome]:
    icons, size = icons_fontawesome_6, ImVec2(-1, 0)
    if is_running:
        assert hunt.run is not None
        imgui.begin_disabled(hunt.run.phase is HuntPhase.STOPPING)
        pressed = imgui.button(f"{icons.ICON_FA_STOP} Stop##hunt", size)
        imgui.end_disabled()
        tool_tip("Keeps what was found", when_disabled=True)
        return [StopHunt()] if pressed else []
    missing = _missing(hunt.setup)
    imgui.begin_disabled(bool(missing))
    pressed = imgui.button(f"{icons.ICON_FA_PLAY} Start##hunt", size)
    imgui.end_disabled()
    tool_tip(missing or "Runs in the background; the list of the last hunt is cleared", when_disabled=True)
    return [StartHunt(), RaisePanel(HUNTED)] if pressed else []


def _missing(setup: HuntSetup) -> str:
    """What must be chosen before a hunt can start."""
    if not setup.solver.strip():
        return "Choose a solver first"
    return "Choose a type of shapes first" if setup.kinds == () else ""


UNITS = {False: "pairs", True: "seconds"}
FEW_KINDS = 2  # that are named
