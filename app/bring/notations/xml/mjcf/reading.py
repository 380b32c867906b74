"""Reads MJCF: geoms as bodies in world space, at the reference position, at a keyframe, or as placed by code below."""

import re

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.poses import Placement, compose
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.app.bring.notations.xml.document import XmlElement, parse_xml
from gjkscope.app.bring.notations.xml.fillings import fill_in
from gjkscope.app.bring.notations.xml.mjcf.assigned import Assigned
from gjkscope.app.bring.notations.xml.mjcf.compiled import warn_of_differences
from gjkscope.app.bring.notations.xml.mjcf.geoms import NO_SHAPE, GeomShape, geom_shape, geom_type, label_of
from gjkscope.app.bring.notations.xml.mjcf.model import TAGS, Model
from gjkscope.app.bring.notations.xml.mjcf.placements import quaternion_of
from gjkscope.app.bring.notations.xml.mjcf.statements import assigned_poses
from gjkscope.app.bring.notations.xml.mjcf.tree import PLACED, Geom, JointState, Link, Tree, state_of_qpos
from gjkscope.app.bring.notations.xml.numbers import NumberList, read_numbers
from gjkscope.app.bring.notations.xml.parts import Noted, Part, reading_of, warn_of_notes
from gjkscope.app.scenes.scene import PositionOrientation

REFERENCE = "reference"  # the choice of the reference position instead of a keyframe
MOST_NAMED = 5  # names in a warning


def read_mjcf(context: ReadContext) -> Reading:
    """The geoms of an MJCF text.  Raises `TextError` and `ImportFault`."""
    document = parse_xml(context.text, TAGS)
    fill_in(document, context)
    warn_of_notes(document, context)
    model = Model(document, context)
    tree = Tree(model)
    assigned = assigned_poses(document, tree, context)
    assigned.move_links()
    state, key = _state(tree, assigned)
    placed = tree.world_placements(state)
    if assigned.moves_links:
        placed = {link: assigned.link_placement(link, placement) for link, placement in placed.items()}
    context.assume("up", "z", "MJCF is z-up", "y")
    parts = _parts(tree, placed, assigned)
    if model.whole and not assigned.numbers:
        warn_of_differences(parts, len(tree.in_text_order), model.whole, key, context)
    return reading_of(list(parts.values()), context)


def _parts(tree: Tree, placed: dict[Link, Placement], assigned: Assigned) -> dict[int, Part]:
    """The shapes in the order of the text, by their MuJoCo ids."""
    parts: dict[int, Part] = {}
    ids = {id(geom): number for number, (_, geom) in enumerate(tree.geoms())}
    counts: dict[Link, int] = {}
    for link, geom in _colliding(tree):
        shape = geom_shape(geom, tree.model)
        if shape is not None:
            index = counts[link] = counts.get(link, -1) + 1
            parts[ids[id(geom)]] = _part(link, index, geom, shape, placed[link], assigned)
    return parts


def _part(link: Link, index: int, geom: Geom, geom_shape: GeomShape, outer: Placement, assigned: Assigned) -> Part:
    name = geom.element.text_of("name")
    local = compose(geom.frame, geom_shape.placement)
    notes = (*geom_shape.notes, *link.notes)
    moves = assigned.moves(geom) or assigned.moves_in_body(geom)
    if moves and geom_shape.kind == "mesh":
        raise assigned.fault(geom, "MuJoCo moves the origin of a mesh to its centre of mass: not supported")
    placement = compose(outer, assigned.placement_in_body(geom, local))
    if moves:
        placement = assigned.placement(geom, placement)
        notes = (*(note for note in geom_shape.notes if note.field not in PLACED.values()), *assigned.notes(geom))
    placement = compose(placement, geom_shape.inner)
    return Part((link.name, name and name + geom.suffix), index, geom_shape.shape, placement, notes)


def _colliding(tree: Tree) -> list[tuple[Link, Geom]]:
    """The geoms without the purely visual ones, unless there are no others."""
    paired = {pair.text_of(end) for pair in tree.model.inside("contact", "pair") for end in ("geom1", "geom2")}
    visual = [geom for _, geom in tree.in_text_order if _is_visual(geom, paired)]
    if not visual:
        return tree.in_text_order
    hidden = {id(geom) for geom in visual}
    visible = [(link, geom) for link, geom in tree.in_text_order if id(geom) not in hidden]
    has_shapes = any(geom_type(geom.attributes) not in NO_SHAPE for _, geom in visible)
    values = ("left out", "imported") if has_shapes else ("imported", "left out")
    why = "geoms with contype 0 and conaffinity 0 collide with nothing"
    if tree.model.context.assume("visual", values[0], why, values[1]) == "imported":
        return tree.in_text_order
    names = ", ".join(label_of(geom) for geom in visual[:MOST_NAMED]) + (", …" if len(visual) > MOST_NAMED else "")
    tree.model.context.warn(f"left out, as they collide with nothing (contype and conaffinity 0): {names}")
    return visible


