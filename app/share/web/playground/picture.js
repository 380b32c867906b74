// A picture of the views with their words, as a PNG file.

/** @typedef {import("../player/views.js").Views} Views */

const CORNER = 3; // pixels, of the plates behind words

/** What the views show. @param {Views} views @param {string} ground  the colour behind them @returns {Promise<Blob>} */
export async function pictureOf(views, ground) {
  views.draw();
  const { canvas, overlay } = views;
  const picture = document.createElement("canvas");
  [picture.width, picture.height] = [canvas.width, canvas.height];
  const ink = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
  ink.fillStyle = ground;
  ink.fillRect(0, 0, picture.width, picture.height);
  ink.drawImage(canvas, 0, 0);
  ink.scale(canvas.width / canvas.clientWidth, canvas.height / canvas.clientHeight);
  const { left, top } = canvas.getBoundingClientRect();
  ink.translate(-left, -top);
  for (const line of overlay.querySelectorAll("line")) drawLine(ink, line, left, top);
  const walker = document.createTreeWalker(overlay, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) drawWords(ink, /** @type {Text} */ (node), overlay);
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This browser cannot make a picture of the views."))), "image/png");
  });
}

/** @param {CanvasRenderingContext2D} ink @param {SVGLineElement} line @param {number} left @param {number} top */
function drawLine(ink, line, left, top) {
  const style = getComputedStyle(line);
  ink.strokeStyle = style.stroke;
  ink.lineWidth = parseFloat(style.strokeWidth);
  ink.beginPath();
  ink.moveTo(left + line.x1.baseVal.value, top + line.y1.baseVal.value);
  ink.lineTo(left + line.x2.baseVal.value, top + line.y2.baseVal.value);
  ink.stroke();
}

/** Words where the page has them, line by line. @param {CanvasRenderingContext2D} ink @param {Text} node @param {HTMLElement} overlay */
function drawWords(ink, node, overlay) {
  const holder = node.parentElement;
  if (!holder || !node.data.trim()) return;
  const style = getComputedStyle(holder);
  if (holder !== overlay && style.backgroundColor !== "rgba(0, 0, 0, 0)" && node === holder.firstChild) {
    const box = holder.getBoundingClientRect();
    ink.fillStyle = style.backgroundColor;
    ink.beginPath();
    ink.roundRect(box.x, box.y, box.width, box.height, CORNER);
    ink.fill();
  }
  ink.fillStyle = holder instanceof SVGElement ? style.fill : style.color;
  ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  ink.textBaseline = "middle";
  let start = 0;
  for (const words of node.data.split("\n")) {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + words.length);
    const box = range.getBoundingClientRect();
    ink.fillText(words, box.x, box.y + box.height / 2);
    start += words.length + 1;
  }
}
