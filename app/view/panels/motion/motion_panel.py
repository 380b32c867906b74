"""The Motion panel: the rules of the simulation, the first contacts and the nearby pairs of the current tick."""

from collections.abc import Sequence

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Pair
from gjkscope.app.state.actions import (
    Action,
    ChoosePair,
    GoToTick,
    KeepPoses,
    ResetMotion,
    SetResponse,
    SetRules,
)
from gjkscope.app.state.actions.motion import ONLY_3D
from gjkscope.app.state.model import State
from gjkscope.app.state.model.simulation import Simulation, has_reported_points
from gjkscope.app.view.panels.compare.compare_cells import VERDICT_ICONS
from gjkscope.app.view.panels.motion.gravity import toggle_gravity
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.sideways import minimum_width
from gjkscope.app.view.panels.toolkit.theme import rgba
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.tones import OF_VERDICT
from gjkscope.engine.advancement.motion import EARTH
from gjkscope.engine.broadphase import BROADPHASES
from gjkscope.engine.contacts.registry import POLICIES
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.impulses.records import ImpulseSettings
from gjkscope.engine.impulses.registry import SOLVERS
from gjkscope.engine.resolution.terrain import ORDERS
from gjkscope.engine.result import Verdict
from gjkscope.engine.simulation.pairing import PairContact
from gjkscope.engine.simulation.response import REPORTED, Response, response_policies
from gjkscope.engine.simulation.responses import IMPULSES, PUSH_OUT
from gjkscope.engine.simulation.simulation import FirstTouch, Rules, WorldTick
from gjkscope.engine.text import counted, number
from gjkscope.engine.vectors import ZERO, Vec3, norm

RULES_WIDTH, MEETINGS_WIDTH, ALL_WIDTH = 280.0, 188.0, 728.0  # pixels at 100 % scale
CHOICE_WIDTH = 158.0  # of the lists of rules, likewise
CONTINUOUS_HELP = "Conservative advancement: a fast body stops at its first contact instead of penetrating"
STOPS_HELP = "Removes the closing velocity along the contact normal: no bounce"
RESPONSE_TITLES = {PUSH_OUT: "push apart", IMPULSES: "impulses"}
RESPONSE_HELP = (
    "Push apart: overlapping bodies are moved apart, without friction or rotation. "
    "Impulses: a solver finds the impulse at each contact point; saved with the scene"
)
POLICY_HELP = "Who generates the contact points; a pair that it does not support gets those of Exact or Bullet"
EDGES_HELP = (
    "Which contacts with the triangles of a fixed mesh count, and with which normal: "
    "a body that slides over a flat floor must not collide with the edges between its triangles"
)
WARM_HELP = "Each contact point starts from its impulse of the previous tick, found by its id"
MOST_ROUNDS = 40
ORDER_TITLES = {"greatest": "greatest overlap", "in order": "in listed order"}
MISSED_HELP = (
    "Tunnelling: the bodies touched between two ticks but overlap at neither; only continuous collision detects it"
)
KEEP_HELP = "Make the current poses the scene's initial poses, which are saved; this can be undone"
NOT_BEGUN = "Press Play, or advance one tick."


def draw_motion_panel(state: State, ui: Ui) -> list[Action]:
    if state.document.scene.is_plane:
        imgui.text_disabled(ONLY_3D)
        return []
    actions = _draw_start(state)
    with minimum_width(ALL_WIDTH if state.motion.simulation is not None else RULES_WIDTH, ui):
        return actions + _draw_columns(state, ui)


