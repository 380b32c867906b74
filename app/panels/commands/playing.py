"""Commands of the Algorithm menu: which one is shown, its switches, and its steps."""

from dataclasses import replace
from typing import Any

from app.actions import ChooseAlgorithm, GoToLast, GoToStep, RunToBreakpoint, SetOptions, StepBy, ToggleLoop, TogglePlay
from app.choices import CHOICES, Group, names_in
from app.state import State
from engine.options import Options

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


def switched(options: Options, name: str) -> SetOptions:
    """An option that is on or off, the other way round."""
    values: dict[str, Any] = {name: not getattr(options, name)}
    return SetOptions(replace(options, **values))


def _switch(title: str, name: str) -> Command:
    return Command(
        title,
        lambda state: switched(state.options, name),
        "Algorithm",
        "options",
        enabled=lambda state: name in CHOICES[state.algorithm].options,
        checked=lambda state: name in CHOICES[state.algorithm].options and getattr(state.options, name),
        help=SWITCHES[name],
    )


def _in_loop(state: State) -> bool:
    return state.playback.loop


SWITCHES = {
    "float32": "single precision: every operation rounded to 24 binary digits, as in most engines",
    "crossings": "also test the edges of each shape against the faces of the other",
}

COMMANDS = (
    *(_choice(name, menu) for group, menu in MENUS.items() for name in names_in(group)),
    _switch("Single precision (float32)", "float32"),
    _switch("Edges against faces, too (crossings)", "crossings"),
    Command("Play or pause", TogglePlay(), "Algorithm", "steps", keys=("Space",)),
    Command("Play in a loop", ToggleLoop(), "Algorithm", "steps", keys=("L",), checked=_in_loop),
    Command("Step back", StepBy(-1), "Algorithm", "steps", keys=(",",)),
    Command("Step forward", StepBy(1), "Algorithm", "steps", keys=(".",)),
    Command("First step", GoToStep(0), "Algorithm", "steps", keys=("Home", "R")),
    Command("Last step", GoToLast(), "Algorithm", "steps", keys=("End",)),
    Command("Run to the next breakpoint", RunToBreakpoint(), "Algorithm", "breakpoints", keys=("F8",)),
    Command("Run back to a breakpoint", RunToBreakpoint(True), "Algorithm", "breakpoints", keys=("Shift+F8",)),
)
