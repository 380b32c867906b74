"""View commands that choose the workspace, and open the panels around its views."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseWorkspace, OpenSides
from gjkscope.app.state.model import State, Workspace
from gjkscope.app.view.panels.commands.command import Command
from gjkscope.app.view.panels.toolkit.panel import DockSlot
from gjkscope.app.view.panels.toolkit.panels import slots_in
from gjkscope.app.view.words.titles import PURPOSES, WORKSPACES


def _choice(number: int, workspace: Workspace) -> Command:
    def is_shown(state: State) -> bool:
        return state.workspace is workspace

    return Command(
        f"Workspace: {WORKSPACES[workspace]}",
        ChooseWorkspace(workspace),
        "View/Workspace",
        "workspaces",
        (f"Alt+{number}",),
        checked=is_shown,
        help=PURPOSES[workspace],
        also="panels layout",
    )


def left_title(state: State) -> str:
    """What the panels to the left of the views show."""
    return "Lessons" if state.workspace is Workspace.LEARN else "Scene and bodies"


def _toggled(state: State, side: str) -> OpenSides:
    sides = state.shell.sides
    return OpenSides(replace(sides, **{side: not getattr(sides, side)}))


COMMANDS = (
    *(_choice(number, workspace) for number, workspace in enumerate(Workspace, 1)),
    Command(
        "Scene and bodies",
        lambda state: _toggled(state, "scene"),
        "View/Workspace",
        "sides",
        ("N",),
        enabled=lambda state: DockSlot.LEFT in slots_in(state.workspace).values(),
        checked=lambda state: state.shell.sides.scene,
        help="The bodies and their properties, to the left of the views; in Learn, the lessons",
        says=left_title,
        also="sidebar panel properties",
    ),
    Command(
        "Tables",
        lambda state: _toggled(state, "tables"),
        "View/Workspace",
        "sides",
        ("T",),
        enabled=lambda state: DockSlot.TABLES in slots_in(state.workspace).values(),
        checked=lambda state: state.shell.sides.tables,
        help="The tables below the views",
        also="drawer panel steps bounds",
    ),
)
