"""Runs of broad phases, push-outs and conservative advancement: cached pure functions of the scene and the pair.

Also decides which runs, including those of pair algorithms, take longer than a frame.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from gjkscope.app.ask.runs import choices
from gjkscope.app.ask.runs.answers import (
    advance_to_contact,
    hull_note_on,
    is_terrain,
    placed_bodies,
    push_apart,
    terrain_push_outs,
)
from gjkscope.app.ask.runs.contacts import FoundContacts, contacts_of_bodies, hull_note_of, judge_contacts, refusal_of
from gjkscope.app.ask.runs.parts import deciding_bodies
from gjkscope.app.base.identity import Identity
from gjkscope.app.base.jobs import Job
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.engine.advancement.motion import EARTH
from gjkscope.engine.advancement.steps import Advancement
from gjkscope.engine.broadphase import BROADPHASES, broad_phase
from gjkscope.engine.construction.steps import Construction
from gjkscope.engine.contacts.judge import ContactJudgement
from gjkscope.engine.edges.steps import Slide, SlideMeasures
from gjkscope.engine.evidence.search import hull_words
from gjkscope.engine.plane.shapes.kinds import Chain, Polygon
from gjkscope.engine.procedures import PROCEDURES
from gjkscope.engine.registry.records import (
    ContactSearch,
    DifferenceConstruction,
    ManifoldMethod,
    MeshContactMethod,
    Procedure,
    PushOutMethod,
    TerrainPushOut,
)
from gjkscope.engine.resolution.pair import PairResolution
from gjkscope.engine.resolution.terrain import NONE, TerrainResolution
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.kinds import Hull, Shape, TriangleSurface
from gjkscope.engine.simulation.mesh_contacts import MeshContacts
from gjkscope.engine.text import number, vector
from gjkscope.engine.vectors import Vec3, norm, sub

Found = tuple[choices.Run | None, str | None]
"""A run, or None and the reason why there is none."""

# Above these limits a run takes longer than a frame, so it waits until the bodies stop moving.
LIVE_BODIES = 60
LIVE_VERTICES = 64  # of both shapes together: about 200 axes, which take 6 ms
LIVE_TRIANGLES = 200
OVER_VERTICES = tuple(name for name, listing in choices.ALL_ALGORITHMS.listings.items() if listing.visits_features)
LATER = "it takes too long to run while a body moves"
WORKING = "it is still running"
CANCELLED = "it was cancelled"

SLIDE_SECONDS = 2.0

NO_TERRAIN = "the pair must consist of a terrain (a mesh with mass 0) and a body that is free to move"


class Slid(NamedTuple):
    """A slide of a body over a mesh, at the body's current velocity."""

    body: Body
    terrain: Body
    slide: Slide


class OnMesh(NamedTuple):
    """The contact points of a body with the triangles of a mesh."""

    body: Body
    terrain: Body
    found: MeshContacts


class Advanced(NamedTuple):
    """The pair's motion to first contact at the bodies' current velocities."""

    bodies: tuple[Body, Body]
    advancement: Advancement


class Constructed(NamedTuple):
    """A − B of the pair, built step by step."""

    bodies: tuple[Body, Body]
    construction: Construction


class Contacts(NamedTuple):
    """The contact points of the pair by one policy."""

    bodies: tuple[Body, Body]
    found: FoundContacts


class Moved(NamedTuple):
    """A push-out of the pair, with the two bodies before it."""

    bodies: tuple[Body, Body]
    resolution: PairResolution


class OffTerrain(NamedTuple):
    """The push-outs of a body from a terrain in every way: the chosen one, and the others for comparison."""

    body: Body
    terrain: Body
    chosen: TerrainResolution
    others: tuple[TerrainResolution, ...]


def takes_long(name: str, scene: Scene, bodies: tuple[Body, Body]) -> bool:
    """Whether the run takes longer than a frame but is within `most_bodies`."""
    if choices.CHOICES[name].group is choices.Group.BROAD:
        return LIVE_BODIES < len(scene.bodies) <= most_bodies(name)
    a, b = (body.shape for body in bodies)
    if name in choices.SLIDES:
        return True
    if name in choices.TERRAIN_PUSH_OUTS or name in choices.MESH_CONTACTS:
        return sum(len(shape.faces) for shape in (a, b) if isinstance(shape, TriangleSurface)) > LIVE_TRIANGLES
    return name in OVER_VERTICES and not has_few_vertices(a, b)