def _draw_columns(state: State, ui: Ui) -> list[Action]:
    """Draws three columns: rules, first contacts and pairs."""
    actions: list[Action] = []
    if imgui.begin_child("rules", ImVec2(RULES_WIDTH * ui.scale, 0)):
        actions += _draw_gravity(state.document.scene.gravity)
        actions += _draw_response(state.document.scene.response, ui)
        actions += _draw_common_rules(state.motion.rules, _draw_rules(state, ui), ui)
    imgui.end_child()
    imgui.same_line()
    if state.motion.simulation is None:
        return actions
    if imgui.begin_child("meetings", ImVec2(MEETINGS_WIDTH * ui.scale, 0)):
        actions += _draw_meetings(state, state.motion.simulation)
    imgui.end_child()
    imgui.same_line()
    if imgui.begin_child("pairs", ImVec2(0, 0)):
        actions += _draw_pairs(state, state.motion.simulation, ui)
    imgui.end_child()
    return actions


def pairs_and_comparisons(simulation: Simulation) -> str:
    """The work saved by the broad phase: "2 pairs nearby, 3 comparisons; all pairs: 10"."""
    tick = simulation.tick
    bodies = len(tick.places)
    near = f"{counted(len(tick.candidates), 'pair')} nearby, {counted(tick.comparisons, 'comparison')}"
    return f"{near}; all pairs: {bodies * (bodies - 1) // 2}"


def tick_notes(tick: WorldTick, names: Sequence[str]) -> list[str]:
    """A sentence for each contact of the tick that was missed or undecided."""
    said = [(touch, "touched at {} s, between two ticks: missed (tunnelling)") for touch in tick.missed]
    said += [
        (touch, "undecided from {} s; held there for the rest of the tick, free of contact") for touch in tick.undecided
    ]
    pairs = [" – ".join(names[body] for body in touch.pair) for touch, _ in said]
    return [f"{pair}: {words.format(number(touch.time, 4))}" for pair, (touch, words) in zip(pairs, said, strict=True)]


def gap_words(contact: PairContact) -> str:
    """ "0.012 m deep", "touch" or "0.3 m apart"; a dash if the distance is unknown."""
    if contact.verdict is Verdict.TOUCHING:
        return "touch"
    if contact.signed_distance is None:
        return "–"
    word = "deep" if contact.verdict is Verdict.PENETRATING else "apart"
    return f"{number(abs(contact.signed_distance), 3)} m {word}"


def _draw_start(state: State) -> list[Action]:
    """Draws what changes the initial poses, or returns to them; the timeline plays and steps."""
    actions: list[Action] = []
    icons = icons_fontawesome_6
    imgui.begin_disabled(state.motion.tick == 0)
    for icon, title, help_text, action in (
        (icons.ICON_FA_ROTATE_LEFT, "Reset", "Return to the initial poses, and discard the ticks", ResetMotion()),
        (icons.ICON_FA_THUMBTACK, "Apply poses", KEEP_HELP, KeepPoses()),
    ):
        if imgui.button(f"{icon} {title}"):
            actions.append(action)
        tool_tip(help_text, when_disabled=True)
        imgui.same_line()
    imgui.end_disabled()
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(NOT_BEGUN if state.motion.simulation is None else "")
    return actions


def _draw_gravity(gravity: Vec3) -> list[Action]:
    """Draws the switch for the scene's gravity."""
    falls = gravity != ZERO
    help_text = f"{number(norm(gravity if falls else EARTH))} m/s² on all bodies with mass; saved with the scene"
    return [toggle_gravity(gravity)] if _switch("Gravity", falls, help_text) != falls else []


def _draw_response(response: str, ui: Ui) -> list[Action]:
    """Draws the choice of what contacts do."""
    wanted = _choice("Contacts", RESPONSE_TITLES, response, ui, RESPONSE_HELP)
    return [SetResponse(wanted)] if wanted != response else []


def _draw_rules(state: State, ui: Ui) -> Rules:
    """Draws the rules of the scene's response, and returns the chosen ones."""
    rules, scene = state.motion.rules, state.authored_scene
    if scene.response == IMPULSES:
        return _draw_solver(rules, has_reported_points(scene) or rules.policy == REPORTED, ui)
    return _draw_push_out(rules, ui)


