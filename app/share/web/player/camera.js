// The camera of a view: app/scenes/cameras/camera.py in JavaScript, as functions of plain objects; tests compare the two.
//
// It looks at `target` from `distance` metres.  Angles are in radians, the world is right-handed.  Pixels are counted
// from the top left, normalised device coordinates (ndc) run from −1 to 1, y up.  `aspect` is width / height.
// Matrices are in OpenGL's order: column by column.

import { along, difference, dot } from "./vectors.js";

/** @typedef {import("./drawlist.js").Vec3} Vec3 */
/** @typedef {[number, number, number, number]} Vec4 */

/**
 * @typedef {Object} OrbitCamera
 * @property {Vec3} target
 * @property {number} distance  from the target, metres
 * @property {number} yaw
 * @property {number} pitch
 * @property {number} fovY  vertical field of view
 * @property {number} reach  what is within this radius of the target is not clipped, metres
 * @property {boolean} orthographic
 * @property {boolean} zUp  the vertical axis on the screen is the world's z, not its y
 * @property {boolean} flat  of a 2D scene: looks straight down on the plane z = 0, and does not turn
 */

const MAX_PITCH = Math.PI / 2;
const ORBIT_RATE = 0.008; // radians per pixel
const ZOOM_STEP = 0.88; // the distance is multiplied by this for each notch of the wheel
const MOST_NOTCHES = 1000; // per call
const MIN_DISTANCE = 1e-15;
const MAX_DISTANCE = 1e15;
const NEAR = 0.01; // in camera distances
const FAR = 100;
const WIDEST = Math.PI * 0.9; // field of view
const VIEW_ASPECT = 0.85; // cameras are placed for views of at least this aspect
const FRAME_MARGIN = 1.08; // framed radius relative to the content's radius
const SETBACK = 50; // how far back an orthographic camera stands, in distances

/** Yaw and pitch of the standard views. @type {Record<string, [number, number]>} */
export const STANDARD_ANGLES = {
  front: [0, 0],
  back: [Math.PI, 0],
  right: [Math.PI / 2, 0],
  left: [-Math.PI / 2, 0],
  top: [0, MAX_PITCH],
  bottom: [0, -MAX_PITCH],
  corner: [0.6, 0.35],
};

/** @type {OrbitCamera} */
export const DEFAULT_CAMERA = {
  target: [0, 0, 0],
  distance: 6,
  yaw: STANDARD_ANGLES.corner[0],
  pitch: STANDARD_ANGLES.corner[1],
  fovY: 0.7,
  reach: 0,
  orthographic: false,
  zUp: false,
  flat: false,
};

/** The camera with some of its properties changed; a flat one does not turn.
 * @param {OrbitCamera} camera @param {Partial<OrbitCamera>} changes @returns {OrbitCamera} */
function changed(camera, changes) {
  const next = { ...camera, ...changes };
  return next.flat ? { ...next, yaw: 0, pitch: 0, orthographic: true, zUp: false } : next;
}

/** Unit vectors pointing right, up, and back (from the target to the eye).
 * @param {OrbitCamera} camera @returns {[Vec3, Vec3, Vec3]} */
export function basis(camera) {
  const sy = Math.sin(camera.yaw), cy = Math.cos(camera.yaw);
  const sp = Math.sin(camera.pitch), cp = Math.cos(camera.pitch);
  /** @type {[Vec3, Vec3, Vec3]} */
  const axes = [[cy, 0, -sy], [-sp * sy, cp, -sp * cy], [cp * sy, sp, cp * cy]];
  if (!camera.zUp) return axes;
  return [fromGround(axes[0]), fromGround(axes[1]), fromGround(axes[2])];
}

/** A vector of a world with y up in one with z up. @param {Vec3} v @returns {Vec3} */
function fromGround([x, y, z]) {
  return [x, -z, y];
}

/** The axis that the ground is perpendicular to: 1 or 2.  In 2D, the grid lies in the plane.
 * @param {OrbitCamera} camera */
export function groundAxis(camera) {
  return camera.zUp || camera.flat ? 2 : 1;
}

/** The distance from the target to the eye, metres. @param {OrbitCamera} camera */
export function setback(camera) {
  return camera.orthographic ? SETBACK * camera.distance + 2 * camera.reach : camera.distance;
}

