/** Words in the texts of elements: as a part or as the whole, in any case, with any spaces between them. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.wordsOf) return;

  const SILENT = new Set(["script", "style", "noscript", "template", "head", "textarea"]);
  const SILENT_CSS = [...SILENT].join();
  const GAP = "[\\s\\u00ad\\u200b\\u200e\\u200f\\u2060\\ufeff]";
  const GAPS = new RegExp(`${GAP}+`);

  /** Patterns for words as a part and as the whole of a text, and for each of them; spaces may be of any kind, or a new line, or none. @param {string} said @param {boolean} exact */
  function wordsOf(said, exact) {
    const words = said.replace(/(?<=\S)…\s*$/, "").split(GAPS).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    const pattern = words.join(`${GAP}*`);
    const flags = exact ? "u" : "iu";
    const whole = new RegExp(`^${GAP}*${pattern}${GAP}*$`, flags);
    const within = new RegExp(pattern, flags);
    return { part: exact ? whole : within, whole, within, each: words.map((word) => new RegExp(word, flags)) };
  }

  /** @param {Element} element @param {RegExp} words @param {boolean} deep */
  function says(element, words, deep) {
    if (!words.test(element.textContent ?? "")) return deep && words.test(rawText(element));
    return element.firstElementChild === null || element.querySelector(SILENT_CSS) === null || words.test(rawText(element));
  }

  /** All text inside but that of scripts and styles; with `shown`, only what is drawn. @param {Element} element @param {boolean} [shown] */
  function rawText(element, shown = false) {
    if (element.firstElementChild === null && !pollex.rootOf(element)) return element.textContent ?? "";
    let text = "";
    gather(element);
    return text;

    /** @param {Element | ShadowRoot} at */
    function gather(at) {
      for (const child of (at instanceof Element && pollex.rootOf(at)?.childNodes) || at.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) text += /** @type {Text} */ (child).data;
        else if (child instanceof HTMLSlotElement) for (const given of child.assignedNodes()) text += given.textContent;
        else if (child instanceof Element && !SILENT.has(child.localName) && (!shown || pollex.isDrawn(child))) gather(child);
      }
    }
  }

  /** The smallest elements with a text; above a text that is in one of them, nothing counts. @param {Element | ShadowRoot} at @param {RegExp} words @param {Element[]} found @returns {boolean} */
  function smallest(at, words, found) {
    let inner = false;
    for (let child = at.firstElementChild; child; child = child.nextElementSibling) {
      if (SILENT.has(child.localName) || !words.test(child.textContent ?? "")) continue;
      inner = smallest(child, words, found) || inner;
    }
    if (inner || !(at instanceof Element)) return inner;
    if (at.firstElementChild !== null && !says(at, words, false)) return false;
    found.push(at);
    return true;
  }

  /** Every element that has the words anywhere inside, in the order of the page. @param {Element | ShadowRoot | Document} at @param {RegExp} words @param {Element[]} [found] @returns {Element[]} */
  function holders(at, words, found = []) {
    for (let child = at.firstElementChild; child; child = child.nextElementSibling) {
      if (!words.test(child.textContent ?? "")) continue;
      found.push(child);
      if (child.firstElementChild !== null) holders(child, words, found);
    }
    return found;
  }

  Object.assign(pollex, { isSilent: (/** @type {Element} */ element) => SILENT.has(element.localName), wordsOf, says, rawText, smallest, holders });
})();
