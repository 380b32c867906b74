// Shapes on the canvas: whether the pointer is at a body or at a mark.

/** @typedef {{x: number, y: number, depth?: number}} Pixel */

/** The corners of the convex hull of points, in order. @param {Pixel[]} points @returns {Pixel[]} */
export function convexHull(points) {
  const sorted = [...points].sort((p, q) => p.x - q.x || p.y - q.y);
  const halves = [sorted, [...sorted].reverse()].map((half) => {
    /** @type {Pixel[]} */
    const corners = [];
    for (const point of half) {
      while (corners.length > 1 && turn(corners[corners.length - 2], corners[corners.length - 1], point) <= 0) corners.pop();
      corners.push(point);
    }
    return corners.slice(0, -1);
  });
  return sorted.length > 1 ? halves.flat() : sorted;
}

/** @param {Pixel[]} hull */
export function hullArea(hull) {
  return hull.reduce((sum, p, i) => sum + turn(hull[0], p, hull[(i + 1) % hull.length]), 0) / 2;
}

/** How far a point is from a convex polygon; 0 inside of it. @param {Pixel[]} hull @param {Pixel} point */
export function distanceToHull(hull, point) {
  const sides = hull.map((p, i) => /** @type {const} */ ([p, hull[(i + 1) % hull.length]]));
  if (hull.length > 2 && sides.every(([p, q]) => turn(p, q, point) >= 0)) return 0;
  return Math.min(...sides.map(([p, q]) => distanceToSegment(p, q, point)));
}

/** @param {Pixel} p @param {Pixel} q @param {Pixel} point */
export function distanceToSegment(p, q, point) {
  const [x, y] = [q.x - p.x, q.y - p.y];
  const length = x * x + y * y;
  const share = length > 0 ? Math.min(Math.max(((point.x - p.x) * x + (point.y - p.y) * y) / length, 0), 1) : 0;
  return Math.hypot(p.x + share * x - point.x, p.y + share * y - point.y);
}

/** Twice the area of a triangle; positive if its corners are in the order of `convexHull`. @param {Pixel} p @param {Pixel} q @param {Pixel} r */
function turn(p, q, r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}
