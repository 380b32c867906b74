"""No policy: each triangle is met on its own, in the order of the list, and every contact counts.

What goes wrong: where the body reaches over an internal edge by less than it is deep, the shortest way out of the next
triangle leads sideways, and the body stops at an edge inside a flat floor: a ghost collision.
"""

from gjkscope.engine.edges.decisions import Decision, EdgePolicy, EdgeTask, accept, one_by_one


def _decide(task: EdgeTask, contact: int) -> Decision:
    return accept(task, contact, "every contact counts")


POLICY = EdgePolicy("none", "None", 0, lambda task: one_by_one(task, _decide))
