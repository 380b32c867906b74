"""Gathers the fields of each shape from a tree of entries: which number belongs to which body.

A record (an object of JSON, a structure in a debugger, the lines below a heading) describes one body.  Records called
geometry, collider, shape, … belong to the record that contains them; records in a list are bodies of their own, and so
are the names that a letter or number tells apart (`pose_a`, `pose_b`).  A record of a body inside another record is
placed relative to it.
"""

from collections.abc import Sequence
from itertools import pairwise

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import Kind, Token, quoted
from gjkscope.app.notations.context import ReadContext
from gjkscope.app.notations.keyed.drafts import ANSWER_FIELDS, POSE_FIELDS, SIZE_FIELDS, BodyDraft, Gathered
from gjkscope.app.notations.keyed.fields import (
    Meaning,
    Quantity,
    ShapeKind,
    is_tag,
    meaning_of,
    shape_kind_of,
    words_of_name,
)
from gjkscope.app.notations.keyed.trees import Bracket, Item, Keyed, all_numbers
from gjkscope.app.notations.keyed.values import ValueTokens, joined_components, value_of_entry, value_of_group
from gjkscope.app.notations.reading import ImportFault, Span

# A text with more records is a whole world or a log, of which a person selects the pair first.
MOST_DRAFTS = 2_000


class _Level:
    """The items of a record that are still to be read, and the drafts that its names refer to."""

    def __init__(self, items: Sequence[Item], draft: BodyDraft, is_list: bool) -> None:
        self.items, self.place = items, 0
        self.draft, self.current = draft, draft
        self.is_list = is_list  # its records are bodies of their own
        self.by_tag: dict[str, BodyDraft] = {}
        self.line, self.line_draft = 0, draft  # the draft that a name of this line refers to
        self.hint: Token | None = None  # a type in front of the next entry: (JPH::BoxShape) $0 = {


def gather(root: Bracket, context: ReadContext) -> Gathered:
    """The drafts in a tree.  Raises `TextError` for a field that is given twice."""
    return _Gatherer(root, context).gathered


