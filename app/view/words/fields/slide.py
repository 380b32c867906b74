"""The fields of steps of a slide."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.edges.steps import State

STEPS = (State,)

FIELDS = {
    "tick": Field("tick", "", "of 1/60 s; 0 is the start"),
    "push_out": Field("push-out", "", "in this tick"),
    "State.before": Field("before", "", "pose of the body at the start of the step"),
    "moved": Field("moved to", "", "pose of the body where the contacts were found"),
    "closing": Field("velocity before", "m/s", "with gravity, where the contacts were found"),
    "contacts": Field("contacts", "", "with each triangle on its own, by its number"),
    "decisions": Field("decisions", "", "what the policy made of each contact, in its order"),
    "responses": Field("responses", "", "what each contact that counts did to the body"),
    "State.pose": Field("pose", "", "of the body after the step"),
    "velocity": Field("velocity", "m/s", "after the step"),
    "path": Field("path", "m", "positions at the start and after each tick"),
    "measures": Field("so far", "", "what happened from the start to this step"),
    "triangle": Field("triangle", "", "its number in the mesh"),
    "corners": Field("corners", "", "of the triangle, 0, 1, 2: those that touch; three are its face"),
    "TriangleContact.point": Field("point", "m", "on the part of the triangle that touches"),
    "depth": Field("depth", "m", "along the normal"),
    "TriangleContact.normal": Field("raw normal", "", "unit vector along which the body leaves the triangle"),
    "contact": Field("contact", "", "its place in the list of contacts"),
    "fate": Field("fate", "", "accepted, corrected, voided, or later: after a push-out"),
    "Decision.normal": Field("normal", "", "that counts; the raw one unless it was corrected"),
    "by": Field("voided by", "", "the contact that voided this one; −1 is none"),
    "reason": Field("reason", "", "why the policy decided so"),
    "push": Field("push", "m", "of the body along the normal"),
    "stopped": Field("stopped", "m/s", "the closing speed along the normal that was removed"),
    "is_ghost": Field("ghost", "", "whether the surface has no such normal at this place"),
    "start_speed": Field("speed at the start", "m/s", "across gravity"),
    "speed": Field("speed", "m/s", "across gravity"),
    "ghosts": Field("ghost collisions", "", "that changed the velocity"),
    "ghost_speed": Field("taken by ghosts", "m/s", "closing speed that ghost collisions removed"),
    "stops": Field("stops", "", "how often the speed fell below 2 % of that at the start"),
    "rise": Field("rise", "m", "greatest height above the start"),
    "kick": Field("kick", "m/s", "greatest speed against gravity after a step"),
    "tunnelled": Field("tunnelled", "", "whether the body's centre has gone through a triangle, from the front"),
}
