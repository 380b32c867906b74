"""The structure of nested text: JSON, debugger views, literals and tables as entries, groups and numbers.

    mRadius=0.3 mCenter={x=1 y=2 z=3 }       # two entries
    "shape": "box", "size": [1, 2, 3]        # two entries
    cylinder radius 0.03                     # an entry without "="
    Vector3(1, 2, 3)                         # a group with a label

The grammar covers the common structure of these notations, and every token keeps its position:

    items := (entry | group | value | separator)*
    entry := words (":" | "=") items | words items       up to the next entry, or the end of the line or group
    group := word? "(" items ")" | word? "[" items "]" | word? "{" items "}"

Brackets need not match: text is often cut from the middle of a log.  A closing bracket closes the groups up to the
matching one, and is ignored if there is none; groups that are still open end with the text.
"""

from collections.abc import Iterator, Sequence

from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.keyed.fields import ShapeKind, shape_kind_of
from gjkscope.app.bring.notations.keyed.scanning import is_comment, is_numberlike
from gjkscope.app.bring.notations.reading import Span

DEEPEST_TREE = 200  # levels of brackets; a structure in a debugger has some 20
CLOSING = {"(": ")", "[": "]", "{": "}"}


class Bracket:
    """Items in brackets; the whole text is a group without brackets."""

    __slots__ = ("closing", "items", "label", "opening")

    def __init__(self, opening: Token | None, label: Token | None = None) -> None:
        self.opening, self.label = opening, label
        self.closing: Token | None = None
        self.items: list[Item] = []

    @property
    def entries(self) -> list["Keyed"]:
        return [item for item in self.items if isinstance(item, Keyed)]

    @property
    def groups(self) -> list["Bracket"]:
        return [item for item in self.items if isinstance(item, Bracket)]


class Keyed:
    """A key and its value; without items it is a heading."""

    __slots__ = ("has_mark", "is_base", "items", "key", "lines")

    def __init__(self, key: Sequence[Token], has_mark: bool, is_base: bool = False) -> None:
        self.key, self.has_mark = list(key), has_mark
        self.is_base = is_base  # the base class of a record: <btConvexShape> = {…}
        self.items: list[Item] = []
        self.lines = 0  # line breaks since the last item

    @property
    def name(self) -> str:
        return " ".join(token.text for token in self.key)

    @property
    def has_value(self) -> bool:
        return any(
            isinstance(item, Bracket) or item.kind in (Kind.NUMBER, Kind.NAME, Kind.OTHER) for item in self.values
        )

    @property
    def values(self) -> list["Token | Bracket"]:
        return [item for item in self.items if not isinstance(item, Keyed)]

    @property
    def words(self) -> list[Token]:
        return [item for item in self.items if isinstance(item, Token) and item.kind in (Kind.NAME, Kind.OTHER)]

    @property
    def groups(self) -> list[Bracket]:
        return [item for item in self.items if isinstance(item, Bracket)]


Item = Token | Bracket | Keyed


def tree(tokens: Sequence[Token]) -> Bracket:
    """The tokens as a tree; they end with END.  Raises `TextError` if brackets are nested too deeply."""
    builder = _Builder(tokens)
    while builder.index < len(tokens):
        builder.step()
    return builder.stack[0].group


def all_numbers(item: Item) -> Iterator[Token]:
    """The numbers in an item at any depth, and words that look like numbers."""
    stack: list[Item] = [item]
    while stack:
        top = stack.pop()
        if isinstance(top, Token):
            if top.kind is Kind.NUMBER or is_numberlike(top):
                yield top
        else:
            stack += reversed(top.items)


def span_of_entry(entry: Keyed) -> Span:
    """From its key to the end of its value."""
    end = entry.key[-1].end if entry.key else 0
    stack: list[Item] = list(entry.items)
    while stack:
        item = stack.pop()
        if isinstance(item, Token):
            end = max(end, item.end if item.kind is not Kind.NEWLINE else 0)
        else:
            if isinstance(item, Bracket) and item.closing:
                end = max(end, item.closing.end)
            stack += item.items
    return Span(entry.key[0].start, end)


class _Frame:
    """An open group, its open entry, and words that may become a key, a label or a value."""

    __slots__ = ("entry", "group", "words")

    def __init__(self, group: Bracket) -> None:
        self.group = group
        self.entry: Keyed | None = None
        self.words: list[Token] = []

    @property
    def items(self) -> list[Item]:
        return self.entry.items if self.entry else self.group.items

    def open_entry(self, key: Sequence[Token], has_mark: bool, is_base: bool = False) -> None:
        self.entry = Keyed(key, has_mark, is_base)
        self.group.items.append(self.entry)

    def flush(self) -> None:
        """Makes the pending words values of the open entry, or of the group."""
        if self.words:
            self.items.extend(self.words)
            self.words = []
            if self.entry:
                self.entry.lines = 0


