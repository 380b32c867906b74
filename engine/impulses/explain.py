"""Describes the steps of a solver in one tick."""

from gjkscope.engine.impulses.records import FrictionSolve, ImpulsePhase, NormalSolve, State
from gjkscope.engine.result import Exit
from gjkscope.engine.text import counted, number, vector
from gjkscope.engine.vectors import norm


def explain(step: State, *names: str) -> str:
    """What the step did, with its numbers; `names` are those of all bodies."""
    if step.exit is Exit.DEGENERATE_INPUT:
        return "A velocity is no longer finite."
    return SENTENCES[step.task.phase](step, names)


def headline(step: State, *names: str) -> str:
    if step.exit is Exit.DEGENERATE_INPUT:
        return step.exit.words
    title = TITLES[step.task.phase]
    return f"{title}: {_pair(step, names)}" if step.task.point >= 0 else title


def _prepare(step: State, _names: tuple[str, ...]) -> str:
    known = sum(impulse.normal > 0 for impulse in step.impulses)
    return (
        f"{counted(len(step.names), 'contact point')}; {known} of them start from their impulse of the previous tick."
    )


def _velocities(step: State, _names: tuple[str, ...]) -> str:
    return f"Substep {step.task.substep + 1}: gravity changes the velocities of the bodies that can move."


def _warm_start(step: State, _names: tuple[str, ...]) -> str:
    total = sum(impulse.normal for impulse in step.impulses)
    if total == 0:
        return "No impulse is known: all points start from zero."
    return f"The accumulated impulses, {number(total, 4)} N·s along the normals, are applied again."


def _solve(step: State, names: tuple[str, ...]) -> str:
    return _point_words(step, names, "with a bias against overlap")


def _relax(step: State, names: tuple[str, ...]) -> str:
    return _point_words(step, names, "without bias, which removes the velocity that the bias added")


def _positions(step: State, _names: tuple[str, ...]) -> str:
    fastest = max((norm(motion.velocity) for motion in step.motions), default=0.0)
    return f"The bodies move; the fastest at {number(fastest, 4)} m/s."


def _restitution(step: State, names: tuple[str, ...]) -> str:
    if step.normal is None:
        return f"{_pair(step, names)} does not bounce: it closed slowly, was not pushed, or has no restitution."
    return _point_words(step, names, "towards its speed of separation")


def _finish(step: State, _names: tuple[str, ...]) -> str:
    total = sum(impulse.total for impulse in step.impulses)
    return f"The tick is done: {number(total, 4)} N·s along the normals of {counted(len(step.names), 'point')}."


def _point_words(step: State, names: tuple[str, ...], how: str) -> str:
    parts = [f"{_pair(step, names)} is solved {how}."]
    if step.normal is not None:
        parts.append(_normal_words(step.normal))
    if step.friction is not None and step.friction.most > 0:
        parts.append(_friction_words(step.friction))
    return " ".join(parts)


def _normal_words(solved: NormalSolve) -> str:
    closing = f"It {'closes' if solved.speed < 0 else 'separates'} at {number(abs(solved.speed), 4)} m/s"
    change = f"the impulse goes from {number(solved.before, 4)} to {number(solved.after, 4)} N·s"
    clamped = f", as {number(solved.wanted, 4)} N·s would pull" if solved.is_clamped else ""
    return f"{closing}; {change}{clamped}."


def _friction_words(solved: FrictionSolve) -> str:
    state = "It slides" if solved.is_sliding else "It sticks"
    return f"{state}: friction {vector(solved.after)} N·s, at most {number(solved.most, 4)}."


def _pair(step: State, names: tuple[str, ...]) -> str:
    first, second, point = step.names[step.task.point]
    return f"{names[first]} – {names[second]}, {point}"


SENTENCES = {
    ImpulsePhase.PREPARE: _prepare,
    ImpulsePhase.VELOCITIES: _velocities,
    ImpulsePhase.WARM_START: _warm_start,
    ImpulsePhase.SOLVE: _solve,
    ImpulsePhase.POSITIONS: _positions,
    ImpulsePhase.RELAX: _relax,
    ImpulsePhase.RESTITUTION: _restitution,
    ImpulsePhase.DONE: _finish,
}

TITLES = {
    ImpulsePhase.PREPARE: "prepare",
    ImpulsePhase.VELOCITIES: "gravity",
    ImpulsePhase.WARM_START: "warm start",
    ImpulsePhase.SOLVE: "solve",
    ImpulsePhase.POSITIONS: "move",
    ImpulsePhase.RELAX: "relax",
    ImpulsePhase.RESTITUTION: "restitution",
    ImpulsePhase.DONE: "done",
}
