"""The titles of the views and of the workspaces."""

from gjkscope.app.state.model import State, View, Workspace

TITLES = {
    View.WORLD: "World",
    View.DIFFERENCE: "Minkowski difference A − B",
    View.SECOND: "World, second camera",
}


def view_title(state: State, view: View) -> str:
    """The title of a view in pictures: that of the window's tab, unless the Gauss map is shown in place of A − B."""
    a, b = state.document.pair
    is_map = view is View.DIFFERENCE and state.display.visible.gauss_map and state.run.algorithm == "sat"
    return f"Gauss map of {a} and −{b}" if is_map else TITLES[view]


WORKSPACES = {
    Workspace.LEARN: "Learn",
    Workspace.PAIR: "Pair",
    Workspace.CONTACTS: "Contacts",
    Workspace.MOTION: "Motion",
    Workspace.MANY: "Many bodies",
    Workspace.ENGINES: "Engines",
}

PURPOSES = {
    Workspace.LEARN: "Lessons, and the page that is open",
    Workspace.PAIR: "One pair of shapes: distance, depth, and each step of an algorithm",
    Workspace.CONTACTS: "Contact points, and bodies that slide over the edges of a mesh",
    Workspace.MOTION: "Moving bodies: simulation, casts, and the time of the first contact",
    Workspace.MANY: "Broad phase: which of many bodies may overlap",
    Workspace.ENGINES: "Pairs that engines get wrong: the museum, hunts, captures and surveys",
}
"""What a person does there, for tool tips."""
