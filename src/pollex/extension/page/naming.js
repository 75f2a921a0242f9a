/** By which words elements can be asked for: labels, placeholders, test ids; and which there are, for a caller who missed. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.wordsFor) return;

  const { everywhere, withRole, quickName, isSilent, tidy } = pollex;
  const SUGGESTIONS = 500;
  const ASKED = 2_000;
  const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];
  const LABELLED = "input, textarea, select, button, meter, output, progress, [aria-label], [aria-labelledby]";
  const PROMPTED = "[placeholder], [aria-placeholder]";

  /** @param {Element} element */
  const labelsOf = (element) => [pollex.labelOf(element), element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") ? pollex.nameOf(element) : null];
  /** @param {Element} element */
  const placeholdersOf = (element) => [element.getAttribute("placeholder"), element.getAttribute("aria-placeholder")];

  /** Gathers words of elements that can be seen: enough to suggest from, without asking every element of a large page. */
  class Gathering {
    constructor() {
      /** @type {Set<string>} */
      this.found = new Set();
      this.left = ASKED;
    }

    /** @param {Iterable<Element>} elements @param {(element: Element) => (string | null | undefined)[]} wordsOf */
    take(elements, wordsOf) {
      for (const element of elements) {
        if (this.found.size >= SUGGESTIONS || this.left <= 0) return;
        if (element.firstElementChild === null && this.found.has(tidy(element.textContent, 60))) continue;
        this.left -= 1;
        const words = wordsOf(element).map((text) => tidy(text, 60)).filter((text) => text && !this.found.has(text));
        if (words.length && pollex.reachable(element)) for (const text of words) this.found.add(text);
      }
    }
  }

  /** Words by which elements of the page could be found, for a caller who missed. @param {string} kind @param {any} value @returns {string[]} */
  function wordsFor(kind, value) {
    const words = new Gathering();
    const nameOf = (/** @type {Element} */ element) => [quickName(element, pollex.roleOf(element))];
    if (kind === "testid") words.take(everywhere(TEST_IDS.map((attribute) => `[${attribute}]`).join()), (element) => [testIdOf(element)]);
    if (kind === "label") words.take(everywhere(LABELLED), labelsOf);
    if (kind === "placeholder") words.take(everywhere(PROMPTED), placeholdersOf);
    if (kind === "role") words.take(withRole(value.toLowerCase()), nameOf);
    if (kind === "text") {
      words.take(everywhere("a, button, summary, label, h1, h2, h3, h4, [role], [aria-label], input"), nameOf);
      words.left = ASKED;
      words.take(everywhere("body *"), (element) => (isSilent(element) || element.firstElementChild ? [] : [element.textContent]));
    }
    return [...words.found];
  }

  /** @param {Element} element @returns {string | null} */
  function testIdOf(element) {
    for (const attribute of TEST_IDS) if (element.hasAttribute(attribute)) return element.getAttribute(attribute);
    return null;
  }

  Object.assign(pollex, { wordsFor, testIdOf, labelsOf, placeholdersOf, TEST_IDS, LABELLED, PROMPTED });
})();