def _is_visual(geom: Geom, paired: set[str]) -> bool:
    name = geom.element.text_of("name")
    masks = [geom.attributes[mask][0].text.strip() for mask in ("contype", "conaffinity") if mask in geom.attributes]
    return masks == ["0", "0"] and not (name and name + geom.suffix in paired)


# --- joint positions ---


def _state(tree: Tree, assigned: Assigned) -> tuple[JointState, int]:
    """The joint positions: those of the chosen keyframe, with the entries of `qpos` that code assigns.

    The second value is the number of the keyframe, −1 for the reference position.
    """
    keys = _keys(tree.model)
    context = tree.model.context
    state, number = JointState(), -1
    if keys:
        reset = _reset_key(context.text, keys)
        resets = not assigned.qpos or "resetDataKeyframe" in context.text
        order = [*keys, REFERENCE] if resets else [REFERENCE, *keys]
        first, *others = sorted(order, key=lambda name: name != reset)  # stable: the others keep their order
        why = "the keyframe of the text" if resets else "code below assigns qpos"
        why = "code below resets to it" if reset else why
        chosen = context.assume("keyframe", first, why, *others)
        if chosen != REFERENCE:
            number, element = keys[chosen]
            state = _state_of_key(element, tree)
    elif tree.joints and not assigned.qpos:
        context.assume("joints", REFERENCE, "MuJoCo's qpos0: bodies are where the text has them")
    return assigned.apply_to(state), number


def _keys(model: Model) -> dict[str, tuple[int, XmlElement]]:
    """The keyframes with positions and their numbers, by their names or numbers."""
    keys = {}
    for number, key in enumerate(model.inside("keyframe", "key")):
        if any(name in key.attributes for name in ("qpos", "mpos", "mquat")):
            name = key.text_of("name")
            keys[name if name and name not in keys else str(number)] = number, key
    return keys


def _reset_key(text: str, keys: dict[str, tuple[int, XmlElement]]) -> str:
    """The keyframe that code resets to last, as in `mj_resetDataKeyframe(m, d, 1)`; "" if there is none."""
    named = ""
    for reset in _RESET.finditer(text):
        number = reset["number"]
        name = (
            next((name for name, (at, _) in keys.items() if str(at) == number), "")
            if number
            else reset["name"] or reset["other"]
        )
        named = name if name in keys else named
    return named


_RESET = re.compile(
    r"""resetDataKeyframe\([^;\n]{0,200}?(?:,\s*(?P<number>\d+)\s*\)|["'](?P<name>[^"'\n]*)["'])
    | \bkey(?:frame)?\(\s*(?:["'](?P<other>[^"'\n]*)["']|\d+)\s*\)\.qpos""",
    re.VERBOSE,
)


def _state_of_key(key: XmlElement, tree: Tree) -> JointState:
    context = tree.model.context
    qpos, positions, turns = key.get("qpos"), key.get("mpos"), key.get("mquat")
    state = JointState()
    if qpos is not None:
        state = state_of_qpos(read_numbers(qpos, context), tree)
        for link in {link for link, _ in tree.joints}:
            link.notes.append(Noted("keyframe", key.text_of("name") or "qpos", qpos.span))
    mocap = [link for link in tree.links if link.is_mocap]
    counts = len(mocap)
    at = read_numbers(positions, context, 3 * counts) if positions else None
    turned = read_numbers(turns, context, 4 * counts) if turns else None
    for i, link in enumerate(mocap):
        placement: Placement = link.placement
        if turned is not None:
            part = slice(4 * i, 4 * i + 4)
            numbers = NumberList(turned.values[part], turned.tokens[part], turned.source)
            placement = PositionOrientation(placement.pose.position, quaternion_of(numbers, context))
        if at is not None:
            x, y, z = at.values[3 * i : 3 * i + 3]
            placement = placement.moved((x, y, z))
        state.mocap[link] = placement
    return state
