/** A document to the extension without the browser's debugger: which frame it is, and what only the browser shows of it. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.frameHere) return;

  /** Known to our scripts in documents of the same origin, and to nobody else. */
  const token = crypto.randomUUID();
  /** Fields that are looked at, at the most. */
  const FIELDS = 1000;
  let before = unwatched();
  /** What had the focus. @type {number | undefined} */
  let focused;

  /** What tells this frame from the others of its tab: `path` are the places of frames among those of the window around each. */
  function frameHere() {
    const path = [];
    for (let at = /** @type {Window} */ (globalThis.self); at !== at.parent; at = at.parent) path.unshift(placeOf(at));
    return { token, path, ready: document.readyState !== "loading", url: location.href };
  }

  /** The elements that hold the frames of this document, each with what tells the frame from others. */
  function framesHere() {
    return pollex.everywhere("iframe, frame").map((/** @type {HTMLIFrameElement} */ element) => {
      const inside = element.contentWindow;
      return { number: pollex.numberOf(element), place: inside ? placeOf(inside) : -1, token: tokenOf(inside) };
    });
  }

  /** The place of a window among the frames of the one around it; -1 where that does not list it, as in shadow roots. @param {Window} inside */
  function placeOf(inside) {
    for (let place = 0; place < inside.parent.length; place++) if (inside.parent[place] === inside) return place;
    return -1;
  }

  /** @param {any} inside @returns {string | null} */
  function tokenOf(inside) {
    try {
      return inside.pollex?.token ?? null;
    } catch {
      return null; // it is of another origin
    }
  }

  /** Let our scripts see into the closed roots of these elements; whether there was any. @param {number[]} numbers */
  function openRoots(numbers) {
    return numbers.filter((number) => {
      const host = pollex.elementOf(number);
      const root = host && chrome.dom.openOrClosedShadowRoot(host);
      if (host) pollex.learnRoot(host, root);
      return root !== null;
    }).length > 0;
  }

  /** Look at what an act may change that is not watched. */
  function lookBefore() {
    before = unwatched();
    focused = pollex.focused()?.number;
  }

  /** What is selected, and what fields hold, also in shadow roots. */
  function unwatched() {
    const fields = pollex.everywhere("input, textarea, select").slice(0, FIELDS);
    return [String(getSelection()), ...fields.map((/** @type {HTMLInputElement} */ { checked, value }) => `${checked} ${value}`)].join("\n");
  }

  /** Whether anything else has the focus; that nothing has it any more comes of any press. */
  function isFocused() {
    const now = pollex.focused()?.number;
    return now !== undefined && now !== focused;
  }

  /** Whether anything has come of an act since `watch`: what can be seen, a state, the focus, what is selected, or where it is scrolled to. */
  function isFelt() {
    return pollex.hasStirred() || pollex.isOtherwise() || isFocused() || unwatched() !== before || pollex.watched()?.target?.matches(":focus-within") === true;
  }

  /** How large the page is, and what of it is shown. */
  function sizes() {
    const page = document.scrollingElement ?? document.documentElement;
    return { title: document.title, height: page.scrollHeight, width: innerWidth, shown: innerHeight };
  }

  Object.assign(pollex, { token, frameHere, framesHere, openRoots, lookBefore, isFelt, sizes });
})();
