"""What stands in an XML text for other text: what Python fills in, and the expressions of xacro.

The values are those that the text itself defines; anything else stays as it is, and is refused where a number must be.
"""

import re

from gjkscope.app.notations.context import ReadContext
from gjkscope.app.notations.xml.document import XmlDocument, XmlElement

MOST_EXPRESSIONS = 200  # different ones: each takes as long as reading all properties
_EXPRESSION = re.compile(r"\$\{([^{}$]*)\}")


def fill_in(document: XmlDocument, context: ReadContext) -> None:
    """Sets the fillings of a document: those of the Python around it, and its xacro expressions."""
    from gjkscope.app.notations.code.reader import expression_value_of, fillings_of
    from gjkscope.app.notations.readers.python import VOCABULARY

    found = dict(fillings_of(context, VOCABULARY))
    if "${" in context.text:
        names = {one.text_of("name"): one.text_of("value") for one in _properties(document)}
        constants = {name: _EXPRESSION.sub(r"(\1)", value) for name, value in names.items() if name.isidentifier()}
        known: dict[str, float | None] = {}
        for place in _EXPRESSION.finditer(context.text):
            text = place[1].strip()
            if text not in known and len(known) < MOST_EXPRESSIONS:
                known[text] = expression_value_of(text, constants, VOCABULARY)
            if (value := known.get(text)) is not None:
                found.setdefault(place.start(), (place.end(), repr(value)))
    document.fill(found)


def _properties(document: XmlDocument) -> list[XmlElement]:
    """The properties of xacro, in the order of the text."""
    found: list[XmlElement] = []
    rest = list(reversed(document.roots))
    while rest:
        one = rest.pop()
        found += [one] if one.tag == "xacro:property" and one.get("value") is not None else []
        rest += reversed(one.children)
    return found
