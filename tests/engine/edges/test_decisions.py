"""What the policies of engines decide about contacts at one edge: each rule that depends on the angle there."""

from math import cos, radians, sin

import pytest

from gjkscope.engine import Box, Capsule, Pose, Shape, Sphere, Triangle
from gjkscope.engine.edges.contacts import TriangleContact
from gjkscope.engine.edges.decisions import ContactFate, Decision, EdgeTask
from gjkscope.engine.edges.mesh_edges import edged_mesh
from gjkscope.engine.edges.policies.jolt_active import is_active
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.vectors import ZERO, Vec3, scale

BODY = Box((0.5, 0.5, 0.5))
ABOVE = Pose(position=(-0.3, 0.45, 0.5))
START, END = (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)
ON_EDGE, ON_FACE = (0, 2), (0, 1, 2)  # corners of the first triangle of a hinge


def hinge(degrees: float) -> tuple[Triangle, Triangle]:
    """A triangle that faces up, and a neighbour behind the z axis that is turned down by this angle: > 0 is convex."""
    angle = radians(degrees)
    return Triangle((START, (-1.0, 0.0, 0.5), END)), Triangle((START, END, (cos(angle), -sin(angle), 0.5)))


def leaning(degrees: float, along: float = 0.0) -> Vec3:
    """A normal that leans over the edge of a hinge; `along` is its part along the edge."""
    rest = (1 - along * along) ** 0.5
    return rest * sin(radians(degrees)), rest * cos(radians(degrees)), along


def decide(policy: str, degrees: float, lean: float, shape: Shape = BODY, along: float = 0.0) -> Decision:
    """About a contact with the first triangle of a hinge, at its edge."""
    contact = TriangleContact(0, ON_EDGE, (0.0, 0.0, 0.5), 0.02, leaning(lean, along))
    (decision,) = EDGE_POLICIES[policy].decide(EdgeTask(shape, ABOVE, ZERO, edged_mesh(hinge(degrees)), (contact,)))
    return decision


class TestJoltRemoval:
    """A strip of triangles; each shares an edge with the one before."""

    PLACES: tuple[Vec3, ...] = ((0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1), (2, 0, 0), (2, 0, 1))
    FACES = ((0, 1, 2), (2, 1, 3), (2, 3, 4), (4, 3, 5))

    def decide(self, depths: tuple[float, ...], size: float = 1.0) -> dict[int, Decision]:
        """A contact with the face of the first triangle, and with the others at the edge to the one before."""
        mesh = edged_mesh(tuple(Triangle([scale(self.PLACES[k], size) for k in face]) for face in self.FACES))
        shared = (ON_FACE, (0, 1), (0, 1), (0, 1))
        contacts = tuple(
            TriangleContact(number, corners, START, depth, (0.0, 1.0, 0.0) if corners == ON_FACE else (-1.0, 0.0, 0.0))
            for number, (corners, depth) in enumerate(zip(shared, depths, strict=True))
        )
        decisions = EDGE_POLICIES["jolt-removal"].decide(EdgeTask(BODY, ABOVE, ZERO, mesh, contacts))
        return {decision.contact: decision for decision in decisions}

    def test_a_voided_contact_voids_the_corners_of_its_triangle(self) -> None:
        """Only the first triangle has a contact with its face, and the last shares no corner with that."""
        decisions = self.decide((0.1, 0.09, 0.08, 0.07))
        assert [decisions[k].fate for k in range(4)] == [ContactFate.ACCEPTED, *[ContactFate.VOIDED] * 3]
        assert [decisions[k].by for k in range(1, 4)] == [0, 0, 2]
        assert decisions[3].reason == "vertices 4 and 3 are voided"

    def test_the_deepest_decides_first(self) -> None:
        decisions = self.decide((0.1, 0.07, 0.08, 0.09))
        assert [decisions[k].fate for k in range(4)] == [
            ContactFate.ACCEPTED,
            ContactFate.VOIDED,
            ContactFate.VOIDED,
            ContactFate.ACCEPTED,
        ]
        assert decisions[3].reason == "vertex 4 is not voided"

    @pytest.mark.parametrize(("size", "fate"), [(1.1e-3, ContactFate.VOIDED), (0.9e-3, ContactFate.ACCEPTED)])
    def test_contacts_with_tiny_triangles_always_count(self, size: float, fate: ContactFate) -> None:
        assert self.decide((0.1, 0.09, 0.08, 0.07), size)[1].fate is fate


