"""What a run says at the step shown, beside the truth."""

import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToStep, initial_state, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.app.view.words.claims import RunClaim, Standing, claim_of
from gjkscope.engine import Cylinder, Hull
from tests.app.interface import start_state
from tests.engine.meshes import torus

END = 10**6


def claim(state: State, algorithm: str, step: int = END) -> RunClaim:
    found = claim_of(update(update(state, ChooseAlgorithm(algorithm)), GoToStep(step)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("scene", "algorithm", "title", "standing"),
    [
        ("museum/hb-article-cycle-1", "headbutt", "Undecided", Standing.SILENT),  # it cycles
        ("museum/hb-article-cycle-1", "gjk", "Penetrating", Standing.RIGHT),
        ("boxes-overlap", "headbutt", "Penetrating", Standing.RIGHT),
        ("boxes-overlap", "aabb", "Undecided", Standing.SILENT),  # bounding boxes that overlap prove nothing
    ],
)
def test_the_claim_at_the_end_is_the_answer_of_the_run(
    scene: str, algorithm: str, title: str, standing: Standing
) -> None:
    found = claim(start_state(scene), algorithm)
    assert (found.title, found.standing) == (title, standing)


def test_a_claim_that_contradicts_the_truth_says_so() -> None:
    """The article's search says that these tetrahedra, 59 mm apart, overlap."""
    a = ((0.4, 0.8, 0.5), (0.5, 0.9, 0.8), (-0.7, 0.6, -1.0), (-0.5, -0.1, 0.2))
    b = ((0.6, -0.7, 0.9), (0.8, -0.9, -0.2), (0.6, -0.3, 0.1), (0.9, -0.1, 0.4))
    bodies = Body("A", Hull(a)), Body("B", Hull(b), PositionOrientation((-1.4, 0.2, -0.6)))
    found = claim(initial_state(Scene("apart", bodies)), "headbutt")
    assert (found.title, found.standing) == ("Penetrating", Standing.WRONG)
    assert "contradicts the truth" in found.words


def test_before_the_end_only_what_the_bounds_prove_is_claimed() -> None:
    state = start_state("museum/hb-article-cycle-1")
    assert claim(state, "headbutt", 0).title == "Searching"
    assert claim(state, "headbutt", 0).standing is Standing.OPEN
    apart = [claim(start_state(), "gjk", step) for step in range(5)]
    assert (apart[-2].title, apart[-2].words) == ("Separated", "so far")
    assert apart[-1].standing is Standing.RIGHT
    assert "agrees with the truth" in apart[-1].words


@pytest.mark.parametrize("scene", ["links", "heightfield-hole", "plane/chain-ground"])
def test_a_claim_about_triangles_is_not_held_against_an_answer_about_the_hull(scene: str) -> None:
    """The hulls overlap, the triangles are apart: both are right, and the distance of the triangles is certified."""
    state = update(start_state(scene), ChooseAlgorithm("mesh-distance"))
    assert inspect(state).answer.of_hulls
    assert inspect(state).certified.certified
    found = claim(state, "mesh-distance")
    assert (found.title, found.standing) == ("Separated", Standing.RIGHT)
    assert found.words.startswith("agrees with the truth; ")
    assert claim(start_state(scene), "gjk").standing is Standing.RIGHT
    assert not inspect(update(state, ChooseAlgorithm("gjk"))).certified.certified
    on_the_way = [claim(start_state(scene), "mesh-distance", step) for step in range(3)]
    assert {claimed.standing for claimed in on_the_way} == {Standing.OPEN}


def test_a_distance_of_triangles_without_a_proof_stays_beside_the_answer_about_the_hull() -> None:
    bodies = Body("A", torus(9, 6)), Body("B", Cylinder(0.1, 0.1))  # in the hole: curved shapes have no proof
    found = claim(initial_state(Scene("hole", bodies)), "mesh-distance")
    assert (found.title, found.standing) == ("Separated", Standing.OPEN)
    assert found.words.startswith("not of the hull, as the answer above; ")


def test_the_claim_of_a_slide_follows_the_tick() -> None:
    state = start_state("motion/slide-box-flat")
    claims = [claim(state, "slide-none", step) for step in range(30)]
    assert claims[0] == RunClaim("Slides", claims[0].number, claims[0].words, Standing.OPEN)
    hit = next(number for number, found in enumerate(claims) if found.title == "Ghost collision")
    assert all(found.standing is Standing.OPEN for found in claims[:hit])
    assert all(found.standing is Standing.WRONG for found in claims[hit:])
    assert claims[-1].title == "Stopped"
    assert claim(state, "slide-jolt-active", 29).title == "Slides"


def test_a_broad_phase_claims_the_pairs_that_it_has_found() -> None:
    state = start_state("broad-phase-field")
    assert claim(state, "allpairs").title == "12 of 12 pairs"
    assert claim(state, "allpairs").words == "780 comparisons; all pairs: 780"
    assert claim(state, "sweep", 0).title == "0 of 12 pairs"


def test_other_runs_claim_what_they_are_about() -> None:
    contact = claim(start_state("motion/bullet-and-thin-plate"), "toi")
    assert (contact.title, contact.standing) == ("First contact", Standing.OPEN)
    assert contact.number.endswith("s")
    exact = claim(start_state("boxes-overlap"), "contacts-exact")
    assert exact.standing is Standing.RIGHT
    assert exact.title.endswith("points")
