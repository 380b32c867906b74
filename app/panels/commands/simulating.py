"""Commands of the Motion menu: the bodies move, tick by tick, and by which rules."""

from dataclasses import replace

from app.actions import KeepPoses, PlayMotion, ResetMotion, SetRules, StepMotion
from app.state import State

from ..motion_panel import gravity_switched
from .command import Command


def _plays(state: State) -> bool:
    return state.simulation is not None and state.simulation.playing


def _has_moved(state: State) -> bool:
    return state.tick > 0


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
        lambda state: gravity_switched(state.scene.gravity),
        "Motion",
        "rules",
        checked=lambda state: any(state.scene.gravity),
        help="What has a mass falls as on earth. The scene keeps it.",
    ),
    Command(
        "Continuous test",
        lambda state: SetRules(replace(state.rules, continuous=not state.rules.continuous)),
        "Motion",
        "rules",
        checked=lambda state: state.rules.continuous,
        help="A fast body stops closing where it first touches another, and does not pass it between two ticks.",
    ),
)
