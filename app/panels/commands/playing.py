"""Commands of the Algorithm menu: which one is shown, and its steps."""

from app.actions import ChooseAlgorithm, GoToLast, GoToStep, RunToBreakpoint, StepBy, ToggleLoop, TogglePlay
from app.choices import CHOICES, Group, names_in
from app.state import State

from .command import Command

MENUS = {
    Group.PAIR: "Algorithm",
    Group.BROAD: "Algorithm/Broad phase",
    Group.PUSH_OUT: "Algorithm/Push-out",
    Group.MOTION: "Algorithm/Motion",
}


def _choice(name: str, menu: str) -> Command:
    return Command(
        CHOICES[name].title, ChooseAlgorithm(name), menu, "algorithm", checked=lambda state: state.algorithm == name
    )


def _in_loop(state: State) -> bool:
    return state.playback.loop


COMMANDS = (
    *(_choice(name, menu) for group, menu in MENUS.items() for name in names_in(group)),
    Command("Play or pause", TogglePlay(), "Algorithm", "steps", keys=("Space",)),
    Command("Play in a loop", ToggleLoop(), "Algorithm", "steps", keys=("L",), checked=_in_loop),
    Command("Step back", StepBy(-1), "Algorithm", "steps", keys=(",",)),
    Command("Step forward", StepBy(1), "Algorithm", "steps", keys=(".",)),
    Command("First step", GoToStep(0), "Algorithm", "steps", keys=("Home", "R")),
    Command("Last step", GoToLast(), "Algorithm", "steps", keys=("End",)),
    Command("Run to the next breakpoint", RunToBreakpoint(), "Algorithm", "breakpoints", keys=("F8",)),
    Command("Run back to a breakpoint", RunToBreakpoint(True), "Algorithm", "breakpoints", keys=("Shift+F8",)),
)
