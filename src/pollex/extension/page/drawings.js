/** What can change without a change of the document: what canvases show, fields hold, and boxes are scrolled to. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.drawings) return;

  const MOST = 4;
  const FIELDS = 200;
  /** Pixels of a side to which a canvas is made smaller. */
  const SIDE = 32;

  /** Canvases that can be seen, each with a small picture of it (those of other origins cannot be read), and fields with what they hold. @returns {Map<Element, string>} */
  function drawings() {
    const found = new Map();
    for (const canvas of [...document.querySelectorAll("canvas")].slice(0, MOST)) {
      if (canvas.width && canvas.height && canvas.checkVisibility()) found.set(canvas, picture(canvas));
    }
    for (const field of [...document.querySelectorAll("input, textarea, select")].slice(0, FIELDS)) found.set(field, held(/** @type {HTMLInputElement} */ (field)));
    return found;
  }

  /** What shows something else than it did. @param {Map<Element, string>} before @returns {Element[]} */
  function redrawn(before) {
    return [...drawings()].filter(([element, shown]) => before.has(element) && before.get(element) !== shown).map(([element]) => element);
  }

  /** @param {HTMLInputElement} field */
  function held({ checked, value }) {
    return `${checked} ${value}`;
  }

  /** How far what is around an element is scrolled. @param {Element | null} element @returns {Map<Element, string>} */
  function scrolls(element) {
    const found = new Map();
    for (let at = element; at; at = pollex.parentOf(at)) found.set(at, place(at));
    return found;
  }

  /** @param {Element} element */
  function place({ scrollLeft, scrollTop }) {
    return `${scrollLeft} ${scrollTop}`;
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

  Object.assign(pollex, { drawings, redrawn, scrolls, scrolledTo: place });
})();
