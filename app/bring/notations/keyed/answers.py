"""The answer of an engine about the pair in a text: verdict, distance, normal, points."""

from collections.abc import Sequence
from math import isnan

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.keyed.conventions import Conventions
from gjkscope.app.bring.notations.keyed.drafts import Gathered
from gjkscope.app.bring.notations.keyed.fields import Quantity
from gjkscope.app.bring.notations.keyed.values import scalar, vector_of
from gjkscope.app.scenes.scene import Body, Reported


def reported_answers(
    gathered: Gathered, bodies: Sequence[Body], conventions: Conventions, context: ReadContext
) -> tuple[Reported, ...]:
    """The answer of an engine about the pair in the text: any numbers, including nan and inf."""
    answers = gathered.answers
    context.account(token for value in answers.values() for token in value.tokens)
    if len(bodies) != 2 or not (answers or gathered.verdict):
        return ()
    distance = None
    if Quantity.DISTANCE in answers:
        distance = scalar(answers[Quantity.DISTANCE], context, any_number=True)
    elif Quantity.DEPTH in answers:
        distance = -abs(scalar(answers[Quantity.DEPTH], context, any_number=True))
    vectors = {
        field: vector_of(answers[field], context, any_number=True)
        for field in (Quantity.NORMAL, Quantity.WITNESS_A, Quantity.WITNESS_B)
        if field in answers
    }
    return (
        Reported(
            (bodies[0].name, bodies[1].name),
            conventions.engine or "the text",
            _verdict(gathered, distance),
            distance,
            vectors.get(Quantity.NORMAL),
            vectors.get(Quantity.WITNESS_A),
            vectors.get(Quantity.WITNESS_B),
        ),
    )


def _verdict(gathered: Gathered, distance: float | None) -> str | None:
    if gathered.verdict is not None:
        word = gathered.verdict.text.lower()
        if word in ("true", "yes", "colliding", "collision", "overlap", "penetrating", "intersecting"):
            return "penetrating"
        if word in ("false", "no", "none", "separated", "disjoint"):
            return "separated"
    if Quantity.VERDICT in gathered.answers and len(gathered.answers[Quantity.VERDICT]) == 1:
        return "penetrating" if gathered.answers[Quantity.VERDICT].tokens[0].value else "separated"
    if distance is None or not distance or isnan(distance):
        return None
    return "separated" if distance > 0 else "penetrating"
