"""Finds the pose of each shape: by the objects that code makes of both, by names, or by order."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.app.base.tokens import TextError, Token, quoted
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.builders import frame_of, position_of, rotation_of
from gjkscope.app.bring.notations.code.connections.members import parts_of_pair
from gjkscope.app.bring.notations.code.matrix_poses import as_matrix_pose, is_named_pose, pose_of_matrix, turn_of_matrix
from gjkscope.app.bring.notations.code.program import CastMotion, Program, Variable
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    NOWHERE,
    Array,
    Failed,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    SolidValue,
    Thing,
    Value,
    all_tokens,
    compose_frames,
    flatten,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Site
from gjkscope.app.bring.notations.reading import ImportFault

MOST_SHAPES = 1000
DEEPEST = 30  # objects that are placed relative to each other

BY_NAME, BY_ORDER = "name", "order"

# Words in names of poses or parts of poses.
_LONG_POSE_WORDS = frozenset(
    "pose poses tf tr trans transform tm iso isometry xform world frame placement com matrix mat pos position "
    "center centre origin translation location loc quat quaternion rot rotation orientation orn xf rigid to "
    "start".split()
)
_POSE_WORDS = _LONG_POSE_WORDS | frozenset(["t", "x", "w", "m", "q", "r", "p", "f", "g", "h", "wb", "wf"])
_POSITION_WORDS = frozenset(
    ["pos", "position", "center", "centre", "origin", "translation", "location", "loc", "offset", "t", "p", "xyz"]
)
_ROTATION_WORDS = frozenset(["quat", "quaternion", "rot", "rotation", "orientation", "orn", "q", "r"])
_SHAPE_WORDS = frozenset(
    "shape geom geometry size sizes box cuboid cube sphere ball capsule cylinder cyl cone ellipsoid hull mesh "
    "convex triangle tri collider col obj object body model s cap settings verts vertices points shapes bd rb "
    "actor".split()
)


_SHORT_NAME = re.compile(r"(?:[XTMPRQxtmprq]|tf|tr|xf|tm|iso)_?([A-Za-z]|\d+|[A-Z]\w*)")  # Xa is the pose of a
_PART_NAME = re.compile(r"([RQTP])_?([A-Za-z])")  # RA is the rotation of A
_FRAME_NAME = re.compile(r"[XT]_[A-Z]([A-Za-z]\w*)")  # Drake: X_WA is the pose of A in the world


class PlacedSolid(NamedTuple):
    """A shape with its pose; None: the text does not place it."""

    solid: SolidValue
    placement: PlacedFrame | None
    name: str
    placed_by: str | None = None  # the name of the pose or object
    thing: Thing | None = None


class PoseVariable(NamedTuple):
    """A pose that a variable holds."""

    name: str
    token: Token
    value: PlacedFrame | Failed
    is_used: bool


class Links(NamedTuple):
    links: list[PlacedSolid]
    pairs: list[tuple[int, int]]  # that the code asks about, as indices of the links


def link_shapes(program: Program) -> Links:
    """All shapes of the text with their poses.  Raises `TextError` and `ImportFault`."""
    if len(program.solids) > MOST_SHAPES:
        raise ImportFault(f"{len(program.solids):,} shapes: select the part with the pair (at most {MOST_SHAPES:,})")
    links = _of_objects(program)
    loose = _unplaced_solids(program, links)
    placed = [link for link in links if link.placement is not None]
    loose = [link for link in _once(loose) if not _is_copied(link, placed)]
    placed += [link for link in loose if has_own_place(link.solid)]
    loose = [link for link in loose if not has_own_place(link.solid)]
    placed += _place_loose(loose, _poses(program, placed), program)
    placed.sort(key=lambda link: link.solid.number)
    return Links(_name_links(placed), _pairs(program, placed))


def _unplaced_solids(program: Program, links: Sequence[PlacedSolid]) -> list[PlacedSolid]:
    """The shapes that no object places, in the order of the text."""
    placed = {id(link.solid) for link in links if link.placement is not None}
    loose = [link for link in links if link.placement is None and id(link.solid) not in placed]
    linked_ids = {id(link.solid) for link in links}
    asked = {id(solid) for query in program.queries for thing in query for solid in thing.solids}
    known = linked_ids | _unused_links(program, linked_ids | asked)
    loose += [PlacedSolid(solid, None, solid.name or "") for solid in program.solids if id(solid) not in known]
    loose = [link for link in loose if link.solid.arguments or link.thing is not None or _warn_unsized(link, program)]
    return sorted(loose, key=lambda link: link.solid.number)


def _warn_unsized(link: PlacedSolid, program: Program) -> bool:
    """Leaves out a shape that is only declared: False, with a warning unless its name is declared again."""
    solid = link.solid
    if all(other is solid or other.name != solid.name for other in program.solids):
        program.context.warn(f"line {solid.token.line}: {quoted(link.name)} has no sizes in the text: left out")
    return False


def has_own_place(solid: SolidValue) -> bool:
    """Whether the arguments of a shape place it."""
    return solid.local is not None or bool(
        {"placement", "position", "rotation", "euler", "rpy", "corner", "corner.0"} & set(solid.arguments)
    )


def _once(links: list[PlacedSolid]) -> list[PlacedSolid]:
    """One link for each shape."""
    return list({id(link.solid): link for link in reversed(links)}.values())[::-1]


def _is_copied(link: PlacedSolid, others: Sequence[PlacedSolid]) -> bool:
    """Whether a placed shape was made of the sizes of this one: `b3MakeProxy(&ball.center, 1, ball.radius)`."""
    numbers = _numbers_of(link.solid)
    return bool(numbers) and any(
        other.solid is not link.solid and numbers == _numbers_of(other.solid) for other in others
    )


def _numbers_of(solid: SolidValue) -> set[int]:
    """The offsets of the numbers of a shape, without that of its points."""
    values = (value for name, value in solid.arguments.items() if name != "count")
    return {token.start for value in values for token in all_tokens(value)}


def _name_links(links: list[PlacedSolid]) -> list[PlacedSolid]:
    """The links with names for the bodies; the names of a shape in several places include these."""
    counts: dict[int, int] = {}
    for link in links:
        counts[id(link.solid)] = counts.get(id(link.solid), 0) + 1
    named = []
    for link in links:
        name = link.name or link.placed_by or link.solid.form.kind.removesuffix("2")
        if counts[id(link.solid)] > 1 and link.placed_by and link.placed_by != name:
            name = f"{name} ({link.placed_by})"
        named.append(link._replace(name=name))
    return named


def _pairs(program: Program, links: list[PlacedSolid]) -> list[tuple[int, int]]:
    """The pairs of bodies that calls such as distance(…) are about."""
    places = {id(link.thing): i for i, link in enumerate(links) if link.thing is not None}
    by_solid = {id(link.solid): i for i, link in enumerate(links)}
    pairs = []
    for query in program.queries:
        if len(query) != 2:
            continue
        ends = [places.get(id(thing), by_solid.get(id(thing.solids[0]) if thing.solids else 0)) for thing in query]
        if None not in ends and ends[0] != ends[1]:
            pair = (ends[0] or 0, ends[1] or 0)
            if pair not in pairs:
                pairs.append(pair)
    return pairs


# --- objects ---


def _of_objects(program: Program) -> list[PlacedSolid]:
    """The shapes of objects, with the poses of these objects."""
    links: list[PlacedSolid] = []
    for thing in program.things:
        if thing.is_absorbed or not thing.solids or _is_container(thing, program):
            continue
        parts = parts_of_pair(thing)
        for solid in thing.solids:
            placement = _place_of_part(thing, solid, parts, program) if parts else place_of(thing, program)
            is_only_component = solid.is_component and len(thing.solids) == 1
            name = (thing.title if is_only_component else None) or solid.name or _name_of(thing) or ""
            scale_of(thing, solid, program)
            link = PlacedSolid(solid, placement, name, _pose_name(thing, placement, program), thing)
            same = [other for other in links if other.solid is solid and other.placement == placement]
            if not same or (_is_added(thing) and all(_is_added(other.thing) for other in same)):
                links.append(link)
    return links


def _is_container(thing: Thing, program: Program) -> bool:
    """Whether an object only keeps shapes: a Python dictionary, `self`, or an instance whose shapes others place."""
    if thing.definition is not None:
        users = (other for other in program.things if other.definition is None and not other.is_absorbed)
        return any(solid in user.solids for user in users for solid in thing.solids)
    is_placed = any(names.role_of(field) not in (None, "shape") for field in thing.fields)
    return thing.type in ("", "self") and not is_placed


def _unused_links(program: Program, known: set[int]) -> set[int]:
    """The shapes that are stored but unused, if the text uses others; with a warning."""
    kept = [solid for thing in program.things if _is_container(thing, program) for solid in thing.solids]
    unused = {id(solid): solid for solid in kept if id(solid) not in known}
    if len(known) < 2:
        return set()
    for solid in unused.values():
        name = quoted(solid.name or solid.form.kind)
        program.context.warn(f"line {solid.token.line}: {name} is not used: left out")
    return set(unused)


def _place_of_part(
    thing: Thing, solid: SolidValue, letters: dict[SolidValue, str], program: Program
) -> PlacedFrame | None:
    """The pose of one of the two shapes: `input.transformB`, or the only one, that of the second in the first."""
    own = thing.snapshot()
    own.fields = {}
    is_second = letters[solid] == max(letters.values())
    for name, value in thing.fields.items():
        stem = name[:-1] if name[-1:] in letters.values() else name
        role = program.vocabulary.fields.get(stem) or names.role_of(stem)
        if role == "motion" and stem != name and name[-1] == letters[solid]:
            program.motions.append(CastMotion(solid, None, value, thing.type))
        if role not in ("placement", "position", "rotation") or isinstance(value, SolidValue):
            continue
        if stem != name and name[-1] == letters[solid]:
            if isinstance(value, PlacedFrame) and value.way is not None:
                program.motions.append(CastMotion(solid, None, value.way, thing.type))
            own.fields[stem] = value
        elif stem == name:
            why = f"{thing.type}: one pose for two shapes"
            chosen = program.context.assume("pose of", "second shape", why, "first shape")
            if is_second == (chosen == "second shape"):
                own.fields[stem] = value
    return place_of(own, program) or IDENTITY_PLACEMENT


def _is_added(thing: Thing | None) -> bool:
    """Whether an object is made by a call such as `world.add(pose, shape)`, each of which makes another one."""
    return thing is not None and names.words_of(thing.type)[:1] in (("add",), ("insert",), ("spawn",))


def scale_of(thing: Thing, solid: SolidValue, program: Program, depth: int = 0) -> None:
    """Applies the scale of an object and of its owners."""
    if depth > DEEPEST:
        return
    for owner in thing.owners:
        scale_of(owner, solid, program, depth + 1)
    for field, value in thing.fields.items():
        if field.lower().replace("_", "") in ("localscale", "scale"):
            site = Site(program.context, field, thing.token, thing.end, program.vocabulary)
            solid.scales.append((site.token, value))


def _name_of(thing: Thing, depth: int = 0) -> str | None:
    if thing.name or depth > DEEPEST:
        return thing.name
    settings = [owner for owner in thing.owners if owner.type.endswith("Def")]  # Box2D's: used again for other bodies
    for owner in (*reversed([owner for owner in thing.owners if owner not in settings]), *settings):
        if name := _name_of(owner, depth + 1):
            return name
    return None


def _pose_name(thing: Thing, placement: PlacedFrame | None, program: Program) -> str | None:
    """The name of the variable with the pose of an object, or that of the object."""
    if placement is None:
        return None
    for variable in program.variables:
        if isinstance(variable.value, PlacedFrame) and variable.value == placement:
            return variable.name
    return _name_of(thing)


def place_of(thing: Thing, program: Program, depth: int = 0) -> PlacedFrame | None:
    """The pose of an object in the frame of the text, or None if nothing places it.  Raises `TextError`."""
    if depth > DEEPEST:
        raise thing.token.fault(f"objects are nested too deeply: at most {DEEPEST} levels")
    placement: PlacedFrame | None = None
    for owner in thing.owners:
        outer = place_of(owner, program, depth + 1)
        if outer is not None:
            placement = outer if placement is None else compose_frames(placement, outer)
    own = _own_place(thing, program, depth)
    if own is None:
        return placement
    return own if placement is None else compose_frames(placement, own)


def _own_place(thing: Thing, program: Program, depth: int) -> PlacedFrame | None:
    """The pose that the fields of an object give."""
    site = Site(program.context, thing.type, thing.token, thing.end, program.vocabulary)
    placement: PlacedFrame | None = None
    for field, value in thing.fields.items():
        role = program.vocabulary.fields.get(field) or names.role_of(field)
        if role not in ("placement", "position", "rotation", "euler", "euler degrees"):
            continue
        if isinstance(value, Thing) and value in thing.owners:  # whose pose is that of its owner already
            continue
        if isinstance(value, Thing):
            inner = place_of(value, program, depth + 1)
            placement = inner if inner is not None else placement
            continue
        if isinstance(value, Failed):
            raise value.fault
        try:
            placement = _with_part(site, placement, role, value, field)
        except OperandMismatch as fault:
            raise thing.token.fault(f"{field}: {fault}") from None
    return placement


def _with_part(site: Site, placement: PlacedFrame | None, role: str, value: Value, field: str = "euler") -> PlacedFrame:
    old = placement or IDENTITY_PLACEMENT
    if role == "placement" or isinstance(value, PlacedFrame):
        return frame_of(site, value)
    if role == "position":
        return old._replace(position=position_of(value))
    if role in ("euler", "euler degrees") and vector_in(value):
        methods = site.vocabulary.methods
        form = (methods.get(field) or methods.get(role) or (None,))[0]
        if form is None:
            raise OperandMismatch("the order of these angles is not known")
        return old._replace(rotation=rotation_of(site, form.build(site, [value])))  # type: ignore[union-attr]
    return old._replace(rotation=rotation_of(site, value))


# --- variables ---


def _poses(program: Program, links: Sequence[PlacedSolid]) -> list[PoseVariable]:
    """The variables that hold poses, and poses of which parts are in variables."""
    taken: list[Value | None] = [link.placement for link in links]
    taken += [value for solid in program.solids for value in solid.arguments.values()]
    taken += [motion.end for motion in program.motions if motion.end is not None]
    applied = _numbers_of_points(program)
    owners = {id(owner) for link in links if link.placement is not None for owner in _owners(link.thing)}
    poses: list[PoseVariable] = []
    parts: dict[tuple[str, ...], list[tuple[Variable, str]]] = {}
    for variable in program.variables:
        value = variable.value
        if _is_pose_type(variable) or isinstance(value, PlacedFrame):
            pose = _pose_value(variable, program)
            if pose not in taken and value not in taken and not _is_applied(pose, applied):
                poses.append(PoseVariable(variable.name, variable.token, pose, variable.uses > 0))
        elif isinstance(value, Thing) and not value.solids and id(value) not in owners:
            placement = known_place(value, program)
            if placement is not None and placement not in taken:
                poses.append(PoseVariable(variable.name, variable.token, placement, False))
        elif variable.uses == 0 and (part := _part(variable)):
            parts.setdefault(_words_of_owner(variable.name), []).append((variable, part))
    return poses + [_combine(group, program) for group in parts.values()]


def _words_of_owner(name: str) -> tuple[str, ...]:
    """The words of a part of a pose without those for the part: `box_position` → box."""
    return tuple(word for word in _words_of_part(name) if word not in (_POSITION_WORDS | _ROTATION_WORDS))


def _owners(thing: Thing | None, depth: int = 0) -> list[Thing]:
    """The objects that an object belongs to, whose poses are part of its own."""
    if thing is None or depth > DEEPEST:
        return []
    return [ancestor for owner in thing.owners for ancestor in (owner, *_owners(owner, depth + 1))]


def _numbers_of_points(program: Program) -> set[int]:
    """The offsets of the numbers that the points of shapes were computed from."""
    lists = (solid.arguments.get("points") for solid in program.solids)
    return {token.start for points in lists if points is not None for token in all_tokens(points)}


def _is_applied(pose: PlacedFrame | Failed, numbers: set[int]) -> bool:
    """Whether the text has already moved points by a pose, which therefore does not place their shape."""
    starts = {token.start for token in all_tokens(pose)}
    return bool(starts) and starts <= numbers


def known_place(thing: Thing, program: Program) -> PlacedFrame | None:
    """The pose of an object without a shape, such as a camera; None if it is not known."""
    try:
        return place_of(thing, program)
    except TextError:  # reported where the pose is used
        return None


def _is_pose_type(variable: Variable) -> bool:
    """Whether a variable is declared as a pose, whatever its value."""
    if as_matrix_pose(variable.value) or is_named_pose(variable.name, variable.value):
        return True
    if not isinstance(variable.value, Failed):
        return False
    made = variable.type or variable.maker
    words = {*names.words_of(variable.name), *(word for part in (made.path if made else ()) for word in _words(part))}
    return bool(_POSE_TYPES & words)


def _words(name: str) -> tuple[str, ...]:
    """The words of the name of a type, without their suffixes: Isometry3d is isometry."""
    return tuple(re.sub(r"\d\w*$", "", word) for word in (name.lower(), *names.words_of(name)))


_POSE_TYPES = frozenset(
    "transform isometry pose affine xform tf iso tm rigidtransform mat rmat matrix similarity rigidpose "
    "pxtransform bttransform translation".split()
)


def _pose_value(variable: Variable, program: Program) -> PlacedFrame | Failed:
    value = variable.value
    if isinstance(value, Failed):
        return value
    site = Site(program.context, variable.name, variable.token, variable.token.end, program.vocabulary)
    try:
        return pose_of_matrix(program, value, variable.name) or frame_of(site, value)
    except TextError as fault:
        return Failed(fault)
    except OperandMismatch as fault:
        return Failed(variable.token.fault(f"{quoted(variable.name)}: {fault}"))


def _part(variable: Variable) -> str | None:
    """Whether an unused variable is a position or a rotation, from its value and its name."""
    words = set(_words_of_part(variable.name))
    if isinstance(variable.value, Rotation):
        return "rotation"
    flat = flatten(variable.value) if isinstance(variable.value, Array) else None
    if flat is None:
        return None
    if len(flat) == 3 and vector_in(variable.value) and words & _POSITION_WORDS:
        return "position"
    if len(flat) in (4, 9) and words & _ROTATION_WORDS:
        return "rotation"
    return None


def _words_of_part(name: str) -> tuple[str, ...]:
    """The words of a name; RA and TB are two each."""
    short = _PART_NAME.fullmatch(name)
    return (short[1].lower(), short[2].lower()) if short else names.words_of(name)


def _combine(group: list[tuple[Variable, str]], program: Program) -> PoseVariable:
    """The pose of variables for its parts, such as pos_a and quat_a."""
    placement = PlacedFrame(IDENTITY_ROTATION, NOWHERE)
    first = group[0][0]
    for variable, part in group:
        turn = turn_of_matrix(program, variable.value, variable.name) if part == "rotation" else None
        site = Site(program.context, variable.name, variable.token, variable.token.end, program.vocabulary)
        placement = _with_part(site, placement, part, turn or variable.value)
    return PoseVariable(first.name, first.token, placement, False)


# --- by name and by order ---


def _place_loose(loose: list[PlacedSolid], poses: list[PoseVariable], program: Program) -> list[PlacedSolid]:
    """Shapes that no object places, with the poses of variables."""
    unused = [pose for pose in poses if not pose.is_used]
    if not loose or not poses:
        return loose
    matches = _by_name(loose, poses)
    if len(loose) == 1 and not matches:
        return _one_shape(loose[0], unused or poses, program)
    if len(loose) == 2 and not matches and len(unused or poses) == 1 and len(poses) != 2:
        return _relative_to_first(loose, (unused or poses)[0], program)
    candidates = unused if len(poses) != len(loose) and len(unused) == len(loose) else poses
    if _pairing(loose, candidates, matches, program) == BY_ORDER:
        pairs = dict(zip(range(len(loose)), candidates, strict=False))
    else:
        pairs = matches | _rest_in_order(loose, candidates, matches)
    if "shapes and poses by" not in program.context.choices:
        pairs = _without_foreign(pairs, loose, program)
    _warn_about(poses, list(pairs.values()), program)
    return [_with_pose(link, pairs.get(i)) for i, link in enumerate(loose)]


def _pairing(
    loose: Sequence[PlacedSolid], candidates: Sequence[PoseVariable], matches: dict[int, PoseVariable], program: Program
) -> str:
    """How shapes and poses are paired: by their names, or in the order in which they are declared."""
    choice = BY_NAME if matches else BY_ORDER
    is_complete, is_even = len(matches) == len(loose), len(candidates) == len(loose)
    if len(loose) == 1 and is_complete:
        return choice
    why = "the names of the shapes and poses match" if matches else "the order in which they are declared"
    others = (BY_ORDER,) if matches and is_even else ()
    is_clear = is_complete or (not matches and is_even)
    return (program.context.assume if is_clear else program.context.ask)("shapes and poses by", choice, why, *others)


def _rest_in_order(
    loose: Sequence[PlacedSolid], candidates: Sequence[PoseVariable], matches: dict[int, PoseVariable]
) -> dict[int, PoseVariable]:
    """The poses of the shapes that have none by their names, if as many free poses are left."""
    unmatched = [i for i in range(len(loose)) if i not in matches]
    owners = {names.words_of(loose[i].name)[-1:] for i in matches}
    free = [pose for pose in candidates if pose not in matches.values()]
    free = [pose for pose in free if names.words_of(pose.name)[-1:] not in owners]
    return dict(zip(unmatched, free, strict=True)) if len(unmatched) == len(free) else {}


def _without_foreign(
    pairs: dict[int, PoseVariable], loose: Sequence[PlacedSolid], program: Program
) -> dict[int, PoseVariable]:
    """The unplaced shapes with poses whose names end like the name of another shape: their places are asked for."""
    ends = [names.words_of(link.name)[-1:] for link in loose]
    kept = {}
    for i, pose in pairs.items():
        end = names.words_of(pose.name)[-1:]
        if end in ends and end != ends[i]:
            program.context.ask("pose", "origin", f"where is {loose[i].name}? {pose.name} is named for another shape")
        else:
            kept[i] = pose
    return kept


def _warn_about(poses: Sequence[PoseVariable], used: Sequence[PoseVariable], program: Program) -> None:
    for pose in poses:
        if pose not in used and not pose.is_used:
            program.context.warn(f"line {pose.token.line}: no shape is at the pose {quoted(pose.name)}")


def _with_pose(link: PlacedSolid, pose: PoseVariable | None) -> PlacedSolid:
    if pose is None:
        return link
    if isinstance(pose.value, Failed):
        raise pose.value.fault
    return link._replace(placement=pose.value, placed_by=pose.name)


def _one_shape(link: PlacedSolid, poses: Sequence[PoseVariable], program: Program) -> list[PlacedSolid]:
    """One shape at each of the poses; a question if the text has a shape that was left out."""
    if len(poses) > 1:
        context = program.context
        is_clear = not any("left out" in warning for warning in context.warnings)
        (context.assume if is_clear else context.ask)("shapes", "one", f"one shape and {len(poses)} poses")
    return [_with_pose(link, pose) for pose in poses]


def _relative_to_first(loose: list[PlacedSolid], pose: PoseVariable, program: Program) -> list[PlacedSolid]:
    """Two shapes and one pose, whose name belongs to neither: the second one, seen from the first."""
    chosen = program.context.assume(
        "pose of", "second shape", f"one pose for two shapes: {pose.name}", "first shape", span=None
    )
    index = 1 if chosen == "second shape" else 0
    return [_with_pose(link, pose if i == index else None) for i, link in enumerate(loose)]


def _by_name(links: Sequence[PlacedSolid], poses: Sequence[PoseVariable]) -> dict[int, PoseVariable]:
    """The poses whose names match those of shapes, the most specific matches first; one to one."""
    matches: dict[int, PoseVariable] = {}
    shapes = {i: _keys(link.name, _SHAPE_WORDS, _SHAPE_WORDS) for i, link in enumerate(links) if link.name}
    places = {i: _keys(pose.name, _LONG_POSE_WORDS, _POSE_WORDS) for i, pose in enumerate(poses)}
    for i in list(places):
        if (match := _FRAME_NAME.fullmatch(poses[i].name)) or (match := _SHORT_NAME.fullmatch(poses[i].name)):
            places[i].append(names.words_of(match[1]))
        places[i] += [key for key in _keys(poses[i].name, _POSE_WORDS | _SHAPE_WORDS, frozenset()) if key]
    for level in range(4):
        for key in {keys[level] for keys in shapes.values() if level < len(keys)}:
            owners = [i for i, keys in shapes.items() if key in keys and i not in matches]
            free = [i for i, keys in places.items() if key in keys and poses[i] not in matches.values()]
            if key and len(owners) == 1 and len(free) == 1:
                matches[owners[0]] = poses[free[0]]
    return matches or _by_initial(links, poses)


def _by_initial(links: Sequence[PlacedSolid], poses: Sequence[PoseVariable]) -> dict[int, PoseVariable]:
    """The poses whose frames have the initials of all shapes: X_WC of the cylinder, X_WB of the box."""
    frames = {match[1].lower(): pose for pose in poses if (match := _FRAME_NAME.fullmatch(pose.name))}
    initials = [link.name[:1].lower() for link in links]
    if len(frames) != len(poses) or len(set(initials)) != len(initials) or set(initials) != set(frames):
        return {}
    return {i: frames[initial] for i, initial in enumerate(initials)}


def _keys(name: str, words: frozenset[str], more: frozenset[str]) -> list[tuple[str, ...]]:
    """The subject of a name: without the words for its kind, with fewer words in each key."""
    parts = names.words_of(name)
    keys = [
        parts,
        tuple(part for part in parts if part not in words),
        tuple(part for part in parts if part not in more),
    ]
    return list(dict.fromkeys(key for key in keys if key))
