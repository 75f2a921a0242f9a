/**
 * What of an element is meant, so that it can be read again: text, own (without what is inside), after (what follows "Label:"), part:2 (between dots or
 * bars), clause:1 (the figure in "3 orders, sum €40"), value, state, alt, href, src, datetime.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.facetText) return;

  const PAIR = /^(\p{L}[^:\n]{0,38}?)\s*:\s+(\S.*)$/su;
  const SPLIT = /\s+[·•|]\s+/;
  const CLAUSES = /\s*(?:[,;·•|()]|(?<!\b(?:no|nr|num|art|tel))\.)\s+|\s*[()]/iu;
  const FIGURE = "[-−–+]?\\s?[\\p{Sc}]?\\s?[-−]?\\d[\\d.,\\u00a0\\u202f']*(?:\\s?(?:[\\p{Sc}%]|[A-Z]{3}))?";
  const LABELLED = new RegExp(`^(\\p{L}[\\p{L} -]{0,38}?):?\\s+(${FIGURE})$`, "u");
  const COUNTED = new RegExp(`^(${FIGURE})\\s+(\\p{L}[\\p{L} -]{0,38})$`, "u");
  const CODED = /^(\p{L}[\p{L} .-]{0,38}?):?\s+((?:[A-Z]{1,4}\s?)?[A-Z]?\d[\dA-Z/:-]*(?:\s[\dA-Z/-]*\d[\dA-Z/-]*|\s[A-Z]{4}(?=\s\d))*|[A-Z]+-[\dA-Z-]*\d[\dA-Z-]*)$/u;
  const DATED = /^(\p{L}+(?: \p{L}+){0,2}):?\s+(\p{L}{3,9}\.? \d{1,2}, \d{4}|\d{1,2}\.? \p{L}{3,9}\.?,? \d{4}|\d{4}-\d\d-\d\d)$/u;
  const DELETED = new Set(["s", "del", "strike"]);

  /** The figures of a sentence, each with the words of its clause: "3 orders, sum €40" has orders 3 and sum €40. @param {string} text @returns {{label: string, figure: string}[]} */
  function clausesOf(text) {
    if (text.length > 200) return [];
    return text.replace(/[.,;]$/, "").split(CLAUSES).flatMap((clause) => {
      const labelled = LABELLED.exec(clause) ?? CODED.exec(clause);
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
    if (facet === "own") return ownText(element);
    if (facet === "hint") return hintOf(element);
    const text = pollex.shownText(element, DELETED.has(element.localName), false);
    if (facet === "after") return labelledIn(text)?.[2] ?? null;
    if (facet.startsWith("line:")) return lineOf(element, facet)?.text ?? null;
    if (facet.startsWith("clause:")) return clausesOf(text)[Number(facet.slice(7))]?.figure ?? null;
    if (!facet.startsWith("part:")) return text;
    const part = text.split(SPLIT)[Number(facet.slice(5))];
    return part === undefined ? null : (pairOf(part)?.[2] ?? part);
  }

  /** A label and all that follows it: "Fax: 12", or where it says nothing else, "Added 3 May 2026". @param {string} text */
  function labelledIn(text) {
    return PAIR.exec(text) ?? (SPLIT.test(text) ? null : DATED.exec(text));
  }

  /** A label and its value: "Fax: 12", "Item no. HK-22", "Added 3 May 2026". @param {string} text */
  function pairOf(text) {
    return PAIR.exec(text) ?? DATED.exec(text) ?? CODED.exec(text);
  }

  /** The lines that an element breaks its own words into, without what is inside. @param {Element} element @returns {string[]} */
  function linesOf(element) {
    if (![...element.children].some((child) => child.localName === "br")) return [];
    return [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => pollex.tidy(/** @type {Text} */ (node).data, 200)).filter(Boolean);
  }

  /** What a line says, apart from its label. @param {Element} element @param {string} facet `line:1` @returns {{text: string, label: string} | null} */
  function lineOf(element, facet) {
    const line = linesOf(element)[Number(facet.slice(5))];
    if (line === undefined) return null;
    const pair = pairOf(line);
    return pair ? { text: pair[2], label: pair[1] } : { text: line, label: "" };
  }

  /** What an element without a word says to those who point at it or cannot see it: of stars, of a dot. @param {Element} element */
  function hintOf(element) {
    const hint = element.getAttribute("aria-label") || element.getAttribute("title");
    return hint && !/[\p{L}\d]/u.test(element.textContent ?? "") && pollex.saidOf(element) === null ? pollex.tidy(hint, 100) : null;
  }

  /** What an element says without those inside it. @param {Element} element */
  function ownText(element) {
    return pollex.tidy([...element.childNodes].map((node) => (node instanceof Element ? " " : (node.nodeValue ?? ""))).join(" "), 300);
  }

  /** What elements say now, each `[number, facet]`; null where one is gone or cannot be seen. @param {[number, string][]} places */
  function readAgain(places) {
    return places.map(([number, facet]) => {
      const element = pollex.elementOf(number);
      return element && pollex.isRead(element) && pollex.speaks(element) ? facetText(element, facet) : null;
    });
  }

  Object.assign(pollex, { facetText, hintOf, ownText, linesOf, lineOf, pairOf, clausesOf, readAgain, labelledIn, SPLIT, DELETED });
})();
