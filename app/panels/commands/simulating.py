"""Commands of the Motion menu: the bodies move, tick by tick, and by which rules."""

from dataclasses import replace

from gjkscope.app.actions import KeepPoses, PlayMotion, ResetMotion, SetRules, StepMotion
from gjkscope.app.model import State
from gjkscope.app.panels.commands.command import Command
from gjkscope.app.panels.motion.motion_panel import gravity_switched


def _plays(state: State) -> bool:
    return state.motion.simulation is not None and state.motion.simulation.playing


def _has_moved(state: State) -> bool:
    return state.motion.tick > 0


COMMANDS = (
    Command("Move or halt", lambda state: PlayMotion(not _plays(state)), "Motion", "ticks", ("P",), checked=_plays),
    Command("A tick on", StepMotion(1), "Motion", "ticks", ("Alt+.",), help="a sixtieth of a second"),
    Command("A tick back", StepMotion(-1), "Motion", "ticks", ("Alt+,",), enabled=_has_moved),
    Command("Back to the start", ResetMotion(), "Motion", "ticks", ("Alt+Home",), enabled=_has_moved),
    Command(
        "Keep these poses",
        KeepPoses(),
        "Motion",
        "poses",
        enabled=_has_moved,
        help="The scene then begins with what is shown; undo brings back where it began.",
    ),
    Command(
        "Gravity",
        lambda state: gravity_switched(state.document.scene.gravity),
        "Motion",
        "rules",
        checked=lambda state: any(state.document.scene.gravity),
        help="What has a mass falls as on earth. The scene keeps it.",
    ),
    Command(
        "Continuous test",
        lambda state: SetRules(replace(state.motion.rules, continuous=not state.motion.rules.continuous)),
        "Motion",
        "rules",
        checked=lambda state: state.motion.rules.continuous,
        help="A fast body stops closing where it first touches another, and does not pass it between two ticks.",
    ),
)