/** @param {OrbitCamera} camera @returns {Vec3} */
export function eye(camera) {
  return along(camera.target, basis(camera)[2], setback(camera));
}

/** The eye as a point with weight 1; of an orthographic camera, the direction to it with weight 0.
 * @param {OrbitCamera} camera @returns {Vec4} */
export function homogeneousEye(camera) {
  return camera.orthographic ? [...basis(camera)[2], 0] : [...eye(camera), 1];
}

/** Half the height of the visible area at the target's depth, metres. @param {OrbitCamera} camera */
export function halfHeight(camera) {
  return camera.distance * Math.tan(camera.fovY / 2);
}

/** @param {OrbitCamera} camera */
export function nearPlane(camera) {
  return NEAR * camera.distance;
}

/** @param {OrbitCamera} camera */
function farPlane(camera) {
  return camera.orthographic ? 2 * setback(camera) : FAR * camera.distance + 2 * camera.reach;
}

/** The size of a pixel at the target's depth, metres. @param {OrbitCamera} camera @param {number} height pixels */
export function pixelSize(camera, height) {
  return (2 * halfHeight(camera)) / height;
}

/** Maps world − `anchor` to eye space; the anchor is subtracted first, to keep precision far from the origin.
 * @param {OrbitCamera} camera @param {Vec3} [anchor] @returns {number[]} */
export function viewMatrix(camera, anchor = [0, 0, 0]) {
  const axes = basis(camera);
  const from = along(difference(camera.target, anchor), axes[2], setback(camera));
  const columns = [0, 1, 2].flatMap((k) => [axes[0][k], axes[1][k], axes[2][k], 0]);
  return [...columns, ...axes.map((axis) => -dot(axis, from)), 1];
}

/** Maps eye space to clip space. @param {OrbitCamera} camera @param {number} aspect @returns {number[]} */
export function projectionMatrix(camera, aspect) {
  const n = nearPlane(camera), f = farPlane(camera);
  if (camera.orthographic) {
    const half = halfHeight(camera);
    return [1 / (half * aspect), 0, 0, 0, 0, 1 / half, 0, 0, 0, 0, -2 / (f - n), 0, 0, 0, -(f + n) / (f - n), 1];
  }
  const slope = Math.tan(camera.fovY / 2);
  return [
    1 / (slope * aspect), 0, 0, 0,
    0, 1 / slope, 0, 0,
    0, 0, -(f + n) / (f - n), -1,
    0, 0, (-2 * f * n) / (f - n), 0,
  ];
}

/** The two matrices with the camera's distance as the unit of eye space.  Scenes of any size then have the same numbers
 * there: lengths in metres, multiplied by each other, would overflow on some devices.
 * @param {OrbitCamera} camera @param {Vec3} anchor */
export function unitView(camera, anchor) {
  return viewMatrix(camera, anchor).map((value, k) => (k === 15 ? value : value / camera.distance));
}

/** See `unitView`. @param {OrbitCamera} camera @param {number} aspect */
export function unitProjection(camera, aspect) {
  return projectionMatrix({ ...camera, distance: 1, reach: camera.reach / camera.distance }, aspect);
}

/** Orbits by a drag in pixels; the scene follows the pointer.
 * @param {OrbitCamera} camera @param {number} dx @param {number} dy */
export function orbited(camera, dx, dy) {
  return looking(camera, camera.yaw - dx * ORBIT_RATE, camera.pitch + dy * ORBIT_RATE);
}

/** Sets the angles: yaw is wrapped to [−π, π], pitch is clamped.
 * @param {OrbitCamera} camera @param {number} yaw @param {number} pitch */
export function looking(camera, yaw, pitch) {
  const wrapped = Math.abs(yaw) <= Math.PI ? yaw : turnBetween(yaw);
  return changed(camera, { yaw: wrapped, pitch: Math.min(Math.max(pitch, -MAX_PITCH), MAX_PITCH) });
}

/** An angle in [−π, π). @param {number} angle */
function turnBetween(angle) {
  const turn = 2 * Math.PI;
  return ((((angle + Math.PI) % turn) + turn) % turn) - Math.PI;
}

/** Looks from a side, a key of `STANDARD_ANGLES`. @param {OrbitCamera} camera @param {string} side */
export function lookingFrom(camera, side) {
  return looking(camera, ...STANDARD_ANGLES[side]);
}

