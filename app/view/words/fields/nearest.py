"""The fields of steps of the nearest feature of a simplex, in space and in the plane."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.tutorial import nearest, nearest_in_plane

STEPS = (nearest.State, nearest_in_plane.State)

FIELDS = {
    "boundary": Field("boundary weights", "", "barycentric weights of the nearest point of the simplex's boundary"),
}
