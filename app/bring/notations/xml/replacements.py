"""What Python code replaces in the XML above it, such as the poses of a model that several tests share.

xml = MODEL.replace('<body pos="0 0 1">', '<body pos="0 0 0.9">')
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from gjkscope.app.base.tokens import quoted
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Span

_STRING = r"""(?:'[^'\n]*'|"[^"\n]*")"""
_CALL = re.compile(rf"\.replace\(\s*(?P<old>{_STRING})\s*,\s*(?P<new>{_STRING})\s*,?\s*\)")  # without a count
_BASE = re.compile(r"(?:[\w.]+|\))\s*$")
_TARGET = re.compile(r"(\w+)[^\S\n]*=[^\S\n]*[\w.]+$")
_LONGEST_NAME = 100
MOST_CALLS = 500  # each searches the text in front of it
_XML = re.compile(r"""=["']|^[-+.\d \t]+$""")  # attributes, or the numbers in one
AS_WRITTEN = "as written"

Fillings = dict[int, tuple[int, str]]


class _Replacement(NamedTuple):
    old: str
    new: str
    place: Span  # of the call


def without_replacements(text: str) -> str:
    """The text with spaces for the strings that code replaces in the XML, which are no elements of their own."""
    for call in _calls(text):
        text = text[: call.start()] + re.sub(r"[^\n]", " ", call[0]) + text[call.end() :]
    return text


def replaced_values(context: ReadContext) -> Fillings:
    """The places of values that the code replaces: their ends, and the new text.

    Of several variants of one text, the user chooses.  Raises `TextError` if more than values is replaced.
    """
    variants = _variants(context.text)
    if not variants:
        return {}
    numbers = [str(i + 1) for i in range(len(variants))]
    if len(variants) == 1:
        chosen = context.assume(
            "replacement", "1", "the code replaces it in the XML", AS_WRITTEN, span=variants[0][0].place
        )
    else:
        why = "the code changes the XML in several ways"
        chosen = context.ask("replacement", AS_WRITTEN, why, *numbers, span=variants[0][0].place)
    fillings: Fillings = {}
    if chosen != AS_WRITTEN:
        for replacement in variants[int(chosen) - 1]:
            _fill(replacement, context, fillings)
    return fillings


def _calls(text: str) -> list[re.Match[str]]:
    """The calls that replace a part of the XML in front of them."""
    calls = list(islice(_CALL.finditer(text), MOST_CALLS))
    texts = [(call, call["old"][1:-1]) for call in calls]
    return [call for call, old in texts if _XML.search(old) and text.find(old, 0, call.start()) >= 0]


def _variants(text: str) -> list[list[_Replacement]]:
    """The replacements that belong together: of one expression, or of the result of the one before."""
    variants: list[list[_Replacement]] = []
    target = ""
    for call in _calls(text):
        replacement = _Replacement(call["old"][1:-1], call["new"][1:-1], Span(call.start(), call.end()))
        before = text[max(0, call.start() - _LONGEST_NAME) : call.start()]
        base = _BASE.search(before)
        if variants and base is not None and base[0].strip() in (")", target):
            variants[-1].append(replacement)
        else:
            variants.append([replacement])
        assigned = _TARGET.search(before)
        target = assigned[1] if assigned else target
    return variants


def _fill(replacement: _Replacement, context: ReadContext, fillings: Fillings) -> None:
    """Adds the values that differ, at each place in front of the call where the old text is."""
    old, new = re.split("[\"']", replacement.old), re.split("[\"']", replacement.new)
    if len(old) != len(new) or (old[::2] != new[::2] and len(old) > 1):
        raise context.fault_at(
            replacement.place.start, f"replaces {quoted(replacement.old)}: replace it in the XML before the import"
        )
    first = 0 if len(old) == 1 else 1
    for start in _places(replacement.old, context.text[: replacement.place.start]):
        offsets = _offsets(start, old)
        for i in range(first, len(old), 2):
            if old[i] != new[i]:
                fillings[offsets[i]] = (offsets[i] + len(old[i]), new[i])


def _places(part: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(part), text)]


def _offsets(start: int, parts: Sequence[str]) -> list[int]:
    """Where the parts of a string start, with one quote between them."""
    offsets = []
    for part in parts:
        offsets.append(start)
        start += len(part) + 1
    return offsets
