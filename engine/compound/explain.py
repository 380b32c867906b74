"""Describes the search through the pairs of parts."""

from gjkscope.engine.compound.query import PartsResult, State
from gjkscope.engine.text import counted, number


def explain(step: State, a: str, b: str) -> str:
    """Which pair of parts was queried, and which pairs remain."""
    if step.decider is None:
        return f"{_pairs(len(step.waiting))} of {a} and {b}, sorted by the gap of their boxes."
    new = step.measured[-1]
    who = f"Part {new.pair.a} of {a} and part {new.pair.b} of {b}: {_distance(new.least)}."
    best = (
        "No other is nearer so far." if new is step.decider else f"The least is still {_distance(step.decider.least)}."
    )
    return f"{who} {best} {_rest(step)}"


def headline(step: State, a: str, b: str) -> str:
    if step.decider is None:
        return f"{len(step.waiting)} pairs of parts"
    new = step.measured[-1]
    return f"{a} {new.pair.a}, {b} {new.pair.b}: {_distance(new.least)}"


def explain_decision(decision: PartsResult, a: str, b: str) -> str:
    """Which parts decided, out of how many pairs, and what a depth means."""
    last = decision.steps[-1]
    total = len(last.measured) + len(last.waiting)
    queried = "" if not last.waiting else f"; boxes rule out {len(last.waiting)} of {total} pairs"
    depth = decision.result.signed_distance
    warning = " This is the depth of the deepest pair: moving by it may not separate the bodies."
    deep = depth is not None and depth < 0
    return f"Decided by {deciders(decision, a, b)}{queried}.{warning if deep else ''}"


def deciders(decision: PartsResult, a: str, b: str) -> str:
    """The two parts that decided: "part 1 of floor and box".  A part is named only if its shape has several."""
    pairs = decision.steps[0].waiting
    named_a = _owner(a, decision.part_a, {pair.a for pair in pairs})
    return f"{named_a} and {_owner(b, decision.part_b, {pair.b for pair in pairs})}"


def _owner(name: str, part: int, parts: set[int]) -> str:
    return f"part {part} of {name}" if len(parts) > 1 else name


def _pairs(count: int) -> str:
    return counted(count, "pair of parts", "pairs of parts")


def _distance(signed: float) -> str:
    return f"{number(signed)} m apart" if signed >= 0 else f"{number(-signed)} m deep"


def _rest(step: State) -> str:
    if not step.waiting:
        return "No pair is left."
    bound = step.waiting[0].bound
    left = _pairs(len(step.waiting))
    if step.exit:
        return f"The boxes of the other {left} are {_distance(bound)} or further, so none can be nearer."
    return f"{left} left, with boxes that are {_distance(bound)} or further."
