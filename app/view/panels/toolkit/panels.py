"""All panels, in the order of their tabs.  The code of a panel is imported when it is first shown."""

from functools import cache
from typing import NamedTuple

from gjkscope.app.state.actions import (
    Action,
    ChooseWorkspace,
    ExploreLesson,
    LineBy,
    LineOut,
    OpenSides,
    PlayMotion,
    RaisePanel,
    SetCache,
    SetGradientPlot,
    SetNudges,
    ShowCapture,
    ShowHunt,
    StepMotion,
    update,
)
from gjkscope.app.state.inspection import contents
from gjkscope.app.state.model import Sides, State, Workspace
from gjkscope.app.view.panels.toolkit.panel import DockSlot, Panel

LEARN, PAIR, CONTACTS, MOTION, MANY, ENGINES = (frozenset({workspace}) for workspace in Workspace)
EVERY = frozenset(Workspace)
LEFT, MAIN, RIGHT, TABLES = DockSlot.LEFT, DockSlot.MAIN, DockSlot.RIGHT, DockSlot.TABLES

TIMELINE = Panel("Timeline", DockSlot.TIMELINE, EVERY, "timeline.timeline.draw_timeline", in_predictions=True)
SURVEY = Panel("Survey", TABLES, ENGINES, "surveying.survey_panel.draw_survey_panel")
CAPTURE = Panel("Capture", TABLES, ENGINES, "capture.contents.draw_capture", opened_by=(ShowCapture,))
WITH_CODE = PAIR | CONTACTS | MANY
STEPS_AND_BOUNDS, CODE_AND_BREAKPOINTS, COMPARE = "Steps and bounds", "Code and breakpoints", "Compare"  # tabs
PAIRS = "Pairs"  # the tab of the lists of pairs
HUNTED, SURVEYED, CAPTURED = "Hunted pairs", "Surveyed pairs", "Captured pairs"
LANES = "Lanes"

PANELS = (
    Panel("Finding", RIGHT, ENGINES, "pairs.finding_panel.draw_finding_panel"),
    Panel("Step", RIGHT, EVERY, "step.step_panel.draw_step_panel", in_predictions=True),
    Panel("Scene", LEFT, EVERY - LEARN - ENGINES, "scene.scene_panel.draw_scene_panel"),
    Panel("Lessons", LEFT, LEARN, "lessons.course_panel.draw_course_panel", in_predictions=True),
    Panel("Museum pairs", MAIN, ENGINES, "pairs.museum.draw_museum_pairs", PAIRS, "Museum"),
    Panel(HUNTED, MAIN, ENGINES, "pairs.hunted.draw_hunted_pairs", PAIRS, "Hunt", contents.shows_hunt),
    Panel(CAPTURED, MAIN, ENGINES, "capture.pair_list.draw_pairs", PAIRS, "Capture", contents.shows_capture),
    Panel(SURVEYED, MAIN, ENGINES, "pairs.surveyed.draw_surveyed_pairs", PAIRS, "Survey", contents.shows_survey),
    TIMELINE,
    Panel("Motion", TABLES, MOTION, "motion.motion_panel.draw_motion_panel", opened_by=(PlayMotion, StepMotion)),
    Panel("First contact", TABLES, MOTION, "timeline.contact_panel.draw_contact_panel"),
    Panel("Contact policies", TABLES, CONTACTS, "compare.policies_panel.draw_policies_panel"),
    Panel("Contact lanes", TABLES, CONTACTS | MOTION, "timeline.lanes_panel.draw_lanes_panel", LANES, "Contact points"),
    Panel("Caches", TABLES, MOTION, "timeline.caches_panel.draw_caches_panel", LANES, opened_by=(SetCache,)),
    Panel("Hunt", TABLES, ENGINES, "hunting.hunt_panel.draw_hunt_panel", opened_by=(ShowHunt,)),
    CAPTURE,
    SURVEY,
    Panel(
        "Steps",
        TABLES,
        EVERY - LEARN - ENGINES,
        "step.steps_panel.draw_steps_panel",
        STEPS_AND_BOUNDS,
        in_predictions=True,
    ),
    Panel(
        "Bounds",
        TABLES,
        PAIR,
        "timeline.bounds_panel.draw_bounds_panel",
        STEPS_AND_BOUNDS,
        has_contents=contents.shows_bounds,
    ),
    Panel("SAT axes", TABLES, PAIR, "sat.axes_panel.draw_axes_panel", "Axes (SAT)", has_contents=contents.shows_axes),
    Panel(
        "Code", TABLES, WITH_CODE, "code.code_panel.draw_code_panel", CODE_AND_BREAKPOINTS, opened_by=(LineBy, LineOut)
    ),
    Panel("Breakpoints", TABLES, WITH_CODE, "timeline.breakpoints_panel.draw_breakpoints_panel", CODE_AND_BREAKPOINTS),
    Panel("Compare", TABLES, PAIR, "compare.compare_panel.draw_compare_panel", COMPARE, "Runs and reports"),
    Panel(
        "Stability",
        TABLES,
        PAIR,
        "compare.stability_panel.draw_stability_panel",
        COMPARE,
        has_contents=contents.shows_stability,
        opened_by=(SetNudges,),
    ),
    Panel(
        "Gradient",
        TABLES,
        PAIR,
        "compare.gradient_panel.draw_gradient_panel",
        COMPARE,
        has_contents=contents.shows_gradient,
        opened_by=(SetGradientPlot,),
    ),
    Panel(
        "Trace",
        TABLES,
        PAIR,
        "compare.iterations_panel.draw_iterations_panel",
        COMPARE,
        "Own trace",
        contents.shows_iterations,
    ),
    Panel("Log", TABLES, ENGINES | MANY, "shell.log_panel.draw_log_panel", has_contents=contents.shows_messages),
)


