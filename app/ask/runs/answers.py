"""Answers of algorithms for the pairs and bodies of a scene, compared with what the scene expects."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from gjkscope import engine
from gjkscope.app.ask.runs.choices import CONTACT_SEARCHES, PUSH_OUTS, TERRAIN_PUSH_OUTS
from gjkscope.app.ask.runs.claims import EngineClaim, engine_claim
from gjkscope.app.ask.runs.parts import decide_parts, deciding_pair
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Expected, Pair, Scene
from gjkscope.engine.advancement.motion import STILL
from gjkscope.engine.advancement.steps import Advancement
from gjkscope.engine.analysis.compare import Comparison, ComparisonRow, compare, rounding_of
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.broadphase import BroadTrace, broad_phase
from gjkscope.engine.compound.parts import is_compound
from gjkscope.engine.compound.query import PartsResult, query_parts
from gjkscope.engine.evidence.search import hull_note, of_surfaces
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import certify_run
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.resolution.pair import PairResolution
from gjkscope.engine.resolution.terrain import TerrainResolution, place_triangles
from gjkscope.engine.result import TOUCHING, Exit, Result, Trace, Verdict
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import PlacedPair, Shape, TriangleSurface
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, sub


class PairAnswer(Struct, frozen=True):
    """The answer of one algorithm for one pair."""

    pair: Pair
    algorithm: str
    result: Result | None  # None if the algorithm does not take the pair
    refusal: str | None  # why there is no result
    steps: tuple[Any, ...] | None  # on request: the steps of all algorithms involved, in order
    expected: Expected | None
    rounding: float = 0.0  # the possible rounding error of a distance, metres
    parts: PartsResult | None = None  # the answers of all pairs of convex parts, if a body has parts
    claim: EngineClaim | None = None  # of an engine's algorithm: its answer, judged

    @property
    def of_hulls(self) -> bool:
        """Whether the answer is about the convex hull of a mesh that is not convex."""
        return self.result is not None and self.result.of_hulls

    @property
    def matches_expected(self) -> bool | None:
        """None if nothing is expected or the algorithm did not decide; false for an engine's that gives no answer."""
        return agrees(self.result, self.expected, self.rounding) if self.result and self.expected else None


class PairComparison(Struct, frozen=True):
    """The answers of all algorithms for one pair."""

    pair: Pair
    comparison: Comparison
    expected: Expected | None = None

    def matches_expected(self, row: ComparisonRow) -> bool | None:
        """None if nothing is expected or the algorithm did not decide."""
        rounding = row.rounding if "float32" in row.options else 0.0
        return agrees(row.result, self.expected, rounding) if self.expected else None


AccuracyOf = Callable[[str], float]
"""The accuracy of an engine's algorithm, by its name."""

# The time range searched for first contacts, seconds.
HORIZON = 10.0


class FirstContact(Struct, frozen=True):
    """When a pair first touches, at its current velocities."""

    pair: Pair
    algorithm: str
    advancement: Advancement | None
    refusal: str | None  # why there is no result
    hull_note: str = ""  # "of its hull" if a mesh that is not convex was replaced by its hull


class PairPushOut(Struct, frozen=True):
    """The push-out that separates a pair."""

    pair: Pair
    way: str  # of the algorithm's record, such as "pair", or "in order" for a terrain
    moved_a: Vec3  # metres
    moved_b: Vec3
    exit: Exit
    steps: tuple[Any, ...]
    hull_note: str = ""  # as of `FirstContact`


