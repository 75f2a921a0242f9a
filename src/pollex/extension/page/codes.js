/** Fields for codes that are sent to a person: one for the whole code, or a box for each character. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.boxesOf) return;

  const SAID = 'input[autocomplete~="one-time-code" i], input[autocomplete~="cc-csc" i]';
  /** How many boxes a code has. */
  const LEAST = 4;
  const MOST = 10;

  /** @param {Element} element */
  function isBox(element) {
    return element instanceof HTMLInputElement && element.maxLength === 1 && element.type !== "hidden" && element.checkVisibility();
  }

  /** The boxes of one character each that an element is one of; nothing where it is none of several. @param {Element} element @returns {HTMLInputElement[]} */
  function boxesOf(element) {
    if (!isBox(element)) return [];
    for (let at = pollex.parentOf(element); at; at = pollex.parentOf(at)) {
      const boxes = [...at.querySelectorAll("input")].filter(isBox);
      if (boxes.length > 1) return boxes;
    }
    return [];
  }

  /** Whether a field is for a code, or for a character of it. @param {Element} element */
  function isCode(element) {
    const count = boxesOf(element).length;
    return element.matches(SAID) || (count >= LEAST && count <= MOST);
  }

  /** The field that has the whole of what is typed into an element: of a code in boxes that is the first one. @param {Element} element */
  function wholeField(element) {
    return isCode(element) ? (boxesOf(element)[0] ?? element) : element;
  }

  /** The whole of what is typed where an element is. @param {Element} element @returns {string} */
  function wholeText(element) {
    const boxes = boxesOf(element);
    return boxes.length ? boxes.map(({ value }) => value).join("") : (/** @type {any} */ (element).value ?? element.textContent ?? "");
  }

  Object.assign(pollex, { boxesOf, isCode, wholeField, wholeText });
})();