def _draw_push_out(rules: Rules, ui: Ui) -> Rules:
    return replace(
        rules,
        continuous=_switch("Continuous collision", rules.continuous, CONTINUOUS_HELP),
        stops=_switch("Contacts stop motion", rules.stops, STOPS_HELP),
        order=_choice("Push-out", {name: ORDER_TITLES[name] for name in ORDERS}, rules.order, ui),
    )


def policy_title(policy: str) -> str:
    """The display name of what generates contact points."""
    return POLICIES[policy].title if policy in POLICIES else "as reported"


def _draw_solver(rules: Rules, offers_reports: bool, ui: Ui) -> Rules:
    settings = rules.impulses
    policies = {name: policy_title(name) for name in response_policies() if name != REPORTED or offers_reports}
    policy = _choice("Contact points", policies, rules.policy, ui, POLICY_HELP)
    edge_titles = {name: policy.title for name, policy in EDGE_POLICIES.items()}
    edges = _choice("Internal edges", edge_titles, rules.edges, ui, EDGES_HELP)
    solver = _choice("Solver", {name: solver_kind.title for name, solver_kind in SOLVERS.items()}, settings.solver, ui)
    settings = replace(
        settings,
        solver=solver,
        warm_starting=_switch("Warm starting", settings.warm_starting, WARM_HELP),
        **_rounds(settings, ui),
    )
    return replace(rules, policy=policy, edges=edges, impulses=settings)


def _rounds(settings: ImpulseSettings, ui: Ui) -> dict[str, int]:
    """Draws the number of rounds of the solver, or of its substeps."""
    name = "iterations" if settings.solver == "sequential" else "substeps"
    imgui.set_next_item_width(CHOICE_WIDTH * ui.scale)
    value = getattr(settings, name)
    _, wanted = imgui.slider_int(name.capitalize(), value, 1, MOST_ROUNDS, "%d", imgui.SliderFlags_.always_clamp)
    return {name: wanted} if wanted != value else {}


def _draw_common_rules(rules: Rules, wanted: Rules, ui: Ui) -> list[Action]:
    """Draws the choice that both responses have."""
    titles = {name: listing.title for name, listing in BROADPHASES.listings.items()}
    wanted = replace(wanted, broad_phase=_choice("Broad phase", titles, rules.broad_phase, ui))
    return [SetRules(wanted)] if wanted != rules else []


def _switch(label: str, value: bool, help_text: str) -> bool:
    _, value = imgui.checkbox(label, value)
    tool_tip(help_text, when_disabled=True)
    return value


def _choice(label: str, titles: dict[str, str], value: str, ui: Ui, help_text: str = "") -> str:
    imgui.set_next_item_width(CHOICE_WIDTH * ui.scale)
    if imgui.begin_combo(label, titles[value]):
        for name, title in titles.items():
            if imgui.selectable(title, name == value)[0]:
                value = name
        imgui.end_combo()
    elif help_text:
        tool_tip(help_text, when_disabled=True)
    return value


def _draw_meetings(state: State, simulation: Simulation) -> list[Action]:
    """Draws the first contacts so far; clicking one goes to the tick in which it was found."""
    rows = [(tick.number, *contact) for tick in simulation.ticks for contact in contacts_of(tick)]
    imgui.separator_text(f"First contacts: {len(rows)}")
    if not rows:
        imgui.text_disabled("None so far")
    actions: list[Action] = []
    for row in visible_rows(len(rows)):
        tick, meeting, missed = rows[row]
        words = f"{_meeting_words(state, meeting)}{', missed' if missed else ''}"
        if imgui.selectable(f"{words}##meeting {row}", tick == simulation.number)[0]:
            actions += [GoToTick(tick), ChoosePair(_names(state, meeting.pair))]
        tool_tip(MISSED_HELP if missed else f"Found in tick {tick}; click to go there", when_disabled=True)
    return actions


