"""Actions for overlays (command palette, help, start page, examples, import), and for hiding the panels."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.views import without_previews
from gjkscope.app.state.model import ExampleBrowser, FilmCard, HelpPage, ImportDialog, Palette, StartPage, State

MOST_RECENT = 8


class ShowPalette(Action, frozen=True):
    passing = True
    recorded = False


class ShowHelp(Action, frozen=True):
    passing = True
    recorded = False


class ShowStart(Action, frozen=True):
    """Opens the start page."""

    passing = True
    recorded = False


class BrowseExamples(Action, frozen=True):
    """Opens the example browser, or updates its search and selection."""

    query: str = ""
    by_cause: bool = False
    chosen: str = ""
    passing = True
    recorded = False


class ShowImport(Action, frozen=True):
    """Opens the import dialog, or updates it."""

    dialog: ImportDialog
    passing = True
    recorded = False


class ShowFilm(Action, frozen=True):
    """Opens the settings of a film, or updates them."""

    card: FilmCard
    passing = True
    recorded = False


class SearchFor(Action, frozen=True):
    """Sets the search text of the palette or the help; `row` is the selected result in the palette."""

    query: str
    row: int = 0
    passing = True
    recorded = False


class RememberCommand(Action, frozen=True):
    """Records that a command was run from the palette, which lists it first next time."""

    path: str
    passing = True
    recorded = False


class ShowPanels(Action, frozen=True):
    """Shows or hides all panels."""

    shown: bool
    passing = True


class RaisePanel(Action, frozen=True):
    """Brings the panel with this title to the front, from the next frame on; None: the request has been carried out."""

    title: str | None
    passing = True
    recorded = False


@updates(RaisePanel)
def _raise_panel(state: State, action: RaisePanel) -> State:
    shell = replace(state.shell, raised=action.title)
    if action.title is None:
        return replace(state, shell=shell)
    others = tuple(title for title in shell.fronts if title != action.title)
    raised = replace(state, shell=replace(shell, fronts=(action.title, *others)))
    return raised if state.shows_panels else with_panels(raised, shown=True)


@updates(ShowPalette)
def _show_palette(state: State, _: ShowPalette) -> State:
    return replace(state, shell=replace(state.shell, overlay=Palette()))


@updates(ShowHelp)
def _show_help(state: State, _: ShowHelp) -> State:
    return replace(state, shell=replace(state.shell, overlay=HelpPage()))


@updates(ShowStart)
def _show_start(state: State, _: ShowStart) -> State:
    return replace(state, shell=replace(state.shell, overlay=StartPage()))


@updates(BrowseExamples)
def _browse_examples(state: State, action: BrowseExamples) -> State:
    return replace(
        state, shell=replace(state.shell, overlay=ExampleBrowser(action.query, action.by_cause, action.chosen))
    )


@updates(ShowImport)
def _show_import(state: State, action: ShowImport) -> State:
    return replace(state, shell=replace(state.shell, overlay=action.dialog))


@updates(ShowFilm)
def _show_film(state: State, action: ShowFilm) -> State:
    return replace(state, shell=replace(state.shell, overlay=action.card))


@updates(SearchFor)
def _search_for(state: State, action: SearchFor) -> State:
    if isinstance(state.shell.overlay, Palette):
        return replace(state, shell=replace(state.shell, overlay=Palette(action.query, max(action.row, 0))))
    if isinstance(state.shell.overlay, HelpPage):
        return replace(state, shell=replace(state.shell, overlay=HelpPage(action.query)))
    return state


@updates(RememberCommand)
def _remember_command(state: State, action: RememberCommand) -> State:
    others = tuple(path for path in state.preferences.recent if path != action.path)
    return replace(state, preferences=replace(state.preferences, recent=(action.path, *others)[:MOST_RECENT]))


@updates(ShowPanels)
def _show_panels(state: State, action: ShowPanels) -> State:
    """Hides or shows the panels; clears the hovered rows, as hidden panels have none."""
    return with_panels(without_previews(state), action.shown)


def with_panels(state: State, shown: bool) -> State:
    """The state with the panels shown or hidden; a presentation, or a demo that hides them, ends without that."""
    if state.presenting.on:
        return replace(state, presenting=replace(state.presenting, panels=shown))
    show = replace(state.show, chose_panels=True) if state.show is not None else None
    return replace(state, appearance=replace(state.appearance, panels=shown), show=show)
