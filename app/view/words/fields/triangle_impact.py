"""The fields of steps of the continuous tests of triangles."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.triangle_impact.searches import CubicState, InclusionState

STEPS = (CubicState, InclusionState)

FIELDS = {
    "CubicState.time": Field("time", "s", "of the earliest accepted root so far; the whole duration if there is none"),
    "InclusionState.time": Field("time", "s", "of the start of the box"),
    "pose_a": Field("pose of A", "", "at this time"),
    "pose_b": Field("pose of B", "", "at this time"),
    "duration": Field("duration", "s", "that t from 0 to 1 stands for"),
    "turns": Field("turns", "", "whether a body turns: straight lines are then chords of the arcs"),
    "verdict": Field("at the start", "", "whether the shapes meet from the start"),
    "CubicState.element": Field("test", "", "the elementary test"),
    "InclusionState.element": Field("test", "", "the elementary test"),
    "ElementaryTest.kind": Field("kind", "", "what meets what"),
    "start": Field("at t = 0", "m", "the four points: a vertex and a face, or the ends of two edges"),
    "end": Field("at t = 1", "m", "the same four points"),
    "slots_a": Field("vertices of A", "", "that take part"),
    "slots_b": Field("vertices of B", "", "that take part"),
    "tested": Field("cubic", "", "the coplanarity of the four points, and its roots"),
    "coefficients": Field("coefficients", "m³", "of 1, t, t² and t³"),
    "ends": Field("parts", "", "0, the extrema of the cubic, and 1: it is monotonic between"),
    "roots": Field("roots", "", "in [0, 1], up to the first that is accepted"),
    "CubicTest.time": Field("accepted root", "", "t of the first meeting"),
    "CubicRoot.time": Field("t", "", "of the root"),
    "CubicRoot.weights": Field("weights", "", "none may be negative: barycentric, of a face or of both edges"),
    "is_met": Field("accepted", "", "whether no weight is negative"),
    "examined": Field("box", "", "of (t, u, v), and the range of F over it"),
    "InclusionStep.element": Field("test", "", "the number of the elementary test"),
    "InclusionStep.box": Field("t, u, v", "", "the intervals of time and of the places on both features"),
    "InclusionStep.corners": Field("F at corners", "m", "how far the features miss each other at the eight corners"),
    "low": Field("F from", "m", "the least of each coordinate over the box, with rounding"),
    "high": Field("F to", "m", "the greatest of each coordinate over the box, with rounding"),
    "split": Field("halved along", "", "0 for t, 1 for u, 2 for v; −1 if the box is not halved"),
    "queue": Field("queue", "", "the boxes that are left: start, test, intervals"),
}
