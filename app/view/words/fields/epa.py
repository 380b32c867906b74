"""The fields of steps of EPA."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import epa

STEPS = (epa.State,)

FIELDS = {
    "lower": Field(
        "lower bound", "m", "lower bound on the signed distance of the cores: the depth is at most its magnitude"
    ),
    "upper": Field(
        "upper bound", "m", "upper bound on the signed distance of the cores: the depth is at least its magnitude"
    ),
    "aim": Field("aim", "", "why this direction was searched"),
    "chosen": Field("face searched", "", "number of the face whose normal was searched or used for the push-out"),
    "nearest": Field("nearest face", "", "number of the face to search next"),
    "tries": Field("tries", "", "directions tried since the seed last grew"),
    "contact": Field("contact", "m", "the point that the depth is measured to"),
    "across": Field("neighbours", "", "the faces across its edges"),
    "rank": Field("rank", "m", "the distance, or ∞ if the face cannot be chosen: removed, or made of rounding"),
    "EpaFace.birth": Field("added in step", "", "the step that added it"),
    "death": Field("removed in step", "", "the step that removed it"),
    "settling": Field("settling", "", "refinement of the best normal"),
    "Descent.normal": Field("pushed along", "", "the normal along which A was pushed out"),
    "pushed": Field("pushed", "m", "the distance that A was pushed"),
    "drift": Field("drift", "", "angle between that normal and the direction GJK then found"),
    "stride": Field("stride", "", "step length of the next iteration, in drifts"),
    "best": Field("best normal", "", "of this descent"),
    "bound": Field("its bound", "m", "the lower bound from that normal"),
    "idle": Field("idle", "", "recent steps without improvement"),
    "steps": Field("steps", "", "of this descent"),
    "descents": Field("descents", "", "number of descents started"),
    "tried": Field("tried", "", "normals that descents started from or found"),
}
