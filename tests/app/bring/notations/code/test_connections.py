"""Each rule for calls of unknown functions: which calls it takes, and what becomes of their shapes and poses."""

import pytest

from gjkscope.app.bring.notations.code.connections.call import ConnectingCall
from gjkscope.app.bring.notations.code.connections.rules import CONNECTIONS
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.values import Failed, PlacedFrame, Scalar, Text, Thing, Value
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.readers import bullet
from tests.app.bring.notations.code.rule_calls import TOKEN, at, box, decide, rotation, row, thing

CHECK, IN_PLACE, KNOWN_QUERY, WELD, SETTER, QUERY, OBJECT = (rule.reason for rule in CONNECTIONS)
POSE, OTHER_POSE, TURN = at(1, 2, 3), at(4, 5, 6), rotation(0, 0, 1, 0)
VOCABULARY = bullet.VOCABULARY._replace(
    queries={"distance": ("a", "pose a", "b", "pose b")}, centered=frozenset({"collide"}), titled=frozenset({"Label"})
)


def call(name: str, *values: Value, base: Value | None = None, **named: Value) -> ConnectingCall:
    program = Program(ReadContext("call()"), VOCABULARY)
    return ConnectingCall(program, program.site(name, TOKEN, len("call()")), Given(values, named), base)


def body(**fields: Value) -> Thing:
    """An object with a shape."""
    made = thing("Body", **fields)
    made.solids.append(box(1, 2, 3))
    return made


def fail(name: str) -> Failed:
    return Failed(TOKEN.fault(f"'{name}' has no value in the text"))


def reason_of(case: ConnectingCall) -> str:
    return decide(CONNECTIONS, case)[0]


def product_of(case: ConnectingCall) -> Thing:
    """The object that a call makes."""
    reason, value = decide(CONNECTIONS, case)
    assert reason == OBJECT
    assert isinstance(value, Thing)
    assert value in case.program.things
    return value


def questions_of(case: ConnectingCall) -> list[str]:
    """What a call makes the program ask."""
    decide(CONNECTIONS, case)
    return [assumption.why for assumption in case.program.context.assumptions if assumption.asked]


def poses_asked_about(case: ConnectingCall) -> list[PlacedFrame | None]:
    """The poses of the shapes of a query, None for those that it does not place."""
    assert reason_of(case) == QUERY
    (query,) = case.program.queries
    return [pose if isinstance(pose := part.fields.get("placement"), PlacedFrame) else None for part in query]


@pytest.mark.parametrize("name", ["EXPECT_NEAR", "assert_eq", "Assert.AreEqual", "PredictPosition"])
def test_what_a_test_expects_places_nothing(name: str) -> None:
    case = call(name, body(), POSE)
    assert reason_of(case) == CHECK
    assert case.program.context.accounted == {(TOKEN.start, case.end)}
    assert not case.program.things


def test_a_check_of_two_shapes_is_about_them() -> None:
    assert reason_of(call("EXPECT_TRUE", box(1, 1, 1), box(2, 2, 2))) == QUERY


@pytest.mark.parametrize(
    ("name", "value"), [("applyImpulse", body()), ("drawShape", box(1, 1, 1)), ("cook", body(position=row(1, 2, 3)))]
)
def test_a_motion_or_a_picture_leaves_a_shape_in_place(name: str, value: Value) -> None:
    case = call(name, value, row(0, 1, 0))
    assert reason_of(case) == IN_PLACE
    assert list(case.program.context.warnings) == [f"line 1: {name} is not known: the shape stays where it is"]


def test_a_function_of_any_name_may_place_a_shape_without_a_place() -> None:
    assert product_of(call("cook", body(), row(0, 1, 0))).fields == {"position": row(0, 1, 0)}


def test_a_known_query_gives_its_shapes_their_poses() -> None:
    moved = body(position=row(7, 8, 9), mass=Scalar(2.0))
    case = call("distance", box(1, 1, 1), POSE, moved, row(4, 5, 6))
    assert reason_of(case) == KNOWN_QUERY
    (placed,) = case.program.things
    assert placed.fields == {"placement": POSE}
    assert moved.fields == {"mass": Scalar(2.0), "placement": OTHER_POSE}


def test_a_known_query_of_a_pose_that_is_not_known_is_refused() -> None:
    case = call("distance", box(1, 1, 1), fail("pose"), body(), POSE)
    assert reason_of(case) == KNOWN_QUERY
    assert [str(fault) for fault in case.program.faults] == ["line 1, column 1: 'pose' has no value in the text"]


def test_a_known_query_of_fewer_arguments_is_not_the_one_that_is_known() -> None:
    assert reason_of(call("distance", box(1, 1, 1), box(1, 1, 1))) == QUERY