def most_bodies(broad_phase: str) -> int:
    """The number of bodies up to which a broad phase is shown."""
    return BROADPHASES[broad_phase].most_bodies


def has_few_vertices(*shapes: Shape) -> bool:
    """Whether algorithms that visit every vertex, edge and face finish within a frame."""
    return (
        sum(len(shape.vertices) for shape in shapes if isinstance(shape, Hull | TriangleSurface | Polygon | Chain))
        <= LIVE_VERTICES
    )


def run_of(name: str, scene: Scene, bodies: tuple[Body, Body]) -> Found:
    """The run of a choice other than a pair algorithm."""
    count = len(scene.bodies)
    if choices.CHOICES[name].group is choices.Group.BROAD and count > (most := most_bodies(name)):
        return None, f"{choices.CHOICES[name].title} is shown for up to {most} bodies, and there are {count}"
    function, *arguments = question_of(name, scene, bodies)
    run: Found = function(*arguments)
    return run


def question_of(name: str, scene: Scene, bodies: tuple[Body, Body]) -> Job:
    """The function and arguments that compute the run."""
    if choices.CHOICES[name].group is choices.Group.BROAD:
        return _broad, name, Identity(scene)
    if name in choices.SLIDES:
        return slid, name, *bodies, scene.gravity
    return _OF_PAIR[type(PROCEDURES[name])], name, *bodies


@lru_cache(maxsize=len(choices.names_in(choices.Group.BROAD)))
def _broad(name: str, scene: Identity) -> Found:
    trace = broad_phase(name, placed_bodies(scene.value))
    return choices.Run(name, trace.steps, trace, scene.value.names), None


@lru_cache(maxsize=8)
def _run_push_out(name: str, a: Body, b: Body) -> Found:
    a, b = deciding_bodies(a, b)
    done = push_apart(name, a, b)
    return choices.Run(name, done.steps, Moved((a, b), done), (a.name, b.name)), None


@lru_cache(maxsize=8)
def _off_terrain(name: str, a: Body, b: Body) -> Found:
    both = _body_and_terrain(a, b)
    if both is None:
        return None, NO_TERRAIN
    body, terrain = both
    runs = terrain_push_outs(body, terrain)
    chosen = runs.pop(name)
    resolution = OffTerrain(body, terrain, chosen, tuple(runs.values()))
    return choices.Run(name, chosen.steps, resolution, (body.name, terrain.name)), None


def _body_and_terrain(a: Body, b: Body) -> tuple[Body, Body] | None:
    """The movable body and the terrain under it; none if the pair has another form."""
    body, terrain = (a, b) if is_terrain(b) else (b, a)
    return (body, terrain) if is_terrain(terrain) and body.mass > 0 else None


@lru_cache(maxsize=16)
def slid(name: str, a: Body, b: Body, gravity: Vec3) -> Found:
    """The slide of the one body that moves over the other, a fixed mesh; on Earth if the scene has no gravity."""
    both = _body_and_terrain(a, b)
    if both is None:
        return None, NO_TERRAIN
    body, terrain = both
    try:
        done: Slide = choices.SLIDES[name].run(
            body.shape,
            body.pose,
            body.velocity,
            terrain.shape,
            terrain.pose,
            seconds=SLIDE_SECONDS,
            gravity=gravity if any(gravity) else EARTH,
        )
    except ValueError as fault:
        return None, str(fault)
    return choices.Run(name, done.steps, Slid(body, terrain, done), (body.name, terrain.name)), None


def all_slides(body: Body, terrain: Body, gravity: Vec3) -> dict[str, SlideMeasures]:
    """The outcome under each policy, by the names of the procedures."""
    runs = {name: slid(name, body, terrain, gravity)[0] for name in choices.SLIDES}
    return {name: run.whole.slide.measures for name, run in runs.items() if run is not None}


