"""All panels, in the order of their tabs.  The code of a panel is imported when it is first shown."""

from functools import cache

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import LineBy, LineOut, PlayMotion, SetNudges, ShowCapture, ShowHunt, StepMotion
from gjkscope.app.state.model import Sides, State, Workspace
from gjkscope.app.view.panels.toolkit.panel import DockSlot, Panel

LEARN, PAIR, CONTACTS, MOTION, MANY, ENGINES = (frozenset({workspace}) for workspace in Workspace)
EVERY = frozenset(Workspace)
LEFT, RIGHT, TABLES = DockSlot.LEFT, DockSlot.RIGHT, DockSlot.TABLES

TIMELINE = Panel("Timeline", DockSlot.TIMELINE, EVERY, "timeline.timeline.draw_timeline", in_predictions=True)
CAPTURE = Panel("Capture", TABLES, ENGINES, "capture.contents.draw_capture", opened_by=(ShowCapture,))

PANELS = (
    Panel("Step", RIGHT, EVERY, "step.step_panel.draw_step_panel", in_predictions=True),
    Panel("Scene", LEFT, EVERY - LEARN, "scene.scene_panel.draw_scene_panel"),
    Panel("Lessons", LEFT, LEARN, "lessons.course_panel.draw_course_panel", in_predictions=True),
    TIMELINE,
    Panel("Motion", TABLES, MOTION, "motion.motion_panel.draw_motion_panel", opened_by=(PlayMotion, StepMotion)),
    Panel("First contact", TABLES, MOTION, "timeline.contact_panel.draw_contact_panel"),
    Panel("Contact policies", TABLES, CONTACTS, "compare.policies_panel.draw_policies_panel"),
    Panel("Contact lanes", TABLES, CONTACTS | MOTION, "timeline.lanes_panel.draw_lanes_panel"),
    Panel("Hunt", TABLES, ENGINES, "hunting.hunt_panel.draw_hunt_panel", opened_by=(ShowHunt,)),
    CAPTURE,
    Panel("Steps", TABLES, EVERY - LEARN - ENGINES, "step.steps_panel.draw_steps_panel", in_predictions=True),
    Panel("Bounds", TABLES, PAIR, "timeline.bounds_panel.draw_bounds_panel"),
    Panel("SAT axes", TABLES, PAIR, "sat.axes_panel.draw_axes_panel"),
    Panel("Compare", TABLES, PAIR | ENGINES, "compare.compare_panel.draw_compare_panel"),
    Panel("Trace", TABLES, PAIR, "compare.iterations_panel.draw_iterations_panel"),
    Panel("Code", TABLES, PAIR | CONTACTS | MANY, "code.code_panel.draw_code_panel", opened_by=(LineBy, LineOut)),
    Panel("Breakpoints", TABLES, PAIR | CONTACTS | MANY, "timeline.breakpoints_panel.draw_breakpoints_panel"),
    Panel("Stability", TABLES, PAIR, "compare.stability_panel.draw_stability_panel", opened_by=(SetNudges,)),
    Panel("Log", TABLES, ENGINES | MANY, "shell.log_panel.draw_log_panel"),
)


@cache
def panels_in(workspace: Workspace) -> tuple[Panel, ...]:
    """The panels of a workspace, in the order of their tabs."""
    return tuple(panel for panel in PANELS if workspace in panel.workspaces)


def open_panels(state: State) -> tuple[Panel, ...]:
    """The panels of the workspace that are shown now, apart from those behind other tabs."""
    sides, workspace = state.shell.sides, state.workspace
    closed = {slot for slot, is_open in ((LEFT, sides.scene), (TABLES, sides.tables)) if not is_open}
    return tuple(panel for panel in panels_in(workspace) if panel.slot not in closed)


@cache
def slots_in(workspace: Workspace) -> dict[str, DockSlot]:
    """The dock slots of the panels of a workspace, by title."""
    return {panel.title: panel.slot for panel in panels_in(workspace)}


def workspace_with(title: str, workspace: Workspace) -> Workspace:
    """The workspace in which a panel is shown: that one if it has it, else the panel's first one."""
    panel = next(panel for panel in PANELS if panel.title == title)
    return workspace if workspace in panel.workspaces else next(home for home in Workspace if home in panel.workspaces)


def with_side_of(title: str, sides: Sides) -> Sides:
    """The sides with that open where a panel is docked."""
    slot = next(panel.slot for panel in PANELS if panel.title == title)
    return Sides(sides.scene or slot is LEFT, sides.tables or slot is TABLES)


def with_panel(state: State, title: str) -> State:
    """The state with that panel open, in a workspace that has it."""
    shell = state.shell
    opened = replace(shell, workspace=workspace_with(title, shell.workspace), sides=with_side_of(title, shell.sides))
    return replace(state, shell=opened)


def load_first_panels(state: State) -> None:
    """Imports the code of the first open panel of each slot, which the window shows when it opens."""
    for panel in {panel.slot: panel for panel in reversed(open_panels(state))}.values():
        panel.load()
