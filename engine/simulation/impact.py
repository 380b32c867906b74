"""A perfectly plastic impact at many contacts at once: the velocities at which no contact closes any more.

Of all such velocities they are the closest to those before, measured by kinetic energy (Moreau, Unilateral contact and
dry friction in finite freedom dynamics, CISM 302, 1988, §6).  With the impulses λ ≥ 0 along the normals, the closing
speeds c before, and A = J M⁻¹ Jᵀ (the effect of an impulse at one contact on the closing speed of another):

    c − A λ ≤ 0,        λ ≥ 0,        and where λ > 0 nothing closes and nothing opens.

1. Add the contact that closes fastest to the active set.
2. Solve for the impulses of the active set: A λ = c.
3. If an impulse would be negative, go back to where the first one reaches zero, remove that contact, and solve again.
4. Repeat until no contact closes (Lawson, Hanson, Solving Least Squares Problems, 1974, chapter 23: no active set
   occurs twice).

Treating one contact at a time instead does not converge where a heavy body pushes a light one against a wall.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.engine.vectors import Vec3, along, dot, sub


class ImpactContact(NamedTuple):
    """Two bodies, by number, that touch; closing speeds below `least` (m/s) are ignored."""

    first: int
    second: int
    normal: Vec3  # from the first to the second
    least: float


class Impact(NamedTuple):
    """The contacts of an impact, and the bodies' velocities and masses."""

    contacts: Sequence[ImpactContact]
    velocities: Sequence[Vec3]  # of all bodies, before, m/s
    inverse_masses: Sequence[float]  # 0: fixed


Impulses = dict[int, float]  # of the active contacts, by number, N·s


def after_impact(impact: Impact) -> list[Vec3]:
    """The velocities after the impact, m/s; those of fixed bodies do not change."""
    impulses: Impulses = {}
    after = list(impact.velocities)
    for _ in range(3 * len(impact.contacts)):  # the limit that Lawson and Hanson give
        excess = [_closing(contact, after) - contact.least for contact in impact.contacts]
        fastest = max(range(len(excess)), key=excess.__getitem__)
        if excess[fastest] <= 0 or fastest in impulses:
            break
        impulses = _none_pulling(impact, {**impulses, fastest: 0.0})
        after = _apply(impact, impulses)
    return after


def _none_pulling(impact: Impact, impulses: Impulses) -> Impulses:
    """The impulses at which none of these contacts closes, without contacts that would have to pull."""
    while True:
        wanted = _solve(impact, list(impulses))
        steps = {k: _part(impulses[k], impulse) for k, impulse in wanted.items() if impulse <= 0}
        if not steps:
            return wanted
        part = min(steps.values())
        impulses = {
            k: impulses[k] + part * (impulse - impulses[k]) for k, impulse in wanted.items() if steps.get(k, 1.0) > part
        }


def _part(now: float, wanted: float) -> float:
    """The fraction of the step from `now` to a non-positive `wanted` at which the impulse reaches zero."""
    return now / (now - wanted) if now > 0 else 0.0


def _solve(impact: Impact, part: list[int]) -> Impulses:
    """A λ = c for these contacts, by Gaussian elimination.  A is positive definite, so no pivoting is needed."""
    rows = [
        [*(_coupling(impact, k, other) for other in part), _closing(impact.contacts[k], impact.velocities)]
        for k in part
    ]
    for i, pivot in enumerate(rows):
        rows[i] = pivot = [entry / pivot[i] for entry in pivot]
        for j, row in enumerate(rows):
            if j != i:
                rows[j] = [entry - row[i] * above for entry, above in zip(row, pivot, strict=True)]
    return {k: row[-1] for k, row in zip(part, rows, strict=True)}


def _coupling(impact: Impact, k: int, other: int) -> float:
    """The decrease of one contact's closing speed per unit impulse at the other: J M⁻¹ Jᵀ."""
    first, second = impact.contacts[k], impact.contacts[other]
    shared = sum(
        side * opposite * impact.inverse_masses[body]
        for body, side in ((first.first, 1), (first.second, -1))
        for there, opposite in ((second.first, 1), (second.second, -1))
        if body == there
    )
    return shared * dot(first.normal, second.normal)


def _closing(contact: ImpactContact, velocities: Sequence[Vec3]) -> float:
    return dot(sub(velocities[contact.first], velocities[contact.second]), contact.normal)


def _apply(impact: Impact, impulses: Impulses) -> list[Vec3]:
    after = list(impact.velocities)
    for k, impulse in impulses.items():
        first, second, normal, _ = impact.contacts[k]
        after[first] = along(after[first], normal, -impulse * impact.inverse_masses[first])
        after[second] = along(after[second], normal, impulse * impact.inverse_masses[second])
    return after
