/**  * CSS with `:has-text()`, through all shadow roots: combinators lead from a host into its root, as `parent > child` does. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.cssAll) return;

  const { above, allRoots, holders, says, wordsOf } = pollex;
  const CLOSING = /** @type {Record<string, string>} */ ({ "(": ")", "[": "]" });
  const NESTED = /:(has-text|not|is|where|has)$/;

  /** @typedef {{combinator: string, deep: boolean, native: string, words: RegExp[], nested: [string, Step[][]][]}} Step */
  /** @typedef {Document | ShadowRoot} Root */

  /** Where what begins at a place ends: a letter, an escape, a quoted text, a bracket with all inside. @param {string} text @param {number} at @returns {number} */
  function endOf(text, at) {
    const first = text[at];
    if (first === "\\") return at + 2;
    const quoted = first === '"' || first === "'";
    const close = quoted ? first : CLOSING[first];
    if (!close) return at + 1;
    for (at += 1; at < text.length && text[at] !== close; ) at = quoted ? at + (text[at] === "\\" ? 2 : 1) : endOf(text, at);
    return at + 1;
  }

  /** A selector as alternatives of steps. @param {string} text @param {boolean} deep there are shadow roots to look into @returns {Step[][]} */
  function read(text, deep) {
    /** @type {Step[][]} */
    const alternatives = [[]];
    let combinator = "";
    /** @type {Step | null} */
    let step = null;
    for (let at = 0, end; at < text.length; at = end) {
      end = endOf(text, at);
      const piece = text.slice(at, end);
      if (piece === ",") {
        alternatives.push([]);
        [step, combinator] = [null, ""];
      } else if (/^[\s>+~]$/.test(piece)) {
        combinator = piece.trim() || combinator || (step ? " " : "");
        step = null;
      } else {
        if (!step) alternatives[alternatives.length - 1].push((step = { combinator, deep, native: "", words: [], nested: [] }));
        combinator = "";
        add(step, piece);
      }
    }
    return alternatives;
  }

  /** @param {Step} step @param {string} piece */
  function add(step, piece) {
    const name = piece[0] === "(" ? NESTED.exec(step.native)?.[1] : undefined;
    const inner = piece.slice(1, -1).trim();
    if (name === undefined || (name !== "has-text" && !inner.includes(":has-text("))) {
      step.native += piece;
      return;
    }
    step.native = step.native.slice(0, -name.length - 1);
    if (name === "has-text") step.words.push(wordsOf(/^["']/.test(inner) ? inner.slice(1, -1).replace(/\\(.)/gs, "$1") : inner, false).part);
    else step.nested.push([name, read(inner, step.deep)]);
  }

  /** @param {Element} element @param {Step} step @returns {boolean} */
  function fits(element, step) {
    if (step.native && !element.matches(step.native)) return false;
    if (!step.words.every((words) => says(element, words, step.deep))) return false;
    return step.nested.every(([name, inner]) => {
      if (name === "has") return [...element.querySelectorAll("*")].some((below) => inner.some((steps) => leads(below, steps, steps.length - 1, element)));
      return inner.some((steps) => leads(element, steps, steps.length - 1)) === (name !== "not");
    });
  }

  /** Whether an element fits the steps up to one of them, counted from the right; the first may start at a scope. @param {Element} element @param {Step[]} steps @param {number} at @param {Element} [scope] @returns {boolean} */
  function leads(element, steps, at, scope) {
    if (at < 0) return element === scope;
    if (!steps[at] || !fits(element, steps[at])) return false;
    const { combinator } = steps[at];
    if (at === 0 && !combinator) return true;
    if (combinator === "+" || combinator === "~") {
      for (let side = element.previousElementSibling; side; side = side.previousElementSibling) {
        if (leads(side, steps, at - 1, scope)) return true;
        if (combinator === "+") return false;
      }
      return false;
    }
    for (let up = above(element); up; up = above(up)) {
      if (leads(up, steps, at - 1, scope)) return true;
      if (combinator === ">") return false;
    }
    return false;
  }

  /** @param {string} css @param {Root[]} [within] @returns {Element[]} */
  function cssAll(css, within = allRoots()) {
    const worded = css.includes(":has-text(");
    if (!worded && within.length === 1) return [...document.querySelectorAll(css)];
    if (!worded) document.querySelector(css); // throws where the selector is wrong as a whole
    /** @type {Set<Element>} */
    const found = new Set();
    for (const steps of read(css, within.length > 1)) {
      const last = steps[steps.length - 1];
      if (!last) throw new DOMException(`'${css}' is not a valid selector.`, "SyntaxError");
      for (const root of within) {
        const fitting = candidates(root, last).filter((element) => leads(element, steps, steps.length - 1));
        for (const element of last.words.length ? innermost(fitting) : fitting) found.add(element);
      }
    }
    return [...found];
  }

  /** The elements that may fit a step; where there are no shadow roots, words say where to look. @param {Root} root @param {Step} step @returns {Element[]} */
  function candidates(root, step) {
    if (step.deep || !step.words.length) return [...root.querySelectorAll(step.native || "*")];
    if (step.native) document.querySelector(step.native); // throws where it is wrong
    return holders(root, step.words[0]);
  }

  /** Without those that hold another one. @param {Element[]} elements in the order of the page */
  function innermost(elements) {
    return elements.filter((element, place) => place + 1 === elements.length || !element.contains(elements[place + 1]));
  }

  Object.assign(pollex, { cssAll });
})();
