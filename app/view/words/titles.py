"""The titles of the views."""

from gjkscope.app.state.model import View

TITLES = {
    View.WORLD: "World",
    View.DIFFERENCE: "Minkowski difference A − B",
    View.SECOND: "World, second camera",
}
