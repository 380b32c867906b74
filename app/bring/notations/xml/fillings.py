"""Places of an XML text that are replaced by other text: Python's replacement fields, and the expressions of xacro.

The values are those that the text itself defines; anything else stays unchanged, and is rejected where a number is
required.
"""

import re
from typing import TYPE_CHECKING

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.xml.document import XmlDocument, XmlElement
from gjkscope.app.bring.notations.xml.replacements import replaced_values

if TYPE_CHECKING:
    from gjkscope.app.bring.notations.code.templates import Fragment

MOST_EXPRESSIONS = 200  # different ones: each takes as long as reading all properties
_EXPRESSION = re.compile(r"\$\{([^{}$]*)\}")


def fill_in(document: XmlDocument, context: ReadContext) -> None:
    """Sets the fillings of a document: those of the Python around it, and its xacro expressions."""
    from gjkscope.app.bring.notations.code.python_vocabulary import VOCABULARY
    from gjkscope.app.bring.notations.code.reader import expression_value_of, fillings_of

    fillings, fragments = fillings_of(context, VOCABULARY)
    fillings |= replaced_values(context)
    if "${" in context.text:
        names = {element.text_of("name"): element.text_of("value") for element in _properties(document)}
        constants = {name: _EXPRESSION.sub(r"(\1)", value) for name, value in names.items() if name.isidentifier()}
        known: dict[str, float | None] = {}
        for expression in _EXPRESSION.finditer(context.text):
            text = expression[1].strip()
            if text not in known and len(known) < MOST_EXPRESSIONS:
                known[text] = expression_value_of(text, constants, VOCABULARY)
            if (value := known.get(text)) is not None:
                fillings.setdefault(expression.start(), (expression.end(), repr(value)))
    document.fill(fillings)
    for start, fragment in fragments.items():
        _insert(document, start, fragment)


def _insert(document: XmlDocument, start: int, fragment: "Fragment") -> None:
    """Moves the elements of a string to where the program inserts it, once for each time that it is filled."""
    end = string_end(document.text, start)
    inside = [root for root in document.roots if start <= root.start < end]
    if not inside or start <= fragment.place < end:
        return
    document.roots = [root for root in document.roots if root not in inside]
    around = _around(document, fragment.place)
    target = document.roots if around is None else around.children
    for fillings in fragment.fillings:
        view = document.filled_with(fillings)
        target += [_copy(root, view) for root in inside]


def string_end(text: str, start: int) -> int:
    """The end of a string of Python that starts, with its prefix, at an offset."""
    quote = re.compile(r"\"{3}|'{3}|\"|'").search(text, start)
    if quote is None:
        return len(text)
    end = text.find(quote[0], quote.end())
    return len(text) if end < 0 else end


def _around(document: XmlDocument, offset: int) -> XmlElement | None:
    """The innermost element around a place."""
    innermost, pending = None, list(document.roots)
    while pending:
        element = pending.pop()
        if element.start < offset < (element.end if element.end is not None else len(document.text)):
            innermost, pending = element, list(element.children)
    return innermost


def _copy(element: XmlElement, view: XmlDocument) -> XmlElement:
    copy = XmlElement(view, element.tag, element.start)
    copy.end, copy.loose = element.end, element.loose
    copy.children = [_copy(child, view) for child in element.children]
    return copy


def _properties(document: XmlDocument) -> list[XmlElement]:
    """The properties of xacro, in the order of the text."""
    properties: list[XmlElement] = []
    pending = list(reversed(document.roots))
    while pending:
        element = pending.pop()
        properties += [element] if element.tag == "xacro:property" and element.get("value") is not None else []
        pending += reversed(element.children)
    return properties
