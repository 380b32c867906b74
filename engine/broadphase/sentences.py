"""Parts of the sentences that describe broad phase steps.  Bodies are called by name, or by number without names."""

from collections.abc import Sequence

from gjkscope.engine.broadphase.boxes import BoxComparison
from gjkscope.engine.geometry.volumes import MEET
from gjkscope.engine.result import Exit
from gjkscope.engine.text import AXES, counted, series

# A sentence names at most this many bodies or nodes and counts the rest.
NAMED = 6

Names = tuple[str, ...]  # of all bodies, by number; empty if they are called by number


def compared_words(compared: Sequence[BoxComparison], names: Names) -> str:
    """ "body 1 (apart on y), body 4 (boxes intersect)"; of many, how many and which of them intersect."""
    if len(compared) <= NAMED:
        return ", ".join(f"{body_name(one.other, names)} ({_outcome(one)})" for one in compared)
    met = [one.other for one in compared if one.apart == MEET]
    return f"{len(compared)} bodies: its box intersects {body_names(met, names) if met else 'none'}"


def total_words(reason: Exit, comparisons: int) -> str:
    """The number of comparisons, after the last step; empty after the others."""
    if reason != Exit.COMPLETE:
        return ""
    return f" This was the last: {counted(comparisons, 'comparison')} in total."


def subject(body: int, names: Names) -> str:
    """A body at the beginning of a sentence."""
    return names[body] if names else f"Body {body}"


def body_name(body: int, names: Names) -> str:
    """A body within a sentence."""
    return names[body] if names else f"body {body}"


def body_names(numbers: Sequence[int], names: Names) -> str:
    if names:
        return series([names[number] for number in numbers], NAMED)
    return _listed("body", "bodies", numbers)


def node_names(numbers: Sequence[int]) -> str:
    return _listed("node", "nodes", numbers)


def _outcome(one: BoxComparison) -> str:
    return "boxes intersect" if one.apart == MEET else f"apart on {AXES[one.apart]}"


def _listed(one: str, many: str, numbers: Sequence[int]) -> str:
    """ "body 3", "bodies 3 and 5", "bodies 1, 2, 3 and 20 more"."""
    return f"{one if len(numbers) == 1 else many} {series([str(n) for n in numbers], NAMED)}"
