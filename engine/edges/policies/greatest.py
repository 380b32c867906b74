"""The contact of greatest overlap first; all others are measured again after its push-out.

A body that has sunk into a floor overlaps the triangle below it most.  Once it is lifted out of that, its contacts with
the triangles beyond an internal edge are gone.  This needs no connectivity, so it also works at T-junctions.

Source: the rule this project began with; `engine/resolution/terrain.py` has it for push-outs.

The push-out is complete.  With the slop that engines leave, the next contact would still be there.

What goes wrong: it is a heuristic.  Where a body has sunk in further than it reaches over an edge of a step or a wall,
it is lifted the wrong way.  And a body that is pushed out completely has no contact in the next tick.
"""

from gjkscope.engine.edges.decisions import ContactFate, Decision, EdgePolicy, EdgeTask, accept


def _decide(task: EdgeTask) -> tuple[Decision, ...]:
    order = sorted(range(len(task.contacts)), key=lambda contact: -task.contacts[contact].depth)
    first, others = order[0], order[1:]
    return (accept(task, first, "it is the deepest"), *(_later(task, other, first) for other in others))


def _later(task: EdgeTask, contact: int, first: int) -> Decision:
    touch = task.contacts[contact]
    reason = "it is measured again after the push-out"
    return Decision(contact, ContactFate.LATER, touch.normal, touch.depth, first, reason)


POLICY = EdgePolicy("greatest", "Greatest overlap first", 60, _decide, repeats=True, leaves_slop=False)
