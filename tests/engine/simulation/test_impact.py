"""Plastic impacts with many simultaneous contacts: against closed forms; none closes, pulls or adds energy."""

from random import Random

import pytest

from gjkscope.engine.simulation.impact import Impact, ImpactContact, after_impact
from gjkscope.engine.vectors import ZERO, Vec3, along, dot, sub
from tests.engine.samples import random_direction, random_vector

X: Vec3 = (1.0, 0.0, 0.0)


def along_x(*speeds: float) -> list[Vec3]:
    return [(speed, 0.0, 0.0) for speed in speeds]


def row(count: int) -> list[ImpactContact]:
    """Each body touches the next along x."""
    return [ImpactContact(k, k + 1, X, 0.0) for k in range(count - 1)]


def test_two_bodies_share_their_momentum() -> None:
    after = after_impact(Impact(row(2), along_x(3, 0), [1.0, 1 / 2]))
    assert after == [pytest.approx((1, 0, 0))] * 2


def test_separating_contacts_are_left_alone() -> None:
    for speeds in (along_x(0, 3), along_x(1, 1), [(0.0, 5.0, 0.0), (0.0, -5.0, 0.0)]):
        assert after_impact(Impact(row(2), speeds, [1.0, 1.0])) == speeds
    assert after_impact(Impact([], along_x(3), [1.0])) == along_x(3)


def test_closing_speeds_below_the_threshold_are_no_impact() -> None:
    contact = ImpactContact(0, 1, X, 0.5)
    assert after_impact(Impact([contact], along_x(0.4, 0), [1.0, 1.0])) == along_x(0.4, 0)
    assert after_impact(Impact([contact], along_x(0.6, 0), [1.0, 1.0])) == [pytest.approx((0.3, 0, 0))] * 2


@pytest.mark.parametrize("heavy", [1.0, 1e3, 1e6])
def test_a_row_against_a_wall_stops_any_mass(heavy: float) -> None:
    after = after_impact(Impact(row(4), along_x(300, 0, 0, 0), [1 / heavy, 1.0, 10.0, 0.0]))
    assert after == [pytest.approx((0, 0, 0), abs=1e-6)] * 4


def test_the_last_of_a_row_leaves_when_it_is_faster() -> None:
    """Bodies 1 and 2 meet; 3 moves faster than the two together, so its contact would have to pull."""
    after = after_impact(Impact(row(3), along_x(4, 0, 3), [1.0] * 3))
    assert after == [pytest.approx(velocity) for velocity in along_x(2, 2, 3)]


def one_by_one(impact: Impact, sweeps: int = 3000) -> list[Vec3]:
    """The same by projected Gauss–Seidel: slow, but as simple as possible."""
    after, impulses = list(impact.velocities), [0.0] * len(impact.contacts)
    for _ in range(sweeps):
        for k, (i, j, normal, _) in enumerate(impact.contacts):
            a, b = impact.inverse_masses[i], impact.inverse_masses[j]
            now = max(impulses[k] + dot(sub(after[i], after[j]), normal) / (a + b), 0.0)
            more, impulses[k] = now - impulses[k], now
            after[i], after[j] = along(after[i], normal, -more * a), along(after[j], normal, more * b)
    return after


def test_piles_match_projected_gauss_seidel() -> None:
    random, pushed, idle = Random(1), 0, 0
    for _ in range(40):
        inverse = [1.0, *(random.choice((0.0, random.uniform(0.2, 5))) for _ in range(4))]
        pairs = [(i, j) for i in range(5) for j in range(i) if inverse[i] + inverse[j] > 0]
        contacts = [ImpactContact(*pair, random_direction(random), 0.0) for pair in random.choices(pairs, k=5)]
        impact = Impact(contacts, [random_vector(random, 10) if share else ZERO for share in inverse], inverse)
        after = after_impact(impact)
        assert after == [pytest.approx(velocity, abs=1e-6) for velocity in one_by_one(impact)]
        closing = [dot(sub(after[contact.first], after[contact.second]), contact.normal) for contact in contacts]
        assert max(closing) < 1e-9
        pushed += sum(speed > -1e-9 for speed in closing)
        idle += sum(speed <= -1e-9 for speed in closing)
    assert pushed > 40
    assert idle > 40
