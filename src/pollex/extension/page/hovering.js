/** Controls that cannot be seen until the pointer is over what they are in. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.hoverable) return;

  const MOST_RULES = 5_000;
  const HOVER = /:(?:hover|focus-within)\b/g;
  /** By style sheet: how many rules it had, and what is over the elements that it shows when the pointer is there. @type {WeakMap<CSSStyleSheet, [number, string[]]>} */
  const known = new WeakMap();

  /** The box of an element that nothing but the pointer's absence hides, by its opacity. @param {Element} element @returns {{box: DOMRect, by: Element} | null} */
  function hoverable(element) {
    const box = pollex.boxOf(element);
    if (box.width <= 1 || box.height <= 1 || !element.checkVisibility({ visibilityProperty: true }) || element.checkVisibility({ opacityProperty: true })) return null;
    const rules = shownByHover(element.getRootNode());
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      if (getComputedStyle(at).opacity !== "0") continue;
      const hidden = at;
      return rules.some((rule) => hidden.matches(rule)) ? { box, by: element } : null;
    }
    return null;
  }

  /** What would be shown under the pointer, as selectors of a document that the pointer is all over. @param {Node} root @returns {string[]} */
  function shownByHover(root) {
    const sheets = root instanceof Document || root instanceof ShadowRoot ? [...root.styleSheets, ...root.adoptedStyleSheets] : [];
    return sheets.flatMap((sheet) => {
      try {
        const count = sheet.cssRules.length;
        const before = known.get(sheet);
        if (before?.[0] === count) return before[1];
        const found = [...sheet.cssRules].slice(0, MOST_RULES).flatMap(shownBy);
        known.set(sheet, [count, found]);
        return found;
      } catch {
        return []; // of another origin: it is not to be read
      }
    });
  }

  /** @param {CSSRule} rule @returns {string[]} */
  function shownBy(rule) {
    if (rule instanceof CSSMediaRule) return [...rule.cssRules].slice(0, MOST_RULES).flatMap(shownBy);
    if (!(rule instanceof CSSStyleRule) || !rule.selectorText.includes(":hover")) return [];
    return Number(rule.style.opacity || 0) > 0 ? [rule.selectorText.replace(HOVER, ":is(*)")] : [];
  }

  Object.assign(pollex, { hoverable });
})();
