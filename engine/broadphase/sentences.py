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
        return ", ".join(f"{body_name(comparison.other, names)} ({_outcome(comparison)})" for comparison in compared)
    met = [comparison.other for comparison in compared if comparison.apart == MEET]
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
    return _list_words("body", "bodies", numbers)


def node_names(numbers: Sequence[int]) -> str:
    return _list_words("node", "nodes", numbers)


def _outcome(comparison: BoxComparison) -> str:
    return "boxes intersect" if comparison.apart == MEET else f"apart on {AXES[comparison.apart]}"


def _list_words(singular: str, plural: str, numbers: Sequence[int]) -> str:
    """ "body 3", "bodies 3 and 5", "bodies 1, 2, 3 and 20 more"."""
    return f"{singular if len(numbers) == 1 else plural} {series([str(n) for n in numbers], NAMED)}"