class _Builder:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens, self.index = tokens, 0
        self.stack = [_Frame(Bracket(None))]
        self.numbered: set[ShapeKind] = set()  # kinds whose bodies have numbers

    def step(self) -> None:
        token = self.tokens[self.index]
        self.index += 1
        spend(1, token.line)
        frame = self.stack[-1]
        if token.kind is Kind.NUMBER or is_numberlike(token):
            self._number(frame, token)
        elif token.kind is Kind.NAME:
            frame.words.append(token)
        elif token.kind is Kind.OTHER:
            self._other(frame, token)
        elif token.kind is Kind.NEWLINE:
            self._newline(frame, token)
        elif token.kind is Kind.END:
            for open_frame in self.stack:
                self._end_line(open_frame)
        else:
            self._mark(frame, token)

    def _other(self, frame: _Frame, token: Token) -> None:
        if token.text in ("...", "\u2026") and _leaves_out(frame.group):
            raise token.fault(f"{token.text!r} leaves out items: print the whole array")
        if not is_comment(token) and any(character.isalnum() for character in token.text):
            frame.words.append(token)
        elif token.text == "..." and frame.entry and frame.entry.has_value:
            frame.flush()
            frame.entry = None

    def _number(self, frame: _Frame, token: Token) -> None:
        self._number_of_body(frame)
        entry = frame.entry
        if frame.words:
            if entry is None or _is_complete(entry):
                frame.open_entry(frame.words, has_mark=False)
                frame.words = []
            else:
                frame.flush()
        elif entry is not None and entry.lines > 1 and entry.has_value:
            frame.entry = None  # numbers below a blank line belong to nothing
        frame.items.append(token)
        if frame.entry:
            frame.entry.lines = 0

    def _number_of_body(self, frame: _Frame) -> None:
        """Makes "Box 1" and the following words one key, as in "Box 1 size: 1 2 3"."""
        entry = frame.entry
        if entry is None or entry.has_mark or entry.lines or not frame.words or not _is_index(entry.items):
            return
        kind = shape_kind_of(entry.key[-1].text)
        is_size = frame.words[0].text.lower() in ("radius", "r", "diameter")
        if kind is ShapeKind.SPHERE and not is_size and kind not in self.numbered:
            return  # "sphere 2 position": its radius
        if kind is None:
            return
        self.numbered.add(kind)
        frame.words = [*entry.key, *(item for item in entry.items if isinstance(item, Token)), *frame.words]
        frame.group.items.remove(entry)
        frame.entry = None

    def _heading_of_body(self, frame: _Frame) -> None:
        """Makes "Box 1" on a separate line a heading; the radius of a sphere may be such a number."""
        entry = frame.entry
        if entry is None or entry.has_mark or entry.lines or frame.words or not _is_index(entry.items):
            return
        number, following = entry.items[0], self.tokens[min(self.index, len(self.tokens) - 1)]
        kind = shape_kind_of(entry.key[-1].text)
        is_on_line = isinstance(number, Token) and number.line == entry.key[0].line
        if not is_on_line or following.kind is not Kind.NAME or kind in (None, ShapeKind.SPHERE) or len(entry.key) > 1:
            return
        entry.key = [*entry.key, *(item for item in entry.items if isinstance(item, Token))]
        entry.items.clear()
        entry.has_mark = True

    def _newline(self, frame: _Frame, token: Token) -> None:
        self._heading_of_body(frame)
        self._end_line(frame)
        if frame.entry is not None:
            frame.entry.lines += 1
        frame.items.append(token)

    def _end_line(self, frame: _Frame) -> None:
        entry = frame.entry
        if not frame.words:
            return
        if entry is not None and not entry.lines and (entry.has_value or entry.has_mark):
            frame.flush()  # a value, or the type that a debugger prints after it
        else:
            frame.open_entry(frame.words, has_mark=False)  # a heading
            frame.words = []

    def _mark(self, frame: _Frame, token: Token) -> None:
        if token.text in CLOSING:
            self._open(frame, token)
        elif token.text in CLOSING.values():
            self._close(token)
        elif token.text in (":", "="):
            self._key(frame)
        elif token.text == "<":
            self._skip_arguments(frame)
        elif token.text in (",", ";", "|"):
            frame.flush()
            frame.items.append(token)

    def _key(self, frame: _Frame) -> None:
        """Makes the words before ":" or "=" the key of an entry; a number there is an index."""
        self._number_of_body(frame)
        entry = frame.entry
        if entry is not None and entry.has_mark and not entry.has_value and len(frame.words) > 1 and not entry.lines:
            entry.items += frame.words[:-1]  # type="Box" id="1": the value of one key in front of the next key
            frame.words = frame.words[-1:]
        if frame.words:
            frame.open_entry(frame.words, has_mark=True)
            frame.words = []
        elif entry is not None and not entry.has_mark and _is_index(entry.items):
            entry.key += [item for item in entry.items if isinstance(item, Token) and item.kind is Kind.NUMBER]
            entry.items.clear()
            entry.has_mark = True
        elif entry is not None and not entry.has_mark and (not entry.has_value or _is_remark(entry)):
            entry.items.clear()  # the components in "quaternion (w, x, y, z): …"
            entry.has_mark = True
        elif frame.items and _is_key(frame.items[-1]):
            last = frame.items.pop()
            frame.open_entry(_key_tokens(last), has_mark=True)

    def _open(self, frame: _Frame, token: Token) -> None:
        entry, label = frame.entry, None
        is_free = entry is None or entry.has_value
        starts_entry = entry is None or _is_complete(entry)
        if frame.words and (frame.words[-1].end == token.start or not is_free):
            label = frame.words.pop()
        if frame.words and starts_entry:
            frame.open_entry(frame.words, has_mark=False)
            frame.words = []
        elif frame.words:
            frame.flush()
        elif entry is not None and is_free and _ends_before(entry, token, label):
            frame.entry = None  # a group of its own, not a part of the value before it
        if len(self.stack) > DEEPEST_TREE:
            raise token.fault(f"brackets are nested too deeply: at most {DEEPEST_TREE} levels")
        group = Bracket(token, label)
        frame.items.append(group)
        if frame.entry:
            frame.entry.lines = 0
        self.stack.append(_Frame(group))

    def _close(self, token: Token) -> None:
        for depth in range(len(self.stack) - 1, 0, -1):
            opening = self.stack[depth].group.opening
            if opening is not None and CLOSING[opening.text] == token.text:
                for frame in self.stack[depth:]:
                    frame.flush()
                self.stack[depth].group.closing = token
                del self.stack[depth:]
                return

    def _skip_arguments(self, frame: _Frame) -> None:
        """Skips template arguments; any other "<" is ignored."""
        depth, end = 1, self.index
        while depth and end < min(len(self.tokens), self.index + 40):
            token = self.tokens[end]
            depth += token.is_mark("<") - token.is_mark(">")
            if not (token.kind is Kind.NAME or token.is_integer or token.is_mark(",", "::", "*", "&", "<", ">")):
                return
            end += 1
        if depth:
            return
        names = [token for token in self.tokens[self.index : end] if token.kind is Kind.NAME]
        self.index = end
        if names and not frame.words and self.tokens[end].is_mark("="):
            self.index += 1
            frame.open_entry(names[-1:], has_mark=True, is_base=True)


