"""All solvers, and how to run a tick of one: each module of `solvers` has one, `SOLVER`."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from gjkscope.engine.arguments import as_vector, choice, length, short_repr
from gjkscope.engine.impulses import solvers
from gjkscope.engine.impulses.records import (
    ImpulseSettings,
    ImpulseTick,
    PointImpulse,
    SolverBody,
    SolverContact,
)
from gjkscope.engine.impulses.solver import ImpulseSolver
from gjkscope.engine.impulses.tick import first_step, run_plan, step
from gjkscope.engine.registry.discovery import Discovered
from gjkscope.engine.result import all_steps
from gjkscope.engine.vectors import ZERO, Vec3

SOLVERS: Discovered[ImpulseSolver] = Discovered(solvers, "SOLVER")

USUAL_SETTINGS = ImpulseSettings()


def solve_tick(
    bodies: Sequence[SolverBody],
    contacts: Sequence[SolverContact],
    duration: float,
    gravity: Vec3 = ZERO,
    settings: ImpulseSettings = USUAL_SETTINGS,
    earlier: Iterable[PointImpulse] = (),
    keep_steps: bool = True,
) -> ImpulseTick:
    """The bodies after a tick of `duration` seconds with these contacts, and all steps of the solver.

    `gravity` is in m/s².  `earlier` are the impulses of the previous tick, of which those with the same bodies and
    point ids are the start.  Without `keep_steps` only the last step is kept, which is faster.

    Raises `ValueError`, naming the argument and the value, if an argument is invalid.

    >>> from gjkscope import Motion, Pose
    >>> from gjkscope.engine.contacts.records import ContactPoint
    >>> floor, ball = SolverBody(Pose()), SolverBody(Pose(position=(0, 1, 0)), Motion((0, -2, 0)), inverse_mass=1.0)
    >>> touch = ContactPoint((0, 0, 0), (0, 0, 0), (0, 0, 0), 0.0, "A v0")
    >>> tick = solve_tick([floor, ball], [SolverContact(0, 1, (0, 1, 0), (touch,))], 0.01)
    >>> round(tick.impulses[0].total, 6)
    2.0
    """
    choice("solver", settings.solver, SOLVERS, "solver")
    _check(bodies, contacts)
    first = first_step(
        SOLVERS[settings.solver],
        bodies,
        contacts,
        as_vector("gravity", gravity),
        length("duration", duration),
        settings,
        {impulse.key: impulse for impulse in earlier},
    )
    steps = all_steps(first, step) if keep_steps else (run_plan(first),)
    last = steps[-1]
    return ImpulseTick(last.poses, last.motions, last.impulses, last.exit, steps)


def _check(bodies: Sequence[SolverBody], contacts: Sequence[SolverContact]) -> None:
    for i, body in enumerate(bodies):
        if not isinstance(body, SolverBody):
            raise ValueError(f"bodies[{i}]: must be a SolverBody, got {short_repr(body)}")
        if not _is_length(body.inverse_mass):  # a name takes longer to make than a number to check
            length(f"bodies[{i}].inverse_mass", body.inverse_mass, zero=True)
        if not (_is_length(body.size) and body.size > 0):
            length(f"bodies[{i}].size", body.size)
    for k, contact in enumerate(contacts):
        if not isinstance(contact, SolverContact):
            raise ValueError(f"contacts[{k}]: must be a SolverContact, got {short_repr(contact)}")
        if not (0 <= contact.first < len(bodies) and 0 <= contact.second < len(bodies)):
            raise ValueError(f"contacts[{k}]: there is no body {max(contact.first, contact.second)}")
        length(f"contacts[{k}].friction", contact.friction, zero=True)
        length(f"contacts[{k}].restitution", contact.restitution, zero=True)


def _is_length(number: Any) -> bool:
    return type(number) is float and 0 <= number < inf