class _Gatherer:
    def __init__(self, root: Bracket, context: ReadContext) -> None:
        self.context = context
        self.gathered = Gathered()
        self.gathered.drafts.append(self.gathered.root)
        self.levels = [_Level(root.items, self.gathered.root, is_list=True)]
        while self.levels:
            level = self.levels[-1]
            if level.place == len(level.items):
                self.levels.pop()
                continue
            level.place += 1
            self._item(level, level.items[level.place - 1])
        for draft in self.gathered.drafts:
            for field, parts in draft.parts.items():
                draft.values.setdefault(field, joined_components(parts, field.name.lower()))

    def _item(self, level: _Level, item: Item) -> None:
        if isinstance(item, Keyed):
            self._entry(level, item)
        elif isinstance(item, Bracket):
            self._group(level, item, None)
        elif item.kind in (Kind.NUMBER, Kind.OTHER):
            self._loose_numbers(level, item)
        elif (
            item.kind is Kind.NAME
            and (kind := shape_kind_of(item.text))
            and level.draft.kind is None
            and level.draft.parent
        ):
            level.draft.set_kind(item, kind)

    def _loose_numbers(self, level: _Level, first: Token) -> None:
        tokens = [first]
        while level.place < len(level.items):
            item = level.items[level.place]
            if not isinstance(item, Token):
                break
            if item.kind in (Kind.NUMBER, Kind.OTHER):
                tokens.append(item)
            level.place += 1
        self.gathered.loose.append(ValueTokens(tuple(tokens), Span(first.start, tokens[-1].end), rows=(len(tokens),)))

    # --- entries ---

    def _entry(self, level: _Level, entry: Keyed) -> None:
        meaning = meaning_of(" ".join(token.text for token in entry.key[-_LONGEST_KEY:] if token.text[:1] != "$"))
        if entry.is_base:
            self._base(level, entry)
        elif (number := _numbered_heading(entry, meaning)) is not None:
            self._number_heading(level, entry, meaning, number)
        elif not entry.has_value:
            self._heading(level, entry, meaning)
        elif (value := value_of_entry(entry)) is not None:
            self._numbers(level, entry, meaning, value)
        elif entry.groups:
            self._record(level, entry, meaning)
        else:
            self._word(level, entry, meaning)

    def _base(self, level: _Level, entry: Keyed) -> None:
        kind = shape_kind_of(entry.key[-1].text)
        if kind is not None and level.draft.kind is None and kind is not ShapeKind.HULL:
            level.draft.set_kind(entry.key[-1], kind)
        for group in entry.groups:
            self.levels.append(_Level(group.items, level.draft, is_list=False))

    def _heading(self, level: _Level, entry: Keyed, meaning: Meaning) -> None:
        tag = meaning.tag or _sole_letter(entry)
        if meaning.kind or tag or meaning.field is Quantity.FRAME:
            if level.hint is None and meaning.kind and not entry.has_mark and len(entry.key) > _LONGEST_HEADING:
                return  # a sentence
            if tag and tag in level.by_tag:
                level.current = level.by_tag[tag]
                self._give_kind(level.current, entry, meaning)
                return
            if not meaning.kind and not tag:
                return
            if meaning.field in POSE_FIELDS | SIZE_FIELDS and meaning.kind and not tag:  # "The box pose is: xyz = …"
                level.current = self._of_kind(level, entry, meaning)
                return
            level.current = self._new_draft(level, entry, meaning, tag)
            level.current.is_heading = level.current.kind_token in entry.key

    def _number_heading(self, level: _Level, entry: Keyed, meaning: Meaning, number: Token) -> None:
        """ "Object 2 (box)": the heading of a body."""
        words = [token for group in entry.groups for token in group.items if isinstance(token, Token)]
        named = next((token for token in words if shape_kind_of(token.text)), None)
        if number.text in level.by_tag:
            level.current = level.by_tag[number.text]
        else:
            level.current = self._new_draft(level, entry, meaning, number.text)
        if named is not None and (kind := shape_kind_of(named.text)) and level.current.kind is None:
            level.current.set_kind(named, kind)

    def _word(self, level: _Level, entry: Keyed, meaning: Meaning) -> None:
        """A field whose value is a name: the kind of shape, its name, an axis, a verdict."""
        if not entry.words:
            return
        if (letter := _sole_letter(entry)) and not _holds_segment(level):
            meaning = meaning._replace(field=None, tag=letter)
        word, target = entry.words[-1], None
        kind = next((found for token in entry.words if (found := shape_kind_of(token.text))), None)
        named = next((token for token in entry.words if shape_kind_of(token.text)), word)
        if meaning.field is Quantity.UNITS:
            self.gathered.units = word
        elif meaning.field is Quantity.VERDICT:
            self.gathered.verdict = word
        elif meaning.field in (Quantity.NAME, Quantity.AXIS):
            target = self._target(level, entry, meaning)
            target.words[meaning.field] = word
            if meaning.field is Quantity.NAME:
                target.name = word.text
        elif meaning.field in SIZE_FIELDS | POSE_FIELDS and kind is None and not _sole_letter(entry):
            self._constant(entry, word)
        elif kind is not None and (meaning.field in (Quantity.KIND, Quantity.FRAME, None) or meaning.tag):
            target = self._target(level, entry, meaning, is_kind=True)
            target.set_kind(named, kind)
            if level.is_list:
                level.current = target
        elif meaning.field is Quantity.FRAME and not meaning.tag and level.draft.parent is not None:
            level.draft.link = word.text  # "geometry": "id of a geometry"
        elif meaning.field is None or meaning.field is Quantity.FRAME or _sole_letter(entry):
            self._named_field(level, entry, meaning)

    def _constant(self, entry: Keyed, word: Token) -> None:
        """A field of numbers whose value is a word: nothing to read if it says so."""
        if word.text.lower().rpartition(".")[2] not in _NOTHING:
            raise word.fault(f"{entry.name}: must be numbers, got {quoted(word.text)}")

    def _named_field(self, level: _Level, entry: Keyed, meaning: Meaning) -> None:
        """ "A: pose" and the like: a heading whose value is the name of a field that follows."""
        if meaning.kind or meaning.tag or _sole_letter(entry):
            self._heading(level, entry, meaning)

    def _numbers(self, level: _Level, entry: Keyed, meaning: Meaning, value: ValueTokens) -> None:
        field = _field_by_count(meaning, entry, value)
        letter = _sole_letter(entry)
        inner = _inner_meaning(entry)
        if letter and not (field in (Quantity.POINT_A, Quantity.POINT_B) and _holds_segment(level)):
            field, meaning = None, meaning._replace(field=None, tag=letter)
        if (end := self._end_of_segment(level, entry, value)) is not None:
            self._put(*end, "", value, level)
        elif field in (None, Quantity.FRAME, Quantity.KIND, Quantity.NAME) and inner is not None:
            self._inner(level, entry, meaning, inner, value)
        elif field is Quantity.NAME:
            target = self._target(level, entry, meaning)
            target.name = value.tokens[0].text if len(value) == 1 else target.name
        elif field is Quantity.SETTING:
            self.gathered.settings.append(entry.name)
        elif field in ANSWER_FIELDS:
            self.gathered.answers.setdefault(field, value)
        elif field is Quantity.UNITS:
            raise entry.key[0].fault("the unit must be m, cm or mm")
        elif field is Quantity.KIND and len(value) == 1:
            self.gathered.settings.append(entry.name)
        elif field in (None, Quantity.FRAME, Quantity.KIND):
            self._unnamed(level, entry, meaning, value)
        else:
            self._put(self._target(level, entry, meaning, field), field, meaning.component, value, level)
        self._named_axis(level, entry)

    def _named_axis(self, level: _Level, entry: Keyed) -> None:
        """Notes the axis in "radius 0.5, height 3, axis x"."""
        for word, following in pairwise(entry.words):
            if word.text.lower() == "axis" and following.text.lower() in ("x", "y", "z"):
                self._target(level, entry, meaning_of(entry.name)).words[Quantity.AXIS] = following

    def _end_of_segment(self, level: _Level, entry: Keyed, value: ValueTokens) -> tuple[BodyDraft, Quantity] | None:
        """The end of a capsule that "p0" or "point 2" is, if the text is describing one."""
        words = words_of_name(entry.name)
        if len(words) != 2 or words[0] not in _POINT_NAMES or words[1] not in ("0", "1", "2") or len(value) != 3:
            return None
        draft = level.line_draft if level.line == entry.key[0].line else level.current
        if draft.kind not in (ShapeKind.CAPSULE, ShapeKind.SEGMENT, ShapeKind.CYLINDER):
            return None
        return draft, Quantity.POINT_B if Quantity.POINT_A in draft.values else Quantity.POINT_A

    def _inner(self, level: _Level, entry: Keyed, meaning: Meaning, inner: Token, value: ValueTokens) -> None:
        """The value starts with a name: "A: radius 0.5", "shape_a = Box(1, 2, 3)", "shape: sphere 0.5"."""
        second = meaning_of(inner.text)
        phrase = meaning_of(" ".join(token.text for token in _words_before_numbers(entry)))
        if phrase.kind is not None and phrase.field in SIZE_FIELDS:  # "A: box half extents 1 1 1"
            target = self._target(level, entry, meaning, is_kind=True)
            if level.is_list:
                level.current = target
            target.set_kind(inner, phrase.kind)
            self._put(target, phrase.field, phrase.component, value, level)
            return
        target = self._target(level, entry, meaning, is_kind=second.kind is not None)
        if level.is_list:
            level.current = target
        if second.kind is not None and second.field in (None, Quantity.FRAME, Quantity.VERTICES):
            group = next(iter(entry.groups), None)
            target.set_kind(inner, second.kind)
            self._construct(target, group.items if group else entry.items, value, level)
        elif second.field is not None:
            self._put(target, second.field, second.component, value, level)

    def _unnamed(self, level: _Level, entry: Keyed, meaning: Meaning, value: ValueTokens) -> None:
        """Numbers below a name that is no field: sizes of a named kind, points, or nothing that is known."""
        if meaning.kind not in (None, ShapeKind.HULL):
            target = self._target(level, entry, meaning)
            if not target.has_shape:
                self._construct(target, entry.items, value, level)
                return
        if value.is_table or meaning.kind is ShapeKind.HULL:
            target = self._new_draft(level, entry, meaning, meaning.tag)
            target.kind = ShapeKind.HULL
            self._put(target, Quantity.VERTICES, "", value, level)
        elif meaning.tag and len(value) == 3 and meaning.field is None:
            self._put(self._target(level, entry, meaning), Quantity.POSITION, "", value, level)
        elif meaning.tag and len(value) in (7, 12, 16):
            self._put(self._target(level, entry, meaning), Quantity.MATRIX, "", value, level)
        elif len(value) in (12, 16):
            draft = BodyDraft(level.draft, entry.key[0].start, _name(entry, meaning))
            self._add(draft)
            self._put(draft, Quantity.MATRIX, "", value, level)
        else:
            self.gathered.unknown.append((entry.name, value))

    # --- records ---

    def _record(self, level: _Level, entry: Keyed, meaning: Meaning) -> None:
        label = next((group.label for group in entry.groups if group.label), None)
        kind = shape_kind_of(label.text) if label else None
        behind = next((token for token in entry.words if shape_kind_of(token.text)), None)
        if meaning.field is Quantity.SETTING and not meaning.kind:
            self.gathered.settings.append(entry.name)
            return
        letter = _sole_letter(entry)
        if letter and not _holds_segment(level):
            meaning = meaning._replace(field=None, tag=letter)
        is_frame = meaning.field is not None and not meaning.tag and not meaning.rest
        if meaning.is_alternative and self._described(level, meaning):
            draft = level.current = self._new_draft(level, entry, meaning)
        elif meaning.kind and (meaning.field in (None, Quantity.FRAME, Quantity.KIND) or meaning.tag):
            draft = self._kind_record(level, entry, meaning)
        elif is_frame or meaning.field in POSE_FIELDS:
            draft = self._target(level, entry, meaning)
        elif _is_body(entry):
            draft = self._target(level, entry, meaning) if meaning.tag else self._child(level, entry, meaning)
        else:
            draft = level.draft if level.draft.parent else level.current
        if level.hint is not None and (hinted := shape_kind_of(level.hint.text)):
            draft = self._child(level, entry, meaning) if draft.parent is None else draft
            draft.set_kind(level.hint, hinted)
            level.hint = None
        for token in (label, behind):
            if token is not None and (found := shape_kind_of(token.text)) and draft.kind is None:
                draft = self._child(level, entry, meaning) if draft.parent is None else draft
                draft.set_kind(token, found)
        if kind is not None and label is not None and not _is_record(entry.groups[0]):
            value = value_of_group(entry.groups[0])
            self._construct(draft, entry.groups[0].items, value, level)
            return
        self._enter(level, entry.groups, draft, meaning)

    def _enter(self, level: _Level, groups: Sequence[Bracket], draft: BodyDraft, meaning: Meaning) -> None:
        """Reads the records of an entry next; those of a list are bodies of their own."""
        for group in reversed(groups):
            is_list = group.opening is not None and group.opening.text == "[" and len(group.groups) > 0
            inner = _Level(group.items, draft, is_list=is_list)
            self.levels.append(inner)

    def _kind_record(self, level: _Level, entry: Keyed, meaning: Meaning) -> BodyDraft:
        """ "cuboid": {…}: the kind of the enclosing record, or a body at the top."""
        others = [one for one in level.items if isinstance(one, Keyed) and one is not entry and _names_kind(one)]
        own = level.draft
        if meaning.kind is ShapeKind.SEGMENT and own.kind is ShapeKind.CAPSULE:
            return own  # Capsule { segment: Segment { a, b }, radius }
        if meaning.tag:
            draft = self._target(level, entry, meaning)
        elif own.parent is None or own.kind is not None or own.has_shape or others:
            if own.kind is not None and meaning.names_box:
                return BodyDraft(own, entry.key[0].start)  # the bounds of another shape
            draft = self._child(level, entry, meaning)
        else:
            draft = own
        if draft.kind is None and meaning.kind:
            draft.set_kind(_kind_token(entry), meaning.kind)
        return draft

    def _group(self, level: _Level, group: Bracket, key: Keyed | None) -> None:
        """A group without a key: a body, a call such as Sphere(0.5), or numbers."""
        kind = shape_kind_of(group.label.text) if group.label else None
        value = value_of_group(group)
        if kind is None and value is not None:
            meaning = meaning_of(group.label.text) if group.label else Meaning()
            if meaning.field is None or meaning.field is Quantity.FRAME:
                self.gathered.loose.append(value)
            elif meaning.field is not Quantity.SETTING:
                self._put(level.current, meaning.field, meaning.component, value, level)
            return
        if not group.entries and not any(True for _ in all_numbers(group)):
            names = [item for item in group.items if isinstance(item, Token) and item.kind is Kind.NAME]
            if names and group.opening is not None and group.opening.text == "[" and level.is_list:
                heading = Keyed(names, has_mark=True)  # [Box A], as in an INI file
                self._heading(level, heading, meaning_of(heading.name))
                return
            level.hint = next((name for name in reversed(names) if shape_kind_of(name.text)), None)
            return
        start = group.label or group.opening
        if not level.is_list and level.draft.parent is None and not level.draft.has_shape:
            draft = level.draft
        else:
            draft = BodyDraft(level.draft, start.start if start else 0)
            self._add(draft)
        if kind is not None and group.label is not None:
            draft.set_kind(group.label, kind)
            if not _is_record(group):
                self._construct(draft, group.items, value, level)
                return
        is_list = group.opening is not None and group.opening.text == "["
        self.levels.append(_Level(group.items, level.draft if is_list else draft, is_list=is_list))

    # --- drafts ---

    def _add(self, draft: BodyDraft) -> None:
        self.gathered.drafts.append(draft)
        if len(self.gathered.drafts) > MOST_DRAFTS:
            raise ImportFault(f"more than {MOST_DRAFTS:,} bodies: select the part with the pair")

    def _new_draft(self, level: _Level, entry: Keyed, meaning: Meaning, tag: str = "") -> BodyDraft:
        draft = BodyDraft(level.draft, entry.key[0].start, _name(entry, meaning), tag)
        self._give_kind(draft, entry, meaning)
        known = self._described(level, meaning)
        if meaning.is_alternative and known is not None:
            known.alternatives.append(draft)
        else:
            self._add(draft)
            if tag:
                level.by_tag[tag] = draft
        return draft

    def _described(self, level: _Level, meaning: Meaning) -> BodyDraft | None:
        """The body of the same kind that an alternative description describes again."""
        same = [one for one in self.gathered.drafts if one.kind is meaning.kind and one.has_shape]
        return same[-1] if meaning.kind and same else None

    def _child(self, level: _Level, entry: Keyed, meaning: Meaning) -> BodyDraft:
        draft = BodyDraft(level.draft, entry.key[0].start, _name(entry, meaning), meaning.tag)
        self._add(draft)
        return draft

    def _give_kind(self, draft: BodyDraft, entry: Keyed, meaning: Meaning) -> None:
        if meaning.kind and draft.kind is None:
            draft.set_kind(_kind_token(entry), meaning.kind)

    def _target(
        self,
        level: _Level,
        entry: Keyed,
        meaning: Meaning,
        field: Quantity | None = None,
        is_kind: bool = False,
    ) -> BodyDraft:
        """The draft that a field belongs to; other fields on the same line belong to it too."""
        draft = self._found_target(level, entry, meaning, field, is_kind)
        if meaning.tag or meaning.kind:
            level.line, level.line_draft = entry.key[0].line, draft
        return draft

    def _found_target(
        self, level: _Level, entry: Keyed, meaning: Meaning, field: Quantity | None, is_kind: bool
    ) -> BodyDraft:
        if meaning.is_alternative and self._described(level, meaning):
            level.current = self._new_draft(level, entry, meaning)
            return level.current
        if meaning.tag:
            if meaning.tag not in level.by_tag:
                if level.current.tag == meaning.tag:
                    return level.current
                self._new_draft(level, entry, meaning, meaning.tag)
            draft = level.by_tag[meaning.tag]
            self._give_kind(draft, entry, meaning)
            return draft
        if meaning.kind and (level.is_list or not meaning.names_box):
            return self._of_kind(level, entry, meaning)
        if level.line == entry.key[0].line and level.line_draft is not level.draft:
            return level.line_draft
        draft = level.current if level.current is not level.draft else level.draft
        if level.is_list and self._repeats(draft, field, is_kind):
            draft = level.current = BodyDraft(level.draft, entry.key[0].start)
            self._add(draft)
        return draft

    def _repeats(self, draft: BodyDraft, field: Quantity | None, is_kind: bool) -> bool:
        """Whether a field, or the kind, starts the next body of a list of lines."""
        if is_kind:
            return draft.has_shape or draft.has_pose or draft.kind is not None
        return field is not None and field in draft.values and field in SIZE_FIELDS | POSE_FIELDS

    def _of_kind(self, level: _Level, entry: Keyed, meaning: Meaning) -> BodyDraft:
        """The draft of "cylinder radius": the one of that kind, or a new one."""
        if level.draft.parent is not None and level.draft.kind in (None, meaning.kind):
            self._give_kind(level.draft, entry, meaning)
            return level.draft
        if level.current is not level.draft and level.current.kind in (None, meaning.kind):
            self._give_kind(level.current, entry, meaning)
            return level.current
        same = [one for one in self.gathered.drafts if one.kind is meaning.kind and one.parent is level.draft]
        if same:
            level.current = same[-1]
            return same[-1]
        level.current = self._new_draft(level, entry, meaning)
        return level.current

    def _put(self, draft: BodyDraft, field: Quantity, component: str, value: ValueTokens, level: _Level) -> None:
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

    def _construct(self, draft: BodyDraft, items: Sequence[Item], value: ValueTokens | None, level: _Level) -> None:
        """Sets the fields of a shape that is written like a call: capsule((0, 0, 0), (1, 0, 0), radius(0.5))."""
        points, plain = _arguments(items)
        for field, named in _named_arguments(items):
            self._put(draft, field, "", named, level)
        kind = draft.kind
        if len(points) == 2 and kind is ShapeKind.BOX:
            fields: Sequence[Quantity] = (Quantity.LOW, Quantity.HIGH)
        elif len(points) == 2 and kind in (ShapeKind.CAPSULE, ShapeKind.CYLINDER, ShapeKind.SEGMENT):
            fields = (Quantity.POINT_A, Quantity.POINT_B)
        elif len(points) == 1 and kind is ShapeKind.SPHERE:
            fields = (Quantity.POSITION,)
        elif len(points) == 1 and kind is ShapeKind.BOX and not plain:
            fields = (Quantity.SIZES,)
        elif points:
            fields = ()
            if value is not None:
                self._put(draft, Quantity.VERTICES, "", value, level)
        else:
            fields = ()
        for field, point in zip(fields, points, strict=False):
            self._put(draft, field, "", point, level)
        if plain and value is not None and kind is not None:
            self._plain(draft, kind, plain, value, level)

    def _plain(self, draft: BodyDraft, kind: ShapeKind, plain: list[Token], value: ValueTokens, level: _Level) -> None:
        scalars = [replace(value, tokens=(token,), rows=(1,), labels="") for token in plain]
        if kind is ShapeKind.BOX and len(plain) == 3:
            self._put(draft, Quantity.SIZES, "", replace(value, tokens=tuple(plain), rows=(3,)), level)
        elif kind is ShapeKind.ELLIPSOID and len(plain) == 3:
            self._put(draft, Quantity.RADII, "", replace(value, tokens=tuple(plain), rows=(3,)), level)
        elif len(plain) == 1 and Quantity.RADIUS not in draft.values and kind is not ShapeKind.BOX:
            self._put(draft, Quantity.RADIUS, "", scalars[0], level)
        elif len(plain) == 2 and kind in (ShapeKind.CAPSULE, ShapeKind.CYLINDER, ShapeKind.CONE):
            self._put(draft, Quantity.RADIUS, "", scalars[0], level)
            self._put(draft, Quantity.LENGTH, "", scalars[1], level)
        elif kind in (ShapeKind.HULL, ShapeKind.TRIANGLE, ShapeKind.SEGMENT) and len(plain) % 3 == 0:
            self._put(draft, Quantity.VERTICES, "", value, level)
        else:
            raise value.fault(f"a {kind.value} cannot have {len(plain)} numbers without names", self.context)


