/** Keeps what must not be seen out of pictures, for the instant in which one is taken. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.conceal) return;

  const PROPERTY = "-webkit-text-security";
  /** Elements and the style they had before. @type {Map<HTMLElement, string>} */
  const before = new Map();

  /** Show dots instead of text in these elements and in all passwords. @param {number[]} numbers */
  function conceal(numbers) {
    const elements = [...numbers.map(pollex.elementOf), ...document.querySelectorAll("input[type=password]")];
    for (const element of elements) {
      if (!(element instanceof HTMLElement) || before.has(element)) continue;
      before.set(element, element.style.getPropertyValue(PROPERTY));
      element.style.setProperty(PROPERTY, "disc", "important");
    }
  }

  function reveal() {
    for (const [element, style] of before) {
      if (style) element.style.setProperty(PROPERTY, style);
      else element.style.removeProperty(PROPERTY);
      if (element.getAttribute("style") === "") element.removeAttribute("style");
    }
    before.clear();
  }

  Object.assign(pollex, { conceal, reveal });
})();
