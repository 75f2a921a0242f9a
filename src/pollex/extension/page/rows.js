/** Repetitions: which children of an element are rows of one list, whatever they are made of. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.rowsOf) return;

  const NO_ROWS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "label", "input", "button", "option", "dt", "th", "td"]);
  const ROW_TAGS = new Set(["tr", "li", "article", "dd"]);

  /** Which children are repetitions of one another, if any. @param {Element} element @returns {((child: Element) => boolean) | null} */
  function rowsOf(element) {
    const children = element.children;
    if (children.length < 3) return null;
    const sample = children[children.length > 3 ? 2 : 1];
    const tag = sample.localName;
    const kind = ROW_TAGS.has(tag) ? null : sample.className;
    if (pollex.INLINE.has(tag) || NO_ROWS.has(tag)) return null;
    const alike = (/** @type {Element} */ child) => child.localName === tag && (kind === null || child.className === kind);
    let count = 0;
    for (let index = 0; index < children.length && index < 8; index++) if (alike(children[index])) count += 1;
    return count >= 3 ? alike : null;
  }

  /** The rows that an element listens for; also where it has but one or two. @param {Element} element @returns {((child: Element) => boolean) | null} */
  function servedRows(element) {
    const [first, second, ...others] = element.children;
    if (!first || others.length) return rowsOf(element);
    const tag = first.localName;
    const plain = ROW_TAGS.has(tag);
    if (pollex.INLINE.has(tag) || NO_ROWS.has(tag) || !(plain || second)) return null;
    const alike = (/** @type {Element} */ child) => child.localName === tag && (plain || child.className === first.className);
    return !second || alike(second) ? alike : null;
  }

  /** The elements that stand next to one, before and after it, as many on each side as are wanted. @param {Element} element @param {number} most @returns {Element[]} */
  function besides(element, most) {
    const found = [];
    for (let at = element.previousElementSibling; at && found.length < most; at = at.previousElementSibling) found.push(at);
    for (let at = element.nextElementSibling; at && found.length < 2 * most; at = at.nextElementSibling) found.push(at);
    return found;
  }

  Object.assign(pollex, { rowsOf, servedRows, besides });
})();
