"""The bodies that a filter finds, by name, shape and role."""

from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.model import Document

HINT = "name, shape, A, B, pair or hidden"


def filtered_bodies(document: Document, text: str) -> tuple[Body, ...]:
    """The bodies that match every word: its letters occur in their name or shape, or it is a role that they have."""
    words = text.split()
    if not words:
        return document.scene.bodies
    return tuple(body for body in document.scene.bodies if all(_matches(body, word, document) for word in words))


def _matches(body: Body, word: str, document: Document) -> bool:
    if word in roles(body, document):
        return True
    return word.casefold() in body.name.casefold() or word.casefold() in body.shape.kind


def roles(body: Body, document: Document) -> tuple[str, ...]:
    """The words for what the body is at present, in capitals for the letters of the pair."""
    letters = tuple(letter for letter, name in zip("AB", document.pair, strict=True) if name == body.name)
    hidden = ("hidden",) if body.name in document.hidden else ()
    return (*letters, *(("pair",) if letters else ()), *hidden)
