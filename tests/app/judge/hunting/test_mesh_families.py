"""Hunts with meshes: what they draw, the truth that they judge by, and that a wrong solver is found."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gjkscope
from gjkscope.app.ask.solvers.pair_block import PairBlock
from gjkscope.app.judge.hunting.families import PairRequest, truth_of
from gjkscope.app.judge.hunting.mesh_families import MESH_FAMILIES
from gjkscope.app.judge.hunting.truth import are_of_triangles
from gjkscope.engine import Mesh, Verdict, query

COUNT = 60


def draw(name: str, seed: int = 1, kinds: tuple[str, ...] = ("mesh", "sphere", "box")) -> PairBlock:
    return MESH_FAMILIES[name].draw(PairRequest(np.random.default_rng(seed), COUNT, kinds))


@pytest.mark.parametrize("name", MESH_FAMILIES)
def test_the_truth_is_that_of_the_triangles(name: str) -> None:
    block = draw(name)
    assert are_of_triangles(block).all()
    meshes = [isinstance(a, Mesh) + isinstance(b, Mesh) for a, b in zip(block.side_a, block.side_b, strict=True)]
    assert set(meshes) == ({2} if name == "two meshes" else {1})
    truth = truth_of(block)
    for i in range(0, COUNT, 6):
        ours = query(*block.pair(i), "mesh-distance")
        assert truth.verdict[i] == ours.verdict.value
        if ours.verdict is Verdict.SEPARATED:
            assert truth.signed_distance[i] == ours.signed_distance
    assert 0.2 < (truth.verdict == Verdict.SEPARATED.value).mean() < 0.95


@pytest.mark.parametrize("name", MESH_FAMILIES)
def test_drawing_depends_on_the_seed_only(name: str) -> None:
    once, again, other = draw(name), draw(name), draw(name, seed=2)
    assert all(once.pair(i) == again.pair(i) for i in range(COUNT))
    assert any(once.pair(i) != other.pair(i) for i in range(COUNT))


def by_triangles(*pair: Any) -> dict[str, Any]:
    found = query(*pair, "mesh-distance")
    return {"verdict": found.verdict.value, "normal": found.normal, "witness_a": found.witness_a}


def by_hulls(*pair: Any) -> float | None:
    return query(*pair).signed_distance


@pytest.mark.thorough
def test_a_solver_that_takes_hulls_is_found_and_one_that_takes_triangles_is_not(tmp_path: Path) -> None:
    kinds = ("mesh", "sphere")
    right = gjkscope.hunt(by_triangles, kinds=kinds, count=20, chunk=10)
    assert (right.tried, right.failures) == (20, 0)
    wrong = gjkscope.hunt(by_hulls, kinds=kinds, count=40, chunk=20)
    assert "wrong verdict" in {entry.key[0] for entry in wrong.found}


def test_contact_points_about_meshes_are_refused() -> None:
    with pytest.raises(ValueError, match="contact points about meshes are not judged"):
        gjkscope.hunt(by_hulls, kinds=("mesh",), contacts=True)