def agrees(result: Result, expected: Expected, rounding: float = 0.0) -> bool | None:
    """Whether the answer matches the expectation (see `expectation`); None if this cannot be decided.

    `rounding` (metres) is the rounding error of single precision, added to the expected tolerance; a verdict that
    differs by no more than that is undecided.  If an algorithm gives only bounds (SAT's gap, MPR's depth along its
    portal), they must contain the expected distance.  The algorithm of an engine claims its distance, without bounds,
    and owes an answer: none is a wrong one.  Exact arithmetic reports touching only at a distance of exactly 0; a scene
    does within its tolerance.
    """
    tolerance = (expected.tolerance or 0.0) + rounding
    if result.algorithm in ENGINE_ALGORITHMS:
        return _claim_agrees(result, expected, tolerance)
    touching = result.algorithm == "exact" and -tolerance <= result.lower and result.upper <= tolerance
    if result.verdict.value != expected.verdict and not (touching and expected.verdict == Verdict.TOUCHING.value):
        return None if result.verdict is Verdict.UNDECIDED or _is_rounding(result, expected, rounding) else False
    if expected.signed_distance is None:
        return True
    if result.signed_distance is not None and result.upper - result.lower <= tolerance:
        return abs(result.signed_distance - expected.signed_distance) <= tolerance
    return result.lower - tolerance <= expected.signed_distance <= result.upper + tolerance


def _claim_agrees(result: Result, expected: Expected, tolerance: float) -> bool | None:
    """Whether the claim of an engine's algorithm matches the expectation.

    Its distance is judged first: that a pair nearly touches excuses another verdict, but not a wrong distance.
    """
    if result.verdict is Verdict.UNDECIDED:
        return False
    distance = 0.0 if expected.verdict == Verdict.TOUCHING.value else expected.signed_distance
    claimed = result.signed_distance
    if claimed is not None and distance is not None and abs(claimed - distance) > tolerance:
        return False
    touches = expected.verdict == Verdict.TOUCHING.value and claimed is not None
    if result.verdict.value == expected.verdict or (touches and abs(claimed or 0.0) <= (expected.tolerance or 0.0)):
        return True  # by the scene's convention, a distance within its tolerance is a contact
    return None if distance is not None and abs(distance) <= tolerance else False


def _is_rounding(result: Result, expected: Expected, rounding: float) -> bool:
    """Whether rounding can explain a different verdict: the pair nearly touches, and the answer's bounds allow it."""
    distance = 0.0 if expected.verdict == Verdict.TOUCHING.value else expected.signed_distance
    slack = (expected.tolerance or 0.0) + rounding
    if not rounding or distance is None:
        return False
    return abs(distance) <= slack and result.lower - slack <= distance <= result.upper + slack


def expectation(scene: Scene, pair: Pair) -> Expected | None:
    """The scene's expectation for the pair, in either order; the default tolerance is that of touching."""
    expected = next((entry for entry in scene.expected if set(entry.pair) == set(pair)), None)
    if expected is None or expected.tolerance is not None:
        return expected
    a, b = scene.body(pair[0]), scene.body(pair[1])
    return replace(expected, tolerance=TOUCHING * size(a.shape, a.pose, b.shape, b.pose))


def pairs_of(scene: Scene) -> tuple[Pair, ...]:
    """The pairs that the scene lists; if none, those whose bounding boxes overlap, or the only pair."""
    if scene.pairs is not None:
        return scene.pairs
    if len(scene.bodies) == 2:
        return ((scene.bodies[0].name, scene.bodies[1].name),)
    return name_pairs(scene, broad_phase("sweep", placed_bodies(scene)).pairs)


def placed_bodies(scene: Scene) -> list[tuple[Shape, Pose]]:
    """The bodies as input for the engine's broad phases."""
    return [(body.shape, body.pose) for body in scene.bodies]


