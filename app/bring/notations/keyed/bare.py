"""Infers the meaning of bare numbers: vertices of hulls, matrices, positions with quaternions."""

from collections.abc import Iterator, Sequence
from math import hypot

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import Kind, Token
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.drafts import BodyDraft, Gathered
from gjkscope.app.bring.notations.keyed.fields import Quantity, ShapeKind
from gjkscope.app.bring.notations.keyed.scanning import is_comment, is_numberlike, numeric
from gjkscope.app.bring.notations.keyed.trees import Bracket, tree
from gjkscope.app.bring.notations.keyed.values import ValueTokens, value_of_group
from gjkscope.app.bring.notations.reading import ImportFault, Span

# Printed to two decimals, the products of a rotation's rows are off by up to this much.
ORTHONORMAL = 2e-2

# Where a text has only poses, this size of a box stands for shapes that it does not describe; metres.
PLACEHOLDER = "1"


def bare_drafts(tokens: Sequence[Token], context: ReadContext) -> Gathered:
    """The bodies that a text without names describes.  Raises `TextError` and `ImportFault`."""
    blocks = list(_blocks_in_brackets(tokens) if _has_brackets(tokens) else _lines(tokens, context))
    gathered = Gathered()
    hulls: list[BodyDraft] = []
    poses: list[BodyDraft] = []
    for block in _with_quaternions(blocks, context):
        if isinstance(block, BodyDraft):
            poses.append(block)
        elif _is_pose(block, context):
            draft = BodyDraft(gathered.root, block.start)
            field = Quantity.ROTATION if len(block) == 9 else Quantity.MATRIX
            draft.values[field] = block.named("matrix")
            poses.append(draft)
        else:
            draft = BodyDraft(gathered.root, block.start)
            draft.kind = ShapeKind.HULL
            draft.values[Quantity.VERTICES] = _points(block, context).named("vertices")
            hulls.append(draft)
    if hulls:
        context.assume("kind", "hull", "rows of three numbers are the vertices of a convex hull")
    _place(hulls, poses, context)
    gathered.drafts += [*hulls, *poses] if hulls else [*poses]
    return gathered


def _place(hulls: list[BodyDraft], poses: list[BodyDraft], context: ReadContext) -> None:
    """Gives the poses to the hulls, or placeholders to poses without shapes."""
    if not hulls and poses:
        span = Span(0, len(context.text))
        others = ("sphere",)
        kind = context.ask(
            "kind", "box", "the text contains only poses; correct the sizes after the import", *others, span=span
        )
        for pose in poses:
            pose.kind = ShapeKind(kind)
            size = Token(Kind.NUMBER, PLACEHOLDER, 1, 1, pose.start, pose.start, float(PLACEHOLDER))
            field = Quantity.SIZES if kind == "box" else Quantity.DIAMETER
            pose.values[field] = ValueTokens((size,), Span(pose.start, pose.start), key="size")
    elif poses and len(poses) not in (len(hulls), 2 if len(hulls) == 1 else len(hulls)):
        raise next(iter(poses[0].values.values())).fault(
            f"the text has {len(hulls)} lists of vertices and {len(poses)} matrices: which belongs to which?", context
        )


# --- blocks ---


def _has_brackets(tokens: Sequence[Token]) -> bool:
    return any(token.is_mark("(", "[", "{") for token in tokens)


def _blocks_in_brackets(tokens: Sequence[Token]) -> Iterator[ValueTokens]:
    """The outermost brackets whose contents are numbers, or rows of them."""
    root = tree([token for token in tokens if not is_comment(token)])
    loose = [item for item in root.items if isinstance(item, Token) and item.kind in (Kind.NUMBER, Kind.OTHER)]
    if loose:
        raise loose[0].fault(f"{loose[0].text} is outside the brackets")
    groups = list(root.groups)
    if groups and all(not group.groups for group in groups):
        groups = [root]  # (0, 0, 0), (1, 0, 0), …: the rows of one list
    stack = list(reversed(groups))
    while stack:
        group = stack.pop()
        if (group.groups and any(inner.groups for inner in group.groups)) or (
            group is root and len({len(list(_plain(inner))) for inner in group.groups}) > 1
        ):
            stack += reversed(group.groups)
        elif (value := value_of_group(group)) is not None:
            yield value


def _plain(group: Bracket) -> list[Token]:
    return [item for item in group.items if isinstance(item, Token) and item.kind is Kind.NUMBER]


def _lines(tokens: Sequence[Token], context: ReadContext) -> Iterator[ValueTokens]:
    """Blocks of lines: up to a blank line, a comment, or a line with the count of the next ones."""
    rows: list[list[Token]] = []
    pending: list[Token] = []
    counted = 0  # rows that a count line still promises
    count_token: Token | None = None
    for row, ends_block in _rows(tokens, context):
        is_count = len(row) == 1 and row[0].is_integer
        if counted and is_count:
            raise row[0].fault(f"{counted} more rows must follow the count {count_token.text if count_token else ''}")
        if (is_count or ends_block) and rows:
            yield _block(rows)
            rows = []
        if is_count:
            counted, count_token = int(row[0].text), row[0]
            pending.append(row[0])
            continue
        if row:
            rows.append(row)
            counted = max(0, counted - 1)
            if count_token is not None and not counted:
                yield _block(rows)
                rows, count_token = [], None
    if counted and count_token is not None:
        raise count_token.fault(f"{counted} of {count_token.text} rows are missing")
    if rows:
        yield _block(rows)


