/**
 * What of an element is meant, so that it can be read again: text, after (what follows "Label:"), part:2 (between dots or
 * bars), clause:1 (the figure in "3 orders, sum €40"), value, state, alt, href, src, datetime.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.facetText) return;

  const PAIR = /^(\p{L}[^:\n]{0,38}?)\s*:\s+(\S.*)$/su;
  const SPLIT = /\s+[·•|]\s+/;
  const CLAUSES = /\s*[,;.]\s+/;
  const FIGURE = "[-−–+]?\\s?[\\p{Sc}]?\\s?[-−]?\\d[\\d.,\\u00a0\\u202f']*(?:\\s?(?:[\\p{Sc}%]|[A-Z]{3}))?";
  const LABELLED = new RegExp(`^(\\p{L}[\\p{L} -]{0,38}?):?\\s+(${FIGURE})$`, "u");
  const COUNTED = new RegExp(`^(${FIGURE})\\s+(\\p{L}[\\p{L} -]{0,38})$`, "u");
  const DELETED = new Set(["s", "del", "strike"]);

  /** The figures of a sentence, each with the words of its clause: "3 orders, sum €40" has orders 3 and sum €40. @param {string} text @returns {{label: string, figure: string}[]} */
  function clausesOf(text) {
    if (text.length > 200) return [];
    return text.replace(/[.,;]$/, "").split(CLAUSES).flatMap((clause) => {
      const labelled = LABELLED.exec(clause);
      if (labelled) return [{ label: labelled[1], figure: labelled[2] }];
      const counted = COUNTED.exec(clause);
      return counted ? [{ label: counted[2], figure: counted[1] }] : [];
    });
  }

  /** What a facet of an element says now. @param {Element} element @param {string} facet @returns {string | null} */
  function facetText(element, facet) {
    const control = /** @type {HTMLInputElement} */ (element);
    if (facet === "state") {
      if (control.type === "checkbox" || control.type === "radio") return control.checked ? "true" : "false";
      const said = element.getAttribute("aria-pressed") ?? element.getAttribute("aria-checked");
      return said === "true" || said === "false" ? said : null;
    }
    if (facet === "href" || facet === "src") return String(/** @type {any} */ (element)[facet] ?? "") || null;
    if (facet === "datetime") return element.getAttribute("datetime");
    if (facet === "alt") return pollex.saidOf(element)?.trim() || null;
    if (facet === "value" && pollex.isSecret(element)) return null;
    if (facet === "value") return !("value" in control) || element instanceof HTMLSelectElement ? pollex.valueOf(element) : control.value.trim();
    const text = pollex.shownText(element, DELETED.has(element.localName));
    if (facet === "after") return PAIR.exec(text)?.[2] ?? null;
    if (facet.startsWith("clause:")) return clausesOf(text)[Number(facet.slice(7))]?.figure ?? null;
    if (!facet.startsWith("part:")) return text;
    const part = text.split(SPLIT)[Number(facet.slice(5))];
    return part === undefined ? null : (PAIR.exec(part)?.[2] ?? part);
  }

  /** What elements say now, each `[number, facet]`; null where one is gone or cannot be seen. @param {[number, string][]} places */
  function readAgain(places) {
    return places.map(([number, facet]) => {
      const element = pollex.elementOf(number);
      return element && pollex.isRead(element) && pollex.speaks(element) ? facetText(element, facet) : null;
    });
  }

  Object.assign(pollex, { facetText, clausesOf, readAgain, PAIR, SPLIT, DELETED });
})();
