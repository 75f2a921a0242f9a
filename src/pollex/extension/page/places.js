/** Places where a text occurs. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.findText) return;

  const { isRead, speaks, SPACES } = pollex;
  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";

  /** @typedef {{text: string, nodes: {at: number, node: Node}[]}} Run */

  /** Where a text occurs: as it is, or else all its words together in one run. @param {string} query @param {number} most */
  function findText(query, most = 20) {
    const wanted = query.replace(SPACES, " ").trim().toLowerCase();
    const words = wanted.split(" ");
    const isSeen = sight();
    /** @type {any[]} */
    const exact = [];
    /** @type {any[]} */
    const loose = [];
    let total = 0;
    const start = document.body ?? document.documentElement;
    if (wanted && start) pollex.runs(start, words, search);
    return exact.length ? { places: exact, total, exact: true } : { places: loose, total: loose.length, exact: false };

    /** @param {Run} run */
    function search(run) {
      const folded = run.text.toLowerCase();
      let at = folded.indexOf(wanted);
      if (at < 0 && !total && loose.length < most && words.length > 1 && words.every((word) => folded.includes(word))) take(run, folded.indexOf(words[0]), words[0].length, loose);
      for (; at >= 0; at = folded.indexOf(wanted, at + wanted.length)) total += take(run, at, wanted.length, exact);
    }

    /** @param {Run} run @param {number} at @param {number} length @param {any[]} places */
    function take(run, at, length, places) {
      const element = elementAt(run, at, length);
      if (!element || !isSeen(element)) return 0;
      if (places.length < most) places.push(placeOf(element, run, at, length));
      return 1;
    }
  }

  /** Asks whether an element and all around it are meant for eyes, each only once. */
  function sight() {
    /** @type {Map<Element, boolean>} */
    const known = new Map();
    /** @type {(element: Element | null) => boolean} */
    const isReadWithin = (element) => {
      if (!element) return true;
      const read = known.get(element) ?? (isRead(element) && isReadWithin(pollex.parentOf(element)));
      known.set(element, read);
      return read;
    };
    return (/** @type {Element} */ element) => speaks(element) && isReadWithin(element);
  }

  /** @param {Node} node */
  const elementOf = (node) => (node instanceof Element ? node : hostOf(node));

  /** The smallest element around a part of a run. @param {Run} run @param {number} at @param {number} length @returns {Element | null} */
  function elementAt(run, at, length) {
    if (run.nodes.length === 1) return elementOf(run.nodes[0].node);
    const elements = run.nodes.filter((each, index) => each.at < at + length && (run.nodes[index + 1]?.at ?? Infinity) > at).map(({ node }) => elementOf(node));
    let element = /** @type {Element | null} */ (elements[0]);
    while (element && !elements.every((other) => pollex.holds(element, other))) element = pollex.parentOf(element);
    return element;
  }

  /** @param {Element} element @param {Run} run @param {number} at @param {number} length */
  function placeOf(element, run, at, length) {
    const box = element.getBoundingClientRect();
    const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    const from = Math.max(0, at - 60);
    const snippet = `${from ? "…" : ""}${run.text.slice(from, at + length + 60).trim()}${at + length + 60 < run.text.length ? "…" : ""}`;
    return { number: pollex.numberOf(element), snippet, inView, role: pollex.roleOf(element), heading: headingOf(element) };
  }

  /** The element that a text node stands in, as drawn. @param {Node} node @returns {Element} */
  function hostOf(node) {
    const above = node.parentNode;
    return /** @type {Element} */ (above instanceof ShadowRoot ? above.host : above);
  }

  /** The heading that an element stands under. @param {Element} element @returns {string} */
  function headingOf(element) {
    let steps = 0;
    for (let at = element; at && at.localName !== "body"; at = pollex.parentOf(at)) {
      for (let before = at.previousElementSibling; before && steps < 400; before = before.previousElementSibling, steps++) {
        const found = before.matches(HEADINGS) ? before : before.matches("tr, li, article") ? null : [...before.querySelectorAll(HEADINGS)].at(-1);
        if (found && pollex.isDrawn(found)) return pollex.textOf(found, 120);
      }
    }
    return "";
  }

  Object.assign(pollex, { findText, headingOf, hostOf });
})();
