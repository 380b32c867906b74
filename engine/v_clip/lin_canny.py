"""What Lin and Canny's algorithm does with a pair of features: it tests closest points, and clips no edge.

Lin, Canny, A fast algorithm for incremental distance calculation, IEEE International Conference on Robotics and
Automation, 1991.  A pair is accepted if the closest point of each feature lies in the Voronoi region of the other;
otherwise the neighbour behind the plane that is violated most replaces that feature.  An edge and a face are never
accepted: next is the end of the edge that is nearer to the face, or the edge of the face that is nearest.

How it can fail: where shapes overlap, no pair is a closest one.  An edge through a face leads to its nearer end, that
end is below the face and leads back to the edge, and so on without end, which is what V-Clip (walk.py) was made for.  A
vertex that is inside may also be accepted, with a distance that means nothing.
"""

from gjkscope.engine.v_clip.features import BoundaryFeature, FeatureKind, height_over
from gjkscope.engine.v_clip.nearest import FeatureDistance
from gjkscope.engine.v_clip.walk import (
    FeatureMove,
    Features,
    MoveReason,
    Polytopes,
    nearest_of_rim,
    point_against,
)
from gjkscope.engine.vectors import along


def next_move_by_points(polytopes: Polytopes, features: Features, found: FeatureDistance) -> FeatureMove:
    """What follows from the closest points `found` of the two features, at most one of which is a face."""
    lower = 0 if features[0].kind <= features[1].kind else 1
    if features[1 - lower].kind == FeatureKind.FACE:
        if features[lower].kind == FeatureKind.EDGE:
            return _of_edge_over_face(polytopes, features, lower)
        return _of_vertex_over_face(polytopes, features, lower)
    first = point_against(polytopes, features, 1, found.point_a)
    return first if first.side >= 0 else point_against(polytopes, features, 0, found.point_b, first.tests)


def _of_vertex_over_face(polytopes: Polytopes, features: Features, side: int) -> FeatureMove:
    """The vertex against the face's region, then its foot on the plane of the face against the vertex's region."""
    vertex, other = polytopes[side].vertices[features[side].number], polytopes[1 - side]
    over = point_against(polytopes, features, 1 - side, vertex)
    if over.side >= 0:
        return over
    face = features[1 - side].number
    foot = along(vertex, other.normals[face], -height_over(other, face, vertex))
    return point_against(polytopes, features, side, foot, over.tests)


def _of_edge_over_face(polytopes: Polytopes, features: Features, side: int) -> FeatureMove:
    own, other = polytopes[side], polytopes[1 - side]
    face = features[1 - side].number
    ends = own.edges[features[side].number]
    nearer = min(ends, key=lambda vertex: abs(height_over(other, face, own.vertices[vertex])))
    over = point_against(polytopes, features, 1 - side, own.vertices[nearer])
    if over.side < 0:
        return over._replace(reason=MoveReason.END, side=side, to=BoundaryFeature(FeatureKind.VERTEX, nearer))
    rim = nearest_of_rim(own, features[side], other, face)
    return over._replace(reason=MoveReason.OFF_FACE, to=rim)
