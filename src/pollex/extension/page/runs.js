/** Runs: words of a page without a break between them, as they would be read, with the nodes they come from. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.runs) return;

  const { saidOf, SILENT, FIELDS, SPACES } = pollex;
  /** What says something that is not in its text: fields, pictures, elements with a label only. */
  const TELLING = "input, select, textarea, img, svg, [role=img], [aria-label]:empty";
  const PLAIN = /[^\S ]|\u00ad|[\u200b\u200e\u200f\u2060\ufeff]| {2}/;

  /** @typedef {{text: string, nodes: {at: number, node: Node}[]}} Run */

  /**
   * Tells each run below an element; parts of the page whose text has not all of the words are passed over.
   * @param {Element} start @param {string[]} words in lower case @param {(run: Run) => void} tell
   */
  function runs(start, words, tell) {
    const telling = tellers(start);
    let text = "";
    /** @type {{at: number, node: Node}[]} */
    let nodes = [];
    walk(start);
    flush();

    /** @param {Element} element */
    function walk(element) {
      const tag = element.localName;
      if (SILENT.has(tag)) return;
      const apart = !pollex.INLINE.has(tag);
      if (apart) flush();
      if (apart && !telling.has(element) && !isLone(element) && !hasWords(element.textContent ?? "", words)) return;
      const said = FIELDS.has(tag) ? pollex.valueOf(element) : saidOf(element);
      if (said !== null && said !== undefined) add(said, element);
      else inside(element);
      if (apart) flush();
    }

    /** @param {Element} element */
    function inside(element) {
      if (pollex.rootOf(element) || element.localName === "slot") for (const child of pollex.childrenOf(element)) visit(child);
      else for (let child = element.firstChild; child; child = child.nextSibling) visit(child);
    }

    /** @param {Node} node */
    function visit(node) {
      if (node.nodeType === Node.TEXT_NODE) add(/** @type {Text} */ (node).data, node);
      else if (node.nodeType === Node.ELEMENT_NODE) walk(/** @type {Element} */ (node));
    }

    /** @param {string} data @param {Node} node */
    function add(data, node) {
      let clean = PLAIN.test(data) ? data.replace(SPACES, " ") : data;
      if (text === "" || text.endsWith(" ")) clean = clean.trimStart();
      if (!clean) return;
      nodes.push({ at: text.length, node });
      text += clean;
    }

    function flush() {
      if (text) tell({ text, nodes });
      text = "";
      nodes = [];
    }
  }

  /** @param {string} text @param {string[]} words */
  function hasWords(text, words) {
    const folded = text.toLowerCase();
    return words.every((word) => folded.includes(word));
  }

  /** An only child has the text of its parent, which was asked already. @param {Element} element */
  function isLone(element) {
    return element.nextElementSibling === null && element.previousElementSibling === null;
  }

  /** All elements that hold something that is read but not in their text. @param {Element} start */
  function tellers(start) {
    /** @type {Set<Element>} */
    const found = new Set();
    const roots = pollex.allRoots();
    const hosts = roots.slice(1).map((/** @type {ShadowRoot} */ root) => root.host);
    for (const element of [...pollex.everywhere(TELLING, roots), ...hosts]) {
      for (let at = element; at && at !== start && !found.has(at); at = pollex.parentOf(at)) found.add(at);
    }
    return found.add(start);
  }

  Object.assign(pollex, { runs });
})();