def _leaves_out(group: Bracket) -> bool:
    """Whether dots at this place of a group stand for rows or numbers of a printed array."""
    last = next(
        (item for item in reversed(group.items) if not (isinstance(item, Token) and not item.text.strip(",; \r\n"))),
        None,
    )
    if group.opening is None or last is None:
        return False
    if isinstance(last, Bracket):
        return not last.entries and any(True for _ in all_numbers(last))
    return isinstance(last, Token) and last.kind is Kind.NUMBER and group.opening.text == "["


def _is_remark(entry: Keyed) -> bool:
    """Whether the value of an entry is only names in parentheses, on the line of its key."""
    only = entry.items[0] if len(entry.items) == 1 else None
    if not isinstance(only, Bracket) or only.opening is None or only.opening.text != "(" or entry.lines:
        return False
    return all(isinstance(item, Token) and (item.kind is Kind.NAME or item.is_mark(",")) for item in only.items)


def _is_complete(entry: Keyed) -> bool:
    """Whether the following words start another entry: there is a value, or it is a heading on a line above."""
    return entry.has_value or entry.lines > 0


def _is_index(items: Sequence[Item]) -> bool:
    """Whether the items are one integer, as in "Body 1:"."""
    return len(items) == 1 and isinstance(items[0], Token) and items[0].is_integer


def _is_key(item: Item) -> bool:
    """Whether an item can be a key: `0: 1.5`, `[0] = {…}`, `[0,1] = 2`."""
    if isinstance(item, Token):
        return item.is_integer
    return isinstance(item, Bracket) and item.opening is not None and item.opening.text == "[" and not item.entries


def _key_tokens(item: Item) -> list[Token]:
    if isinstance(item, Token):
        return [item]
    tokens = [part for part in item.items if isinstance(part, Token) and part.kind in (Kind.NUMBER, Kind.NAME)]
    if any(token.kind is Kind.NAME for token in tokens):
        return [tokens[0]._replace(text="count")]  # [size], [capacity]: of a container
    return tokens or ([item.opening] if isinstance(item, Bracket) and item.opening else [])


def _ends_before(entry: Keyed, opening: Token, label: Token | None) -> bool:
    """Whether a group without a key starts something new after the value of an entry.

    A list of points continues with its next point; a record does not follow a list or another record.
    """
    groups = entry.groups
    if label is not None:
        before = groups[-1].label if groups and not entry.lines else None
        return before is None or before.text != label.text or shape_kind_of(label.text) is not None
    if not groups:
        return opening.text == "{" or entry.lines > 0
    first = groups[0]
    return bool(first.opening and first.opening.text != opening.text) or bool(first.entries) or entry.lines > 1
