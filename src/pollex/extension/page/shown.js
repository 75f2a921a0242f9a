/**
 * What of a page is read: nothing hidden, no words for screen readers only, nothing that styles write.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.shownText) return;

  const SILENT = new Set(["script", "style", "noscript", "template", "head", "datalist", "canvas", "object", "embed", "video", "audio", "map", "link", "meta", "title", "option"]);
  const FIELDS = new Set(["input", "select", "textarea"]);
  const SPACES = /[\s\u00ad\u200b\u200e\u200f\u2060\ufeff]+/g;

  /** Whether what is inside an element is meant for eyes. @param {Element} element */
  function isRead(element) {
    if (SILENT.has(element.localName) || !pollex.isDrawn(element)) return false;
    if (element.getAttribute("aria-hidden") === "true" && element.querySelector("h1, h2, p, table, li") === null) return false;
    return NEVER_CLIPPED.has(element.localName) || !isClipped(element) || standsFor(element);
  }

  /** A question that would cost much on large tables. */
  const NEVER_CLIPPED = new Set(["body", "main", "table", "tbody", "td", "tr", "li", "ol", "ul"]);

  /** Whether an element is there for screen readers only: a box of a pixel, or far off to the left. @param {Element} element */
  function isClipped(element) {
    const box = element.getBoundingClientRect();
    if (box.width > 1 || box.height > 1) return box.right + scrollX < -500;
    return element.firstChild !== null && getComputedStyle(element).overflow !== "visible";
  }

  /** Whether words for screen readers say what a drawing beside them shows. @param {Element} element */
  function standsFor(element) {
    const beside = element.nextElementSibling ?? element.previousElementSibling;
    return beside?.getAttribute("aria-hidden") === "true" && /\S/.test(beside.textContent ?? "");
  }

  /** Whether text directly in an element can be seen. @param {Element} element */
  function speaks(element) {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || getComputedStyle(element).display === "contents";
  }

  /** Whether an element and all around it are meant for eyes. @param {Element} element */
  function isReadWithin(element) {
    for (let at = element; at; at = pollex.parentOf(at)) if (!isRead(at)) return false;
    return true;
  }

  /** What a picture or a wordless element says of itself. @param {Element} element @returns {string | null} */
  function saidOf(element) {
    const tag = element.localName;
    if (tag === "img" || tag === "svg" || element.getAttribute("role") === "img") {
      return element.getAttribute("aria-label") || element.getAttribute("alt") || (tag === "svg" ? element.querySelector("title")?.textContent : "") || "";
    }
    if (element.firstChild === null && !FIELDS.has(tag) && pollex.rootOf(element) === null) return element.getAttribute("aria-label");
    return null;
  }

  /**
   * All text that can be seen inside, in one line; fields by what they hold. @param {Element} element
   * @param {boolean} [deleted] with what is crossed out, and with pictures and buttons among words @param {boolean} [marked] with the marks of footnotes
   */
  function shownText(element, deleted = true, marked = true) {
    /** @type {string[]} */
    const parts = [];
    /** Pictures and buttons, which only count as words where everything is told, or where there are no others. @type {string[]} */
    const pictures = deleted ? parts : [];
    if (isRead(element)) gather(element);
    return parts.join("").replace(SPACES, " ").trim() || pictures.join("").replace(SPACES, " ").trim();

    /** @param {Element} at */
    function gather(at) {
      const said = saidOf(at) ?? (!deleted && at.localName === "button" ? at.textContent : null);
      if (said !== null) return void pictures.push(` ${said} `);
      if (FIELDS.has(at.localName)) return void parts.push(` ${pollex.valueOf(at) ?? ""} `);
      /** @type {boolean | undefined} */
      let heard;
      for (const child of pollex.childrenOf(at)) {
        if (child.nodeType === Node.TEXT_NODE) {
          heard ??= speaks(at);
          if (heard) parts.push(/** @type {Text} */ (child).data);
        } else if (child instanceof Element && (deleted || !DELETED.has(child.localName)) && isRead(child)) {
          if (!marked && child.localName === "sup" && FIGURES.test(child.textContent ?? "")) {
            if (isMark(child.textContent ?? "", parts.join(""))) continue;
            if (/\d\s*$/.test(parts.join(""))) parts.push(" "); // what is raised is no further digit of it
          }
          const apart = child.localName === "br" || !pollex.INLINE.has(child.localName) || getComputedStyle(child).display !== "inline";
          if (apart) parts.push(" ");
          gather(child);
          if (apart) parts.push(" ");
        }
      }
      return undefined;
    }
  }

  const DELETED = new Set(["s", "del", "strike"]);
  const FIGURES = /^\s*[[(]?(?:\d{1,2}|[*†‡§])[\])]?\s*$/;

  /** Whether figures that are raised point at a footnote: behind a whole word or number, not behind a unit or a decimal mark. @param {string} figures @param {string} before */
  function isMark(figures, before) {
    return /[[*†‡§]/.test(figures) || (figures.trim().length === 1 && /(?:[\p{L})]{3}|\d)\s*$/u.test(before) && !/(?<!\d)10$/.test(before));
  }

  Object.assign(pollex, { shownText, isRead, isReadWithin, speaks, saidOf, SILENT, FIELDS, SPACES });
})();
