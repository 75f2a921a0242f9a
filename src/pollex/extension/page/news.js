/** What is new in a part that a page has drawn anew: the words that did not stand before in what it took away. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.newsIn) return;

  const MOST = 4000;
  /** Characters of a text that came. */
  const LENGTH = 80;

  /** The texts of a node, one for each text node. @param {Node} node @returns {string[]} */
  function textsIn(node) {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let at = node instanceof Text ? node : walker.nextNode(); at && found.length < MOST; at = walker.nextNode()) {
      const text = /** @type {Text} */ (at).data.trim();
      if (text) found.push(text);
    }
    return found;
  }

  /** Texts that the last look could see. @type {Set<string>} */
  let seen = new Set();

  function forgetSeen() {
    seen = new Set();
  }

  /** @param {string} data */
  function noteSeen(data) {
    if (seen.size < MOST) seen.add(data.trim());
  }

  /** Keep the texts of what went. @param {Node} node @param {Set<string>} left */
  function leave(node, left) {
    if (left.size < MOST) for (const text of textsIn(node)) left.add(text);
  }

  /** The texts that came with an element, without those that were there before. @param {Element} element @param {Set<string>} left @returns {string[]} */
  function newsIn(element, left) {
    const texts = left.size ? textsIn(element) : [];
    const fresh = texts.filter((text) => !left.has(text));
    if (texts.length && !fresh.length) return [];
    if (2 * fresh.length >= texts.length || isOneText(element)) return [pollex.tidy(pollex.shownText(element), LENGTH)].filter(Boolean);
    return [...pollex.childrenOf(element)].flatMap((child) => {
      if (child instanceof Element) return pollex.isDrawn(child) ? newsIn(child, left) : [];
      return fresh.includes((child.textContent ?? "").trim()) ? [pollex.tidy(child.textContent, LENGTH)] : [];
    });
  }

  /** Whether an element is one text, parts of which may be set apart. @param {Element} element */
  function isOneText(element) {
    return [...element.children].every((child) => pollex.INLINE.has(child.localName) && !child.childElementCount);
  }

  Object.assign(pollex, { forgetSeen, noteSeen, seenTexts: () => seen, leave, newsIn });
})();
