"""Gathers the fields of each shape from a tree of entries, and assigns each number to its body.

A record (an object of JSON, a structure in a debugger, the lines below a heading) describes one body.  Records called
geometry, collider, shape, … belong to the record that contains them; records in a list are separate bodies, as are
names that differ in a letter or number (`pose_a`, `pose_b`).  A record of a body inside another record is placed
relative to it.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import Kind, Token, quoted
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed import entries
from gjkscope.app.bring.notations.keyed.calls import put_arguments
from gjkscope.app.bring.notations.keyed.drafts import ANSWER_FIELDS, POSE_FIELDS, SIZE_FIELDS, BodyDraft, Gathered
from gjkscope.app.bring.notations.keyed.fields import (
    Meaning,
    Quantity,
    ShapeKind,
    meaning_of,
    shape_kind_of,
    words_of_name,
)
from gjkscope.app.bring.notations.keyed.scanning import is_numberlike
from gjkscope.app.bring.notations.keyed.targets import RecordLevel, Targets, holds_segment
from gjkscope.app.bring.notations.keyed.trees import Bracket, Item, Keyed, all_numbers
from gjkscope.app.bring.notations.keyed.values import ValueTokens, joined_components, value_of_entry, value_of_group
from gjkscope.app.bring.notations.reading import Span

_POINT_NAMES = {"p", "pt", "point", "end", "endpoint", "vertex"}
_FILE = re.compile(r"\.(?:dat|txt|csv|xyz|pts)$")  # the name of a file above its points
_WITNESSES = {"p1": Quantity.WITNESS_A, "p2": Quantity.WITNESS_B, "pa": Quantity.WITNESS_A, "pb": Quantity.WITNESS_B}
_QUERY = {"query", "test", "sample", "probe"}  # "the query point is": a shape, not the position of one
_NOTHING = {"null", "none", "nil", "identity", "zero", "default", "undefined", "unknown"}
_LONGEST_HEADING = 6


def gather(root: Bracket, context: ReadContext, is_list_of_values: bool = False) -> Gathered:
    """The drafts in a tree.  Raises `TextError` for a field that is given twice.

    In a list of values as printed by a debugger, a pose at the top is a separate value, not the frame of the rest.
    """
    return _Gatherer(root, context, is_list_of_values).gathered


class _Gatherer:
    """Reads the entries of a tree level by level."""

    def __init__(self, root: Bracket, context: ReadContext, is_list_of_values: bool) -> None:
        self.context = context
        self.gathered = Gathered()
        self.gathered.is_list_of_values = is_list_of_values
        self.targets = Targets(self.gathered, context)
        self.follow_witnesses = False  # below "Closest points:"
        self.gathered.drafts.append(self.gathered.root)
        self.levels = [RecordLevel(root.items, self.gathered.root, is_list=True)]
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
            _take_depth(draft, self.gathered)
        if is_list_of_values:
            _leave_out_scalars(self.gathered)

    def _item(self, level: RecordLevel, item: Item) -> None:
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

    def _loose_numbers(self, level: RecordLevel, first: Token) -> None:
        tokens = [first]
        while level.place < len(level.items):
            item = level.items[level.place]
            if not isinstance(item, Token):
                break
            if item.kind in (Kind.NUMBER, Kind.OTHER):
                tokens.append(item)
            level.place += 1
        if any(token.kind is Kind.NUMBER or is_numberlike(token) for token in tokens):  # not prose such as "w/"
            span = Span(first.start, tokens[-1].end)
            self.gathered.loose.append(ValueTokens(tuple(tokens), span, rows=(len(tokens),)))

    def _entry(self, level: RecordLevel, entry: Keyed) -> None:
        meaning = meaning_of(
            " ".join(token.text for token in entry.key[-entries.LONGEST_KEY :] if token.text[:1] != "$")
        )
        if entry.is_base:
            self._base(level, entry)
        elif (number := entries.numbered_heading(entry, meaning)) is not None:
            self._number_heading(level, entry, meaning, number)
        elif not entry.has_value:
            self._heading(level, entry, meaning)
        elif (value := value_of_entry(entry)) is not None:
            self._numbers(level, entry, meaning, value)
        elif entry.groups:
            self._record(level, entry, meaning)
        else:
            self._word(level, entry, meaning)

    def _base(self, level: RecordLevel, entry: Keyed) -> None:
        kind = shape_kind_of(entry.key[-1].text)
        if kind is not None and level.draft.kind is None and kind is not ShapeKind.HULL:
            level.draft.set_kind(entry.key[-1], kind)
        for group in entry.groups:
            self.levels.append(RecordLevel(group.items, level.draft, is_list=False))

    def _heading(self, level: RecordLevel, entry: Keyed, meaning: Meaning) -> None:
        words = {token.text.lower() for token in entry.key}
        self.follow_witnesses = bool(words & {"closest", "nearest", "witness"})
        tag = meaning.tag or entries.sole_letter(entry)
        if meaning.kind or tag or meaning.field is Quantity.FRAME:
            if level.hint is None and meaning.kind and not entry.has_mark and len(entry.key) > _LONGEST_HEADING:
                return  # a sentence
            if tag and tag in level.by_tag:
                level.current = level.by_tag[tag]
                self.targets.give_kind(level.current, entry, meaning)
                return
            if not meaning.kind and not tag:
                return
            if meaning.field in POSE_FIELDS | SIZE_FIELDS and meaning.kind and not tag:  # "The box pose is: xyz = …"
                level.current = self.targets.of_kind(level, entry, meaning)
                return
            level.current = self.targets.new(level, entry, meaning, tag)
            level.current.is_heading = level.current.kind_token in entry.key

    def _number_heading(self, level: RecordLevel, entry: Keyed, meaning: Meaning, number: Token) -> None:
        """ "Object 2 (box)": the heading of a body."""
        words = [token for group in entry.groups for token in group.items if isinstance(token, Token)]
        named = next((token for token in words if shape_kind_of(token.text)), None)
        if number.text in level.by_tag:
            level.current = level.by_tag[number.text]
        else:
            level.current = self.targets.new(level, entry, meaning, number.text)
        if named is not None and (kind := shape_kind_of(named.text)) and level.current.kind is None:
            level.current.set_kind(named, kind)

    def _word(self, level: RecordLevel, entry: Keyed, meaning: Meaning) -> None:
        """A field whose value is a name: the kind of shape, its name, an axis, a verdict."""
        if not entry.words:
            return
        letter, word = entries.sole_letter(entry), entry.words[-1]
        if letter and not holds_segment(level):
            meaning = meaning._replace(field=None, tag=letter)
        named = next((token for token in entry.words if shape_kind_of(token.text)), word)
        kind, is_open = shape_kind_of(named.text), meaning.field in (Quantity.FRAME, None)
        if meaning.field is Quantity.UNITS:
            self.gathered.units = word
        elif meaning.field is Quantity.VERDICT:
            self.gathered.verdict = word
        elif meaning.field in (Quantity.NAME, Quantity.AXIS):
            target = self.targets.find(level, entry, meaning)
            target.words[meaning.field] = word
            target.name = word.text if meaning.field is Quantity.NAME else target.name
        elif kind is None and meaning.field in SIZE_FIELDS | POSE_FIELDS and not letter:
            self._constant(entry, word)
        elif kind is not None and (is_open or meaning.field is Quantity.KIND or meaning.tag):
            self._named_kind(level, entry, meaning, named, kind)
        elif meaning.field is Quantity.FRAME and not meaning.tag and level.draft.parent is not None:
            level.draft.link = word.text  # "geometry": "id of a geometry"
        elif is_open or letter:
            self._named_field(level, entry, meaning)

    def _named_kind(self, level: RecordLevel, entry: Keyed, meaning: Meaning, named: Token, kind: ShapeKind) -> None:
        target = self.targets.find(level, entry, meaning, is_kind=True)
        target.set_kind(named, kind)
        if level.is_list:
            level.current = target

    def _constant(self, entry: Keyed, word: Token) -> None:
        """A field of numbers whose value is a word, such as one that means none."""
        if word.text.lower().rpartition(".")[2] not in _NOTHING:
            raise word.fault(f"{entry.name}: must be numbers, got {quoted(word.text)}")

    def _named_field(self, level: RecordLevel, entry: Keyed, meaning: Meaning) -> None:
        """ "A: pose" and the like: a heading whose value is the name of a field that follows."""
        if meaning.kind or meaning.tag or entries.sole_letter(entry):
            self._heading(level, entry, meaning)

    def _numbers(self, level: RecordLevel, entry: Keyed, meaning: Meaning, value: ValueTokens) -> None:
        if _FILE.search(entry.name):
            meaning = meaning._replace(field=None)
        field = entries.field_by_count(meaning, entry, value)
        if self.follow_witnesses and entry.name.lower() in _WITNESSES:
            self.gathered.answers.setdefault(_WITNESSES[entry.name.lower()], value)
            return
        letter, inner = entries.sole_letter(entry), entries.meaningful_name(entry)
        if letter and not (field in (Quantity.POINT_A, Quantity.POINT_B) and holds_segment(level)):
            field, meaning = None, meaning._replace(field=None, tag=letter)
        is_line = field in (None, Quantity.VERTICES, Quantity.SETTING)
        if (end := self._end_of_segment(level, entry, value)) is not None:
            self.targets.put(*end, "", value)
        elif is_line and self._is_line_between(level, entry, meaning, value):
            self._line_between(level, entry, meaning, value)
        elif field in (None, Quantity.FRAME, Quantity.KIND, Quantity.NAME) and inner is not None:
            self._inner(level, entry, meaning, inner, value)
        else:
            self._plain_numbers(level, entry, meaning, field, value)
        self._named_axis(level, entry)

    def _plain_numbers(
        self, level: RecordLevel, entry: Keyed, meaning: Meaning, field: Quantity | None, value: ValueTokens
    ) -> None:
        """Numbers of a field, without a name in front of them."""
        if field is Quantity.POSITION and len(value) == 3 and _QUERY & set(meaning.rest) and not meaning.kind:
            point = self.targets.new(level, entry, meaning._replace(tag=""))
            point.kind, point.name = ShapeKind.POINT, "point"
            self.targets.put(point, Quantity.POSITION, "", value)
        elif field is Quantity.NAME:
            target = self.targets.find(level, entry, meaning)
            target.name = value.tokens[0].text if len(value) == 1 else target.name
        elif field is Quantity.SETTING or (field is Quantity.KIND and len(value) == 1):
            self._set_aside(entry)
        elif words_of_name(entry.name) == ("gap",) and level.draft.parent is not None:
            self.gathered.unknown.append((entry.name, value))  # of a geometry in MuJoCo
        elif field in ANSWER_FIELDS:
            self.gathered.answers.setdefault(field, value)
        elif field is Quantity.UNITS:
            raise entry.key[0].fault("the unit must be m, cm or mm")
        elif field in (None, Quantity.FRAME, Quantity.KIND):
            self._take_unnamed(level, entry, meaning, value)
        else:
            self.targets.put(self.targets.find(level, entry, meaning, field), field, meaning.component, value)

    def _named_axis(self, level: RecordLevel, entry: Keyed) -> None:
        """Notes the axis in "radius 0.5, height 3, axis x"."""
        for word, following in pairwise(entry.words):
            if word.text.lower() == "axis" and following.text.lower() in ("x", "y", "z"):
                self.targets.find(level, entry, meaning_of(entry.name)).words[Quantity.AXIS] = following

    def _end_of_segment(
        self, level: RecordLevel, entry: Keyed, value: ValueTokens
    ) -> tuple[BodyDraft, Quantity] | None:
        """The end of a capsule that "p0" or "point 2" names, if the text is describing one."""
        words = words_of_name(entry.name)
        if len(words) != 2 or words[0] not in _POINT_NAMES or words[1] not in ("0", "1", "2") or len(value) != 3:
            return None
        draft = level.line_draft if level.line == entry.key[0].line else level.current
        if draft.kind not in (ShapeKind.CAPSULE, ShapeKind.SEGMENT, ShapeKind.CYLINDER):
            return None
        return draft, Quantity.POINT_B if Quantity.POINT_A in draft.values else Quantity.POINT_A

    def _is_line_between(self, level: RecordLevel, entry: Keyed, meaning: Meaning, value: ValueTokens) -> bool:
        """Whether this is "the first capsule is the line between (0, 0, 0) and (0, 0, 1)"."""
        if not {"between", "from"} & {token.text.lower() for token in entry.key} or value.rows != (3, 3):
            return False
        known = level.by_tag.get(meaning.tag) if meaning.tag else self.targets.described_draft(meaning)
        kind = meaning.kind or (known.kind if known else None)
        return kind in (ShapeKind.CAPSULE, ShapeKind.CYLINDER, ShapeKind.SEGMENT)

    def _line_between(self, level: RecordLevel, entry: Keyed, meaning: Meaning, value: ValueTokens) -> None:
        """The ends of a shape; another description of one that has a size."""
        draft = self.targets.find(level, entry, meaning._replace(field=None))
        if draft.has_shape:
            other = BodyDraft(draft.parent, entry.key[0].start, draft.name)
            draft.alternatives.append(other)
            level.line, level.line_draft, draft = entry.key[0].line, other, other
        self.targets.put(draft, Quantity.POINT_A, "", value.part(0, 3))
        self.targets.put(draft, Quantity.POINT_B, "", value.part(3, 6))

    def _inner(self, level: RecordLevel, entry: Keyed, meaning: Meaning, inner: Token, value: ValueTokens) -> None:
        """The value starts with a name: "A: radius 0.5", "shape_a = Box(1, 2, 3)", "shape: sphere 0.5"."""
        second = meaning_of(inner.text)
        phrase = meaning_of(" ".join(token.text for token in entries.words_before_numbers(entry)))
        if phrase.kind is not None and phrase.field in SIZE_FIELDS:  # "A: box half extents 1 1 1"
            target = self.targets.find(level, entry, meaning, is_kind=True)
            if level.is_list:
                level.current = target
            target.set_kind(inner, phrase.kind)
            self.targets.put(target, phrase.field, phrase.component, value)
            return
        target = self.targets.find(level, entry, meaning, is_kind=second.kind is not None)
        if level.is_list:
            level.current = target
        if second.kind is not None and second.field in (None, Quantity.FRAME, Quantity.VERTICES):
            group = next(iter(entry.groups), None)
            target.set_kind(inner, second.kind)
            put_arguments(self.targets, target, group.items if group else entry.items, value)
        elif second.field is not None:
            self.targets.put(target, second.field, second.component, value)

    def _take_unnamed(self, level: RecordLevel, entry: Keyed, meaning: Meaning, value: ValueTokens) -> None:
        """Numbers below a name that is not a field: sizes of a named kind, points, or something unknown."""
        if meaning.kind not in (None, ShapeKind.HULL):
            target = self.targets.find(level, entry, meaning)
            if not target.has_shape:
                put_arguments(self.targets, target, entry.items, value)
                return
        counted = set(value.rows[1:]) == {3} and value.tokens[0].value == len(value.rows) - 1
        if value.rows[:1] == (1,) and counted:  # a count above the points
            value = replace(value, tokens=value.tokens[1:], rows=value.rows[1:])
        if value.is_table or meaning.kind is ShapeKind.HULL:
            target = self.targets.new(level, entry, meaning, meaning.tag)
            target.kind = ShapeKind.HULL
            self.targets.put(target, Quantity.VERTICES, "", value)
        elif meaning.tag and len(value) == 3 and meaning.field is None:
            self.targets.put(self.targets.find(level, entry, meaning), Quantity.POSITION, "", value)
        elif meaning.tag and len(value) in (7, 12, 16):
            self.targets.put(self.targets.find(level, entry, meaning), Quantity.MATRIX, "", value)
        elif len(value) in (12, 16):
            draft = BodyDraft(level.draft, entry.key[0].start, entries.name_of_entry(entry, meaning))
            self.targets.add(draft)
            self.targets.put(draft, Quantity.MATRIX, "", value)
        else:
            self.gathered.unknown.append((entry.name, value))

    def _set_aside(self, entry: Keyed) -> None:
        self.gathered.settings.append(entry.name)
        self.context.account(all_numbers(entry))

    def _record(self, level: RecordLevel, entry: Keyed, meaning: Meaning) -> None:
        label = next((group.label for group in entry.groups if group.label), None)
        behind = next((token for token in entry.words if shape_kind_of(token.text)), None)
        if meaning.field is Quantity.SETTING and not meaning.kind:
            if not _describes_shape(entry):
                self._set_aside(entry)
                return
            meaning = meaning._replace(field=None)  # a group of bodies
        letter = entries.sole_letter(entry)
        if letter and not holds_segment(level):
            meaning = meaning._replace(field=None, tag=letter)
        draft = self._record_draft(level, entry, meaning)
        if level.hint is not None and shape_kind_of(level.hint.text):
            draft = self._with_kind(level, entry, meaning, draft, level.hint)
            level.hint = None
        for token in (label, behind):
            if token is not None and shape_kind_of(token.text) and draft.kind is None:
                draft = self._with_kind(level, entry, meaning, draft, token)
        if label is not None and shape_kind_of(label.text) and not entries.has_own_fields(entry.groups[0]):
            put_arguments(self.targets, draft, entry.groups[0].items, value_of_group(entry.groups[0]))
            return
        self._enter(level, entry.groups, draft, meaning)

    def _record_draft(self, level: RecordLevel, entry: Keyed, meaning: Meaning) -> BodyDraft:
        """The body that a record is about."""
        if meaning.is_alternative and self.targets.described_draft(meaning):
            level.current = self.targets.new(level, entry, meaning)
            return level.current
        if meaning.kind and (meaning.field in (None, Quantity.FRAME, Quantity.KIND) or meaning.tag):
            return self._kind_record(level, entry, meaning)
        if self._is_value_of_its_own(level, entry, meaning):
            draft = self.targets.child(level, entry, meaning)
            draft.name = entry.key[-1].text
            return draft
        is_frame = meaning.field is not None and not meaning.tag and not meaning.rest
        is_body = entries.is_body_entry(entry)
        if is_frame or meaning.field in POSE_FIELDS or (is_body and meaning.tag):
            return self.targets.find(level, entry, meaning)
        if is_body:
            return self.targets.child(level, entry, meaning)
        return level.draft if level.draft.parent else level.current

    def _with_kind(
        self, level: RecordLevel, entry: Keyed, meaning: Meaning, draft: BodyDraft, token: Token
    ) -> BodyDraft:
        """The body, or a separate one at the top, with the kind that a word names."""
        if draft.parent is None:
            draft = self.targets.child(level, entry, meaning)
        if (kind := shape_kind_of(token.text)) is not None:
            draft.set_kind(token, kind)
        return draft

    def _is_value_of_its_own(self, level: RecordLevel, entry: Keyed, meaning: Meaning) -> bool:
        """Whether a record at the top of a list of values is a pose."""
        is_top = self.gathered.is_list_of_values and level.draft is self.gathered.root
        is_pose = meaning.field in (Quantity.FRAME, Quantity.MATRIX) and entries.is_body_entry(entry)
        return is_top and is_pose and not meaning.tag and not meaning.kind

    def _enter(self, level: RecordLevel, groups: Sequence[Bracket], draft: BodyDraft, meaning: Meaning) -> None:
        """Reads the records of an entry next; those of a list are separate bodies."""
        for group in reversed(groups):
            is_list = group.opening is not None and group.opening.text == "[" and len(group.groups) > 0
            inner = RecordLevel(group.items, draft, is_list=is_list)
            self.levels.append(inner)

    def _kind_record(self, level: RecordLevel, entry: Keyed, meaning: Meaning) -> BodyDraft:
        """ "cuboid": {…}: the kind of the enclosing record, or a body at the top."""
        others = [
            item for item in level.items if isinstance(item, Keyed) and item is not entry and entries.names_kind(item)
        ]
        own = level.draft
        if meaning.kind is ShapeKind.SEGMENT and own.kind is ShapeKind.CAPSULE:
            return own  # Capsule { segment: Segment { a, b }, radius }
        if meaning.tag:
            draft = self.targets.find(level, entry, meaning)
        elif own.parent is None or own.kind is not None or own.has_shape or others:
            if own.kind is not None and meaning.names_box:
                return BodyDraft(own, entry.key[0].start)  # the bounds of another shape
            draft = self.targets.child(level, entry, meaning)
        else:
            draft = own
        if draft.kind is None and meaning.kind:
            draft.set_kind(entries.kind_token_of(entry), meaning.kind)
        return draft

    def _group(self, level: RecordLevel, group: Bracket, key: Keyed | None) -> None:
        """A group without a key: a body, a call such as Sphere(0.5), or numbers."""
        kind = shape_kind_of(group.label.text) if group.label else None
        value = value_of_group(group)
        is_list = group.opening is not None and group.opening.text == "["
        if kind is None and value is not None:
            self._group_of_numbers(level, group, value)
            return
        if not group.entries and not any(True for _ in all_numbers(group)):
            names = [item for item in group.items if isinstance(item, Token) and item.kind is Kind.NAME]
            if names and is_list and level.is_list:
                heading = Keyed(names, has_mark=True)  # [Box A], as in an INI file
                self._heading(level, heading, meaning_of(heading.name))
            else:
                level.hint = next((name for name in reversed(names) if shape_kind_of(name.text)), None)
            return
        draft = level.draft
        if level.is_list or draft.parent is not None or draft.has_shape:
            start = group.label or group.opening
            draft = BodyDraft(level.draft, start.start if start else 0)
            self.targets.add(draft)
        if kind is not None and group.label is not None:
            draft.set_kind(group.label, kind)
            if not entries.has_own_fields(group):
                put_arguments(self.targets, draft, group.items, value)
                return
        self.levels.append(RecordLevel(group.items, level.draft if is_list else draft, is_list=is_list))

    def _group_of_numbers(self, level: RecordLevel, group: Bracket, value: ValueTokens) -> None:
        meaning = meaning_of(group.label.text) if group.label else Meaning()
        if meaning.field is None or meaning.field is Quantity.FRAME:
            self.gathered.loose.append(value)
        elif meaning.field is not Quantity.SETTING:
            self.targets.put(level.current, meaning.field, meaning.component, value)


def _describes_shape(entry: Keyed) -> bool:
    """Whether a field of a shape's size is in the record of an entry, at any depth."""
    inner = [item for group in entry.groups for item in group.entries]
    return any(meaning_of(field.name).field in SIZE_FIELDS or _describes_shape(field) for field in inner)


def _take_depth(draft: BodyDraft, gathered: Gathered) -> None:
    """A depth without a width is the engine's answer, not the size of a box."""
    sizes = draft.values.keys() & SIZE_FIELDS
    if sizes == {Quantity.DEPTH_SIZE} and draft.kind is None:
        gathered.answers.setdefault(Quantity.DEPTH, draft.values.pop(Quantity.DEPTH_SIZE))


def _leave_out_scalars(gathered: Gathered) -> None:
    """Local variables such as `radius`, next to shapes whose types are printed, are not shapes."""
    if not any(draft.kind for draft in gathered.drafts):
        return
    for draft in gathered.drafts:
        sizes = draft.values.keys() & SIZE_FIELDS
        if draft.kind is None and not draft.name and sizes <= {Quantity.RADIUS, Quantity.HEIGHT, Quantity.LENGTH}:
            gathered.unknown += [(field.name.lower(), draft.values.pop(field)) for field in sizes]
