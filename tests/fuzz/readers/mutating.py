"""Mutates files: as bytes, as text with numbers in it, and as JSON documents."""

import json
import random
import re
import struct
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

LONGEST = 40_000  # bytes, so that repeating a part does not take all the time
MOST_CHANGES = 4
DEEP = 5_000  # brackets within brackets
NUMBER = re.compile(rb"-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
NUMBERS = (
    b"0", b"-0", b"-1", b"1e308", b"-1e308", b"1e309", b"1e-320", b"nan", b"NaN", b"inf", b"-Infinity", b"999999999",
    b"4294967295", b"2147483648", b"-2147483648", b"18446744073709551616", b"9" * 400, b"0x1p-3", b"1.5.5", b"1_000",
    b"", b"1e", b"\xd9\xa3", b"0.1e99999",
)  # fmt: skip
BYTES = (
    b"\x00", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc3", b"\x00" * 64, b"\n" * 40, b"\r\n", b"\r",
    b" ", b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"/", b"#", b"\x1b[2J", "\u2028".encode(), b"\x1f\x8b\x08",
    b"PK\x03\x04",
)  # fmt: skip
WORDS = (0, 1, 2, 7, 255, 65_535, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 24)
REALS = (float("nan"), float("inf"), -float("inf"), 1e308, -1e38, 5e-324, -0.0, 1e9)

Mutation = Callable[[bytearray, random.Random, Sequence[bytes]], None]


class Raw(NamedTuple):
    """What stands in a JSON document as it is: numbers and texts that Python's writer does not make."""

    text: str


def mutate_bytes(samples: Sequence[bytes], draw: random.Random) -> bytes:
    """One of the samples, with some changes."""
    data = bytearray(draw.choice(samples)[:LONGEST])
    for _ in range(draw.randint(1, MOST_CHANGES)):
        draw.choice(MUTATIONS)(data, draw, samples)
    return bytes(data[:LONGEST])


def mutate_json(samples: Sequence[bytes], draw: random.Random) -> bytes:
    """One of the JSON samples, with some changes of its values, or, now and then, of its bytes."""
    if draw.random() < 0.3:
        return mutate_bytes(samples, draw)
    document = parse(draw.choice(samples))
    for _ in range(draw.randint(1, MOST_CHANGES)):
        document = change(document, draw, samples)
    return text_of(document).encode("utf-8", "surrogatepass")


def mutate_lines(samples: Sequence[bytes], draw: random.Random) -> bytes:
    """One of the samples in JSON Lines, with changes of values, of the order of lines, or of its bytes."""
    if draw.random() < 0.3:
        return mutate_bytes(samples, draw)
    lines = draw.choice(samples).splitlines()
    for _ in range(draw.randint(1, MOST_CHANGES)):
        i, other = draw.randrange(len(lines)), draw.choice(samples).splitlines()
        match draw.randrange(6):
            case 0 if len(lines) > 1:
                del lines[i]
            case 1:
                lines.insert(i, draw.choice(other))
            case 2:
                lines.insert(draw.randrange(len(lines)), lines[i])
            case _:
                lines[i] = mutate_json([lines[i]], draw) if is_json(lines[i]) else mutate_bytes([lines[i]], draw)
    return b"\n".join(lines) + b"\n"


# --- bytes ---


def _span(data: bytearray, draw: random.Random) -> tuple[int, int]:
    start = draw.randrange(len(data) + 1)
    return start, min(start + int(draw.paretovariate(0.6)), len(data))


def _flip(data: bytearray, draw: random.Random, _: Sequence[bytes]) -> None:
    if data:
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)


def _put(data: bytearray, draw: random.Random, _: Sequence[bytes]) -> None:
    start = draw.randrange(len(data) + 1)
    end = start if draw.random() < 0.5 else min(start + 1, len(data))
    data[start:end] = draw.choice(BYTES)


def _drop(data: bytearray, draw: random.Random, _: Sequence[bytes]) -> None:
    start, end = _span(data, draw)
    del data[start:end]


