"""`gjkscope simulate SCENE`: moves the bodies of a scene, and prints the effects of their contacts."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil
from typing import Any

from gjkscope.app.ask.runs.answers import is_terrain
from gjkscope.app.base.records import replace
from gjkscope.app.command_line.console import (
    DONE,
    CliCommand,
    Parser,
    UsageError,
    count_argument,
    print_line,
    progress_bar,
    seconds_argument,
)
from gjkscope.app.command_line.scene_argument import read_scene_argument, scene_path
from gjkscope.app.command_line.triangle_decisions import decision_document
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.model.simulation import (
    MOST_TICKS,
    can_move,
    ghosts_in,
    has_reported_points,
    start_simulation,
    tick_after,
)
from gjkscope.engine.compound.parts import parts_of
from gjkscope.engine.contacts.registry import POLICIES
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.impulses.records import ImpulseSettings
from gjkscope.engine.impulses.registry import SOLVERS
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.simulation.lanes import contact_lanes
from gjkscope.engine.simulation.response import REPORTED, response_policies
from gjkscope.engine.simulation.responses import IMPULSES, RESPONSES
from gjkscope.engine.simulation.simulation import TICK, Rules, WorldTick
from gjkscope.engine.text import counted, number, with_hyphens

SUMMARY = "Move the bodies of a scene tick by tick, and print what their contacts did."
SECONDS = 2.0
MOST_SECONDS = MOST_TICKS * TICK
LINES = 20  # about as many ticks are printed


def simulate_command_line(words: list[str]) -> int:
    """Runs the command."""
    options = _parser().parse_args(words)
    scene = read_scene_argument([options.scene])
    if options.response is not None:
        scene = replace(scene, response=options.response)
    if scene.is_plane:
        raise UsageError(f"{options.scene}: motion is simulated in 3D scenes only, and this one is 2D")
    if not can_move(scene):
        raise UsageError(f"{options.scene}: nothing would move: give a body a velocity, or the scene gravity")
    if options.policy == REPORTED and not has_reported_points(scene):
        raise UsageError(f"{options.scene}: --policy: no report in the scene has contact points with a normal")
    ticks = simulated_ticks(scene, _rules(options), ceil(options.seconds / TICK))
    if options.json:
        print_line(json.dumps(_document(scene, ticks)))
    else:
        for line in _lines(scene, ticks):
            print_line(with_hyphens(line))
    return DONE


COMMAND = CliCommand("simulate", "SCENE", SUMMARY, simulate_command_line)


def _parser() -> Parser:
    usual = ImpulseSettings()
    parser = Parser("gjkscope simulate", description=SUMMARY)
    parser.add_argument("scene", metavar="SCENE", type=scene_path, help="a scene file; - is standard input")
    parser.add_argument(
        "--seconds",
        type=partial(seconds_argument, most=MOST_SECONDS),
        default=SECONDS,
        metavar="S",
        help=f"how long (default: {SECONDS:g})",
    )
    parser.add_argument("--response", choices=RESPONSES, help="what contacts do (default: as the scene says)")
    parser.add_argument(
        "--policy",
        choices=response_policies(),
        default=Rules().policy,
        metavar="NAME",
        help=f"who generates the contact points: {', '.join(response_policies())} (default: {Rules().policy}); "
        "reported: those that an engine reported in the scene",
    )
    parser.add_argument(
        "--edges",
        choices=EDGE_POLICIES,
        default=Rules().edges,
        metavar="NAME",
        help=f"which contacts with the internal edges of a fixed mesh count: {', '.join(EDGE_POLICIES)} "
        f"(default: {Rules().edges})",
    )
    parser.add_argument(
        "--solver",
        choices=SOLVERS,
        default=usual.solver,
        metavar="NAME",
        help=f"what finds the impulses: {', '.join(SOLVERS)} (default: {usual.solver})",
    )
    parser.add_argument("--no-warm-starting", action="store_true", help="each tick starts from zero impulse")
    parser.add_argument(
        "--iterations", type=count_argument, default=usual.iterations, metavar="N", help="of sequential"
    )
    parser.add_argument("--substeps", type=count_argument, default=usual.substeps, metavar="N", help="of soft")
    parser.add_argument("--json", action="store_true", help="print one JSON object with all ticks")
    return parser


def _rules(options: Namespace) -> Rules:
    settings = ImpulseSettings(
        options.solver,
        warm_starting=not options.no_warm_starting,
        iterations=options.iterations,
        substeps=options.substeps,
    )
    return Rules(policy=options.policy, edges=options.edges, impulses=settings)


def simulated_ticks(scene: Scene, rules: Rules, count: int) -> tuple[WorldTick, ...]:
    """The first tick and `count` more.  Raises `UsageError` if the coordinates leave the range of doubles."""
    try:
        simulation = start_simulation(scene)
        with progress_bar() as show:
            for done in range(count):
                simulation = tick_after(simulation, rules)
                show("Simulating", done + 1, count, f"{simulation.tick.time:.2f} s")
    except ValueError as fault:
        raise UsageError(f"the simulation cannot continue: {fault}") from None
    return simulation.ticks


def _lines(scene: Scene, ticks: Sequence[WorldTick]) -> Iterator[str]:
    if scene.unread:
        yield scene.unread_words
    for name in _hulled_bodies(scene):
        yield f"{name} is not convex: all its contacts are of its hull"
    yield _heading(scene, ticks[-1])
    stride = max(len(ticks) // LINES, 1)
    for tick in ticks[::stride]:
        yield _row(tick)
    yield from _summary(scene, ticks)


def _heading(scene: Scene, last: WorldTick) -> str:
    if scene.response != IMPULSES or last.response is None or last.response.rules is None:
        return "time, s  pairs in contact  deepest, m"
    rules = last.response.rules
    warm = "" if rules.settings.warm_starting else ", no warm starting"
    return (
        f"{_policy(rules.policy)} points, {SOLVERS[rules.settings.solver].title}{warm}\n"
        "time, s  points  deepest, m  impulse, N·s  kinetic, J  total, J"
    )


def _policy(name: str) -> str:
    return POLICIES[name].title if name in POLICIES else "Reported"


def _row(tick: WorldTick) -> str:
    if tick.response is None:
        deepest = max((contact.depth for contact in tick.contacts), default=0.0)
        touching = sum(contact.depth > 0 for contact in tick.contacts)
        return f"{tick.time:7.3f}  {touching:16}  {number(deepest, 3):>10}"
    done = tick.response
    return (
        f"{tick.time:7.3f}  {done.points:6}  {number(done.deepest, 3):>10}  {number(done.pushed, 4):>12}"
        f"  {number(done.energy.kinetic, 3):>10}  {number(done.energy.total, 6):>8}"
    )


def _hulled_bodies(scene: Scene) -> list[str]:
    """The bodies that are replaced by their hulls, though they are not convex; fixed meshes keep their triangles."""
    return [body.name for body in scene.bodies if not (is_terrain(body) or all(map(is_hull, parts_of(body.shape))))]


def _summary(scene: Scene, ticks: Sequence[WorldTick]) -> Iterator[str]:
    for meeting in [meeting for tick in ticks for meeting in tick.meetings]:
        yield f"{_pair(scene, meeting.pair)} first touch at {number(meeting.time, 4)} s"
    for missed in [missed for tick in ticks for missed in tick.missed]:
        when = f"touched at {number(missed.time, 4)} s, between two ticks"
        yield f"{_pair(scene, missed.pair)} {when}: missed (tunnelling)"
    yield from _edge_lines(scene, ticks)
    lanes = contact_lanes(ticks)
    if lanes:
        back = sum(lane.restarts > 0 for lane in lanes)
        yield f"{counted(len(lanes), 'contact id')}, {back} of which came back after they were lost"


def _edge_lines(scene: Scene, ticks: Sequence[WorldTick]) -> Iterator[str]:
    """How often the contacts with the triangles of each fixed mesh were accepted, corrected and so on, and ghosts."""
    decided = [decision for tick in ticks if tick.response for decision in tick.response.decisions]
    for pair in sorted({decision.pair for decision in decided}):
        fates = Counter(decision.fate.value for decision in decided if decision.pair == pair)
        ghosts = sum(any(ghost.pair == pair for ghost in ghosts_in(scene, tick)) for tick in ticks)
        counts = ", ".join(f"{count} {fate}" for fate, count in fates.items())
        ticks_with = f"{counted(ghosts, 'tick')} with ghost collisions"
        yield f"{_pair(scene, pair)}: contacts with triangles: {counts}; {ticks_with}"


def _pair(scene: Scene, pair: tuple[int, int]) -> str:
    return " and ".join(scene.names[body] for body in pair)


def _document(scene: Scene, ticks: Sequence[WorldTick]) -> dict[str, Any]:
    return {
        "scene": scene.name,
        "response": scene.response,
        "tick": TICK,
        "bodies": list(scene.names),
        "hulled": _hulled_bodies(scene),
        **scene.unread_entry,
        "ticks": [_entry(tick) for tick in ticks],
    }


def _entry(tick: WorldTick) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "time": tick.time,
        "bodies": [
            {
                "position": placement.pose.position,
                "rotation": placement.pose.rotation,
                "velocity": placement.motion.velocity,
                "angular_velocity": placement.motion.angular_velocity,
            }
            for placement in tick.places
        ],
        "contacts": [
            {"pair": contact.pair, "verdict": contact.verdict.value, "signed_distance": contact.signed_distance}
            for contact in tick.contacts
        ],
        "missed": [touch._asdict() for touch in tick.missed],
    }
    if tick.response is not None:
        impulses = {impulse.key: impulse.total for impulse in tick.response.impulses}
        entry["energy"] = tick.response.energy._asdict()
        entry["triangles"] = [
            {"pair": decision.pair} | decision_document(decision) for decision in tick.response.decisions
        ]
        entry["points"] = [
            {
                "pair": contact.pair,
                "id": contact.key_of(point)[-1],
                "policy": contact.policy,
                "normal": contact.normal_at(point),
                "position": point.position,
                "depth": point.depth,
                "impulse": impulses.get(contact.key_of(point), 0.0),
            }
            for contact in tick.response.manifolds
            for point in contact.points
        ]
    return entry