def test_a_weld_places_a_body_in_the_frame_of_another() -> None:
    parent, child = body(), body()
    parent.bears_shape = child.bears_shape = True
    assert reason_of(call("WeldFrames", parent, child, POSE)) == WELD
    assert (child.owners, child.fields) == ([parent], {"placement": POSE})
    assert reason_of(call("WeldFrames", thing("world_frame"), child)) == WELD
    assert (child.owners, child.fields) == ([], {"placement": at(0, 0, 0)})


def test_a_weld_of_a_body_that_is_not_in_the_text_is_asked_about() -> None:
    case = call("WeldFrames", thing("world_frame"), fail("frame"), POSE)
    case.program.thing("Body", TOKEN, TOKEN.end).bears_shape = True
    assert questions_of(case) == ["line 1: WeldFrames places a body that the text does not name"]


def test_a_setter_places_an_object() -> None:
    target = body(position=row(7, 8, 9))
    assert decide(CONNECTIONS, call("SetFreeBodyPose", thing("Context"), target, POSE)) == (SETTER, target)
    assert target.fields["placement"] == POSE


def test_a_setter_of_something_else_leaves_the_pose() -> None:
    target = body()
    assert decide(CONNECTIONS, call("setFilter", target, Scalar(3.0))) == (SETTER, target)
    assert not target.fields


def test_a_setter_of_two_objects_places_the_first() -> None:
    """The first one was taken for the pointer to its shape, and left out with its pose."""
    target = body()
    assert decide(CONNECTIONS, call("setRelativePose", target, body(), POSE)) == (SETTER, target)
    assert target.fields == {"placement": POSE}
    assert not target.is_absorbed


def test_a_setter_of_a_pose_that_is_not_known_asks() -> None:
    assert questions_of(call("setPose", body(), fail("pose"))) == [
        "setPose may place the shape, but line 1, column 1: 'pose' has no value in the text"
    ]


@pytest.mark.parametrize(("name", "poses"), [("overlap", [POSE, OTHER_POSE]), ("collide", [POSE, OTHER_POSE])])
def test_a_query_places_its_shapes_in_order(name: str, poses: list[PlacedFrame]) -> None:
    assert poses_asked_about(call(name, box(1, 1, 1), poses[0], box(2, 2, 2), poses[1])) == poses


def test_a_method_of_a_shape_is_a_query_about_it() -> None:
    assert poses_asked_about(call("hits", POSE, box(2, 2, 2), OTHER_POSE, base=box(1, 1, 1))) == [POSE, OTHER_POSE]


def test_rotations_and_positions_of_a_query_are_poses() -> None:
    values = [box(1, 1, 1), box(2, 2, 2), TURN, TURN, row(1, 2, 3), row(4, 5, 6), row(0, 0, 1)]
    assert poses_asked_about(call("hits", *values)) == [at(1, 2, 3, TURN), at(4, 5, 6, TURN)]


def test_a_query_of_unplaced_shapes_says_nothing_about_their_poses() -> None:
    case = call("hits", box(1, 1, 1), box(2, 2, 2))
    assert poses_asked_about(case) == [None, None]
    assert [part.type for part in case.program.queries[0]] == ["?", "?"]


@pytest.mark.parametrize(
    ("name", "values", "choice", "poses"),
    [
        ("hits", [box(1, 1, 1), box(2, 2, 2), POSE], "second shape", [None, POSE]),
        ("hits", [POSE, box(1, 1, 1), box(2, 2, 2)], "both shapes", [POSE, POSE]),
        ("shapeTriangle", [box(1, 1, 1), POSE, box(2, 2, 2)], "first shape", [POSE, None]),
    ],
)
def test_one_pose_of_two_shapes_is_an_assumption(
    name: str, values: list[Value], choice: str, poses: list[PlacedFrame | None]
) -> None:
    case = call(name, *values)
    assert poses_asked_about(case) == poses
    assert [(assumption.what, assumption.value) for assumption in case.program.context.assumptions] == [
        ("pose of", choice)
    ]


@pytest.mark.parametrize(("name", "poses"), [("pos12", [None, POSE]), ("pos21", [POSE, None])])
def test_parry_names_the_shape_that_a_pose_moves(name: str, poses: list[PlacedFrame | None]) -> None:
    case = call("hits", POSE, box(1, 1, 1), box(2, 2, 2))
    case.program.define(name, TOKEN, case.given.values[0], None)
    assert poses_asked_about(case) == poses


@pytest.mark.parametrize(
    ("values", "question"),
    [
        ([box(1, 1, 1), box(2, 2, 2), TURN], "line 1: which of the numbers of hits place which shape?"),
        (
            [box(1, 1, 1), POSE, box(2, 2, 2), fail("second")],
            "hits may place a shape, but line 1, column 1: 'second'",
        ),
        ([box(1, 1, 1), box(2, 2, 2), fail("pose")], "hits may place a shape, but line 1, column 1: 'pose'"),
    ],
)
def test_a_query_of_poses_that_are_not_known_asks(values: list[Value], question: str) -> None:
    (why,) = questions_of(call("hits", *values))
    assert why.startswith(question)