def _repeat(data: bytearray, draw: random.Random, _: Sequence[bytes]) -> None:
    start, end = _span(data, draw)
    part = data[start:end]
    data[end:end] = part * min(draw.choice((1, 3, 200, DEEP)), LONGEST // max(len(part), 1))


def _cut(data: bytearray, draw: random.Random, _: Sequence[bytes]) -> None:
    at = draw.randrange(len(data) + 1)
    if draw.random() < 0.8:
        del data[at:]
    else:
        del data[:at]


def _splice(data: bytearray, draw: random.Random, samples: Sequence[bytes]) -> None:
    other = bytearray(draw.choice(samples)[:LONGEST])
    start, end = _span(other, draw)
    at = draw.randrange(len(data) + 1)
    data[at : at + draw.randrange(2) * (end - start)] = other[start:end]


def _number(data: bytearray, draw: random.Random, _: Sequence[bytes]) -> None:
    found = [*NUMBER.finditer(data)]
    if found:
        start, end = draw.choice(found).span()
        data[start:end] = draw.choice(NUMBERS)


def _word(data: bytearray, draw: random.Random, _: Sequence[bytes]) -> None:
    """A number in the binary representations of files."""
    order, real = draw.choice("<>"), draw.random() < 0.5
    kind, value = (draw.choice("fd"), draw.choice(REALS)) if real else ("I", draw.choice(WORDS))
    size = struct.calcsize(kind)
    at = draw.randrange(max(len(data) - size, 1))
    try:
        data[at : at + size] = struct.pack(order + kind, value)
    except OverflowError:  # too large for single precision
        data[at : at + size] = struct.pack(order + kind, float("inf"))


MUTATIONS: tuple[Mutation, ...] = (_flip, _put, _put, _drop, _repeat, _cut, _splice, _number, _number, _word, _word)


# --- JSON ---

# Objects are lists of pairs, so that a key may occur twice.
Pairs = list[tuple[Any, Any]]


class Object(Pairs):
    """A JSON object."""


def parse(text: bytes) -> Any:
    return json.loads(text, object_pairs_hook=Object)


def is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def text_of(value: Any) -> str:
    """A document as JSON, as far as its raw parts are."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, Object):
        return "{" + ",".join(f"{text_of(key)}:{text_of(part)}" for key, part in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text_of, value)) + "]"
    return json.dumps(value)


def change(document: Any, draw: random.Random, samples: Sequence[bytes]) -> Any:
    """The document with one change."""
    holder, place = _somewhere(document, draw)
    if holder is None:
        return _nasty(draw, samples)
    _change_inside(holder, place, draw, samples)
    return document


def _somewhere(document: Any, draw: random.Random) -> tuple[Any, int]:
    """A list or an object in the document, and the index of an entry; deep ones as often as shallow ones."""
    holder, place, value = None, 0, document
    while isinstance(value, list) and value and (holder is None or draw.random() < 0.75):
        holder, place = value, draw.randrange(len(value))
        value = holder[place][1] if isinstance(holder, Object) else holder[place]
    return holder, place


def _change_inside(holder: Any, place: int, draw: random.Random, samples: Sequence[bytes]) -> None:
    is_object = isinstance(holder, Object)
    value = holder[place][1] if is_object else holder[place]
    kind = draw.randrange(10)
    if kind == 0:
        del holder[place]
    elif kind == 1:  # a key twice, or another element
        holder.insert(draw.randrange(len(holder) + 1), holder[place])
    elif kind == 2 and is_object:
        holder[place] = (_key(holder[place][0], draw), value)
    elif kind == 3:
        _set(holder, place, _wrapped(value, draw))
    elif kind == 4:
        other = parse(draw.choice(samples))
        taken, at = _somewhere(other, draw)
        part = other if taken is None else taken[at][1] if isinstance(taken, Object) else taken[at]
        _set(holder, place, part)
    elif kind == 5 and not is_object:
        holder[place:place] = [value] * draw.choice((2, 30, 1000))
    else:
        _set(holder, place, _nasty(draw, samples))


def _set(holder: Any, place: int, value: Any) -> None:
    holder[place] = (holder[place][0], value) if isinstance(holder, Object) else value


def _key(key: Any, draw: random.Random) -> Any:
    return draw.choice((f"{key}x", "", "\0", str(key)[:-1], Raw('"\\ud800"'), "__class__", "name", "type"))


def _wrapped(value: Any, draw: random.Random) -> Any:
    return draw.choice(([value], [value, value], Object([("value", value)]), [], Object(), [[value]]))


def _nasty(draw: random.Random, samples: Sequence[bytes]) -> Any:
    plain = (
        None,
        True,
        False,
        "",
        [],
        Object(),
        0,
        -1,
        1,
        0.5,
        10**30,
        "0x1.8p-3",
        "0x1p99999",
        "nan",
        "\0",
        "x" * 5000,
    )
    odd = (
        *("NaN", "Infinity", "-Infinity", "1e999", "-0", "1e-400", "9" * 400, "9" * 5000, "1E5", "-0.0", "0.5e-310"),
        *(
            '"\\ud800"',
            '"\\u0000"',
            '"\\uDBFF\\uDFFF"',
            "[" * DEEP,
            "[" * DEEP + "]" * DEEP,
            '{"a":' * DEEP + "1" + "}" * DEEP,
        ),
        *(
            "[" + "0," * 3000 + "0]",
            '"../../etc/passwd"',
            '"/dev/zero"',
            '"a\\nb"',
            '"# <b>*x*</b>"',
            '"$\\\\frac{1}{"',
        ),
    )
    kind = draw.random()
    if kind < 0.4:
        return draw.choice(plain)
    if kind < 0.8:
        return Raw(draw.choice(odd))
    return draw.choice((draw.uniform(-10, 10), draw.randint(-(2**70), 2**70), 10.0 ** draw.randint(-320, 308)))
