/** What canvases show, so that it can be said whether that has changed: no script of a page tells of it. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.drawings) return;

  const MOST = 4;
  /** Pixels of a side to which a canvas is made smaller. */
  const SIDE = 32;

  /** The canvases that can be seen, each with a small picture of it; those of other origins cannot be read. @returns {Map<Element, string>} */
  function drawings() {
    const found = new Map();
    for (const canvas of [...document.querySelectorAll("canvas")].slice(0, MOST)) {
      if (canvas.width && canvas.height && canvas.checkVisibility()) found.set(canvas, picture(canvas));
    }
    return found;
  }

  /** @param {HTMLCanvasElement} canvas */
  function picture(canvas) {
    const small = new OffscreenCanvas(SIDE, SIDE).getContext("2d", { willReadFrequently: true });
    try {
      small?.drawImage(canvas, 0, 0, SIDE, SIDE);
      return String(small?.getImageData(0, 0, SIDE, SIDE).data.join());
    } catch {
      return "";
    }
  }

  Object.assign(pollex, { drawings });
})();
