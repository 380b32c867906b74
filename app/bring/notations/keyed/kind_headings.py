"""Kinds of shapes as keys above several shapes: the kind moves into each of them.

"cylinder": {"peg": {"radius": 0.5, …}, "pin": {…}}   becomes   [{"type": cylinder, "name": peg, "radius": 0.5, …}, …]
"boxes": [{"size": …}, {"size": …}]                   becomes   [{"type": boxes, "size": …}, …]
"""

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.keyed.drafts import SIZE_FIELDS
from gjkscope.app.bring.notations.keyed.entries import LONGEST_KEY, kind_token_of, names_kind
from gjkscope.app.bring.notations.keyed.fields import Meaning, ShapeKind, meaning_of, shape_kind_of
from gjkscope.app.bring.notations.keyed.trees import Bracket, Item, Keyed


def with_kinds_inside(root: Bracket) -> Bracket:
    """The same tree; keys that are kinds above several shapes are replaced in place by a list of these shapes."""
    stack: list[Bracket | Keyed] = [root]
    while stack:
        item = stack.pop()
        item.items = [_with_kind(inner) for inner in item.items]
        stack += [inner for inner in item.items if not isinstance(inner, Token)]
    return root


def _with_kind(heading: Item) -> Item:
    """The list of the shapes below a kind if all of them are records with sizes; otherwise the same item."""
    if not isinstance(heading, Keyed) or not names_kind(heading):
        return heading
    content = [item for item in heading.items if not _is_separator(item)]
    group = content[0]
    if len(content) != 1 or not isinstance(group, Bracket) or group.opening is None or group.label is not None:
        return heading
    word = kind_token_of(heading)
    items = [item for item in group.items if not _is_separator(item)]
    records = [_record(item, shape_kind_of(word.text)) for item in items]
    if not records or not all(record is not None and _has_sizes(record) for record in records):
        return heading
    shapes = Bracket(group.opening._replace(text="["))
    shapes.closing = group.closing
    for item, record in zip(items, records, strict=True):
        assert record is not None
        name = [_entry("name", _join(item))] if isinstance(item, Keyed) else []
        record.items = [_entry("type", word), *name, *record.items]
        shapes.items.append(record)
    return shapes


def _is_separator(item: Item) -> bool:
    return isinstance(item, Token) and (item.kind is Kind.NEWLINE or item.is_mark(",", ";"))


def _record(item: Item, kind: ShapeKind | None) -> Bracket | None:
    """The record of one shape: an item of a list, or the value of a key that is a name, possibly with the kind."""
    if isinstance(item, Keyed):
        meaning = meaning_of(item.name) if len(item.key) <= LONGEST_KEY else Meaning()
        inner = [part for part in item.items if not _is_separator(part)]
        is_name = meaning.field is None or len(item.name) == 1  # "a": the name of a shape, as it has sizes
        if not is_name or meaning.kind not in (None, kind) or len(inner) != 1:
            return None
        item = inner[0]
    is_record = isinstance(item, Bracket) and item.opening is not None and item.opening.text == "{"
    return item if is_record and isinstance(item, Bracket) else None


def _has_sizes(record: Bracket) -> bool:
    return any(meaning_of(entry.name).field in SIZE_FIELDS for entry in record.entries)


def _join(entry: Keyed) -> Token:
    return entry.key[0]._replace(kind=Kind.NAME, text=entry.name, end=entry.key[-1].end)


def _entry(key: str, value: Token) -> Keyed:
    """A field that the text has in another place."""
    entry = Keyed([value._replace(kind=Kind.NAME, text=key)], has_mark=True)
    entry.items = [value]
    return entry
