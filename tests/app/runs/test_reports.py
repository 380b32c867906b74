"""Judging the reports of a scene."""

from gjkscope.app.base.records import replace
from gjkscope.app.runs.reports import judged_reports
from gjkscope.app.scenes.scene import Body, PositionOrientation, Reported, Scene
from gjkscope.engine import Box, Mesh

TETRAHEDRON = Mesh(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))


def scene(*reports: Reported) -> Scene:
    bodies = (
        Body("box", Box((1, 1, 1)), PositionOrientation((3, 0, 0))),
        Body("mesh", TETRAHEDRON),
        Body("far", Box((1, 1, 1)), PositionOrientation((9, 0, 0))),
    )
    return Scene("three", bodies, reported=reports)


RIGHT = Reported(("mesh", "box"), "FCL", "separated", 1.0, (1.0, 0.0, 0.0))
WRONG = Reported(("far", "box"), "FCL", "separated", 5.0)


def test_each_report_is_judged_in_the_order_of_its_own_pair() -> None:
    right, wrong = judged_reports(scene(RIGHT, WRONG))
    assert (right.pair, right.found.right) == (("mesh", "box"), True)
    assert (wrong.pair, wrong.found.right) == (("far", "box"), False)
    assert wrong.words == "FCL reports 5 m: 25 % too far"
    assert wrong.assessment == "25 % too far"


def test_concave_meshes_are_judged_by_their_hulls_and_the_words_say_so() -> None:
    whole = scene(RIGHT, WRONG)
    right, wrong = judged_reports(whole)
    assert not right.of_hulls
    assert not wrong.of_hulls
    open_mesh = replace(whole.body("mesh"), shape=Mesh(TETRAHEDRON.vertices, TETRAHEDRON.faces[1:]))
    right, wrong = judged_reports(replace(whole, bodies=(whole.bodies[0], open_mesh, whole.bodies[2])))
    assert (right.of_hulls, right.words) == (True, "FCL reports 1 m: right (judged by the convex hulls)")
    other = replace(RIGHT, signed_distance=2.0)
    (judged,) = judged_reports(replace(whole, bodies=(whole.bodies[0], open_mesh, whole.bodies[2]), reported=(other,)))
    assert judged.words.endswith("too far (judged by the convex hulls; of the mesh itself it may be right)")
    asked = replace(other, note="of the convex hull of the mesh")
    (judged,) = judged_reports(replace(whole, bodies=(whole.bodies[0], open_mesh, whole.bodies[2]), reported=(asked,)))
    assert judged.words.endswith("too far (judged by the convex hulls)")
    assert not wrong.of_hulls


def test_only_the_reports_about_a_pair_are_judged_on_request() -> None:
    for pair in (("box", "far"), ("far", "box")):
        assert [one.report for one in judged_reports(scene(RIGHT, WRONG), pair)] == [WRONG]
    assert judged_reports(scene(RIGHT, WRONG), ("mesh", "far")) == []
    assert [one.found.right for one in judged_reports(scene(WRONG), tolerance=0.5)] == [True]
