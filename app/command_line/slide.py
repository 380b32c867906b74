"""`gjkscope slide SCENE`: lets a body slide over a mesh, and prints the outcome of each policy for internal edges."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from gjkscope.app.ask.runs.answers import is_terrain
from gjkscope.app.ask.runs.runs import SLIDE_SECONDS
from gjkscope.app.command_line.console import (
    DONE,
    CliCommand,
    Parser,
    UsageError,
    print_line,
    progress_bar,
    seconds_argument,
)
from gjkscope.app.command_line.scene_argument import read_scene_argument, scene_path
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.engine.advancement.motion import EARTH
from gjkscope.engine.edges.explain import explain_decisions, explain_response
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.edges.steps import MOST_SECONDS, Slide, State, slide
from gjkscope.engine.evidence.search import hull_note
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import TriangleSurface
from gjkscope.engine.text import number, percent, with_hyphens

SUMMARY = "Let a body slide over a mesh, and compare the policies against ghost collisions."
ALL = "all"
NAME_WIDTH = 12  # columns
MOST_GHOSTS = 5  # described


def slide_command_line(words: list[str]) -> int:
    """Runs the command."""
    options = _parser().parse_args(words)
    scene = read_scene_argument([options.scene])
    body, terrain = pair_on_mesh(scene, options)
    names = tuple(EDGE_POLICIES) if options.policy == ALL else (options.policy,)
    slides = _slides(scene, body, terrain, names, options.seconds)
    if options.json:
        print_line(json.dumps(_document(scene, body, terrain, slides)))
        return DONE
    note = "" if is_hull(body.shape) else f" ({hull_note(True, False)})"
    unread = f"  {scene.unread_words}" if scene.unread else ""
    print_line(f"{body.name}{note} over {terrain.name}, {options.seconds:g} s{unread}")
    for line in _lines(body.name, slides):
        print_line(with_hyphens(line))
    return DONE


COMMAND = CliCommand("slide", "SCENE", SUMMARY, slide_command_line)


def _parser() -> Parser:
    parser = Parser("gjkscope slide", description=SUMMARY)
    parser.add_argument(
        "scene",
        metavar="SCENE",
        type=scene_path,
        help="a scene file with a body and a fixed mesh; - is standard input",
    )
    parser.add_argument("--body", metavar="NAME", help="the body that slides (default: the first that can move)")
    parser.add_argument("--mesh", metavar="NAME", help="what it slides over (default: the first fixed mesh)")
    parser.add_argument(
        "--policy",
        choices=(*EDGE_POLICIES, ALL),
        default=ALL,
        metavar="NAME",
        help=f"what decides which contacts count: {', '.join(EDGE_POLICIES)} (default: {ALL})",
    )
    parser.add_argument(
        "--seconds",
        type=partial(seconds_argument, most=MOST_SECONDS),
        default=SLIDE_SECONDS,
        metavar="S",
        help=f"how long (default: {SLIDE_SECONDS:g})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object with every tick")
    return parser


def pair_on_mesh(scene: Scene, options: Namespace) -> tuple[Body, Body]:
    """The body and the mesh.  Raises `UsageError` if one is missing, or there is none of that name."""
    if scene.is_plane:
        raise UsageError(f"{options.scene}: bodies slide over meshes in 3D scenes only, and this one is 2D")
    moving = [body for body in scene.bodies if body.mass > 0]
    meshes = [body for body in scene.bodies if is_terrain(body)]
    return (
        scene_body(moving, options.body, f"{options.scene}: --body: no body that can move"),
        scene_body(meshes, options.mesh, f"{options.scene}: --mesh: no mesh with mass 0"),
    )


def scene_body(bodies: Sequence[Body], name: str | None, fault: str) -> Body:
    if not bodies:
        raise UsageError(f"{fault} is in the scene")
    chosen = bodies[0] if name is None else next((body for body in bodies if body.name == name), None)
    if chosen is None:
        raise UsageError(f"{fault} is named {name!r}; there are {', '.join(body.name for body in bodies)}")
    return chosen


def _slides(scene: Scene, body: Body, terrain: Body, names: Sequence[str], seconds: float) -> dict[str, Slide]:
    gravity = scene.gravity if any(scene.gravity) else EARTH
    assert isinstance(terrain.shape, TriangleSurface)
    slides = {}
    try:
        with progress_bar() as show:
            for done, name in enumerate(names):
                show("Sliding", done, len(names), EDGE_POLICIES[name].title)
                slides[name] = slide(
                    body.shape, body.pose, body.velocity, terrain.shape, terrain.pose, name, seconds, gravity
                )
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    return slides


def _lines(body: str, slides: dict[str, Slide]) -> Iterator[str]:
    yield f"{'policy':<{NAME_WIDTH}}  speed, m/s    lost  ghosts  taken, m/s  stops  rise, m  kick, m/s"
    for name, done in slides.items():
        measures = done.measures
        fell = "  fell through" if measures.tunnelled else ""
        yield (
            f"{name:<{NAME_WIDTH}}  {number(measures.speed, 4):>10}  {percent(max(measures.lost, 0.0)):>6}"
            f"  {measures.ghosts:6}  {number(measures.ghost_speed, 4):>10}  {measures.stops:5}"
            f"  {number(measures.rise, 3):>7}  {number(measures.kick, 3):>9}{fell}"
        )
    if len(slides) == 1:
        (done,) = slides.values()
        yield from _ghost_lines(body, done)


def _ghost_lines(body: str, done: Slide) -> Iterator[str]:
    """The policy's decisions on the contacts in each tick with a ghost collision."""
    ghosts = [step for step in done.steps if any(response.is_ghost for response in step.responses)]
    for step in ghosts[:MOST_GHOSTS]:
        yield f"tick {step.tick}: {explain_decisions(step, body, '')} {explain_response(step, body, '')}"
    if len(ghosts) > MOST_GHOSTS:
        yield f"… and {len(ghosts) - MOST_GHOSTS} more ticks with ghost collisions"


def _document(scene: Scene, body: Body, terrain: Body, slides: dict[str, Slide]) -> dict[str, Any]:
    return {
        "scene": scene.name,
        "body": body.name,
        "mesh": terrain.name,
        **scene.unread_entry,
        "policies": {
            name: {
                **done.measures._asdict(),
                "lost": done.measures.lost,
                "position": done.pose.position,
                "velocity": done.velocity,
                "ticks": [_tick(step) for step in done.steps],
            }
            for name, done in slides.items()
        },
    }


def _tick(step: State) -> dict[str, Any]:
    ghosts = {response.contact for response in step.responses if response.is_ghost}
    return {
        "tick": step.tick,
        "position": step.pose.position,
        "velocity": step.velocity,
        "contacts": [
            {
                "triangle": step.contacts[decision.contact].triangle,
                "point": step.contacts[decision.contact].point,
                "raw_normal": step.contacts[decision.contact].normal,
                "normal": decision.normal,
                "depth": decision.depth,
                "fate": decision.fate.value,
                "voided_by": step.contacts[decision.by].triangle if decision.by >= 0 else None,
                "reason": decision.reason,
                "is_ghost": decision.contact in ghosts,
            }
            for decision in step.decisions
        ],
    }
