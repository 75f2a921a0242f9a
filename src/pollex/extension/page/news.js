/** What is new in a part that a page has drawn anew: the words that did not stand before in what it took away. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.newsIn) return;

  const MOST = 4000;
  /** Characters of a text that came. */
  const LENGTH = 80;
  /** Characters by which texts are told from one another, and from which what an element shows is not laid out again. */
  const [TOLD_APART, LARGE] = [2_000, 20_000];

  /** A text without the spaces around it, as far as texts are told from one another. @param {string} data */
  function begunWith(data) {
    return (data.length > TOLD_APART ? data.slice(0, TOLD_APART) : data).trim();
  }

  /** The texts of a node, one for each text node. @param {Node} node @returns {string[]} */
  function textsIn(node) {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let at = node instanceof Text ? node : walker.nextNode(); at && found.length < MOST; at = walker.nextNode()) {
      const text = begunWith(/** @type {Text} */ (at).data);
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
    if (seen.size < MOST) seen.add(begunWith(data));
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
    if (2 * fresh.length >= texts.length || isOneText(element)) return [pollex.tidy(shownIn(element), LENGTH)].filter(Boolean);
    return [...pollex.childrenOf(element)].flatMap((child) => {
      if (child instanceof Element) return pollex.isDrawn(child) ? newsIn(child, left) : [];
      return fresh.includes(begunWith(child.textContent ?? "")) ? [pollex.tidy(child.textContent, LENGTH)] : [];
    });
  }

  /** What an element shows; of a large one the beginning. @param {Element} element @returns {string} */
  function shownIn(element) {
    return (element.textContent ?? "").length > LARGE ? pollex.textOf(element, LENGTH) : pollex.shownText(element);
  }

  /** Whether an element is one text, parts of which may be set apart. @param {Element} element */
  function isOneText(element) {
    return [...element.children].every((child) => pollex.INLINE.has(child.localName) && !child.childElementCount);
  }

  Object.assign(pollex, { forgetSeen, noteSeen, seenTexts: () => seen, leave, newsIn });
})();
