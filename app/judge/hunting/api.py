"""`gjkscope.hunt` and `gjkscope.replay_pairs`."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from gjkscope.app.ask.runs.answers import pairs_of
from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.half_spaces import TWO_HALF_SPACES
from gjkscope.app.ask.solvers.installations import adapter_of
from gjkscope.app.ask.solvers.published_solver import algorithm_at, engine_adapter
from gjkscope.app.ask.solvers.tolerance import Tolerance, documented_tolerance
from gjkscope.app.judge.hunting.chunks import CHUNK, CONTACT_CHUNK, TIME_LIMIT, HuntPlan, close_solvers, solver_of
from gjkscope.app.judge.hunting.families import ORDINARY_SIZES
from gjkscope.app.judge.hunting.hunt import HuntLimits, HuntReport, OnProgress, run_hunt
from gjkscope.app.judge.hunting.random_parts import CONTACT_KINDS, KINDS, is_kind
from gjkscope.app.judge.hunting.replaying import ReplayOutcome, replay_scenes, scenes_in
from gjkscope.app.judge.hunting.workers import executor_for
from gjkscope.app.judge.hunting.writing import write_report
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import SceneError, load
from gjkscope.engine.arguments import length, short_repr
from gjkscope.engine.compound.parts import parts_of
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import SHAPE_TYPES, HalfSpace, Mesh, PlacedPair


def hunt(
    solver: str | Callable[..., Any],
    output: Path | str | None = None,
    *,
    kinds: Sequence[str] | None = None,
    sizes: tuple[float, float] = ORDINARY_SIZES,
    gaps: tuple[float, float] | None = None,
    near: Scene | Path | str | None = None,
    count: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    jobs: int = 1,
    tolerance: float | None = None,
    timeout: float = TIME_LIMIT,
    chunk: int | None = None,
    contacts: bool = False,
    executor: Executor | None = None,
    on_progress: OnProgress = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> HuntReport:
    """Draws pairs of shapes, asks a solver about them, and finds those that it gets wrong.

    `solver` is a function `f(a, pose_a, b, pose_b)` that takes shapes and 4×4 arrays, and returns the signed distance
    in metres, a dictionary with the fields of a report, or `None` for a pair that it does not take; or an address: the
    name of an engine, `FILE.py:FUNCTION`, or the path of a program or library.  It runs in child processes, so a crash
    or an endless loop is found like any other failure.

    Shapes of these `kinds` are drawn, with full extents between `sizes` in metres, and with signed distances between
    `gaps` in metres; `near`, a scene or its file, gives a pair that the drawn pairs resemble.  The hunt ends after
    `count` pairs or `seconds`, whichever comes first (default: 20,000 pairs).  `tolerance` is relative to the size of a
    pair (default: 1e-6, or what an engine documents), and `timeout` is in seconds for each answer.  The pairs depend on
    `seed` and on `chunk`, the number that are drawn and asked about at a time.  With `contacts`, the contact points in
    the answers are judged, and nothing else, on bodies that rest on each other.  `executor` is any executor of
    `concurrent.futures`; by default, `jobs` processes of this machine.  `on_progress` is called with a `HuntProgress`
    now and then; the hunt ends early when `stopped()` is true.

    With `output`, scenes, a pytest file and `summary.json` are written into that folder.

    Raises `ValueError` for unusable arguments, `SceneError` for an unusable scene, and `OSError` if a file cannot be
    written.

    >>> import gjkscope
    >>> def ignores_rotations(a, pose_a, b, pose_b):
    ...     pose_b = pose_b.copy()
    ...     pose_b[:3, :3] = pose_a[:3, :3]
    ...     return gjkscope.query(a, pose_a, b, pose_b).signed_distance
    >>> report = gjkscope.hunt(ignores_rotations, kinds=["box"], count=100, chunk=100)
    >>> [found.key for found in report.found][0]
    (<Symptom.WRONG_VERDICT: 'wrong verdict'>, ('box', 'box'))
    """
    plan = plan_for(solver, kinds, sizes, gaps, near, seed, tolerance, timeout, chunk, contacts)
    require_spatial(solver)
    limits = HuntLimits(count, seconds)
    with nullcontext(executor) if executor is not None else executor_for(plan, jobs) as workers:
        report = run_hunt(plan, solver_of(plan).title, limits, workers, jobs, on_progress, stopped)
    close_solvers()
    if output is not None:
        write_report(report, plan, Path(output))
    return report


def replay_pairs(
    solver: str | Callable[..., Any],
    scenes: Path | str,
    *,
    tolerance: float | None = None,
    timeout: float = TIME_LIMIT,
    contacts: bool = False,
) -> list[ReplayOutcome]:
    """Asks a solver about the pairs of a scene file, or of all scene files in a folder, and judges its answers.

    `scenes` is the file or the folder; the other arguments are those of `hunt`.  Raises `SceneError` for an unusable
    file.

    >>> from gjkscope import replay_pairs
    >>> from gjkscope.app.base.resources import resource
    >>> scene = resource("assets", "scenes", "museum", "fcl-508.json")
    >>> [outcome] = replay_pairs(lambda a, pose_a, b, pose_b: 1.0, scene)
    >>> outcome.fault
    'wrong distance'
    """
    plan = plan_for(solver, tolerance=tolerance, timeout=timeout, contacts=contacts)
    if not Path(scenes).exists():
        raise SceneError(scenes, "no such file or folder")
    outcomes = list(replay_scenes(plan, scenes_in(Path(scenes))))
    close_solvers()
    return outcomes


def plan_for(
    solver: str | Callable[..., Any],
    kinds: Sequence[str] | None = None,
    sizes: tuple[float, float] = ORDINARY_SIZES,
    gaps: tuple[float, float] | None = None,
    near: Scene | Path | str | None = None,
    seed: int = 0,
    tolerance: float | None = None,
    timeout: float = TIME_LIMIT,
    chunk: int | None = None,
    contacts: bool = False,
) -> HuntPlan:
    """The plan of a hunt.  Raises `ValueError`, which names the argument, and `SceneError`."""
    if not isinstance(solver, str) and not callable(solver):
        raise ValueError(f"solver: must be a function or the address of a solver, got {short_repr(solver)}")
    if kinds is None:
        kinds = CONTACT_KINDS if contacts else KINDS
    if chunk is None:
        chunk = CONTACT_CHUNK if contacts else CHUNK
    for kind in kinds:
        if not is_kind(kind):
            raise ValueError(
                f"kinds: unknown kind {short_repr(kind)}; the kinds are {', '.join(filter(is_kind, SHAPE_TYPES))}"
            )
    if contacts and Mesh.kind in kinds:
        raise ValueError("kinds: contact points about meshes are not judged; leave out mesh, or contacts")
    if not kinds:
        raise ValueError("kinds: must be at least one")
    if {*kinds} == {HalfSpace.kind}:
        raise ValueError(
            f"kinds: two half-spaces have no least depth; add what rests on them, such as {HalfSpace.kind},box"
        )
    if not 0 < sizes[0] <= sizes[1]:
        raise ValueError(f"sizes: must be two lengths > 0, the smaller one first, got {sizes!r}")
    if chunk < 1:
        raise ValueError(f"chunk: must be > 0, got {chunk!r}")
    if gaps is not None and not gaps[0] <= gaps[1]:
        raise ValueError(f"gaps: must be two distances, the smaller one first, got {gaps!r}")
    scene = near if near is None or isinstance(near, Scene) else load(near)
    plan = HuntPlan(
        solver,
        tuple(kinds),
        (float(sizes[0]), float(sizes[1])),
        gaps,
        None if scene is None else _first_pair(scene),
        seed,
        tolerance_of(solver, tolerance),
        length("timeout", timeout),
        chunk,
        contacts,
        () if scene is None else scene.unread,
    )
    if contacts:
        _require_contacts(solver)
    solver_of(plan)  # raises for an unusable address
    return plan


def require_spatial(solver: str | Callable[..., Any]) -> None:
    """Raises `ValueError` for a 2D engine: the pairs that are drawn are 3D."""
    adapter = adapter_of(solver) if isinstance(solver, str) else None
    if adapter is not None and adapter.dimension != 3:
        raise ValueError(f"solver: {adapter.name} is a {adapter.dimension}D engine; hunts draw 3D pairs only")


def _require_contacts(solver: str | Callable[..., Any]) -> None:
    """Raises `ValueError` for an engine that reports no contact points; what other solvers do is not known."""
    adapter = adapter_of(solver) if isinstance(solver, str) else None
    if adapter is not None and not adapter.contacts:
        known = ", ".join(adapter.name for adapter in adapters().values() if adapter.contacts)
        raise ValueError(f"contacts: {adapter.title} reports no contact points; the engines that do are {known}")


def tolerance_of(solver: str | Callable[..., Any], given: float | None) -> Tolerance:
    """The tolerance for a solver: as given, or what an engine documents, if that is more than the default."""
    if given is not None:
        return Tolerance(length("tolerance", given))
    if not isinstance(solver, str):
        return Tolerance()
    algorithm = algorithm_at(solver)
    adapter = adapter_of(solver) if algorithm is None else engine_adapter(algorithm)
    return Tolerance() if adapter is None else documented_tolerance(adapter)


def _first_pair(scene: Scene) -> PlacedPair:
    if scene.is_plane:
        raise ValueError(f"near: hunts draw 3D pairs only, and {scene.name} is 2D")
    a, b = (scene.body(name) for name in pairs_of(scene)[0])
    for body in (a, b):
        if not all(map(is_hull, parts_of(body.shape))):
            raise ValueError(
                f"near: {body.name} of {scene.name} is a mesh that is not convex, so no answer about it can be judged: "
                "cut it into convex parts first (gjkscope decompose)"
            )
    if isinstance(a.shape, HalfSpace) and isinstance(b.shape, HalfSpace):
        raise ValueError(f"near: {TWO_HALF_SPACES}, which have no least depth: no answer about them can be judged")
    return a.shape, a.pose, b.shape, b.pose
