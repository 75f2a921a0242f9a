/** Code as editors draw it: each line a box of its own, in letters of one width. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.isMonospaced) return;

  const UNSEEN = /[\u200b\u200e\u200f\u2060\ufeff]/g;

  /** Whether the words of an element are written in letters of one width. @param {Element} element */
  function isMonospaced(element) {
    return /\bmonospace\b/.test(getComputedStyle(element).fontFamily);
  }

  /** A line of code as it is, but for what nobody sees; nothing where it is several. @param {string} line @param {number} most */
  function codeLine(line, most) {
    const clean = line.replace(UNSEEN, "").replace(/\u00a0/g, " ").replace(/^[\r\n]+|\s+$/g, "");
    if (clean.includes("\n")) return null;
    return clean.length > most ? `${clean.slice(0, most - 1)}…` : clean;
  }

  /** Whether an editor draws code in several lines, so that these are told and not its value. @param {Element} element */
  function drawsCode(element) {
    return element.hasAttribute("contenteditable") && element.childElementCount > 1 && isMonospaced(element);
  }

  Object.assign(pollex, { isMonospaced, codeLine, drawsCode });
})();
