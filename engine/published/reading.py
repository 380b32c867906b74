"""Helpers for reading the steps of the published GJK variants, which share a simplex and a lower bound."""

from math import inf
from typing import Protocol

from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.registry.belief import Belief, FaceSide, true_side
from gjkscope.engine.registry.records import Bounds, Change, vertex_changes
from gjkscope.engine.vectors import Vec3


class PublishedStep(Protocol):
    """The fields that these steps have in common."""

    @property
    def before(self) -> Vertices: ...
    @property
    def simplex(self) -> Vertices: ...
    @property
    def lower(self) -> float: ...


def simplex_changes(_: PublishedStep, step: PublishedStep) -> set[Change]:
    return vertex_changes(step.before, step.simplex)


def lower_only(step: PublishedStep) -> Bounds:
    return step.lower, inf


def simplex_points(step: PublishedStep) -> tuple[Vec3, ...]:
    return tuple(vertex.point for vertex in step.simplex)


def step_vertices(step: PublishedStep) -> Vertices:
    return step.simplex


def belief_about(vertices: Vertices, face: tuple[int, int, int], opposite: int, normal: Vec3, outside: bool) -> Belief:
    """The belief that the origin is outside, or inside, the face of a tetrahedron with these vertices."""
    p, q, r = (vertices[slot].point for slot in face)
    truth = true_side(p, q, r, vertices[opposite].point)
    return Belief((p, q, r), normal, FaceSide.OUTSIDE if outside else FaceSide.INSIDE, truth)
