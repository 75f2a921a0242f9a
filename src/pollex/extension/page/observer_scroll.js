/** Scrolling, where it made a list longer: everything else finds what it needs without. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.scrolled) return;

  /** Milliseconds in which a person's hand scrolls, in which more may come, and between two looks whether it did. */
  const BY_HAND = 1000;
  const COMING = 3000;
  const PAUSE = 150;
  let handled = -Infinity;
  /** Boxes that were scrolled, as they were before, and until when they are looked at. @type {Map<Element, {top: number, height: number, until: number}>} */
  const boxes = new Map();
  /** How far boxes were scrolled when it was last asked. @type {WeakMap<Element, number>} */
  const tops = new WeakMap();

  /** A person uses the wheel, a key, a finger or the bar. */
  function scrolling() {
    handled = performance.now();
  }

  /** @param {Event} event */
  function scrolled({ target }) {
    const box = target instanceof Element ? target : document.scrollingElement;
    if (!box) return;
    const top = tops.get(box) ?? 0;
    tops.set(box, box.scrollTop);
    const now = performance.now();
    if (now - handled > BY_HAND) return;
    if (!boxes.size) setTimeout(look, PAUSE);
    boxes.set(box, { top, height: box.scrollHeight, ...boxes.get(box), until: now + COMING });
  }

  function look() {
    for (const [box, was] of boxes) {
      const grown = box.scrollHeight - was.height;
      if (box.scrollTop > was.top && grown > box.clientHeight / 4) {
        tell(box, (box.scrollTop - was.top) / box.clientHeight, grown);
        boxes.delete(box);
      } else if (performance.now() > was.until || !box.isConnected) boxes.delete(box);
    }
    if (boxes.size) setTimeout(look, PAUSE);
  }

  /** @param {Element} box @param {number} pages @param {number} grown */
  function tell(box, pages, grown) {
    const which = box === document.scrollingElement ? {} : pollex.knownOf(box);
    pollex.observed("scroll", { ...which, down: true, pages: Math.min(Math.max(Math.round(pages * 10) / 10, 0.1), 20), grown });
  }

  Object.assign(pollex, { scrolling, scrolled });
})();
