/** Where something is dropped, while it is held over it, and whether it stands elsewhere afterwards. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.dropBox) return;

  /** Milliseconds in which what was dropped comes to rest. */
  const RESTS = 800;

  /** The box of an element, in view: what is held may lie over it. @param {number} number */
  function dropBox(number) {
    const element = pollex.elementOf(number);
    if (!element) return null;
    const box = element.getBoundingClientRect();
    const inView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    if (!inView) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height];
  }

  /** Where an element stands in the page and among its like, when it is at rest; null where it is gone. @param {number} number */
  async function restsAt(number) {
    let before = "";
    await pollex.until((/** @type {boolean} */ drawn) => {
      const now = JSON.stringify(placeNow(number));
      const still = drawn && now === before;
      before = now;
      return still;
    }, RESTS);
    return placeNow(number);
  }

  /** @param {number} number */
  function placeNow(number) {
    const element = pollex.elementOf(number);
    if (!element) return null;
    const { left, top } = element.getBoundingClientRect();
    const parent = element.parentElement;
    return { around: parent && pollex.numberOf(parent), place: parent && [...parent.children].indexOf(element), x: Math.round(left + scrollX), y: Math.round(top + scrollY) };
  }

  /** What lies at a point, in words. @param {number} x @param {number} y */
  function lyingAt(x, y) {
    const top = pollex.topAt(x, y);
    return top ? pollex.describe(top) : null;
  }

  Object.assign(pollex, { dropBox, restsAt, lyingAt });
})();