/** The camera as a view of that aspect draws it: a narrow one cuts off nothing at the sides.
 * @param {OrbitCamera} camera @param {number} aspect */
export function fitted(camera, aspect) {
  if (aspect >= VIEW_ASPECT) return camera;
  const fovY = 2 * Math.atan((Math.tan(camera.fovY / 2) * VIEW_ASPECT) / aspect);
  return changed(camera, { fovY: Math.min(fovY, Math.max(WIDEST, camera.fovY)) });
}

/** Pans by a drag in pixels; points at the target's depth stay under the pointer.
 * @param {OrbitCamera} camera @param {number} dx @param {number} dy @param {number} height of the view, pixels */
export function panned(camera, dx, dy, height) {
  const [right, up] = basis(camera);
  const pixel = pixelSize(camera, height);
  return changed(camera, { target: along(along(camera.target, right, -dx * pixel), up, dy * pixel) });
}

/** Zooms in by notches of the wheel; the point under the ndc position `toward` stays there.
 * @param {OrbitCamera} camera @param {number} steps @param {[number, number] | null} [toward] @param {number} [aspect] */
export function zoomed(camera, steps, toward = null, aspect = 1) {
  const notches = Math.min(Math.max(steps, -MOST_NOTCHES), MOST_NOTCHES);
  const distance = reachable(camera.distance * ZOOM_STEP ** notches);
  if (!toward) return changed(camera, { distance });
  const [right, up] = basis(camera);
  const shift = (camera.distance - distance) * Math.tan(fitted(camera, aspect).fovY / 2);
  const target = along(along(camera.target, right, toward[0] * aspect * shift), up, toward[1] * shift);
  return changed(camera, { target, distance });
}

/** @param {number} distance */
function reachable(distance) {
  return Math.min(Math.max(distance, MIN_DISTANCE), MAX_DISTANCE);
}

/** Fits the sphere around `center` to the view without turning.
 * @param {OrbitCamera} camera @param {Vec3} center @param {number} radius metres, > 0 @param {number} aspect */
export function framed(camera, center, radius, aspect) {
  const slope = Math.tan(camera.fovY / 2) * Math.min(1, aspect);
  const share = camera.orthographic ? slope : Math.sin(Math.atan(slope));
  return changed(camera, { target: center, distance: reachable((FRAME_MARGIN * radius) / share), reach: radius });
}

/** A camera between two: yaw the shorter way round, and distance geometrically, which looks uniform.
 * @param {OrbitCamera} a @param {OrbitCamera} b @param {number} part 0…1 */
export function mixed(a, b, part) {
  const left = 1 - part;
  const between = (/** @type {number} */ from, /** @type {number} */ to) => to - (to - from) * left;
  return changed(b, {
    target: [between(a.target[0], b.target[0]), between(a.target[1], b.target[1]), between(a.target[2], b.target[2])],
    distance: part === 1 ? b.distance : Math.exp(between(Math.log(a.distance), Math.log(b.distance))),
    yaw: b.yaw - turnBetween(b.yaw - a.yaw) * left,
    pitch: between(a.pitch, b.pitch),
    reach: Math.max(a.reach, b.reach),
  });
}

/**
 * Projects single points quickly: the pixel of a point in a view, and whether it is visible; meaningless if behind the
 * near plane.
 * @typedef {(point: Vec3) => {x: number, y: number, visible: boolean}} Lens
 */

/** @param {OrbitCamera} camera @param {number} width pixels @param {number} height @returns {Lens} */
export function lens(camera, width, height) {
  const [right, up, back] = basis(camera);
  const far = setback(camera), near = nearPlane(camera), magnification = 1 / pixelSize(camera, height);
  return (point) => {
    const from = difference(point, camera.target);
    const depth = far - dot(back, from);
    const inFront = depth > near;
    const scale = camera.orthographic ? magnification : (magnification * camera.distance) / (inFront ? depth : near);
    const x = width / 2 + scale * dot(right, from), y = height / 2 - scale * dot(up, from);
    return { x, y, visible: inFront && x >= 0 && x <= width && y >= 0 && y <= height };
  };
}

/** The pixel of a point in a view; see `Lens`.
 * @param {OrbitCamera} camera @param {Vec3} point @param {number} width @param {number} height */
export function project(camera, point, width, height) {
  return lens(camera, width, height)(point);
}
