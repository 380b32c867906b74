"""The Contact policies panel: the contact points of all policies side by side, each judged by the exact ones.

The first table is about the pair as it is shown.  In a simulation, the second one follows each policy's points over the
last ticks: the ids that are kept, new and lost.  A click on a row steps through that policy.
"""

from math import degrees
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from gjkscope.app.ask.runs.contacts import ContactTable, PairContacts, contact_methods, contact_table
from gjkscope.app.state.actions import Action, ChooseAlgorithm
from gjkscope.app.state.actions.motion import ONLY_3D
from gjkscope.app.state.inspection.comparison import inspected_state
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.compound.parts import is_compound
from gjkscope.engine.contacts.comparison import PolicyMotion, PolicyTick, follow_manifolds
from gjkscope.engine.contacts.explain import with_body_names
from gjkscope.engine.contacts.explain_judge import LEAST_ANGLE
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.text import number, percent

FOLLOWED = 60  # ticks, a second: those up to the current one
NARROW = 620.0  # pixels at 100 % scale: a narrower panel has one table below the other
LEAST_LOST = 1e-9  # below this, a lost area is due to rounding
PAIR_SHARE = 0.5  # of the width, for the first table
NOT_MOVED = "While the bodies move, the ids of contact points are followed: press Play in the Motion workspace."
PLAYING = "Pause the simulation to follow the ids of contact points."
CONCAVE = "Ids are followed for convex bodies only."
STEPS_HELP = "Click to step through this policy"

PAIR_COLUMNS = (
    ("Policy", "How an engine generates contact points"),
    ("Points", ""),
    ("Phantoms", "Points that are further outside A or B than the depth or gap explains"),
    ("Depth, m", "Error of the deepest point: > 0 is too deep"),
    ("Normal, °", "Angle to the exact normal"),
    ("Area lost", "Of the exact support area; only of faces that are nearly parallel"),
)
MOTION_COLUMNS = (
    ("Policy", ""),
    ("Kept", "Ids that the tick before has, too: a solver starts them from their last impulse"),
    ("New", "Ids that the tick before does not have"),
    ("Lost", "Ids of the tick before that are gone"),
    ("Renamed", "Lost ids with a new one in their place: a solver forgets the impulse, and the bodies jolt"),
    ("Phantoms", "In all ticks"),
    ("Area lost", "Mean of the ticks whose faces are nearly parallel"),
)


class PairMotion(NamedTuple):
    """The poses of a pair in the last ticks."""

    shape_a: Shape
    poses_a: tuple[Pose, ...]
    shape_b: Shape
    poses_b: tuple[Pose, ...]


def draw_policies_panel(state: State, ui: Ui) -> list[Action]:
    if state.document.scene.is_plane:
        imgui.text_wrapped(ONLY_3D)
        return []
    run = inspected_state(state)
    if state.motion.simulation is None or imgui.get_content_region_avail().x < NARROW * ui.scale:
        return _draw_pair(run, ui) + _draw_motion(run, ui)
    actions = []
    if imgui.begin_child("pair", ImVec2(PAIR_SHARE * imgui.get_content_region_avail().x, 0), window_flags=SIDEWAYS):
        actions += _draw_pair(run, ui)
    imgui.end_child()
    imgui.same_line()
    if imgui.begin_child("motion", ImVec2(0, 0), window_flags=SIDEWAYS):
        actions += _draw_motion(run, ui)
    imgui.end_child()
    return actions


def recent_motion(state: State) -> PairMotion | str | None:
    """The poses of the pair in the last ticks, the reason why they are not followed, or None at the start of a
    simulation.
    """
    simulation, (a, b) = state.motion.simulation, state.document.pair_bodies
    if simulation is None or simulation.number == 0:
        return None
    if simulation.playing:
        return PLAYING
    if is_compound(a.shape, b.shape):
        return CONCAVE
    ticks = simulation.ticks[max(simulation.number - FOLLOWED + 1, 0) : simulation.number + 1]
    places = [state.document.scene.names.index(body.name) for body in (a, b)]
    poses_a, poses_b = (tuple(tick.places[body].pose for tick in ticks) for body in places)
    return PairMotion(a.shape, poses_a, b.shape, poses_b)


def pair_words(row: PairContacts) -> tuple[str, ...]:
    """The cells of a policy after its name; dashes if it does not apply, or where nothing can be judged."""
    if row.manifold is None or row.judged is None:
        return ("–",) * (len(PAIR_COLUMNS) - 1)
    judged = row.judged
    depth, turn, lost = judged.depth_error, judged.normal_error, judged.area_lost
    error = None if depth is None else depth if abs(depth) > judged.accuracy else 0.0
    angle = None if turn is None else degrees(turn) if turn > LEAST_ANGLE else 0.0
    return (
        f"{len(row.manifold.points)} ({row.hull_note})" if row.hull_note else str(len(row.manifold.points)),
        str(judged.phantoms),
        "–" if error is None else number(error, 2),
        "–" if angle is None else number(angle, 2),
        _lost_words(lost),
    )


