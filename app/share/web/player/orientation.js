// On which side of a plane through three points the origin or another point lies, exactly: `orient3d` in
// `engine/arithmetic/predicates.py`.

/** @typedef {import("./drawlist.js").Vec3} Vec3 */

const MANTISSA = 52n; // bits
const HIDDEN = 1n << MANTISSA;

/** 1 if s is in front of the plane of p, q and r, where these run counterclockwise, −1 behind, 0 in it. @param {Vec3} p @param {Vec3} q @param {Vec3} r @param {Vec3} s */
export function orientation(p, q, r, s) {
  const [a, b, c, d] = asWholeNumbers([p, q, r, s]);
  const [u, v, w] = [a, b, c].map((point) => point.map((part, i) => part - d[i]));
  const determinant = u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  return determinant > 0n ? -1 : determinant < 0n ? 1 : 0;
}

/** Points times a power of two for which all parts are whole. @param {Vec3[]} points */
function asWholeNumbers(points) {
  const parts = points.map((point) => point.map(mantissaOf));
  const least = parts.flat().filter(({ whole }) => whole !== 0n).reduce((low, { power }) => (power < low ? power : low), 2000n);
  return parts.map((point) => point.map(({ whole, power }) => (whole === 0n ? 0n : whole << (power - least))));
}

/** A number as a whole one times a power of two. @param {number} value */
function mantissaOf(value) {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const all = bits.getBigUint64(0);
  const power = (all >> MANTISSA) & 2047n;
  const digits = (all & (HIDDEN - 1n)) + (power > 0n ? HIDDEN : 0n);
  return { whole: value < 0 ? -digits : digits, power: power > 0n ? power : 1n };
}
