"""Commands of the Algorithm menu: which one is shown, and its steps."""

import engine
from app.actions import ChooseAlgorithm, GoToLast, GoToStep, RunToBreakpoint, StepBy, ToggleLoop, TogglePlay
from app.state import State

from .command import Command


def _choice(name: str, title: str) -> Command:
    return Command(
        title, ChooseAlgorithm(name), "Algorithm", "algorithm", checked=lambda state: state.algorithm == name
    )


def _in_loop(state: State) -> bool:
    return state.playback.loop


COMMANDS = (
    *(_choice(name, algorithm.title) for name, algorithm in engine.ALGORITHMS.items()),
    Command("Play or pause", TogglePlay(), "Algorithm", "steps", keys=("Space",)),
    Command("Play in a loop", ToggleLoop(), "Algorithm", "steps", keys=("L",), checked=_in_loop),
    Command("Step back", StepBy(-1), "Algorithm", "steps", keys=(",",)),
    Command("Step forward", StepBy(1), "Algorithm", "steps", keys=(".",)),
    Command("First step", GoToStep(0), "Algorithm", "steps", keys=("Home", "R")),
    Command("Last step", GoToLast(), "Algorithm", "steps", keys=("End",)),
    Command("Run to the next breakpoint", RunToBreakpoint(), "Algorithm", "breakpoints", keys=("F8",)),
    Command("Run back to a breakpoint", RunToBreakpoint(True), "Algorithm", "breakpoints", keys=("Shift+F8",)),
)
