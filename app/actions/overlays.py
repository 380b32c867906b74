"""What opens over everything: the command palette and the help; and whether the panels are there at all."""

from dataclasses import dataclass, replace

from ..state import ExampleBrowser, HelpPage, Palette, StartPage, State
from .action import Action, updates

MOST_RECENT = 8


@dataclass(frozen=True)
class ShowPalette(Action):
    passing = True
    recorded = False


@dataclass(frozen=True)
class ShowHelp(Action):
    passing = True
    recorded = False


@dataclass(frozen=True)
class ShowStart(Action):
    """Where to begin."""

    passing = True
    recorded = False


@dataclass(frozen=True)
class BrowseExamples(Action):
    """Opens the example browser, or shows something else in it."""

    query: str = ""
    by_cause: bool = False
    chosen: str = ""
    passing = True
    recorded = False


@dataclass(frozen=True)
class SearchFor(Action):
    """Types in the palette or the help; in the palette `row` is the chosen one of those found."""

    query: str
    row: int = 0
    passing = True
    recorded = False


@dataclass(frozen=True)
class RememberCommand(Action):
    """The command of that path was run from the palette, which offers it first the next time."""

    path: str
    passing = True
    recorded = False


@dataclass(frozen=True)
class ShowPanels(Action):
    shown: bool
    passing = True


@updates(ShowPalette)
def _show_palette(state: State, _: ShowPalette) -> State:
    return replace(state, overlay=Palette())


@updates(ShowHelp)
def _show_help(state: State, _: ShowHelp) -> State:
    return replace(state, overlay=HelpPage())


@updates(ShowStart)
def _show_start(state: State, _: ShowStart) -> State:
    return replace(state, overlay=StartPage())


@updates(BrowseExamples)
def _browse_examples(state: State, action: BrowseExamples) -> State:
    return replace(state, overlay=ExampleBrowser(action.query, action.by_cause, action.chosen))


@updates(SearchFor)
def _search_for(state: State, action: SearchFor) -> State:
    if isinstance(state.overlay, Palette):
        return replace(state, overlay=Palette(action.query, max(action.row, 0)))
    if isinstance(state.overlay, HelpPage):
        return replace(state, overlay=HelpPage(action.query))
    return state


@updates(RememberCommand)
def _remember_command(state: State, action: RememberCommand) -> State:
    others = tuple(path for path in state.recent if path != action.path)
    return replace(state, recent=(action.path, *others)[:MOST_RECENT])


@updates(ShowPanels)
def _show_panels(state: State, action: ShowPanels) -> State:
    """Of panels that are gone no row is under the pointer."""
    return replace(state, panels=action.shown, hovered_axis=None, hovered_region=None, hovered_face=None)
