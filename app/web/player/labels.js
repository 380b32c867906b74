// stub
export class LabelLayer {
  /** @param {HTMLElement} overlay */
  constructor(overlay) { this.overlay = overlay; }
  /** @param {any[]} requests */
  draw(requests) { this.overlay.dataset.count = String(requests.length); }
}
