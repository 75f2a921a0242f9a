/** What a control is called by itself: without the letters of icon fonts, counters, the controls inside it and what nobody sees. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.ownWords) return;

  const ICONS = /icon|symbol|glyph|awesome/i;
  const COUNTER = /^[\s(]*\d[\d.,]*\+?[\s)]*$/;

  /** The words of elements themselves; null where one is gone. @param {number[]} numbers @returns {(string | null)[]} */
  function ownWords(numbers) {
    return numbers.map((number) => {
      const element = pollex.elementOf(number);
      return element && pollex.tidy([...wordsIn(element)].join(" "));
    });
  }

  /** @param {Element} around @returns {Generator<string>} */
  function* wordsIn(around) {
    const style = getComputedStyle(around);
    if (style.opacity === "0" || style.visibility === "hidden" || drawsIcons(around)) return;
    const isEmptied = around.getAttribute("aria-hidden") === "true" || COUNTER.test(around.textContent ?? "");
    for (const child of isEmptied ? [] : pollex.childrenOf(around)) {
      if (child.nodeType === Node.TEXT_NODE) yield child.data;
      else if (child instanceof Element && pollex.isDrawn(child) && !pollex.isControl(child)) yield* wordsIn(child);
    }
  }

  /** Whether the letters of an element are drawn as icons. @param {Element} element */
  function drawsIcons(element) {
    return ICONS.test(getComputedStyle(element).fontFamily);
  }

  Object.assign(pollex, { ownWords, drawsIcons });
})();
