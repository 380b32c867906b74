"""The fields of steps of engines' algorithms."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.published.engine_step import EngineStep

STEPS = (EngineStep,)

FIELDS = {
    "decisions": Field("tests", "", "the tests that the engine made, with their numbers"),
    "action": Field("action", "", "what the engine did"),
    "answer": Field("answer", "", "what the engine returns"),
    "ending": Field("ended by", "", "the engine's rule that ended the search"),
    "memory": Field("memory", "", "the rest of the engine's state"),
    "searches": Field("supports so far", "", "vertices are numbered in this order"),
    "polytope": Field("polytope", "", "the polytope of EPA, as the engine keeps it"),
    "nearest": Field("nearest", "", "corners of the feature that the engine takes to be nearest to the origin"),
    "verdict": Field("verdict", "", "whether the engine takes the shapes to overlap"),
    "signed_distance": Field("signed distance", "m", "as the engine returns it; negative is a depth"),
    "witness_a": Field("witness on A", "m", "the point of A that the engine returns"),
    "witness_b": Field("witness on B", "m", "the point of B that the engine returns"),
    "removed": Field("removed", "", "faces that this step removed"),
    "EngineFace.normal": Field("witness", "", "point or normal that the engine keeps for the face"),
    "EngineFace.distance": Field("distance", "m", "of the origin from the face, as the engine computes it"),
    "left": Field("left side", "", "as the engine computed it"),
    "right": Field("right side", "", "that it was compared with"),
    "holds": Field("holds", "", "what the engine concluded"),
}
