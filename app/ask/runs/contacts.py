"""Contact points of the pairs of a scene, judged by the exact ones."""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from gjkscope.app.ask.runs.choices import MANIFOLD_METHODS
from gjkscope.app.scenes.scene import Body, Pair, Scene
from gjkscope.engine.compound.contacts import PartContacts, explain_seams, one_manifold, part_contacts
from gjkscope.engine.compound.judge import judge_parts
from gjkscope.engine.compound.parts import is_compound, parts_of
from gjkscope.engine.contacts.comparison import PolicyManifold, compare_manifolds
from gjkscope.engine.contacts.judge import ContactJudgement, judge_manifold
from gjkscope.engine.contacts.records import Manifold
from gjkscope.engine.evidence.search import hull_note
from gjkscope.engine.registry.records import ManifoldMethod
from gjkscope.engine.shapes.convexity import is_hull


@cache
def contact_methods() -> dict[str, ManifoldMethod]:
    """The ways to generate contact points, by the name of their policy."""
    return {method.policy: method for method in MANIFOLD_METHODS.values()}


class PairContacts(Struct, frozen=True):
    """The contact points of a pair by one policy."""

    pair: Pair
    policy: str
    manifold: Manifold | None
    judged: ContactJudgement | None
    refusal: str | None  # why there are none
    of_parts: bool = False  # merged from those of convex parts
    hull_note: str = ""  # "of its hull" if a mesh that is not convex was replaced by its hull
    seams: str = ""  # sentences about ghost and double contacts at the seams between convex parts


class ContactTable(Struct, frozen=True):
    """The contact points of a pair by all policies."""

    pair: Pair
    rows: tuple[PairContacts, ...]  # in the order of `contact_methods`


class FoundContacts(Struct, frozen=True):
    """A manifold; for bodies with convex parts, also those of the pairs of parts that it was merged from."""

    manifold: Manifold
    parts: PartContacts | None = None


def contacts_of_bodies(method: ManifoldMethod, a: Body, b: Body) -> FoundContacts:
    """The contact points of two bodies that the method supports."""
    if not is_compound(a.shape, b.shape):
        return FoundContacts(method.run(a.shape, a.pose, b.shape, b.pose))
    parts = part_contacts(a.shape, a.pose, b.shape, b.pose, method.policy)
    return FoundContacts(one_manifold(parts), parts)


def judge_contacts(contacts: FoundContacts, a: Body, b: Body) -> ContactJudgement:
    """The contacts compared with the exact ones."""
    if contacts.parts is not None:
        return judge_parts(contacts.parts, a.shape, a.pose, b.shape, b.pose)
    return judge_manifold(contacts.manifold, a.shape, a.pose, b.shape, b.pose)


def seam_words(contacts: FoundContacts, a: Body, b: Body) -> str:
    """Sentences about contacts that only the seams between parts cause; "" if there are none."""
    return "" if contacts.parts is None else explain_seams(contacts.parts, a.name, b.name)


def pair_contacts(scene: Scene, pairs: Sequence[Pair], policy: str) -> list[PairContacts]:
    """The contact points of each pair by the policy of that name, a key of `contact_methods`."""
    method = contact_methods()[policy]
    return [_contacts(method, scene.body(pair[0]), scene.body(pair[1])) for pair in pairs]


def contact_tables(scene: Scene, pairs: Sequence[Pair]) -> list[ContactTable]:
    """The contact points of each pair by all policies, side by side."""
    return [contact_table(scene.body(pair[0]), scene.body(pair[1])) for pair in pairs]


def contact_table(a: Body, b: Body) -> ContactTable:
    """The contact points of two bodies by all policies; the truth is computed once."""
    pair = a.name, b.name
    if is_compound(a.shape, b.shape):
        return ContactTable(pair, tuple(_contacts(method, a, b) for method in contact_methods().values()))
    comparison = compare_manifolds(a.shape, a.pose, b.shape, b.pose)
    return ContactTable(pair, tuple(_row(pair, row, contact_methods()[row.policy], a, b) for row in comparison.results))


def _row(pair: Pair, row: PolicyManifold, method: ManifoldMethod, a: Body, b: Body) -> PairContacts:
    return PairContacts(pair, row.policy, row.found, row.judged, refusal_of(method, a, b), hull_note=hull_note_of(a, b))


def refusal_of(method: ManifoldMethod, a: Body, b: Body) -> str | None:
    """Why the method gives no contact points for these bodies; None if it does."""
    if all(method.applies(part_a, part_b) for part_a in parts_of(a.shape) for part_b in parts_of(b.shape)):
        return None
    return f"it {method.refusal(a.shape, b.shape)}"


def _contacts(method: ManifoldMethod, a: Body, b: Body) -> PairContacts:
    pair, refusal = (a.name, b.name), refusal_of(method, a, b)
    if refusal is not None:
        return PairContacts(pair, method.policy, None, None, refusal)
    contacts = contacts_of_bodies(method, a, b)
    judged, of_parts = judge_contacts(contacts, a, b), contacts.parts is not None
    seams = seam_words(contacts, a, b)
    return PairContacts(pair, method.policy, contacts.manifold, judged, None, of_parts, hull_note_of(a, b), seams)


def hull_note_of(a: Body, b: Body) -> str:
    """ "of its hull" if one of the bodies is a mesh that is not convex and has no parts: it counts as its hull."""
    is_hull_a, is_hull_b = (all(map(is_hull, parts_of(body.shape))) for body in (a, b))
    return hull_note(not is_hull_a, not is_hull_b)
