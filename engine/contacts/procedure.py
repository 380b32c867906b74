"""The contact policies as registered procedures: `contacts-exact`, `contacts-bullet` and so on."""

from functools import partial

from gjkscope.engine.contacts import explain
from gjkscope.engine.contacts.policy import ContactPolicy
from gjkscope.engine.contacts.registry import POLICIES, manifold
from gjkscope.engine.contacts.steps import State
from gjkscope.engine.registry.records import Change, ManifoldMethod

PREFIX = "contacts-"


def _point_changes(before: State, after: State) -> set[Change]:
    """Corners of a clipped polygon come and go like the vertices of a simplex."""
    old, new = {vertex.id for vertex in before.after}, {vertex.id for vertex in after.after}
    happened = {Change.PHASE_CHANGED} if after.phase is not before.phase else set()
    happened |= {Change.VERTEX_ADDED} if new - old else set()
    return happened | {Change.VERTEX_DROPPED} if old - new else happened


def _method(policy: ContactPolicy) -> ManifoldMethod:
    return ManifoldMethod(
        name=PREFIX + policy.name,
        title=f"Contacts: {policy.title}",
        order=400 + policy.order,
        state=State,
        explain=explain.explain,
        headline=explain.headline,
        changes=_point_changes,
        beats=explain.BEATS,
        run=partial(manifold, policy=policy.name),
        applies=policy.applies,
        refusal=policy.refusal,
        policy=policy.name,
    )


PROCEDURES = tuple(_method(policy) for policy in POLICIES.values())
