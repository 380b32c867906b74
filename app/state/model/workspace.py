"""Workspaces: what the window offers follows from what a person is doing."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from gjkscope.app.ask.runs.choices import Group
from gjkscope.app.scenes.opening import Workspace
from gjkscope.app.state.model.view import Layout

HOMES: Mapping[Group, Workspace] = dict.fromkeys(Group, Workspace.PAIR) | {
    Group.CONTACTS: Workspace.CONTACTS,
    Group.SLIDE: Workspace.CONTACTS,
    Group.MOTION: Workspace.MOTION,
    Group.IMPULSES: Workspace.MOTION,
    Group.BROAD: Workspace.MANY,
}
"""The workspace of each group of algorithms.  Learn and Engines have none of their own, and take any."""


class Sides(Struct, frozen=True):
    """Which parts around the views are open."""

    scene: bool = True  # bodies and their properties, to the left
    tables: bool = True  # below


class Setup(Struct, frozen=True):
    """What a workspace shows when a person returns to it."""

    workspace: Workspace
    algorithm: str | None = None  # None: as before
    layout: Layout | None = None  # None: as before
    sides: Sides = Sides()


class Surroundings(Struct, frozen=True):
    """Which views and panels are open."""

    layout: Layout
    sides: Sides


FIRST_SETUPS = (
    Setup(Workspace.LEARN),
    Setup(Workspace.PAIR, "gjk", Layout.BOTH, Sides(scene=False, tables=False)),
    Setup(Workspace.CONTACTS, "contacts-exact", Layout.WORLD),
    Setup(Workspace.MOTION, "advancement", Layout.WORLD),
    Setup(Workspace.MANY, "bvh", Layout.WORLD),
    Setup(Workspace.ENGINES, None, Layout.WORLD, Sides(scene=False)),
)
"""What each workspace shows at first."""


def setup_of(workspace: Workspace, setups: Iterable[Setup]) -> Setup:
    """The setup of that workspace, which must be among them."""
    return next(setup for setup in setups if setup.workspace is workspace)
