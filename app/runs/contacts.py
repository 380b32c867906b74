"""Contact points of the pairs of a scene, judged by the exact ones."""

from collections.abc import Sequence

from msgspec import Struct

from gjkscope.app.runs.choices import MANIFOLD_METHODS
from gjkscope.app.scenes.scene import Body, Pair, Scene
from gjkscope.engine.contacts.judge import ContactJudgement, judge_manifold
from gjkscope.engine.contacts.records import Manifold
from gjkscope.engine.registry.records import ManifoldMethod

METHODS = {method.policy: method for method in MANIFOLD_METHODS.values()}
"""The ways to generate contact points, by the name of their policy."""


class PairContacts(Struct, frozen=True):
    """The contact points of a pair by one policy."""

    pair: Pair
    policy: str
    manifold: Manifold | None
    judged: ContactJudgement | None
    refusal: str | None  # why there are none


def pair_contacts(scene: Scene, pairs: Sequence[Pair], policy: str) -> list[PairContacts]:
    """The contact points of each pair by the policy of that name, a key of `METHODS`."""
    method = METHODS[policy]
    return [_contacts(method, scene.body(pair[0]), scene.body(pair[1])) for pair in pairs]


def refusal_of(method: ManifoldMethod, a: Body, b: Body) -> str | None:
    """Why the method gives no contact points for these bodies; None if it does."""
    if method.applies(a.shape, b.shape):
        return None
    return f"it supports {method.supports}, not {a.shape.kind} and {b.shape.kind}"


def _contacts(method: ManifoldMethod, a: Body, b: Body) -> PairContacts:
    pair, refusal = (a.name, b.name), refusal_of(method, a, b)
    if refusal is not None:
        return PairContacts(pair, method.policy, None, None, refusal)
    found: Manifold = method.run(a.shape, a.pose, b.shape, b.pose)
    judged = judge_manifold(found, a.shape, a.pose, b.shape, b.pose)
    return PairContacts(pair, method.policy, found, judged, None)
