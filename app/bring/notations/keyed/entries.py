"""The role of an entry of a tree: a heading, a record, a kind of shape, or a field after a name."""

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.keyed.drafts import POSE_FIELDS, SIZE_FIELDS
from gjkscope.app.bring.notations.keyed.fields import Meaning, Quantity, is_tag, meaning_of, shape_kind_of
from gjkscope.app.bring.notations.keyed.trees import Bracket, Item, Keyed
from gjkscope.app.bring.notations.keyed.values import ValueTokens

LONGEST_KEY = 12  # words of a key that are read; more are prose

_BODY_WORDS = {"object", "body", "obj", "geom", "geometry", "shape", "collider", "item", "part", "link"}


def field_by_count(meaning: Meaning, entry: Keyed, value: ValueTokens) -> Quantity | None:
    """The field of an ambiguous letter: r is a radius or a rotation, v a velocity or vertices."""
    if meaning.field is Quantity.RADIUS and len(value) in (4, 9):  # R1
        return Quantity.ROTATION
    if entry.name.lower() in ("v", "w") and len(value) == 3:
        return Quantity.SETTING
    return meaning.field


def sole_letter(entry: Keyed) -> str:
    """The letter if the key is a single one: A and B are bodies, or the ends of a segment."""
    name = entry.key[-1].text if len(entry.key) == 1 else ""
    return name.lower() if len(name) == 1 and name.lower() in "ab" else ""


def numbered_heading(entry: Keyed, meaning: Meaning) -> Token | None:
    """The number of a heading such as "Object 2 (box)"; None for other entries."""
    if entry.has_mark or not entry.groups or meaning.field not in (None, Quantity.FRAME, Quantity.KIND):
        return None
    first = entry.items[0]
    if not isinstance(first, Token) or first.kind is not Kind.NUMBER or not is_tag(first.text):
        return None
    if entry.key[-1].text.lower() not in _BODY_WORDS and meaning.kind is None:
        return None
    inside = [token for group in entry.groups for token in group.items]
    is_word = all(isinstance(token, Token) and token.kind is Kind.NAME for token in inside)
    numbers = [token for token in entry.values if isinstance(token, Token) and token.kind is Kind.NUMBER]
    return first if is_word and len(numbers) == 1 else None


def words_before_numbers(entry: Keyed) -> list[Token]:
    """The names in front of the first number of a value."""
    words: list[Token] = []
    for item in entry.items:
        if not isinstance(item, Token) or item.kind is not Kind.NAME:
            break
        words.append(item)
    return words


def meaningful_name(entry: Keyed) -> Token | None:
    """The first name in the value, or the label of its group, if it is a field or a kind."""
    for item in entry.items:
        if isinstance(item, Token):
            if item.kind is Kind.NUMBER:
                return None
            if item.kind is Kind.NAME and _is_meaningful(item):
                return item
        elif isinstance(item, Bracket):
            return item.label if item.label is not None and _is_meaningful(item.label) else None
    return None


def _is_meaningful(token: Token) -> bool:
    meaning = meaning_of(token.text)
    return meaning.kind is not None or meaning.field in SIZE_FIELDS | POSE_FIELDS


def has_own_fields(group: Bracket) -> bool:
    """Whether a group has fields of its own."""
    return any(not entry.key[0].is_integer for entry in group.entries)


def is_body_entry(entry: Keyed) -> bool:
    """Whether a record contains fields of a shape or of a pose."""
    stack: list[Item] = list(entry.items)
    while stack:
        item = stack.pop()
        if isinstance(item, Keyed):
            meaning = meaning_of(item.name) if len(item.key) <= LONGEST_KEY else Meaning()
            if meaning.field in SIZE_FIELDS | POSE_FIELDS or meaning.kind:
                return True
        if isinstance(item, Keyed | Bracket):
            stack += item.items
    return False


def names_kind(entry: Keyed) -> bool:
    """Whether the key of a record is a kind of shape."""
    meaning = meaning_of(entry.name) if len(entry.key) <= LONGEST_KEY else Meaning()
    return bool(meaning.kind and not meaning.names_box and entry.groups and meaning.field in (None, Quantity.FRAME))


def kind_token_of(entry: Keyed) -> Token:
    """The word of the key that names the kind."""
    return next((token for token in entry.key if shape_kind_of(token.text)), entry.key[0])


def name_of_entry(entry: Keyed, meaning: Meaning) -> str:
    """The name of the body: its key without the name of a field."""
    if meaning.tag:
        for token in entry.key:
            own = meaning_of(token.text)
            if (
                own.tag == meaning.tag
                and len(token.text) > 1
                and own.field in (None, Quantity.FRAME, Quantity.VERTICES)
            ):
                return token.text
    if meaning.field in SIZE_FIELDS | POSE_FIELDS:
        return ""
    words = [token.text for token in entry.key]
    return " ".join(words) if len(words) <= 2 else ""
