"""Motion commands: play, step and reset the simulation, and change its rules."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import KeepPoses, PlayMotion, ResetMotion, SetRules, StepMotion
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.commands.command import Command, is_spatial
from gjkscope.app.view.panels.motion.gravity import toggle_gravity


def _plays(state: State) -> bool:
    return state.motion.simulation is not None and state.motion.simulation.playing


def _has_moved(state: State) -> bool:
    return state.motion.tick > 0


COMMANDS = (
    Command(
        "Play or pause motion",
        lambda state: PlayMotion(not _plays(state)),
        "Motion",
        "ticks",
        ("P",),
        checked=_plays,
        shown=is_spatial,
    ),
    Command(
        "Next tick", StepMotion(1), "Motion", "ticks", ("Alt+.",), help="One sixtieth of a second", shown=is_spatial
    ),
    Command("Previous tick", StepMotion(-1), "Motion", "ticks", ("Alt+,",), enabled=_has_moved, shown=is_spatial),
    Command("Reset motion", ResetMotion(), "Motion", "ticks", ("Alt+Home",), enabled=_has_moved, shown=is_spatial),
    Command(
        "Apply current poses",
        KeepPoses(),
        "Motion",
        "poses",
        enabled=_has_moved,
        help="Makes the current poses the scene's initial poses; this can be undone",
        shown=is_spatial,
    ),
    Command(
        "Gravity",
        lambda state: toggle_gravity(state.document.scene.gravity),
        "Motion",
        "rules",
        checked=lambda state: any(state.document.scene.gravity),
        help="Earth gravity on all bodies with mass; saved with the scene",
        shown=is_spatial,
    ),
    Command(
        "Continuous collision",
        lambda state: SetRules(replace(state.motion.rules, continuous=not state.motion.rules.continuous)),
        "Motion",
        "rules",
        checked=lambda state: state.motion.rules.continuous,
        help="Stops fast bodies at their first contact, so that they do not tunnel through others between two ticks",
        shown=is_spatial,
    ),
)
