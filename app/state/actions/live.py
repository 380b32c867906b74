"""Actions on a live connection, which fills the Capture panel."""

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.views import kept_in_view
from gjkscope.app.state.model import LiveLink, State

MOST_PORT = 65535


class SetLivePort(Action, frozen=True):
    """Sets the port on which the window will listen."""

    port: int
    passing = True
    recorded = False


class BreakOnWrong(Action, frozen=True):
    """Sets whether the first wrong answer pauses following and opens its pair."""

    on: bool
    passing = True
    recorded = False


class FollowLive(Action, frozen=True):
    """Follows the newest tick, or stays at the present one."""

    on: bool
    recorded = False


class TraceLive(Action, frozen=True):
    """Traces the pair with these ids at the newest tick; None: no pair."""

    ids: tuple[int, int] | None
    passing = True
    recorded = False


class ShowLiveLink(Action, frozen=True):
    """Shows what the connection receives; None: the window has stopped listening."""

    link: LiveLink | None
    passing = True
    recorded = False


class ShowLiveTick(Action, frozen=True):
    """Shows the newest tick of a stream."""

    tick: int
    passing = True
    recorded = False


class ShowLivePair(Action, frozen=True):
    """Shows the traced pair at the newest tick, in place of an earlier one that was not edited."""

    scene: Scene
    passing = True


@updates(SetLivePort)
def _set_live_port(state: State, action: SetLivePort) -> State:
    if not 0 < action.port <= MOST_PORT:
        return state
    return replace(state, live=replace(state.live, port=action.port))


@updates(BreakOnWrong)
def _break_on_wrong(state: State, action: BreakOnWrong) -> State:
    return replace(state, live=replace(state.live, stops=action.on))


@updates(FollowLive)
def _follow_live(state: State, action: FollowLive) -> State:
    return replace(state, live=replace(state.live, following=action.on))


@updates(TraceLive)
def _trace_live(state: State, action: TraceLive) -> State:
    return replace(state, live=replace(state.live, traced=action.ids))


@updates(ShowLiveLink)
def _show_live_link(state: State, action: ShowLiveLink) -> State:
    return replace(state, live=replace(state.live, link=action.link))


@updates(ShowLiveTick)
def _show_live_tick(state: State, action: ShowLiveTick) -> State:
    return replace(state, capture=replace(state.capture, tick=action.tick))


@updates(ShowLivePair)
def _show_live_pair(state: State, action: ShowLivePair) -> State:
    if not shows_pair(state, action.scene):
        return state
    file = replace(state.file, saved=action.scene, imported=action.scene)  # the user has nothing to save
    after = replace(state, document=replace(state.document, scene=action.scene), file=file)
    return kept_in_view(state, after)


def shows_pair(state: State, scene: Scene) -> bool:
    """Whether the scene is this pair, as it was imported, at another moment."""
    shown, imported = state.document.scene, state.file.imported
    is_untouched = imported is not None and (shown is imported or shown == imported)
    return (
        is_untouched
        and state.motion.simulation is None
        and [body.name for body in shown.bodies] == [body.name for body in scene.bodies]
        and [body.shape for body in shown.bodies] == [body.shape for body in scene.bodies]
    )
