"""Describes the steps of a push-out of a pair."""

from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.resolution import pair as resolve
from gjkscope.engine.resolution.pair import State
from gjkscope.engine.result import Exit, Verdict
from gjkscope.engine.text import number, vector
from gjkscope.engine.vectors import ZERO, Vec3, norm


def explain(step: State, a: str, b: str) -> str:
    """The penetration depth and how far each body moves, or why neither does."""
    if step.exit == Exit.CLEAR:
        word = "touch" if step.result.verdict is Verdict.TOUCHING else "are apart"
        return f"{a} and {b} {word}: there is nothing {'left ' if step.iteration else ''}to push out."
    if step.exit == Exit.BOTH_FIXED:
        return f"{_overlap(step, a, b)}, but both are fixed: nothing moves."
    if step.exit == Exit.DEPTH_UNKNOWN:
        return f"{_overlap(step, a, b)}, so no push-out is possible."
    push = f"{_overlap(step, a, b)} along {vector(step.result.normal or ZERO)}. "
    push += f"{_share(a, step.share_a, step.push_a)}; {_share(b, step.share_b, step.push_b)}."
    if step.exit == Exit.NO_PROGRESS:
        return f"{push} This is lost in the rounding of the coordinates: nothing changes."
    if step.exit == Exit.ITERATION_LIMIT:
        return f"{push} The limit of {resolve.ITERATION_LIMIT} pushes is reached."
    return push


def headline(step: State, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    movers = [name for name, share in ((a, step.share_a), (b, step.share_b)) if share > 0]
    return f"push {' and '.join(movers)}"


def _explain_depth(step: State, a: str, b: str) -> str:
    if not _pushes(step):
        return explain(step, a, b)
    return f"{_overlap(step, a, b)} along {vector(step.result.normal or ZERO)}."


def _explain_push(step: State, a: str, b: str) -> str:
    return f"{_share(a, step.share_a, step.push_a)}; {_share(b, step.share_b, step.push_b)}."


def _pushes(step: State) -> bool:
    return step.push_a != ZERO or step.push_b != ZERO


BEATS = (
    Beat("depth", "Depth", _explain_depth, _pushes),
    Beat("push", "Push", _explain_push, _pushes),
)


def _overlap(step: State, a: str, b: str) -> str:
    """A clause about the overlap, as far as it is known."""
    if step.result.verdict is Verdict.UNDECIDED:
        return f"Whether {a} and {b} overlap is not known"
    depth = step.result.signed_distance
    return f"{a} and {b} overlap" + (", but how deep is not known" if depth is None else f" by {number(-depth)} m")


def _share(name: str, share: float, push: Vec3) -> str:
    if share == 0:
        return f"{name} is fixed"
    part = "the full depth" if share == 1 else f"{number(100 * share, 3)} % of it, {number(norm(push))} m"
    return f"{name} moves {part}, by {vector(push)}"
