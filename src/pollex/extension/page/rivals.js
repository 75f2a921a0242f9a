/** The elements of this document that may be one of which something is known: few enough to be written down and compared. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.rivals) return;

  const { everywhere, quickName, isInteractive } = pollex;
  const SOURCES = "a, area, button, input, select, textarea, summary, label, [role], [tabindex], [onclick], [contenteditable], [draggable]";
  /** Nothing behind one of these can be acted on. */
  const MODAL = "dialog:modal, [aria-modal=true]";
  const PLAIN = new Set(["div", "span", "html", "body"]);
  const NEAR = 400;
  const WORD = /[\p{L}\p{N}]+/gu;

  /** @typedef {Record<string, any>} Known an element's evidence */

  /** @param {string | null | undefined} text */
  const wordsIn = (text) => new Set((text ?? "").toLowerCase().match(WORD) ?? []);

  /** How much of the words of one text another has. @param {Set<string>} wanted @param {Set<string>} found */
  function shared(wanted, found) {
    let count = 0;
    for (const word of wanted) if (found.has(word)) count += 1;
    return wanted.size ? count / wanted.size : 0;
  }

  /** Quick looks at elements, to leave out those that are surely something else. */
  class Sieve {
    /** @param {Known} known */
    constructor(known) {
      this.known = known;
      this.words = wordsIn(known.name ?? known.text);
      this.near = (known.neighbours ?? []).map((/** @type {string} */ text) => pollex.tidy(text, 60).toLowerCase());
    }

    /** @param {Element} element */
    first(element) {
      const { known } = this;
      const role = pollex.roleOf(element);
      let sum = role === known.role ? 2 : 0;
      if (element.localName === known.tag) sum += 1;
      sum += 4 * shared(this.words, wordsIn(quickName(element, role)));
      if (known.test_id && pollex.testIdOf(element) === known.test_id) sum += 5;
      if (known.id && element.id === known.id) sum += 3;
      if (known.field && pollex.fieldOf(element) === known.field) sum += 4;
      if (known.type && pollex.typeOf(element) === known.type) sum += 1;
      if (known.form && pollex.formOf(element) === known.form) sum += 2;
      if (known.href && element.getAttribute("href") === known.href) sum += 4;
      return sum;
    }

    /** @param {Element} element */
    second(element) {
      if (!this.near.length) return 0;
      const near = new Set(pollex.allNeighboursOf(element).map((/** @type {string} */ text) => text.toLowerCase()));
      return (4 * this.near.filter((/** @type {string} */ text) => near.has(text)).length) / this.near.length;
    }
  }

  /** @param {Element} element @param {Known} known */
  function mayBeIt(element, known) {
    if (element.localName === "label") return known.tag === "label";
    const same = element.localName === known.tag && !PLAIN.has(element.localName);
    return (same || pollex.roleOf(element) === known.role || isInteractive(element)) && pollex.reachable(element) !== null;
  }

  /** @template T @param {[number, T][]} weighed @param {number} most */
  function best(weighed, most) {
    return weighed.sort(([one], [other]) => other - one).slice(0, most);
  }

  /** The numbers of the elements that are likest to what is known, likest first. @param {Known} known @param {number} most */
  function rivals(known, most) {
    const sieve = new Sieve(known);
    const sources = /^[a-z][\w-]*$/.test(known.tag ?? "") ? `${SOURCES}, ${known.tag}` : SOURCES;
    const open = [...document.querySelectorAll(MODAL)].filter((dialog) => dialog.checkVisibility()).at(-1);
    const within = (/** @type {Element} */ element) => !open || pollex.holds(open, element);
    const fitting = everywhere(sources).filter(within).map((/** @type {Element} */ element) => /** @type {[number, Element]} */ ([sieve.first(element), element]));
    const seen = best(fitting, fitting.length).filter(([sum]) => sum > 0);
    /** @type {[number, Element][]} */
    const near = [];
    for (const [sum, element] of seen) {
      if (near.length >= NEAR) break;
      if (mayBeIt(element, known)) near.push([sum + sieve.second(element), element]);
    }
    return best(near, most).map(([, element]) => pollex.numberOf(element));
  }

  Object.assign(pollex, { rivals });
})();