def contacts_of(tick: WorldTick) -> list[tuple[FirstTouch, bool]]:
    """The first contacts of a tick, each with whether it was missed, in chronological order."""
    contacts = [(meeting, False) for meeting in tick.meetings] + [(meeting, True) for meeting in tick.missed]
    return sorted(contacts, key=lambda contact: contact[0].time)


def _meeting_words(state: State, meeting: FirstTouch) -> str:
    return f"{number(meeting.time, 4)} s  {' – '.join(_names(state, meeting.pair))}"


def _draw_pairs(state: State, simulation: Simulation, ui: Ui) -> list[Action]:
    """Draws the narrow-phase results of the nearby pairs in this tick, before the push-out."""
    tick = simulation.tick
    imgui.separator_text("Pairs in this tick")
    imgui.text_disabled(pairs_and_comparisons(simulation))
    for words in tick_notes(tick, state.document.scene.names):
        imgui.push_style_color(imgui.Col_.text, rgba(OF_VERDICT[Verdict.UNDECIDED]))
        imgui.text_wrapped(f"{VERDICT_ICONS[Verdict.UNDECIDED]} {words}")
        imgui.pop_style_color()
    if not tick.contacts or not imgui.begin_table("contacts", 3, TABLE_FLAGS):
        return []
    last = "Pushed out" if tick.response is None else "Contact points"
    for title in ("Pair", "Result", last):
        stretches = title == last
        flag = imgui.TableColumnFlags_.width_stretch if stretches else imgui.TableColumnFlags_.width_fixed
        imgui.table_setup_column(title, flag)
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    actions: list[Action] = []
    for row in visible_rows(len(tick.contacts)):
        actions += _draw_contact(state, simulation, tick.contacts[row], ui)
    imgui.end_table()
    return actions


def _draw_contact(state: State, simulation: Simulation, contact: PairContact, ui: Ui) -> list[Action]:
    names = _names(state, contact.pair)
    imgui.table_next_row()
    imgui.table_next_column()
    chosen = set(names) == set(state.document.pair)
    clicked, _ = imgui.selectable(f"{' – '.join(names)}##contact", chosen, imgui.SelectableFlags_.span_all_columns)
    imgui.table_next_column()
    imgui.text_colored(rgba(OF_VERDICT[contact.verdict]), VERDICT_ICONS[contact.verdict])
    imgui.same_line()
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text(gap_words(contact))
    imgui.table_next_column()
    done = response_words(simulation, contact, state.document.scene.names)
    imgui.text(done)
    tool_tip(done or "No response", when_disabled=True)
    return [ChoosePair(names)] if clicked else []


def response_words(simulation: Simulation, contact: PairContact, names: Sequence[str]) -> str:
    """The response to a pair in this tick: stopped at contact, pushed out, its points, or an empty string."""
    tick = simulation.tick
    if tick.response is not None:
        return impulse_words(tick.response, contact)
    words = ["stopped at contact"] if contact.pair in tick.caught else []
    words += [
        f"{names[push.body]} by {number(norm(push.by), 3)} m"
        for push in tick.pushes
        if {push.body, push.other} == set(contact.pair)
    ]
    return "; ".join(words)


def impulse_words(response: Response, contact: PairContact) -> str:
    """ "4 points, 0.654 N·s by box3d"."""
    manifolds = [manifold for manifold in response.manifolds if manifold.pair == contact.pair]
    if not manifolds:
        return ""
    points = sum(len(manifold.points) for manifold in manifolds)
    pushed = sum(impulse.total for impulse in response.impulses if impulse.key[:2] == contact.pair)
    policies = ", ".join(sorted({policy_title(manifold.policy) for manifold in manifolds}))
    return f"{counted(points, 'point')}, {number(pushed, 3)} N·s ({policies})"


def _names(state: State, pair: tuple[int, int]) -> Pair:
    names = state.document.scene.names
    return names[pair[0]], names[pair[1]]


TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.scroll_y