_POINT_NAMES = {"p", "pt", "point", "end", "endpoint", "vertex"}
_NOTHING = {"null", "none", "nil", "identity", "zero", "default", "undefined", "unknown"}
_LONGEST_KEY = 12  # words of a key that are read; more are prose
_LONGEST_HEADING = 6


def _field_by_count(meaning: Meaning, entry: Keyed, value: ValueTokens) -> Quantity | None:
    """The field, where a letter means different things: r is a radius or a rotation, v a velocity or vertices."""
    if meaning.field is Quantity.RADIUS and entry.name.lower() == "r" and len(value) in (4, 9):
        return Quantity.ROTATION
    if entry.name.lower() in ("v", "w") and len(value) == 3:
        return Quantity.SETTING
    return meaning.field


def _sole_letter(entry: Keyed) -> str:
    """The letter if the key is a single one: A and B are bodies, or the ends of a segment."""
    name = entry.key[-1].text if len(entry.key) == 1 else ""
    return name.lower() if len(name) == 1 and name.lower() in "ab" else ""


def _holds_segment(level: _Level) -> bool:
    """Whether a and b are the ends of a segment, not two bodies."""
    if level.draft.kind in (ShapeKind.CAPSULE, ShapeKind.SEGMENT, ShapeKind.CYLINDER) or level.draft.has_shape:
        return True
    kinds = (ShapeKind.CAPSULE, ShapeKind.SEGMENT)
    return level.current.kind in kinds or any("segment" in one.name.lower() for one in (level.draft,))


