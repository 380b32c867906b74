"""Structures of engines as debuggers print them, with the names of members that the vocabulary of fields knows.

(b3Capsule) $0 = (center1 = (…), center2 = (…), radius = 0.5)      # the ends of a segment, not two centres
q = (v = (x = 0, y = 0, z = 0), s = 1)                             # a quaternion by vector and scalar
"""

from collections.abc import Mapping

from gjkscope.app.base.tokens import Token
from gjkscope.app.notations.keyed.trees import Bracket, Item, Keyed

# The members of a structure, and the names to read them by.
_STRUCTURES: tuple[Mapping[str, str], ...] = (
    {"center1": "point_a", "center2": "point_b", "radius": "radius"},  # b3Capsule
    {"p": "point_a", "q": "point_b", "radius": "radius"},  # capsules as in Ericson's book
    {"point1": "point_a", "point2": "point_b"},  # b3Segment
    {"cx": "col0", "cy": "col1", "cz": "col2"},  # b3Matrix3
)


def with_known_members(root: Bracket) -> Bracket:
    """The same tree; members of known structures are renamed in place."""
    stack: list[Item] = [root]
    while stack:
        item = stack.pop()
        if isinstance(item, Token):
            continue
        if isinstance(item, Bracket):
            _rename(item)
            _mark_bases(item)
            _rename_counts(item)
            _join_quaternion(item)
        stack += item.items
    return root


def _rename(group: Bracket) -> None:
    entries = {entry.name: entry for entry in group.entries}
    for members in _STRUCTURES:
        if set(entries) == set(members):
            for name, entry in entries.items():
                entry.key = [entry.key[-1]._replace(text=members[name])]


def _rename_counts(group: Bracket) -> None:
    """The size of a container, `{ size=3 }`, is no size of a shape."""
    for entry in group.entries:
        numbers = [item for item in entry.values if isinstance(item, Token)]
        if entry.name in ("size", "capacity") and len(numbers) == 1 and numbers[0].is_integer and group.opening:
            entry.key = [entry.key[-1]._replace(text="count")]


def _mark_bases(group: Bracket) -> None:
    """Marks the records of base classes, which lldb prints as `JPH::ConvexShape = {…}`."""
    for entry in group.entries:
        is_qualified = len(entry.key) > 1 and entry.key[1].start == entry.key[0].end + len("::")
        entry.is_base |= group.opening is not None and is_qualified and len(entry.groups) == 1


def _join_quaternion(group: Bracket) -> None:
    """Makes the scalar of (v = (x, y, z), s = w) the fourth component of its vector."""
    entries = {entry.name: entry for entry in group.entries}
    if set(entries) != {"v", "s"} or len(entries["v"].groups) != 1:
        return
    vector, scalar = entries["v"].groups[0], entries["s"]
    if {entry.name for entry in vector.entries} != {"x", "y", "z"}:
        return
    scalar.key = [scalar.key[-1]._replace(text="w")]
    group.items = [*vector.entries, Keyed(scalar.key, has_mark=True)]
    last = group.items[-1]
    assert isinstance(last, Keyed)
    last.items = list(scalar.items)