def _rows(tokens: Sequence[Token], context: ReadContext) -> Iterator[tuple[list[Token], bool]]:
    """The numbers of each line; whether a blank line or a comment precedes it."""
    row: list[Token] = []
    separators: set[str] = set()
    between, ends_block = "", False
    for token in tokens:
        if token.kind is Kind.NUMBER or is_numberlike(token):
            if row:
                separators.add(between)
                if len(separators) > 1:
                    raise token.fault(
                        f"{token.text!r} follows a different separator than before: use a decimal point, not a comma"
                    )
            row.append(numeric(token, context))
            between = ""
        elif token.is_mark(",", ";", "|"):
            between = token.text
        elif token.kind in (Kind.NEWLINE, Kind.END):
            if row:
                yield row, ends_block
                ends_block = False
            else:
                ends_block = True
            row, separators, between = [], set(), ""
        elif is_comment(token):
            ends_block = ends_block or not row
        else:
            raise token.fault(f"{token.text!r} is not expected here")
    yield [], True


def _block(rows: Sequence[Sequence[Token]]) -> ValueTokens:
    tokens = tuple(token for row in rows for token in row)
    return ValueTokens(tokens, Span(tokens[0].start, tokens[-1].end), rows=tuple(len(row) for row in rows))


# --- meanings ---


def _with_quaternions(blocks: Sequence[ValueTokens], context: ReadContext) -> Iterator[ValueTokens | BodyDraft]:
    """The blocks, in which three numbers and a unit quaternion become a pose, and flat lines one pose each."""
    i = 0
    flat = [part for block in blocks for part in _split(block)]
    while i < len(flat):
        block = flat[i]
        following = flat[i + 1] if i + 1 < len(flat) else None
        if following is not None and len(block) == 3 and _is_unit4(following):
            yield _pose_of(block, following)
            i += 2
        elif following is not None and len(following) == 3 and _is_unit4(block):
            yield _pose_of(following, block)
            i += 2
        else:
            yield block
            i += 1


def _pose_of(position: ValueTokens, quaternion: ValueTokens) -> BodyDraft:
    draft = BodyDraft(None, min(position.start, quaternion.start))
    draft.parent = BodyDraft(None, 0)
    draft.values[Quantity.POSITION] = position.named("position")
    draft.values[Quantity.QUATERNION] = quaternion.named("quaternion")
    return draft


def _split(block: ValueTokens) -> list[ValueTokens]:
    """A block as its rows, if each row has its own meaning."""
    rows = list(_rows_of(block))
    if len(rows) > 1 and ({len(row) for row in rows} <= {16, 12, 7} or _alternates(rows)):
        return rows
    if set(block.rows) == {4} and len(block.rows) in (8, 12):
        return [replace(block.part(i, i + 16), rows=(4,) * 4) for i in range(0, len(block), 16)]
    return [block]


def _alternates(rows: Sequence[ValueTokens]) -> bool:
    """Whether rows of three and of four alternate: positions and quaternions."""
    lengths = [len(row) for row in rows]
    pairs = [lengths[i : i + 2] for i in range(0, len(lengths), 2)]
    return all(pair in ([3, 4], [4, 3]) for pair in pairs) and any(_is_unit4(row) for row in rows)


def _rows_of(block: ValueTokens) -> Iterator[ValueTokens]:
    start = 0
    for length in block.rows:
        tokens = block.tokens[start : start + length]
        yield ValueTokens(tokens, Span(tokens[0].start, tokens[-1].end), rows=(length,))
        start += length


def _is_unit4(block: ValueTokens) -> bool:
    return len(block) == 4 and abs(hypot(*(token.value for token in block.tokens)) - 1.0) <= ORTHONORMAL


def _is_pose(block: ValueTokens, context: ReadContext) -> bool:
    numbers = np.array([token.value for token in block.tokens])
    if len(numbers) == 16:
        grid = numbers.reshape(4, 4)
        return any(np.array_equal(line, (0, 0, 0, 1)) for line in (grid[3], grid[:, 3]))
    if len(numbers) == 12:
        if _orthonormal(numbers.reshape(3, 4)[:, :3]) and set(block.rows) <= {4, 12}:
            return True
        return _orthonormal(numbers.reshape(4, 3)[:3]) and _choose(block, "vertices", "matrix", context) == "matrix"
    if len(numbers) == 9:
        return _orthonormal(numbers.reshape(3, 3)) and _choose(block, "matrix", "vertices", context) == "matrix"
    return len(numbers) == 7 and block.rows in ((7,), (3, 4), (4, 3))


def _choose(block: ValueTokens, likely: str, other: str, context: ReadContext) -> str:
    """The meaning of rows of three that form a rotation: they may also be points."""
    return context.ask("numbers", likely, "rows of three that form a rotation", other, span=block.span)


def _orthonormal(rows: npt.NDArray[np.float64]) -> bool:
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.abs(rows @ rows.T - np.eye(3)).max() <= ORTHONORMAL)


def _points(block: ValueTokens, context: ReadContext) -> ValueTokens:
    """A block of rows as points.  Raises `TextError` unless each row has three numbers."""
    if len(block.rows) == 1 and len(block) % 3 == 0 and len(block) > 3:
        return replace(block, rows=(3,) * (len(block) // 3))
    if set(block.rows) == {4} and all(token.value == 1.0 for token in block.tokens[3::4]):
        return block
    start = 0
    for i, length in enumerate(block.rows):
        if length != 3:
            token = block.tokens[start]
            counted = f"{length} number" if length == 1 else f"{length} numbers"
            raise token.fault(f"row {i + 1} must be three numbers (x, y, z), got {counted}")
        start += length
    if not block.rows:
        raise ImportFault("found no numbers")
    return block
