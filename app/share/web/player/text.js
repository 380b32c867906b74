// Numbers and vectors as text: `engine/text.py` in JavaScript; tests compare the two.

const SIGNIFICANT = 5; // digits of a number in a sentence
const LEAST_POWER = -4; // of ten, below which a number has an exponent
const ALL_DIGITS = 100; // of a number's exact decimals, as far as JavaScript writes them
const LARGEST_ROUNDED = 1e13; // larger numbers keep their exponents
const ROUNDING = 2 ** -52; // relative spacing of numbers: a component smaller than this part of the largest one is noise

/** A number as in sentences. @param {number} value @param {number} [significant] */
export function digits(value, significant = SIGNIFICANT) {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "−inf";
  const [figures, power] = figuresOf(Math.abs(value), significant);
  const kept = figures.replace(/0+$/, "");
  const sign = value < 0 ? "−" : "";
  if (power < LEAST_POWER || power >= significant) {
    const exponent = `e${power < 0 ? "−" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
    return `${sign}${kept[0]}${kept.length > 1 ? `.${kept.slice(1)}` : ""}${exponent}`;
  }
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${kept}`;
  const whole = figures.slice(0, power + 1);
  const rest = figures.slice(power + 1).replace(/0+$/, "");
  return `${sign}${whole}${rest && `.${rest}`}`;
}

/** The digits of a positive number, as many, and the power of ten of the first; halves are rounded to even digits.
 * @param {number} value @param {number} significant @returns {[string, number]} */
function figuresOf(value, significant) {
  const exact = value.toExponential(ALL_DIGITS).replace(".", "").split("e");
  const isHalf = /^50*$/.test(exact[0].slice(significant));
  const isEven = Number(exact[0][significant - 1]) % 2 === 0;
  if (isHalf && isEven) return [exact[0].slice(0, significant), Number(exact[1])];
  const [mantissa, power] = value.toExponential(significant - 1).split("e");
  return [mantissa.replace(".", ""), Number(power)];
}

/** A number with fewer digits if it would be wider. @param {number} value @param {number} most @param {number} [width] */
export function shortDigits(value, most, width = 7) {
  const texts = Array.from({ length: most }, (_, i) => digits(value, most - i));
  return texts.find((text) => text.length <= width) ?? texts[most - 1];
}

/** "(1, −0.5, 0)" @param {ArrayLike<number>} v */
export function vectorText(v) {
  const components = Array.from(v);
  const least = ROUNDING * Math.max(...components.map(Math.abs));
  return `(${components.map((c) => (Math.abs(c) > 0 && Math.abs(c) < least && least < Infinity ? "≈0" : digits(c))).join(", ")})`;
}

/** Lengths between two bounds, as a predicate. @param {number} lower @param {number} upper */
export function interval(lower, upper) {
  if (digits(lower) !== digits(upper) && lower < upper) return `is between ${digits(lower)} and ${digits(upper)} m`;
  const width = lower < upper ? `${digits(upper - lower, 2)} m` : "rounding";
  return `is ${digits(upper)} m to within ${width}`;
}

/** A depth between two bounds, as a predicate. @param {number} atLeast @param {number} atMost */
export function depthInterval(atLeast, atMost) {
  if (digits(atLeast) !== digits(atMost) && atLeast < atMost) return `is at least ${digits(atLeast)} and at most ${digits(atMost)} m`;
  return interval(atLeast, atMost);
}

/** How far two shapes are apart whose signed distance lies between the bounds. @param {string} a @param {string} b @param {number} lower @param {number} upper */
export function separation(a, b, lower, upper) {
  const [low, high] = lower <= upper ? [lower, upper] : [upper, lower];
  if (low === 0 && high === 0) return `${a} and ${b} touch`;
  if (digits(low) === digits(high)) return high >= 0 ? `${a} and ${b} are ${digits(high)} m apart` : `${a} and ${b} overlap by ${digits(-high)} m`;
  if (low >= 0) return `${a} and ${b} are between ${digits(low)} and ${digits(high)} m apart`;
  if (high <= 0) return `${a} and ${b} overlap by between ${digits(-high)} and ${digits(-low)} m`;
  return `the signed distance of ${a} and ${b} is between ${digits(low)} and ${digits(high)} m`;
}

/** The text with its numbers rounded to fewer decimals: `app/view/words/rounding.py`. @param {string} text @param {number} decimals */
export function roundedNumbers(text, decimals) {
  return text.replace(/(?<![\p{L}\p{N}_.])([−-]?)(\d+\.\d+(?:e[−+-]?\d+)?|\d+e[−+-]?\d+)(?![\p{L}\p{N}_]|\.\d)/gu, (_, sign, number) => {
    const value = Number(number.replace("−", "-"));
    if (value >= LARGEST_ROUNDED) return `${sign}${number}`;
    const short = value.toFixed(decimals);
    if (Number(short) === 0) return value === 0 ? "0" : "≈0";
    return `${sign}${short.includes(".") ? short.replace(/\.?0+$/, "") : short}`;
  });
}

/** Texts in a list: "a, b and c". @param {string[]} texts */
export function series(texts) {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts[texts.length - 1]}`;
}

/** The text with subscripts: "w₀" for "w0"; `app/view/words/subscripts.py`. @param {string} text */
export function subscripted(text) {
  return text.replace(/(?<![\p{L}\p{N}_.])w(\d+)(?![\p{L}\p{N}_])/gu, (_, number) => `w${String(number).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)])}`);
}
