"""Structures of engines as debuggers print them, with the names of members that the vocabulary of fields knows.

(b3Capsule) $0 = (center1 = (…), center2 = (…), radius = 0.5)      # the ends of a segment, not two centres
q = (v = (x = 0, y = 0, z = 0), s = 1)                             # a quaternion by vector and scalar
mTransform:                                                        # a matrix with a name for each column
  col0 = (1, 0, 0, 0)
  …
"""

from collections.abc import Mapping, Sequence

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.keyed.fields import words_of_name
from gjkscope.app.bring.notations.keyed.trees import Bracket, Item, Keyed, all_numbers

# The members of a structure, and the names under which they are read.
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
            _join_lines_of_matrices(item)
        stack += item.items
    return root


def _rename(group: Bracket) -> None:
    entries = {entry.name: entry for entry in group.entries}
    for members in _STRUCTURES:
        if set(entries) == set(members):
            for name, entry in entries.items():
                entry.key = [entry.key[-1]._replace(text=members[name])]


# Names of the lines of a matrix in front of their numbers.
_LINES = frozenset({"col", "column", "row"})
_COUNTS = (3, 4)  # lines of a matrix


def _join_lines_of_matrices(group: Bracket) -> None:
    """Makes `col0 = …`, `col1 = …` below the name of a matrix its value, although they are not in brackets."""
    items: list[Item] = group.items
    kept: list[Item] = []
    if group.opening is not None and len(_lines_of_matrix(group.entries)) == len(group.entries):
        return  # in brackets of their own
    while items:
        lines = _lines_of_matrix(items)
        if lines:
            inside = Bracket(lines[0].key[0])
            inside.items = [*lines]
            title = next((item for item in reversed(kept) if isinstance(item, Keyed)), None)
            if title is None or next(all_numbers(title), None) is not None:
                title = Keyed([lines[0].key[0]._replace(text="matrix")], has_mark=True)
                kept.append(title)
            title.items = [inside]
            items = items[len(lines) :]
        else:
            kept.append(items[0])
            items = items[1:]
    group.items = kept


def _lines_of_matrix(items: Sequence[Item]) -> list[Keyed]:
    """The entries at the start of the items that are the lines of one matrix, in order; none if there is no matrix."""
    entries: list[Keyed] = []
    first = ("", "")
    for item in items:
        words = words_of_name(item.name) if isinstance(item, Keyed) else ()
        if not isinstance(item, Keyed) or len(words) != 2 or words[0] not in _LINES or not words[1].isdigit():
            break
        first = first if entries else (words[0], words[1])
        if words[0] != first[0] or int(words[1]) != int(first[1]) + len(entries) or int(first[1]) > 1:
            break
        entries.append(item)
    return entries if len(entries) in _COUNTS else []


def _rename_counts(group: Bracket) -> None:
    """The size of a container, `{ size=3 }`, is not the size of a shape."""
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
