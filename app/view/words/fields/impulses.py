"""The fields of steps of a solver in a tick."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.impulses.records import State

STEPS = (State,)

FIELDS = {
    "solver": Field("solver", "", "its name"),
    "task": Field("task", "", "what the step does"),
    "names": Field("points", "", "two bodies by number and the id of each contact point"),
    "State.normal": Field("normal", "", "the change of the impulse along the normal of the point that is solved"),
    "State.friction": Field("friction", "", "the change of the friction impulse of the point that is solved"),
    "poses": Field("poses", "", "of the centres of mass, after the step"),
    "motions": Field("motions", "", "velocities in m/s and rad/s, after the step"),
    "impulses": Field("impulses", "", "of all points, after the step"),
    "phase": Field("phase", "", "the purpose of the step"),
    "substep": Field("substep", "", "of the tick, from 0"),
    "round": Field("round", "", "over all points, from 0"),
    "point": Field("point", "", "its number; −1 is all"),
    "NormalSolve.speed": Field("speed", "m/s", "of separation before; < 0 closes"),
    "bias": Field("bias", "m/s", "the impulse aims at a speed of minus this"),
    "gap": Field("gap", "m", "along the normal; < 0 is an overlap"),
    "mass": Field("effective mass", "kg", "the impulse that changes the speed by 1 m/s"),
    "NormalSolve.wanted": Field("wanted", "N·s", "accumulated impulse without the limit"),
    "NormalSolve.before": Field("before", "N·s", "accumulated impulse before"),
    "NormalSolve.after": Field("after", "N·s", "accumulated impulse after: never negative"),
    "slip": Field("slip", "m/s", "velocity of the second body over the first, across the normal"),
    "FrictionSolve.wanted": Field("wanted", "N·s", "accumulated friction without the limit"),
    "FrictionSolve.before": Field("before", "N·s", "accumulated friction before"),
    "FrictionSolve.after": Field("after", "N·s", "accumulated friction after"),
    "most": Field("at most", "N·s", "friction coefficient × impulse along the normal"),
    "key": Field("point", "", "two bodies by number and the id of the contact point"),
    "PointImpulse.normal": Field("normal", "N·s", "accumulated along the normal, of the substep"),
    "PointImpulse.friction": Field("friction", "N·s", "accumulated across the normal"),
    "total": Field("total", "N·s", "along the normal, over the whole tick"),
}
