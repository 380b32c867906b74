"""Judging the reports of a scene."""

from gjkscope.app.ask.runs.reports import judge_reports
from gjkscope.app.base.records import replace
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
    right, wrong = judge_reports(scene(RIGHT, WRONG))
    assert (right.pair, right.found.right) == (("mesh", "box"), True)
    assert (wrong.pair, wrong.found.right) == (("far", "box"), False)
    assert (wrong.words, wrong.assessment) == ("FCL reports 5 m: 25 % too far", "25 % too far")


def test_reports_about_concave_meshes_are_judged_by_triangles_unless_they_are_about_the_hull() -> None:
    whole = scene(RIGHT, WRONG)
    assert not any(judged.of_hulls or judged.found.of_mesh for judged in judge_reports(whole))
    open_mesh = replace(whole.body("mesh"), shape=Mesh(TETRAHEDRON.vertices, TETRAHEDRON.faces[1:]))
    bodies = (whole.bodies[0], open_mesh, whole.bodies[2])

    right, wrong = judge_reports(replace(whole, bodies=bodies))
    assert (right.of_hulls, right.found.right) == (False, True)
    assert right.words == "FCL reports 1 m: right (judged by the triangles)"
    assert right.assessment == "right (judged by the triangles)"
    assert not wrong.of_hulls

    too_near = replace(RIGHT, signed_distance=0.5)
    (judged,) = judge_reports(replace(whole, bodies=bodies, reported=(too_near,)))
    assert judged.words == "FCL reports 0.5 m: 50 % too near (judged by the triangles)"

    asked = replace(RIGHT, signed_distance=2.0, note="of the convex hull of the mesh")
    (judged,) = judge_reports(replace(whole, bodies=bodies, reported=(asked,)))
    assert judged.words.endswith("too far (judged by the convex hulls)")


def test_only_the_reports_about_a_pair_are_judged_on_request() -> None:
    for pair in (("box", "far"), ("far", "box")):
        assert [judged.report for judged in judge_reports(scene(RIGHT, WRONG), pair)] == [WRONG]
    assert judge_reports(scene(RIGHT, WRONG), ("mesh", "far")) == []
    assert [judged.found.right for judged in judge_reports(scene(WRONG), tolerance=0.5)] == [True]