@pytest.mark.parametrize(
    ("angle", "lean", "turned"),
    [
        (0.0, 30, 0),
        (0.5, 30, 0),  # flat, within 0.57°
        (0.6, 30, 0.6),
        (40, 30, None),
        (40, 50, 40),
        (89, 95, 89),
        (91, 95, None),  # the neighbour's normal would lead behind the triangle
        (-30, 40, 0),
        (-90, 10, None),  # a wall: the normal leads away from its front
        (-60, 20, 0),
        (-60, 40, None),
    ],
)
def test_bullet_turns_normals_by_the_angle_of_the_edge(angle: float, lean: float, turned: float | None) -> None:
    decision = decide("bullet", angle, lean)
    if turned is None:
        assert decision.fate is ContactFate.ACCEPTED
    else:
        assert decision.fate is ContactFate.CORRECTED
        assert decision.normal == pytest.approx(leaning(turned))


def test_bullet_keeps_the_part_of_a_normal_along_the_edge() -> None:
    decision = decide("bullet", 40, 50, along=0.3)
    assert decision.normal == pytest.approx(leaning(40, 0.3))


@pytest.mark.parametrize(
    ("angle", "lean", "fate"),
    [
        (0.5, 30, ContactFate.CORRECTED),  # convex by less than a sine of 0.01
        (0.6, 30, ContactFate.VOIDED),
        (40, 30, ContactFate.ACCEPTED),
        (40, 40.5, ContactFate.ACCEPTED),
        (40, 40.6, ContactFate.VOIDED),
        (-40, 30, ContactFate.CORRECTED),
    ],
)
@pytest.mark.parametrize("shape", [BODY, Capsule(0.5, 0.2)], ids=["box", "capsule"])
def test_box2d_snaps_or_skips_a_polygon(shape: Shape, angle: float, lean: float, fate: ContactFate) -> None:
    assert decide("box2d", angle, lean, shape).fate is fate


@pytest.mark.parametrize(
    ("angle", "lean", "fate"),
    [
        (0.0, 0.1, ContactFate.VOIDED),
        (-40, 1, ContactFate.VOIDED),
        (40, 39.9, ContactFate.ACCEPTED),
        (40, 40.1, ContactFate.VOIDED),
        (0.5, 0.4, ContactFate.ACCEPTED),
    ],
)
def test_box2d_leaves_a_sphere_to_the_neighbour_whose_region_it_is_in(
    angle: float, lean: float, fate: ContactFate
) -> None:
    decision = decide("box2d", angle, lean, Sphere(0.5))
    assert decision.fate is fate
    assert decision.normal == leaning(lean)


@pytest.mark.parametrize(("angle", "fate"), [(4.9, ContactFate.VOIDED), (-4.9, ContactFate.VOIDED)])
def test_box3d_takes_edges_within_5_degrees_for_flat(angle: float, fate: ContactFate) -> None:
    assert fate_beside_a_face("box3d", angle) is fate
    assert fate_beside_a_face("box3d", 5.1 if angle > 0 else -5.1) is ContactFate.ACCEPTED


def fate_beside_a_face(policy: str, degrees: float) -> ContactFate:
    """What becomes of a contact at the edge of one triangle, where the face of the other is touched."""
    mesh = edged_mesh(hinge(degrees))
    touched = TriangleContact(1, ON_FACE, (0.3, 0.0, 0.5), 0.02, mesh.normals[1])
    at_edge = TriangleContact(0, ON_EDGE, (0.0, 0.0, 0.5), 0.01, leaning(89))
    turned = Pose(((0.8, -0.6, 0.0), (0.6, 0.8, 0.0), (0.0, 0.0, 1.0)), ABOVE.position)  # no face of the body touches
    decisions = EDGE_POLICIES[policy].decide(EdgeTask(BODY, turned, ZERO, mesh, (at_edge, touched)))
    return next(decision.fate for decision in decisions if decision.contact == 0)


@pytest.mark.parametrize(
    ("angle", "active"),
    [(0, False), (4.9, False), (5.1, True), (90, True), (-90, False), (-178.9, False), (-179.1, True), (179.1, True)],
)
def test_jolt_takes_an_edge_for_active_by_its_angle(angle: float, active: bool) -> None:
    edges = edged_mesh(hinge(angle)).edges
    assert [is_active(edge) for edge in edges if len(edge.faces) == 2] == [active]
    assert all(is_active(edge) for edge in edges if len(edge.faces) == 1)
