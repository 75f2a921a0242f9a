/** Scrolling by pages, and the page's whole text. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.scroll) return;

  /** Scroll the box that an element is in, or (0) the page; where it is then. @param {number} number @param {number} pages */
  function scroll(number, pages) {
    const element = number ? pollex.elementOf(number) : null;
    const box = element ? boxAround(element) : mainBox();
    const before = box.scrollTop;
    box.scrollBy({ top: pages * box.clientHeight, behavior: "instant" });
    return { scrollY: Math.round(box.scrollTop), scrollHeight: box.scrollHeight, viewportHeight: box.clientHeight, moved: Math.round(box.scrollTop - before) };
  }

  /** @param {Element} element */
  function boxAround(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = pollex.parentOf(at)) {
      if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    }
    return mainBox();
  }

  /** The page itself; where that does not scroll, the largest box in it that does. */
  function mainBox() {
    const page = document.scrollingElement ?? document.documentElement;
    if (page.scrollHeight > page.clientHeight + 1) return page;
    const middle = pollex.topAt(innerWidth / 2, innerHeight / 2);
    for (let at = middle; at; at = pollex.parentOf(at)) {
      if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    }
    return page;
  }

  function pageText() {
    return document.body?.innerText ?? "";
  }

  /** Whose document this is; a frame without an address of its own belongs to whoever made it. */
  function home() {
    return globalThis.origin;
  }

  Object.assign(pollex, { scroll, pageText, home });
})();
