"""Which commands the menus offer: those that mean something in the workspace.  The palette and the keys have all.

What belongs to a view is in the view's toolbar (`shell/view_toolbar.py`), what belongs to a body in its context menu.
"""

from collections.abc import Callable
from functools import cache

from gjkscope.app.ask.runs.choices import Group, group_of
from gjkscope.app.state.actions import ChooseAlgorithm, RaisePanel
from gjkscope.app.state.model import HOMES, State, Workspace
from gjkscope.app.view.panels.commands.command import Command
from gjkscope.app.view.panels.toolkit.panels import PANELS

Rule = Callable[[Command, State], bool]


def is_in_menu(command: Command, state: State) -> bool:
    """Whether the menus show the command."""
    return command.shown(state) and _rule(command.menu, command.section)(command, state)


def groups_in(workspace: Workspace) -> tuple[Group, ...]:
    """The groups of algorithms that are offered in a workspace: those of a pair if it has none of its own."""
    home = workspace if workspace in HOMES.values() else Workspace.PAIR
    return tuple(group for group in Group if HOMES[group] is home)


def _everywhere(_command: Command, _state: State) -> bool:
    return True


def _nowhere(_command: Command, _state: State) -> bool:
    return False


def _if_enabled(command: Command, state: State) -> bool:
    return command.enabled(state)


def _if_presenting(_command: Command, state: State) -> bool:
    return state.presenting.on


def _in(*workspaces: Workspace) -> Rule:
    return lambda _, state: state.workspace in workspaces


def _with_its_panel(command: Command, state: State) -> bool:
    assert isinstance(command.does, RaisePanel)
    panel = next(panel for panel in PANELS if panel.title == command.does.title)
    return state.workspace in panel.workspaces


def _in_its_home(command: Command, state: State) -> bool:
    """For algorithms: those of the workspace, and the chosen one."""
    assert isinstance(command.does, ChooseAlgorithm)
    name = command.does.name
    return name == state.run.algorithm or group_of(name) in groups_in(state.workspace)


LEARN, PAIR, CONTACTS, MOTION, MANY, ENGINES = Workspace
ABOUT_PAIRS, WITH_CODE = _in(PAIR, ENGINES), _in(PAIR, CONTACTS, MANY)
RULES: dict[tuple[str, str], Rule] = {
    ("File/Open example", ""): _nowhere,  # the browser has them
    ("File/Capture", "capture"): _in(ENGINES),
    ("File/Capture", "wrong"): _in(ENGINES),
    ("File/Capture", "ticks"): _in(ENGINES),
    ("Edit", "handles"): _nowhere,  # in the toolbar
    ("Edit", "moves"): _nowhere,
    ("Edit", "body"): _in(PAIR, CONTACTS, MOTION, MANY),
    ("Edit", "pair"): _in(PAIR, CONTACTS, MOTION, MANY),
    ("Edit", "reports"): ABOUT_PAIRS,
    ("Edit/Copy as", ""): _in(PAIR, CONTACTS, ENGINES),
    ("Add", ""): _in(PAIR, CONTACTS, MOTION, MANY),
    ("View", "show"): _nowhere,
    ("View/Around the origin", ""): _nowhere,
    ("View/Camera", ""): _nowhere,
    ("View", "reports"): ABOUT_PAIRS,
    ("View/Show panel", ""): _with_its_panel,
    ("Algorithm", "algorithm"): _in_its_home,
    ("Algorithm", "options"): _if_enabled,
    ("Algorithm/Nearest feature of a simplex", ""): _nowhere,  # in the options beside the chosen algorithm
    ("Algorithm/Momentum of GJK", ""): _nowhere,
    ("Algorithm/Steps of Frank–Wolfe", ""): _nowhere,
    ("Algorithm/Edge pairs of SAT", ""): _nowhere,
    ("Algorithm", "beats"): _in(LEARN, PAIR, CONTACTS, MANY),
    ("Algorithm", "breakpoints"): WITH_CODE,
    ("Algorithm", "lines"): WITH_CODE,
    ("Algorithm", "engines"): ABOUT_PAIRS,
    ("Algorithm/Compare with", "comparison"): _nowhere,  # a button in each row of Compare
    ("Algorithm/Compare with", ""): ABOUT_PAIRS,
    ("Motion", ""): _in(MOTION),
    ("Record", "cut"): _if_enabled,
    ("Record", "film"): _if_enabled,
    ("Record/Edit", ""): _if_enabled,
    ("Record/Demos", ""): _in(LEARN),
    ("Record/Presenting/Set bookmark", ""): _if_presenting,
    ("Record/Presenting/Go to bookmark", ""): _if_presenting,
    ("Record/Presenting", "stops"): _if_presenting,
    ("Record/Presenting", "ink"): _if_presenting,
    ("Learn", "lessons"): _in(LEARN),
    ("Learn", "pages"): _if_enabled,
    ("Learn", "leave"): _if_enabled,
    ("Learn", "construct"): _in(LEARN, PAIR),
}
"""By menu and section; "" stands for all sections of the menu and of its submenus."""


@cache
def _rule(menu: str, section: str) -> Rule:
    """The rule of that section, or else of the menu or the nearest menu above it."""
    path = menu
    while path:
        for key in ((path, section), (path, "")):
            if key in RULES:
                return RULES[key]
        path = path.rpartition("/")[0]
    return _everywhere
