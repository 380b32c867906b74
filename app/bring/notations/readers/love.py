"""Lua with LÖVE: shapes by full sizes, and bodies that place them.

body = love.physics.newBody(world, 100, 90, "dynamic")
shape = love.physics.newRectangleShape(32, 16)
fixture = love.physics.newFixture(body, shape)

Relevant statements differ from JavaScript only in some words, which are replaced by words of the same length.
"""

import re
from collections.abc import Sequence

from gjkscope.app.bring.notations.code.reader import read_code, recognizer
from gjkscope.app.bring.notations.code.values import Array, Scalar, ShapeForm, Thing, Value
from gjkscope.app.bring.notations.code.vocabulary import Form, Site, of_plane
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.readers import javascript
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.registry import Notation, register

_WORDS = re.compile(r"--|\blocal\b|(?<=\w):(?=\w)|\{(?=[^{}=]*\})|(?<=[\d.\s,])\}")
_AS_JAVASCRIPT = {"--": "//", "local": "let  ", ":": ".", "{": "[", "}": "]"}


def _body(site: Site, values: Sequence[Value]) -> Value:
    body = Thing("Body", site.token, site.end)
    body.fields["position"] = Array((*values[1:3], Scalar(0.0)))
    return body


VOCABULARY = of_plane(
    javascript.VOCABULARY,
    name="love",
    title="Lua with LÖVE",
    signs=r"\blove\.physics\b",
    functions={
        "newBody": (Form("_ss…", _body),),
        "newRectangleShape": (
            ShapeForm("box2", ("width", "depth")),
            ShapeForm("box2", ("center_xy", "width", "depth", "angle?")),
        ),
        "newCircleShape": (ShapeForm("circle", ("radius",)), ShapeForm("circle", ("center_xy", "radius"))),
        "newPolygonShape": (ShapeForm("polygon", ("points",)), ShapeForm("polygon", ("coordinates",))),
    },
    unsupported=r"newChainShape",
    suffixes=(".lua",),
)


def read(context: ReadContext) -> Reading:
    """Raises `TextError` and `ImportFault`."""
    context.text = _WORDS.sub(lambda match: _AS_JAVASCRIPT[match[0]], context.text)
    return read_code(context, VOCABULARY)


register(Notation(VOCABULARY.name, VOCABULARY.title, recognizer(VOCABULARY), read, VOCABULARY.suffixes))