_BODY_WORDS = {"object", "body", "obj", "geom", "geometry", "shape", "collider", "item", "part", "link"}


def _numbered_heading(entry: Keyed, meaning: Meaning) -> Token | None:
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
    numbers_ = [token for token in entry.values if isinstance(token, Token) and token.kind is Kind.NUMBER]
    return first if is_word and len(numbers_) == 1 else None


def _words_before_numbers(entry: Keyed) -> list[Token]:
    """The names in front of the first number of a value."""
    words: list[Token] = []
    for item in entry.items:
        if not isinstance(item, Token) or item.kind is not Kind.NAME:
            break
        words.append(item)
    return words


def _inner_meaning(entry: Keyed) -> Token | None:
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


def _is_record(group: Bracket) -> bool:
    """Whether a group has fields of its own."""
    return any(not entry.key[0].is_integer for entry in group.entries)


def _is_body(entry: Keyed) -> bool:
    """Whether a record contains fields of a shape or of a pose."""
    stack: list[Item] = list(entry.items)
    while stack:
        item = stack.pop()
        if isinstance(item, Keyed):
            meaning = meaning_of(item.name) if len(item.key) <= _LONGEST_KEY else Meaning()
            if meaning.field in SIZE_FIELDS | POSE_FIELDS or meaning.kind:
                return True
        if isinstance(item, Keyed | Bracket):
            stack += item.items
    return False


