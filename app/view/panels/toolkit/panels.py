"""All panels, in the order of their tabs.  The code of a panel is imported when it is first shown."""

from gjkscope.app.state.actions import LineBy, LineOut, PlayMotion, SetNudges, ShowCapture, ShowHunt, StepMotion
from gjkscope.app.view.panels.toolkit.panel import DockSlot, Panel

TIMELINE = Panel("Timeline", DockSlot.TIMELINE, "timeline.timeline.draw_timeline", in_predictions=True)
CAPTURE = Panel("Capture", DockSlot.TABLES, "capture.contents.draw_capture", opened_by=(ShowCapture,))

PANELS = (
    Panel("Step", DockSlot.RIGHT, "step.step_panel.draw_step_panel", in_predictions=True),
    Panel("Scene", DockSlot.LEFT, "scene.scene_panel.draw_scene_panel"),
    Panel("Lessons", DockSlot.LEFT, "lessons.course_panel.draw_course_panel", in_predictions=True),
    TIMELINE,
    Panel("Steps", DockSlot.TABLES, "step.steps_panel.draw_steps_panel", in_predictions=True),
    Panel("Bounds", DockSlot.TABLES, "timeline.bounds_panel.draw_bounds_panel"),
    Panel("SAT axes", DockSlot.TABLES, "sat.axes_panel.draw_axes_panel"),
    Panel("Compare", DockSlot.TABLES, "compare.compare_panel.draw_compare_panel"),
    Panel("Trace", DockSlot.TABLES, "compare.iterations_panel.draw_iterations_panel"),
    Panel("Code", DockSlot.TABLES, "code.code_panel.draw_code_panel", opened_by=(LineBy, LineOut)),
    Panel("Breakpoints", DockSlot.TABLES, "timeline.breakpoints_panel.draw_breakpoints_panel"),
    Panel("Stability", DockSlot.TABLES, "compare.stability_panel.draw_stability_panel", opened_by=(SetNudges,)),
    Panel("Motion", DockSlot.TABLES, "motion.motion_panel.draw_motion_panel", opened_by=(PlayMotion, StepMotion)),
    Panel("Contact lanes", DockSlot.TABLES, "timeline.lanes_panel.draw_lanes_panel"),
    Panel("Contact policies", DockSlot.TABLES, "compare.policies_panel.draw_policies_panel"),
    Panel("First contact", DockSlot.TABLES, "timeline.contact_panel.draw_contact_panel"),
    Panel("Hunt", DockSlot.TABLES, "hunting.hunt_panel.draw_hunt_panel", opened_by=(ShowHunt,)),
    CAPTURE,
    Panel("Log", DockSlot.TABLES, "shell.log_panel.draw_log_panel"),
)


def load_first_panels() -> None:
    """Imports the code of the first panel of each slot, which the window shows when it opens."""
    for slot in DockSlot:
        next(panel for panel in PANELS if panel.slot is slot).load()