def pushed_positions(run: choices.Run) -> dict[str, Vec3]:
    """The final positions of the bodies that a push-out moves, by name; empty for other runs."""
    match run.whole:
        case Moved((a, b), resolution):
            after = {a: resolution.pose_a, b: resolution.pose_b}
        case OffTerrain(body, _, chosen):
            after = {body: chosen.pose}
        case _:
            after = {}
    return {body.name: pose.position for body, pose in after.items() if pose != body.pose}


def hull_note_of_run(run: choices.AnyRun) -> str:
    """ "of its hull" if the run replaced a mesh that is not convex by its hull; terrains keep their triangles."""
    if isinstance(run, Trace):
        return hull_words(run.result)
    match run.whole:
        case Moved(bodies, _) | Advanced(bodies, _) | Constructed(bodies, _):
            return hull_note_on(*bodies)
        case Contacts(bodies, _):
            return hull_note_of(*bodies)
        case OffTerrain(body=body) | Slid(body=body) | OnMesh(body=body):
            return hull_note_on(body)
        case _:
            return ""


def compare_orders(resolution: OffTerrain) -> str:
    """Sentences that compare the result of the chosen way with those of the others."""
    name = resolution.body.name
    sentences = [_ending(resolution.chosen, name)]
    for other in resolution.others:
        apart = norm(sub(resolution.chosen.pose.position, other.pose.position))
        between = f"The end positions are {number(apart)} m apart." if apart > 0 else "Both end at the same position."
        sentences += [_ending(other, name), between]
    return " ".join(sentences)


def _ending(run: TerrainResolution, name: str) -> str:
    pushes = sum(step.chosen != NONE for step in run.steps)
    count = f"{pushes} {'push' if pushes == 1 else 'pushes'}"
    return f"{run.order.capitalize()}: {count}, {name} moves by {vector(run.moved)} m ({run.exit.words})."


@lru_cache(maxsize=8)
def _run_advancement(name: str, a: Body, b: Body) -> Found:
    try:
        done = advance_to_contact(name, a, b)
    except ValueError as fault:
        return None, str(fault)
    return choices.Run(name, done.steps, Advanced((a, b), done), (a.name, b.name)), None


@lru_cache(maxsize=8)
def _run_construction(name: str, a: Body, b: Body) -> Found:
    a, b = deciding_bodies(a, b)
    try:
        done: Construction = choices.CONSTRUCTIONS[name].run(a.shape, a.pose, b.shape, b.pose)
    except ValueError as fault:
        return None, str(fault)
    return choices.Run(name, done.steps, Constructed((a, b), done), (a.name, b.name)), None


@lru_cache(maxsize=8)
def _run_contacts(name: str, a: Body, b: Body) -> Found:
    method = choices.MANIFOLD_METHODS[name]
    if (refusal := refusal_of(method, a, b)) is not None:
        return None, refusal
    contacts = contacts_of_bodies(method, a, b)
    return choices.Run(name, contacts.manifold.steps, Contacts((a, b), contacts), (a.name, b.name)), None


@lru_cache(maxsize=8)
def _run_mesh_contacts(name: str, a: Body, b: Body) -> Found:
    both = _body_and_terrain(a, b)
    if both is None:
        return None, NO_TERRAIN
    body, terrain = both
    try:
        done: MeshContacts = choices.MESH_CONTACTS[name].run(
            body.shape, body.pose, terrain.shape, terrain.pose, velocity=body.velocity
        )
    except ValueError as fault:
        return None, str(fault)
    return choices.Run(name, done.steps, OnMesh(body, terrain, done), (body.name, terrain.name)), None


@lru_cache(maxsize=8)
def judge_run_contacts(contacts: Contacts) -> ContactJudgement:
    """The manifold compared with the exact one."""
    return judge_contacts(contacts.found, *contacts.bodies)


_OF_PAIR: dict[type[Procedure], Callable[[str, Body, Body], Found]] = {
    PushOutMethod: _run_push_out,
    TerrainPushOut: _off_terrain,
    ManifoldMethod: _run_contacts,
    MeshContactMethod: _run_mesh_contacts,
    ContactSearch: _run_advancement,
    DifferenceConstruction: _run_construction,
}
