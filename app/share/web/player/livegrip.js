// Moving and turning the bodies of a live page freely: by pointer, by finger, and with the arrow keys.
//
// A body follows the pointer in the plane through it that is parallel to the screen, and turns about the screen's axes; in
// 2D it turns with the pointer about its own position.

import { basis, fitted, lens, pixelSize } from "./camera.js";
import { convexHull, distanceToHull, hullArea } from "./planar.js";
import { along, difference, dot, transformed } from "./vectors.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./views.js").Placed} Placed
 * @typedef {import("./camera.js").OrbitCamera} OrbitCamera
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./drawlist.js").Extent} Extent
 * @typedef {import("./planar.js").Pixel} Pixel  on the canvas, CSS pixels
 *
 * @typedef {object} Held
 * @property {number} body  0 for A, 1 for B
 * @property {Pixel} at  where the pointer was last
 * @property {boolean} turns
 */

const BODY_REACH = 6; // pixels around a body, within which it is taken hold of
const TURN_RATE = 0.008; // radians per pixel
const LIVE_VIEW = "world"; // in which bodies are taken hold of
/** @type {Vec3} */
const OUT_OF_PLANE = [0, 0, 1];

/** Takes hold of the bodies in the view of the world; `DragGrip` does so on pages with recorded places. */
export class LiveGrip {
  /** @param {Player} player @param {(placed: Placed) => OrbitCamera} cameraOf */
  constructor(player, cameraOf) {
    this.player = player;
    this.cameraOf = cameraOf;
    this.view = LIVE_VIEW;
    /** @type {Held | null} */
    this.held = null;
    this.turning = false; // rather than moving
    /** @type {Placed | undefined} */
    this.shown = undefined;
    /** @type {import("./placement.js").Box[]} */
    this.taken = [];
  }

  /** @param {Placed[]} placed */
  draw(placed) {
    this.shown = placed.find(({ pane }) => pane.view === this.view);
  }

  /** The name of the body at a point; null if there is none. @param {Pixel} point @returns {string | null} */
  at(point) {
    const body = this.bodyAt(point);
    return body === null ? null : this.player.header.pair[body];
  }

  /** @param {Pixel} point @returns {number | null} */
  bodyAt(point) {
    const { shown, player } = this;
    if (!shown || player.film) return null;
    const near = shown.pane.drawList.labels.flatMap(({ text, extent }) => {
      const body = player.header.pair.indexOf(text);
      if (!extent || body < 0) return [];
      const hull = convexHull(this.pixelsOf(shown, extent));
      return distanceToHull(hull, point) <= BODY_REACH ? [{ body, area: hullArea(hull) }] : [];
    });
    near.sort((one, other) => one.area - other.area); // one in front of another can be taken hold of
    return near[0]?.body ?? null;
  }

  /** @param {Placed} placed @param {Extent} extent @returns {Pixel[]} */
  pixelsOf(placed, { places, center, pose }) {
    const { rect } = placed;
    const seen = lens(fitted(this.cameraOf(placed), rect.width / rect.height), rect.width, rect.height);
    return Array.from({ length: places.length / 3 }, (_, i) => {
      const { x, y } = seen(transformed(pose, along(center, places.subarray(3 * i, 3 * i + 3), 1)));
      return { x: rect.x + x, y: rect.y + y };
    });
  }

  /** Takes hold of what is at a point; returns whether there is anything. @param {Pixel} point @param {boolean} [turns] */
  take(point, turns = false) {
    const body = this.bodyAt(point);
    if (body === null) return false;
    this.held = { body, at: point, turns: turns !== this.turning };
    for (const tell of this.player.grippers) tell(true);
    return true;
  }

  /** @param {Pixel} point */
  pull(point) {
    if (!this.held) return;
    const { body, at, turns } = this.held;
    this.held.at = point;
    if (turns && this.player.live?.isPlanar) this.turnInPlane(body, at, point);
    else this.drag(body, point.x - at.x, point.y - at.y, turns);
  }

  drop() {
    if (!this.held) return;
    this.held = null;
    for (const tell of this.player.grippers) tell(false);
  }

  /** Turns a body of a 2D scene as far as the pointer has gone around its position. @param {number} body @param {Pixel} from @param {Pixel} to */
  turnInPlane(body, from, to) {
    const { shown, player } = this;
    if (!shown || !player.live) return;
    const { rect } = shown;
    const [, , , x, , , , y, , , , z] = player.live.poses[body];
    const center = lens(fitted(this.cameraOf(shown), rect.width / rect.height), rect.width, rect.height)([x, y, z]);
    const [start, end] = [from, to].map((point) => Math.atan2(rect.y + center.y - point.y, point.x - rect.x - center.x));
    player.moveLive((live) => live.turn(body, OUT_OF_PLANE, end - start));
  }

  /**
   * Moves or turns a body by pixels.
   * @param {number} body
   * @param {number} dx
   * @param {number} dy
   * @param {boolean} turns
   */
  drag(body, dx, dy, turns) {
    const { shown, player } = this;
    if (!shown || !player.live || (dx === 0 && dy === 0)) return;
    const camera = fitted(this.cameraOf(shown), shown.rect.width / shown.rect.height);
    const [right, up, back] = basis(camera);
    if (turns && player.live.isPlanar) {
      player.moveLive((live) => live.turn(body, OUT_OF_PLANE, -TURN_RATE * (dx + dy)));
      return;
    }
    if (turns) {
      const length = Math.hypot(dx, dy);
      const axis = along(along([0, 0, 0], up, dx / length), right, dy / length);
      player.moveLive((live) => live.turn(body, axis, TURN_RATE * length));
      return;
    }
    const pose = player.live.poses[body];
    const depth = camera.distance - dot(back, difference([pose[3], pose[7], pose[11]], camera.target));
    const nearness = camera.orthographic ? 1 : Math.max(depth, 0) / camera.distance;
    const pixel = pixelSize(camera, shown.rect.height) * nearness;
    player.moveLive((live) => live.move(body, along(along([0, 0, 0], right, dx * pixel), up, -dy * pixel)));
  }
}
