"""Finds the draft that a field belongs to: by its tag, its kind, its line, or its place in a list."""

from collections.abc import Sequence

from gjkscope.app.base.tokens import Token, quoted
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.drafts import POSE_FIELDS, SIZE_FIELDS, BodyDraft, Gathered
from gjkscope.app.bring.notations.keyed.entries import kind_token_of, name_of_entry
from gjkscope.app.bring.notations.keyed.fields import Meaning, Quantity, ShapeKind
from gjkscope.app.bring.notations.keyed.trees import Item, Keyed
from gjkscope.app.bring.notations.keyed.values import ValueTokens
from gjkscope.app.bring.notations.reading import ImportFault

# A text with more records is a whole world or a log, from which the user must select the pair.
MOST_DRAFTS = 2_000


class RecordLevel:
    """The items of a record that are still to be read, and the drafts that its names refer to."""

    def __init__(self, items: Sequence[Item], draft: BodyDraft, is_list: bool) -> None:
        self.items, self.place = items, 0
        self.draft, self.current = draft, draft
        self.is_list = is_list  # its records are bodies of their own
        self.by_tag: dict[str, BodyDraft] = {}
        self.line, self.line_draft = 0, draft  # the draft that a name of this line refers to
        self.hint: Token | None = None  # a type in front of the next entry: (JPH::BoxShape) $0 = {


def holds_segment(level: RecordLevel) -> bool:
    """Whether a and b are the ends of a segment, not two bodies."""
    if level.draft.kind in (ShapeKind.CAPSULE, ShapeKind.SEGMENT, ShapeKind.CYLINDER) or level.draft.has_shape:
        return True
    kinds = (ShapeKind.CAPSULE, ShapeKind.SEGMENT)
    return level.current.kind in kinds or any("segment" in draft.name.lower() for draft in (level.draft,))


class Targets:
    """Finds or makes the draft that a field belongs to, and puts values into it."""

    def __init__(self, gathered: Gathered, context: ReadContext) -> None:
        self.gathered, self.context = gathered, context

    def add(self, draft: BodyDraft) -> None:
        """Adds a draft.  Raises `ImportFault` if there are too many."""
        self.gathered.drafts.append(draft)
        if len(self.gathered.drafts) > MOST_DRAFTS:
            raise ImportFault(f"more than {MOST_DRAFTS:,} bodies: select the part with the pair")

    def new(self, level: RecordLevel, entry: Keyed, meaning: Meaning, tag: str = "") -> BodyDraft:
        """A new draft of an entry: a body, or another description of one."""
        draft = BodyDraft(level.draft, entry.key[0].start, name_of_entry(entry, meaning), tag)
        self.give_kind(draft, entry, meaning)
        known = self.described_draft(meaning)
        if meaning.is_alternative and known is not None:
            known.alternatives.append(draft)
        else:
            self.add(draft)
            if tag:
                level.by_tag[tag] = draft
        return draft

    def described_draft(self, meaning: Meaning) -> BodyDraft | None:
        """The body of the same kind that an alternative description describes again."""
        same = [draft for draft in self.gathered.drafts if draft.kind is meaning.kind and draft.has_shape]
        return same[-1] if meaning.kind and same else None

    def child(self, level: RecordLevel, entry: Keyed, meaning: Meaning) -> BodyDraft:
        """A new draft inside the draft of the level."""
        draft = BodyDraft(level.draft, entry.key[0].start, name_of_entry(entry, meaning), meaning.tag)
        self.add(draft)
        return draft

    def give_kind(self, draft: BodyDraft, entry: Keyed, meaning: Meaning) -> None:
        if meaning.kind and draft.kind is None:
            draft.set_kind(kind_token_of(entry), meaning.kind)

    def find(
        self, level: RecordLevel, entry: Keyed, meaning: Meaning, field: Quantity | None = None, is_kind: bool = False
    ) -> BodyDraft:
        """The draft that a field belongs to; other fields on the same line belong to it too."""
        draft = self._find(level, entry, meaning, field, is_kind)
        if meaning.tag or meaning.kind:
            level.line, level.line_draft = entry.key[0].line, draft
        return draft

    def _find(
        self, level: RecordLevel, entry: Keyed, meaning: Meaning, field: Quantity | None, is_kind: bool
    ) -> BodyDraft:
        if meaning.is_alternative and self.described_draft(meaning):
            level.current = self.new(level, entry, meaning)
            return level.current
        if meaning.tag:
            if meaning.tag not in level.by_tag:
                if level.current.tag == meaning.tag:
                    return level.current
                self.new(level, entry, meaning, meaning.tag)
            draft = level.by_tag[meaning.tag]
            self.give_kind(draft, entry, meaning)
            return draft
        if meaning.kind and (level.is_list or not meaning.names_box):
            return self.of_kind(level, entry, meaning)
        if level.line == entry.key[0].line and level.line_draft is not level.draft:
            return level.line_draft
        draft = level.current if level.current is not level.draft else level.draft
        if level.is_list and self._repeats(draft, field, is_kind):
            draft = level.current = BodyDraft(level.draft, entry.key[0].start)
            self.add(draft)
        return draft

    def _repeats(self, draft: BodyDraft, field: Quantity | None, is_kind: bool) -> bool:
        """Whether a field, or the kind, starts the next body of a list of lines."""
        if is_kind:
            return draft.has_shape or draft.has_pose or draft.kind is not None
        return field is not None and field in draft.values and field in SIZE_FIELDS | POSE_FIELDS

    def of_kind(self, level: RecordLevel, entry: Keyed, meaning: Meaning) -> BodyDraft:
        """The draft of "cylinder radius": the one of that kind, or a new one."""
        if level.draft.parent is not None and level.draft.kind in (None, meaning.kind):
            self.give_kind(level.draft, entry, meaning)
            return level.draft
        if level.current is not level.draft and level.current.kind in (None, meaning.kind):
            self.give_kind(level.current, entry, meaning)
            return level.current
        same = [draft for draft in self.gathered.drafts if draft.kind is meaning.kind and draft.parent is level.draft]
        if same:
            level.current = same[-1]
            return same[-1]
        level.current = self.new(level, entry, meaning)
        return level.current

    def put(self, draft: BodyDraft, field: Quantity, component: str, value: ValueTokens) -> None:
        """Puts a value into a field.  Raises `TextError` if the shape has a different one."""
        if component and not value.labels and len(value) == 1:
            draft.parts.setdefault(field, []).append((component, value))
            return
        if draft.parent is None and draft is self.gathered.root:
            draft.start = draft.start or value.start
        known = draft.values.get(field)
        if known is None:
            draft.values[field] = value
        elif [token.text for token in known.tokens] != [token.text for token in value.tokens]:
            if field in SIZE_FIELDS | POSE_FIELDS:
                raise value.fault(f"is given twice for one shape: {quoted(value.key)}", self.context)
            self.gathered.settings.append(value.key)
