"""Algorithm commands: choose an algorithm, set its options, and step or play its trace."""

from collections.abc import Callable
from typing import Any, NamedTuple

from gjkscope.app.ask.runs.choices import CHOICES, Group, by_engine, choice_of, engine_of, is_offered, names_in
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import (
    BeatBy,
    ChooseAlgorithm,
    RunToBreakpoint,
    SetOptions,
    ToggleBeats,
    ToggleLoop,
)
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.commands.command import Command, is_spatial
from gjkscope.app.view.panels.commands.transport import go_to_first, go_to_last, play_or_pause, step_by
from gjkscope.app.view.panels.toolkit.panel import always
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.options import ACCELERATIONS, EDGE_PAIRS, FRANK_WOLFE_VARIANTS, NO_MOMENTUM, SUBDISTANCES, Options

MENUS = {
    Group.PAIR: "Algorithm",
    Group.ENGINE: "Algorithm/Engines' own",
    Group.BROAD: "Algorithm/Broad phase",
    Group.PUSH_OUT: "Algorithm/Push-out",
    Group.CONTACTS: "Algorithm/Contact points",
    Group.MOTION: "Algorithm/Motion",
    Group.SLIDE: "Algorithm/Internal edges",
    Group.IMPULSES: "Algorithm/Motion",
}


def _choice(name: str, menu: str) -> Command:
    return Command(
        CHOICES[name].title,
        ChooseAlgorithm(name),
        menu,
        "algorithm",
        checked=lambda state: state.run.algorithm == name,
        says=lambda state: choice_of(name, state.document.scene.dimension).title,
        shown=lambda state: is_offered(name, state.document.scene.dimension),
    )


def _menu_of(name: str) -> str:
    """The menu of an algorithm; engines with several algorithms or versions have a submenu each."""
    group = CHOICES[name].group
    if group is not Group.ENGINE or len(by_engine(names_in(group))[engine_of(name)]) == 1:
        return MENUS[group]
    return f"{MENUS[group]}/{engine_of(name)}"


def toggle_option(options: Options, name: str) -> SetOptions:
    """The action that toggles the boolean option `name`."""
    values: dict[str, Any] = {name: not getattr(options, name)}
    return SetOptions(replace(options, **values))


def choose_option(options: Options, name: str, value: str) -> SetOptions:
    """The action that sets the option `name` to a value that is a name."""
    values: dict[str, Any] = {name: value}
    return SetOptions(replace(options, **values))


def _has_option(state: State, name: str) -> bool:
    return name in choice_of(state.run.algorithm, state.document.scene.dimension).options


def _switch(name: str) -> Command:
    switch = SWITCHES[name]
    return Command(
        switch.title,
        lambda state: toggle_option(state.run.options, name),
        "Algorithm",
        "options",
        enabled=lambda state: _has_option(state, name),
        checked=lambda state: _has_option(state, name) and getattr(state.run.options, name),
        help=switch.help,
        shown=switch.shown,
    )


def _named(title: str, option: str, value: str, menu: str, help_text: str) -> Command:
    return Command(
        title,
        lambda state: choose_option(state.run.options, option, value),
        f"Algorithm/{menu}",
        enabled=lambda state: _has_option(state, option),
        checked=lambda state: _has_option(state, option) and getattr(state.run.options, option) == value,
        help=help_text,
        shown=is_spatial,
    )


def _subdistance(name: str) -> Command:
    about = "How GJK finds the point of a simplex that is nearest to the origin"
    title = f"Nearest feature by {METHODS[name].title}"
    return _named(title, "subdistance", name, "Nearest feature of a simplex", about)


def _acceleration(name: str) -> Command:
    title = "No momentum" if name == NO_MOMENTUM else f"{name.capitalize()}'s momentum"
    about = "Search directions of GJK that remember those before"
    return _named(title, "acceleration", name, "Momentum of GJK", about)


def _frank_wolfe(name: str) -> Command:
    title = {"plain": "Plain steps", "away": "Away steps", "min-norm": "Min-norm point"}[name]
    return _named(title, "frank_wolfe", name, "Steps of Frank–Wolfe", "How Frank–Wolfe moves the closest point")


def _edge_pairs(name: str) -> Command:
    about = "Only edge pairs whose arcs on the Gauss map cross form faces of A − B"
    return _named(PAIR_TITLES[name], "edge_pairs", name, "Edge pairs of SAT", about)


PAIR_TITLES = {"usual": "Skip edge pairs of hulls", "all": "Test all edge pairs", "crossing": "Skip edge pairs"}


def _in_loop(state: State) -> bool:
    return state.run.playback.loop


UNITS = "Steps of the algorithm; in Motion ticks of the simulation, in Engines those of an open capture"


class Switch(NamedTuple):
    """What is said of an option that is on or off."""

    title: str
    help: str
    shown: Callable[[State], bool] = always


SWITCHES = {
    "float32": Switch("Single precision (float32)", "Rounds every operation to 24 bits, as most engines do"),
    "crossings": Switch(
        "Test edges against faces (crossings)",
        "Also tests the edges of each shape against the faces of the other",
        is_spatial,
    ),
    "nesterov": Switch(
        "Nesterov's acceleration (nesterov)",
        "Accelerates GJK by Nesterov's method, as an option of coal does",
        is_spatial,
    ),
    "lin_canny": Switch(
        "Test closest points, as Lin and Canny do (lin_canny)",
        "V-Clip clips no edge, and its walk does not end where the shapes overlap",
        is_spatial,
    ),
}

COMMANDS = (
    *(_choice(name, _menu_of(name)) for group in MENUS for name in names_in(group)),
    *map(_switch, SWITCHES),
    *(_subdistance(name) for name in SUBDISTANCES),
    *(_acceleration(name) for name in ACCELERATIONS),
    *(_frank_wolfe(name) for name in FRANK_WOLFE_VARIANTS),
    *(_edge_pairs(name) for name in EDGE_PAIRS),
    Command("Play or pause", play_or_pause, "Algorithm", "steps", keys=("Space",), help=UNITS),
    Command("Loop", ToggleLoop(), "Algorithm", "steps", keys=("L",), checked=_in_loop),
    Command("Step back", lambda state: step_by(state, -1), "Algorithm", "steps", keys=(",",), help=UNITS),
    Command("Step forward", lambda state: step_by(state, 1), "Algorithm", "steps", keys=(".",), help=UNITS),
    Command("First step", go_to_first, "Algorithm", "steps", keys=("Home", "R"), help=UNITS),
    Command("Last step", go_to_last, "Algorithm", "steps", keys=("End",), help=UNITS),
    Command(
        "Next beat",
        BeatBy(1),
        "Algorithm",
        "beats",
        keys=("B",),
        help="The next part of the step: search direction, support, nearest feature, drop",
        also="pause animation",
    ),
    Command("Previous beat", BeatBy(-1), "Algorithm", "beats", keys=("Shift+B",)),
    Command(
        "Animate beats",
        ToggleBeats(),
        "Algorithm",
        "beats",
        keys=("Ctrl+B",),
        checked=lambda state: state.run.beats.on,
        help="Shows each step in parts; pressing the key of the next step again completes it",
        also="motion animation slow",
    ),
    Command("Run to next breakpoint", RunToBreakpoint(), "Algorithm", "breakpoints", keys=("F8",)),
    Command("Run to previous breakpoint", RunToBreakpoint(True), "Algorithm", "breakpoints", keys=("Shift+F8",)),
)
