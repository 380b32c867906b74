// Films: what the views show at any time, from frames that were recorded a few times per second.
//
// Between two frames, everything moves along a straight line: points, colours and poses.  Where two frames do not hold
// the same things, the first one stays until the second begins.

import { mixed } from "./camera.js";

/**
 * @typedef {import("./content.js").Film} Film
 * @typedef {import("./content.js").Frame} Frame
 * @typedef {import("./looks.js").LookReader} LookReader
 * @typedef {import("./looks.js").Theme} Theme
 * @typedef {import("./drawlist.js").DrawList} DrawList
 * @typedef {import("./drawlist.js").Batch} Batch
 * @typedef {import("./player.js").ShownPane} ShownPane
 */

export class FilmTrack {
  /**
   * @param {Film} film
   * @param {LookReader} looks
   */
  constructor(film, looks) {
    this.title = film.title;
    this.hidden = film.hidden === true;
    this.seconds = film.seconds;
    this.frames = film.frames;
    this.formulas = film.formulas;
    this.chapters = film.chapters;
    this.hasBeats = film.beats === true;
    this.looks = looks;
  }

  /** @param {number} seconds @returns {Frame} */
  frameAt(seconds) {
    return this.frames[this.numberAt(seconds)];
  }

  /**
   * The time of a frame, counted from the one at that time.
   * @param {number} seconds
   * @param {number} count
   */
  frameBeside(seconds, count) {
    const number = this.numberAt(seconds) + count;
    return this.frames[Math.min(Math.max(number, 0), this.frames.length - 1)].time;
  }

  /** The number of the chapter at a time; −1 before the first. @param {number} seconds */
  chapterAt(seconds) {
    return this.chapters.filter(([time]) => time <= seconds).length - 1;
  }

  /**
   * @param {number} seconds
   * @param {Theme} theme
   * @returns {ShownPane[]}
   */
  panes(seconds, theme) {
    const number = this.numberAt(seconds);
    const [frame, next] = [this.frames[number], this.frames[number + 1]];
    const share = next && !next.cut ? (seconds - frame.time) / (next.time - frame.time) : 0;
    return frame.panes.map((pane, place) => {
      const later = share > 0 ? next.panes[place] : undefined;
      const [list, camera] = [this.looks.drawList(pane.look, theme), this.looks.camera(pane)];
      const moves = later !== undefined && later.view === pane.view;
      return {
        view: pane.view,
        title: pane.title,
        drawList: moves ? between(list, this.looks.drawList(later.look, theme), share) : list,
        camera: moves ? mixed(camera, this.looks.camera(later), share) : camera,
        ground: pane.ground ?? null,
      };
    });
  }

  /** @param {number} seconds */
  numberAt(seconds) {
    let [low, high] = [0, this.frames.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.frames[middle].time <= seconds) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/**
 * The list between two, at a fraction of the way; the first one if they do not hold the same things.
 * @param {DrawList} one
 * @param {DrawList} other
 * @param {number} share
 * @returns {DrawList}
 */
export function between(one, other, share) {
  if (one === other || !isAlike(one, other)) return one;
  /** @template {{pose: ArrayLike<number>}} T @param {T[]} parts @param {T[]} later @returns {T[]} */
  const moved = (parts, later) => parts.map((part, i) => ({ ...part, pose: poseBetween(part.pose, later[i].pose, share) }));
  /** @param {Batch[]} batches @param {Batch[]} later */
  const mixedRows = (batches, later) =>
    batches.map((batch, i) => ({ ...batch, rows: rowsBetween(batch.rows, later[i].rows, share) }));
  return {
    ...one,
    skins: moved(one.skins, other.skins),
    edges: moved(one.edges, other.edges),
    outlines: moved(one.outlines, other.outlines),
    triangles: mixedRows(one.triangles, other.triangles),
    lines: mixedRows(one.lines, other.lines),
    arrows: mixedRows(one.arrows, other.arrows),
    points: mixedRows(one.points, other.points),
  };
}

/** @param {DrawList} one @param {DrawList} other */
function isAlike(one, other) {
  /** @param {any[]} parts @param {any[]} later @param {(part: any) => unknown} what */
  const same = (parts, later, what) => parts.length === later.length && parts.every((part, i) => what(part) === what(later[i]));
  const rows = /** @type {("triangles" | "lines" | "arrows" | "points")[]} */ (["triangles", "lines", "arrows", "points"]);
  return (
    String(one.anchor) === String(other.anchor) &&
    same(one.skins, other.skins, (skin) => skin.surface) &&
    same(one.edges, other.edges, (edges) => edges.ends) &&
    same(one.outlines, other.outlines, (outline) => outline.folds) &&
    rows.every((kind) => same(one[kind], other[kind], (batch) => `${batch.layer} ${batch.rows.length}`))
  );
}

/** @param {Float32Array} one @param {Float32Array} other @param {number} share */
function rowsBetween(one, other, share) {
  return one === other ? one : one.map((value, i) => value + (other[i] - value) * share);
}

/**
 * A pose between two: its rotation is made orthonormal again, as a straight line leaves the rotations.
 * @param {ArrayLike<number>} one
 * @param {ArrayLike<number>} other
 * @param {number} share
 */
function poseBetween(one, other, share) {
  const pose = Array.from(one, (value, i) => value + (other[i] - value) * share);
  const [x, y] = [column(pose, 0), column(pose, 1)];
  const first = scaled(x, 1 / Math.hypot(...x));
  const along = first[0] * y[0] + first[1] * y[1] + first[2] * y[2];
  const across = y.map((value, i) => value - along * first[i]);
  const second = scaled(across, 1 / Math.hypot(...across));
  const third = [
    first[1] * second[2] - first[2] * second[1],
    first[2] * second[0] - first[0] * second[2],
    first[0] * second[1] - first[1] * second[0],
  ];
  return [0, 1, 2].flatMap((row) => [first[row], second[row], third[row], pose[4 * row + 3]]);
}

/** @param {number[]} pose @param {number} number */
function column(pose, number) {
  return [pose[number], pose[4 + number], pose[8 + number]];
}

/** @param {number[]} vector @param {number} factor */
function scaled(vector, factor) {
  return vector.map((value) => value * factor);
}
