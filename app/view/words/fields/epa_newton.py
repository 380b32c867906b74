"""The fields of steps of EPA with Newton's method."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import epa_newton

STEPS = (epa_newton.State,)

FIELDS = {
    "polytope": Field("EPA", "", "EPA's state after this step: the polytope, the last search and the bounds"),
    "reason": Field("step", "", "what this step did"),
    "following": Field("next", "", "what the next step does"),
    "attempt": Field("next attempt", "", "the step from which a normal is tried again"),
    "trial": Field("trial", "", "what is supposed to touch, and the normal to try"),
    "Trial.normal": Field("normal to try", "", "square to the lines, or to the flat end"),
    "end": Field("flat end", "", "the shape whose flat end touches: 0 is A, 1 is B; −1: none"),
    "line": Field("line", "", "the axis that a straight line in contact is parallel to: 0 to 2 of A, 3 to 5 of B"),
    "other_line": Field("other line", "", "that of a second line"),
    "Trial.steps": Field("steps", "", "of Newton's method so far"),
    "minimum": Field("minimum", "", "the height along the normal tried last, and what is known near it"),
    "Minimum.normal": Field("normal", "", "that was tried last"),
    "slope": Field("slope", "m/rad", "of the height, as the normal turns"),
    "cosine": Field("cosine of the cap", "", "of its angle; 1: no cap, −1: all directions"),
    "proved": Field("proved", "m", "the depth is at least this in the cap"),
    "contact_a": Field("contact on A", "m", "relative to A's position"),
    "contact_b": Field("contact on B", "m", "relative to A's position"),
    "outside": Field("outside", "", "the direction outside the cap to search next"),
    "facing": Field("facing", "", "number of the face beyond which that is"),
}