def motion_words(motion: PolicyMotion) -> tuple[str, ...]:
    """The cells of a policy after its name; dashes if it does not apply."""
    if motion.refusal is not None:
        return ("–",) * (len(MOTION_COLUMNS) - 1)
    counts = motion.ids_kept, motion.ids_new, motion.ids_lost, motion.ids_renamed, motion.phantoms
    return (*map(str, counts), _lost_words(motion.area_lost))


def _lost_words(lost: float | None) -> str:
    return "–" if lost is None else percent(lost if lost > LEAST_LOST else 0.0)


def ids_words(tick: PolicyTick, a: str, b: str) -> str:
    """The ids of a tick, a line for those that are kept, new and lost."""
    ids = (("Kept", tick.ids.kept), ("New", tick.ids.new), ("Lost", tick.ids.lost))
    lines = [f"{title}: {', '.join(with_body_names(name, a, b) for name in names)}" for title, names in ids if names]
    return "\n".join(("In this tick:", *lines)) if lines else "No contact point in this tick"


def follow_policies(motion: PairMotion) -> tuple[PolicyMotion, ...]:
    """All policies over the ticks."""
    return follow_manifolds(*motion)


def _draw_pair(run: State, ui: Ui) -> list[Action]:
    a, b = run.document.pair_bodies
    known = ui.jobs.request("contact policies", contact_table, a, b)
    if known is None:
        imgui.text_disabled("Comparing…")
        return []
    table: ContactTable = known.value
    actions: list[Action] = []
    if imgui.begin_table("contact policies", len(PAIR_COLUMNS), TABLE_FLAGS):
        _draw_headings(PAIR_COLUMNS)
        for row in table.rows:
            is_wrong = row.judged is not None and row.judged.phantoms > 0
            actions += _draw_row(run, row.policy, "pair", pair_words(row), is_wrong, row.refusal or STEPS_HELP, ui)
        imgui.end_table()
    return actions


def _draw_motion(run: State, ui: Ui) -> list[Action]:
    motion = recent_motion(run)
    if motion is None:
        imgui.text_wrapped(NOT_MOVED)
        return []
    if isinstance(motion, str):
        imgui.text_wrapped(motion)
        return []
    known = ui.jobs.request("contact policies over ticks", follow_policies, motion)
    if known is None:
        imgui.text_disabled("Following the ids…")
        return []
    rows: tuple[PolicyMotion, ...] = known.value
    names = tuple(body.name for body in run.document.pair_bodies)
    actions: list[Action] = []
    if imgui.begin_table("policies over ticks", len(MOTION_COLUMNS), TABLE_FLAGS):
        _draw_headings(MOTION_COLUMNS)
        for row in rows:
            help_text = row.refusal or ids_words(row.ticks[-1], *names)
            actions += _draw_row(run, row.policy, "ticks", motion_words(row), row.phantoms > 0, help_text, ui)
        imgui.end_table()
    imgui.text_disabled(f"Over the last {len(motion.poses_a)} ticks")
    return actions


def _draw_headings(columns: tuple[tuple[str, str], ...]) -> None:
    for title, _ in columns:
        imgui.table_setup_column(title, imgui.TableColumnFlags_.width_fixed)
    imgui.table_next_row(imgui.TableRowFlags_.headers)
    for column, (title, help_text) in enumerate(columns):
        imgui.table_set_column_index(column)
        imgui.table_header(title)
        if help_text:
            tool_tip(help_text)


def _draw_row(
    run: State, policy: str, table: str, words: tuple[str, ...], is_wrong: bool, help_text: str, ui: Ui
) -> list[Action]:
    """Draws the name of a policy, which chooses it, and its cells; the phantoms in red."""
    imgui.table_next_row()
    imgui.table_next_column()
    method = contact_methods()[policy]
    chosen = run.run.algorithm == method.name
    title = method.title.removeprefix("Contacts: ")
    clicked, _ = imgui.selectable(f"{title}##{table} {policy}", chosen, imgui.SelectableFlags_.span_all_columns)
    tool_tip(help_text)
    columns = PAIR_COLUMNS if table == "pair" else MOTION_COLUMNS
    imgui.push_font(*ui.fonts.mono)
    for (heading, _), word in zip(columns[1:], words, strict=True):
        imgui.table_next_column()
        if heading == "Phantoms" and is_wrong:
            imgui.text_colored(theme.rgba(tones.BAD), word)
        else:
            imgui.text(word)
    imgui.pop_font()
    return [ChooseAlgorithm(method.name)] if clicked and not chosen else []


TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_fixed_fit
SIDEWAYS = imgui.WindowFlags_.horizontal_scrollbar
