"""All panels, in the order of their tabs."""

from importlib import import_module

from gjkscope.app.panels.toolkit.panel import Panel

# Below gjkscope.app.panels.  Each declares its record as `PANEL`.
MODULES = (
    "step.step_panel",
    "scene.scene_panel",
    "lessons.course_panel",
    "timeline.timeline",
    "step.steps_panel",
    "timeline.bounds_panel",
    "sat.axes_panel",
    "compare.compare_panel",
    "compare.iterations_panel",
    "code.code_panel",
    "timeline.breakpoints_panel",
    "compare.stability_panel",
    "motion.motion_panel",
    "timeline.lanes_panel",
    "compare.policies_panel",
    "timeline.contact_panel",
    "hunting.hunt_panel",
    "capture.capture_panel",
    "shell.log_panel",
)


def _panel_in(module: str) -> Panel:
    panel: Panel = import_module(f"gjkscope.app.panels.{module}").PANEL
    return panel


PANELS = tuple(map(_panel_in, MODULES))