def _names_kind(entry: Keyed) -> bool:
    meaning = meaning_of(entry.name) if len(entry.key) <= _LONGEST_KEY else Meaning()
    return bool(meaning.kind and not meaning.names_box and entry.groups and meaning.field in (None, Quantity.FRAME))


def _kind_token(entry: Keyed) -> Token:
    return next((token for token in entry.key if shape_kind_of(token.text)), entry.key[0])


def _name(entry: Keyed, meaning: Meaning) -> str:
    """What to call the body: its key without the name of a field."""
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


def _arguments(items: Sequence[Item]) -> tuple[list[ValueTokens], list[Token]]:
    """The points among the arguments of a call, and its numbers."""
    points: list[ValueTokens] = []
    plain: list[Token] = []
    for item in items:
        if isinstance(item, Token):
            if item.kind in (Kind.NUMBER, Kind.OTHER):
                plain.append(item)
        elif isinstance(item, Bracket) and not _argument_field(item):
            value = value_of_group(item)
            if value is not None and len(value) == 3:
                points.append(value)
            elif value is not None:
                inner_points, inner_plain = _arguments(item.items)
                points += inner_points
                plain += inner_plain
    return points, plain


def _argument_field(group: Bracket) -> Quantity | None:
    meaning = meaning_of(group.label.text) if group.label else Meaning()
    return meaning.field if meaning.field in SIZE_FIELDS - {Quantity.VERTICES} else None


def _named_arguments(items: Sequence[Item]) -> list[tuple[Quantity, ValueTokens]]:
    """The arguments with names: radius(36), radius=36."""
    found: list[tuple[Quantity, ValueTokens]] = []
    for item in items:
        if isinstance(item, Bracket):
            field, value = _argument_field(item), value_of_group(item)
            if field is None and value is None:
                found += _named_arguments(item.items)
        elif isinstance(item, Keyed):
            field, value = meaning_of(item.name).field, value_of_entry(item)
        else:
            continue
        if field is not None and value is not None:
            found.append((field, value))
    return found
