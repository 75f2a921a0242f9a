/**
 * Numbers for elements. A number belongs to its element while that lives; nothing is written into the page.
 * All scripts of this folder share the object `pollex` of their own world, which the page cannot see.
 */
"use strict";
(() => {
  if (globalThis.pollex) return;

  /** @type {WeakMap<Node, number>} */
  const numbers = new WeakMap();
  /** @type {Map<number, WeakRef<Node>>} */
  const nodes = new Map();
  let last = 0;

  /** The number of a node, given at first sight. @param {Node} node */
  function numberOf(node) {
    let number = numbers.get(node);
    if (number === undefined) {
      number = ++last;
      numbers.set(node, number);
      nodes.set(number, new WeakRef(node));
    }
    return number;
  }

  /** The element of a number, if it is still in the document. @param {number} number @returns {Element | null} */
  function elementOf(number) {
    const node = nodes.get(number)?.deref();
    if (node === undefined) nodes.delete(number);
    return node instanceof Element && node.isConnected ? node : null;
  }

  globalThis.pollex = { numberOf, elementOf, known: (/** @type {Node} */ node) => numbers.get(node) };
})();