def name_pairs(scene: Scene, pairs: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    """Converts pairs of body indices from a broad phase to names."""
    return tuple((scene.bodies[i].name, scene.bodies[j].name) for i, j in pairs)


def broad_answers(scene: Scene, names: Sequence[str]) -> list[BroadTrace]:
    """The runs of the named broad phases on all bodies of the scene."""
    return [broad_phase(name, placed_bodies(scene)) for name in names]


def answers(
    scene: Scene,
    pairs: Sequence[Pair],
    algorithms: Sequence[str | None],
    with_steps: bool = False,
    options: Options = DEFAULT,
    accuracy_of: AccuracyOf = lambda _: TOLERANCE,
) -> list[PairAnswer]:
    """Runs each algorithm (None is the default one) on each pair.  Names of bodies and algorithms must be known.

    `accuracy_of` gives the accuracy with which the normals and points of an engine's algorithm are judged, relative to
    the pair's size.  Raises `ValueError` for an option that one of the algorithms does not have.
    """
    asked = _Asked(scene, with_steps, options, accuracy_of)
    return [_answer(asked, pair, algorithm) for pair in pairs for algorithm in algorithms]


def answer_of(scene: Scene, pair: Pair, run: Trace) -> PairAnswer:
    """The answer from an algorithm's run on the pair, with its steps."""
    both = _both(scene, pair)
    parts = decide_parts(*both)
    asked = deciding_pair(*both)
    result = certify_run(run, *asked)
    return PairAnswer(pair, run.algorithm, result, None, run.steps, expectation(scene, pair), parts=parts)


def comparisons(scene: Scene, pairs: Sequence[Pair], options: Options = DEFAULT) -> list[PairComparison]:
    """Runs all algorithms on each pair; for bodies with parts, on the parts that decide."""
    return [
        PairComparison(pair, compare(*deciding_pair(*_both(scene, pair)), options=options), expectation(scene, pair))
        for pair in pairs
    ]


def push_outs(scene: Scene, pairs: Sequence[Pair], names: Sequence[str]) -> list[PairPushOut]:
    """Separates each pair in each of the named ways (of `PUSH_OUTS`).

    A fixed mesh (mass 0) is a terrain: the other body is pushed out of its triangles instead, in every way there is.
    """
    return [push_out for pair in pairs for push_out in _push_outs(scene.body(pair[0]), scene.body(pair[1]), names)]


def first_contacts(scene: Scene, pairs: Sequence[Pair], names: Sequence[str]) -> list[FirstContact]:
    """When each pair first touches, at the velocities of its bodies, by each named search (of `CONTACT_SEARCHES`)."""
    return [_first_contact(name, scene.body(pair[0]), scene.body(pair[1])) for pair in pairs for name in names]


def push_apart(name: str, a: Body, b: Body) -> PairResolution:
    """The push-out of the two bodies by the method of that name."""
    done: PairResolution = PUSH_OUTS[name].run(a.shape, a.pose, b.shape, b.pose, a.mass, b.mass)
    return done


def advance_to_contact(name: str, a: Body, b: Body) -> Advancement:
    """Advances the two bodies to contact.  Raises `ValueError` if neither moves, or if one would overflow."""
    if a.motion == b.motion == STILL:
        raise ValueError(f"neither {a.name} nor {b.name} moves: one of them needs a velocity and a non-zero mass")
    search = CONTACT_SEARCHES[name].run
    done: Advancement = search(a.shape, a.pose, a.motion, b.shape, b.pose, b.motion, HORIZON)
    return done


def contact_words(done: Advancement, a: str, b: str) -> str:
    """A sentence with the time of first contact, or that there is none."""
    if done.time is not None:
        return f"{a} and {b} first touch after {number(done.time)} s."
    if done.free_until >= done.duration:
        return f"{a} and {b} do not touch within {number(done.duration)} s."
    return f"{a} and {b} do not touch before {number(done.free_until)} s; what follows is unknown."


def _first_contact(name: str, a: Body, b: Body) -> FirstContact:
    try:
        return FirstContact((a.name, b.name), name, advance_to_contact(name, a, b), None, hull_note_on(a, b))
    except ValueError as fault:
        return FirstContact((a.name, b.name), name, None, str(fault))


def _push_outs(a: Body, b: Body, names: Sequence[str]) -> list[PairPushOut]:
    pair = (a.name, b.name)
    if is_terrain(b) and a.mass > 0:
        runs = terrain_push_outs(a, b).values()
        return [PairPushOut(pair, run.order, run.moved, ZERO, run.exit, run.steps, hull_note_on(a)) for run in runs]
    if is_terrain(a) and b.mass > 0:
        runs = terrain_push_outs(b, a).values()
        return [PairPushOut(pair, run.order, ZERO, run.moved, run.exit, run.steps, hull_note_on(b)) for run in runs]
    return [_push_apart(name, a, b) for name in names]


def _push_apart(name: str, a: Body, b: Body) -> PairPushOut:
    done = push_apart(name, a, b)
    moved_a, moved_b = sub(done.pose_a.position, a.pose.position), sub(done.pose_b.position, b.pose.position)
    note = hull_note_on(a, b)
    return PairPushOut((a.name, b.name), PUSH_OUTS[name].way, moved_a, moved_b, done.exit, done.steps, note)


def hull_note_on(*bodies: Body) -> str:
    """The note on a search that replaces each of these bodies by its hull."""
    hulled = [not is_hull(body.shape) for body in bodies]
    return hull_note(all(hulled) and len(hulled) > 1, any(hulled))


def is_terrain(body: Body) -> bool:
    """Whether the body is a fixed mesh, so that others are pushed out of its triangles."""
    return isinstance(body.shape, TriangleSurface) and body.mass == 0


def terrain_push_outs(body: Body, terrain: Body) -> dict[str, TerrainResolution]:
    """The push-outs of a body from a terrain, by the names of the methods."""
    assert isinstance(terrain.shape, TriangleSurface)
    triangles = place_triangles(terrain.shape, terrain.pose)
    return {name: method.run(body.shape, body.pose, triangles) for name, method in TERRAIN_PUSH_OUTS.items()}


def _both(scene: Scene, pair: Pair) -> PlacedPair:
    a, b = scene.body(pair[0]), scene.body(pair[1])
    return a.shape, a.pose, b.shape, b.pose


class _Asked(NamedTuple):
    """What is asked about all pairs."""

    scene: Scene
    with_steps: bool
    options: Options
    accuracy_of: AccuracyOf


def _answer(asked: _Asked, pair: Pair, algorithm: str | None) -> PairAnswer:
    scene, with_steps, options, _ = asked
    both, expected = _both(scene, pair), expectation(scene, pair)
    if is_compound(both[0], both[2]) and (algorithm is None or not of_surfaces(algorithm)):
        return _answer_of_parts(asked, pair, algorithm)
    try:
        result = engine.query(*both, algorithm, options)
    except engine.NotApplicable as refusal:
        return PairAnswer(pair, str(algorithm), None, str(refusal), () if with_steps else None, expected)
    return _answer_with(asked, pair, both, result)


def _answer_of_parts(asked: _Asked, pair: Pair, algorithm: str | None) -> PairAnswer:
    """The answer of all pairs of parts, with the steps on those that decide."""
    scene, with_steps, options, _ = asked
    both, expected = _both(scene, pair), expectation(scene, pair)
    try:
        decision = query_parts(*both, algorithm, options)
    except engine.NotApplicable as refusal:
        return PairAnswer(pair, str(algorithm), None, str(refusal), () if with_steps else None, expected)
    decided = decision.shape_a, both[1], decision.shape_b, both[3]
    answer = _answer_with(asked, pair, decided, decision.result)
    return replace(answer, parts=decision)


def _answer_with(asked: _Asked, pair: Pair, decided: PlacedPair, result: Result) -> PairAnswer:
    """The answer with its steps, on request; that of an engine's algorithm is judged as what engines report."""
    scene, with_steps, options, accuracy_of = asked
    is_claim = result.algorithm in ENGINE_ALGORITHMS
    steps = _steps(decided, result, options) if with_steps or is_claim else None
    rounding = rounding_of(*decided, options) if options.float32 else 0.0
    answer = PairAnswer(pair, result.algorithm, result, None, steps, expectation(scene, pair), rounding)
    if not is_claim or steps is None:
        return answer
    bodies, accuracy = (scene.body(pair[0]), scene.body(pair[1])), accuracy_of(result.algorithm)
    claim = engine_claim(steps[-1], result, options.corrected, *bodies, accuracy)
    rounding = max(rounding, TOLERANCE * size(*decided))
    return replace(answer, steps=steps if with_steps else None, rounding=rounding, claim=claim)


def _steps(both: PlacedPair, result: Result, options: Options) -> tuple[Any, ...]:
    """The steps of all algorithms that made the result, in order."""
    names = result.algorithm.split("+")
    return tuple(step for name in names for step in engine.trace(*both, name, options).steps)