def test_results_of_a_query_are_no_poses() -> None:
    assert not questions_of(call("hits", box(1, 1, 1), POSE, box(2, 2, 2), fail("result")))


def test_a_query_of_centres_of_mass_leaves_out_the_translation_of_its_shape() -> None:
    shape = box(1, 1, 1)
    shape.local = POSE
    case = call("collide", shape, POSE, box(2, 2, 2), OTHER_POSE)
    assert poses_asked_about(case) == [POSE, OTHER_POSE]
    assert [part.solids[0].local for part in case.program.queries[0]] == [at(0, 0, 0), None]


def test_scales_follow_the_shapes_of_a_query() -> None:
    shape = box(1, 1, 1)
    product_of(call("collide", shape, row(2, 2, 2), POSE))
    assert [scale for _, scale in shape.scales] == [row(2, 2, 2)]


def test_an_object_has_the_shapes_and_the_pose_among_its_arguments() -> None:
    shape, holder = box(1, 1, 1), body()
    made = product_of(call("Body", POSE, holder, friction=Scalar(0.5)))
    assert (made.solids, made.fields) == (holder.solids, {"friction": Scalar(0.5), "placement": POSE})
    assert holder.is_absorbed
    made = product_of(call("Body", row(1, 2, 3), TURN, base=shape))
    assert (made.solids, made.fields) == ([shape], {"position": row(1, 2, 3), "rotation": TURN})


def test_an_object_has_the_pose_of_its_owner() -> None:
    settings, frame = thing("BodyDef", position=row(1, 2, 3)), thing("Node", position=row(4, 5, 6))
    owners = product_of(call("create", settings, frame, thing("Material"), box(1, 1, 1))).owners
    assert [owner.fields for owner in owners] == [settings.fields, frame.fields]
    assert (owners[0] is settings, owners[1] is frame) == (False, True)  # settings may be used again
    assert frame.bears_shape


def test_a_literal_of_options_becomes_the_object() -> None:
    options = thing(position=row(1, 2, 3))
    options.solids.append(box(1, 1, 1))
    made = product_of(call("Body", options))
    assert (made.fields, made.solids) == (options.fields, options.solids)
    assert options.is_absorbed


def test_titles_are_those_of_the_text() -> None:
    assert product_of(call("Label", Text("wheel"))).title == "wheel"


def test_a_call_about_a_described_pair_makes_no_object() -> None:
    first, second = box(1, 1, 1), box(2, 2, 2)
    pair = thing("Input", proxyA=first, proxyB=second)
    pair.solids += [first, second]
    case = call("compute", pair)
    assert reason_of(case) == OBJECT
    assert not case.program.things


@pytest.mark.parametrize(
    ("values", "what", "is_asked"),
    [
        ([row(1, 2, 3), row(4, 5, 6), box(1, 1, 1)], "position", False),
        ([box(1, 1, 1), row(1, 2, 3), row(4, 5, 6)], "position", True),
    ],
)
def test_one_of_several_vectors_is_the_position(values: list[Value], what: str, is_asked: bool) -> None:
    case = call("CreateDynamic", *values)
    assert product_of(case).fields == {what: row(1, 2, 3)}
    (assumption,) = case.program.context.assumptions
    assert (assumption.what, assumption.asked) == (what, is_asked)


def test_a_shape_next_to_what_may_be_its_pose_is_asked_about_or_named() -> None:
    computed = thing("find")
    computed.is_computed = True
    assert questions_of(call("Body", box(1, 1, 1), computed)) == [
        "line 1: what find returns is not in the text, and Body may place the shape with it"
    ]
    assert questions_of(call("Body", box(1, 1, 1), POSE, fail("pose")))[0].startswith("Body may place the shape, but")
    case = call("Body", box(1, 1, 1), fail("pose"))
    assert not questions_of(case)
    (warning,) = case.program.context.warnings
    assert warning.endswith(": Body may place the shape with it")


def test_a_body_without_a_shape_is_asked_about_if_its_pose_is_not_known() -> None:
    assert questions_of(call("createBody", fail("pose")))[0].startswith("createBody may place a body, but")


def test_two_poses_of_a_function_without_shapes_are_kept_for_those_of_the_text() -> None:
    case = call("relative", POSE, OTHER_POSE)
    assert product_of(case).fields == {"placement": POSE, "second placement": OTHER_POSE}
    assert case.program.helpers == [("relative", (POSE, OTHER_POSE))]