class Tab(NamedTuple):
    """A docked window: one panel, or several that share it."""

    title: str
    slot: DockSlot
    panels: tuple[Panel, ...]


@cache
def tabs_in(workspace: Workspace) -> tuple[Tab, ...]:
    """The tabs of a workspace, in order.  Panels share a tab only in workspaces that have all of them."""
    panels: dict[str, list[Panel]] = {}
    for panel in PANELS:
        if workspace in panel.workspaces:
            is_whole = all(workspace in other.workspaces for other in PANELS if other.tab == panel.tab)
            panels.setdefault(panel.tab if panel.tab and is_whole else panel.title, []).append(panel)
    return tuple(Tab(title, parts[0].slot, tuple(parts)) for title, parts in panels.items())


def open_tabs(state: State) -> tuple[Tab, ...]:
    """The tabs of the workspace that are on screen or behind others, with the panels that have something to show."""
    return tuple(tab for tab in _tabs_with_contents(state) if tab.slot not in _closed_slots(state))


def closed_tabs(state: State) -> tuple[Tab, ...]:
    """Those that would be below the views if the tables were open; none in lecture mode."""
    if state.appearance.lecture:
        return ()
    closed = {TABLES} & _closed_slots(state)
    return tuple(tab for tab in _tabs_with_contents(state) if tab.slot in closed)


def open_panels(state: State) -> tuple[Panel, ...]:
    """The panels in the open tabs."""
    return tuple(panel for tab in open_tabs(state) for panel in tab.panels)


def _tabs_with_contents(state: State) -> tuple[Tab, ...]:
    filled = (
        tab._replace(panels=tuple(panel for panel in tab.panels if panel.has_contents(state)))
        for tab in tabs_in(state.workspace)
    )
    return tuple(tab for tab in filled if tab.panels)


def _closed_slots(state: State) -> set[DockSlot]:
    if state.appearance.lecture:  # the views, a sentence and the timeline
        return {LEFT, RIGHT, TABLES}
    sides = state.shell.sides
    return {slot for slot, is_open in ((LEFT, sides.scene), (TABLES, sides.tables)) if not is_open}


def tab_of(title: str, workspace: Workspace) -> Tab:
    """The tab of a workspace that has that panel.  Raises `StopIteration` if the workspace does not have it."""
    return next(tab for tab in tabs_in(workspace) if any(panel.title == title for panel in tab.panels))


def front_panel(tab: Tab, state: State) -> Panel:
    """The panel that a tab shows if it shows one at a time: of those raised the latest, else the first."""
    order = state.shell.fronts
    return min(tab.panels, key=lambda panel: order.index(panel.title) if panel.title in order else len(order))


@cache
def slots_in(workspace: Workspace) -> dict[str, DockSlot]:
    """The dock slots of the tabs of a workspace, by title."""
    return {tab.title: tab.slot for tab in tabs_in(workspace)}


def opening_action(title: str, state: State) -> Action | None:
    """The next action of those that open the tab of a panel; None if it is open."""
    panel = next(panel for panel in PANELS if panel.title == title)
    if state.page is not None:  # pages show what they declare
        return ExploreLesson()
    if state.workspace not in panel.workspaces:
        return ChooseWorkspace(next(home for home in Workspace if home in panel.workspaces))
    sides = state.shell.sides
    opened = Sides(sides.scene or panel.slot is LEFT, sides.tables or panel.slot is TABLES)
    return OpenSides(opened) if opened != sides else None


def with_panel(state: State, title: str) -> State:
    """The state with that panel open and in front of its tab, in a workspace that has it."""
    raised = update(state, RaisePanel(title))
    while (action := opening_action(title, raised)) is not None:
        raised = update(raised, action)
    return update(raised, RaisePanel(None))


def load_first_panels(state: State) -> None:
    """Imports the code of the first open tab of each slot, which the window shows when it opens."""
    for tab in {tab.slot: tab for tab in reversed(open_tabs(state))}.values():
        for panel in tab.panels:
            panel.load()
