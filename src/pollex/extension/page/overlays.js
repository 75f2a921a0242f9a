/** What lies over the rows of a grid without being in one: an event over its hour and day, a bar over its task. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Overlays) return;

  const ROWS = ":not(thead) > tr, [role=row]:not(:has(> [role=columnheader]))";
  const HEADS = ":is(th, [role=columnheader]):not(:has(th, [role=columnheader]))";
  /** What comes up over a page and belongs to none of its rows. */
  const POPUPS = "dialog, menu, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip], [role=alert], [role=status]";
  const CONTROLS = "a[href], button, input, select, textarea, [role=option], [role=menuitem]";
  /** Controls in an overlay, steps up to what is placed, to what has the rows and to what has the heads, and rows in which a label is looked for. */
  const [MOST_CONTROLS, WRAPPED, LEVELS, ABOVE, UNLABELLED] = [2, 3, 5, 16, 4];
  const MOST_ROWS = 200;
  /** Characters of a label, and pixels by which what lies over a row may begin before it or end after it. */
  const [LABEL, EDGE] = [40, 8];

  /** @typedef {{label: string, box: DOMRect, element: Element}} Lane a row or the head of a column */

  class Overlays {
    constructor() {
      /** @type {Map<Element, Lane[]>} */
      this.rows = new Map();
      /** @type {Map<Element, Lane[]>} */
      this.heads = new Map();
      /** @type {Map<Element, string>} */
      this.known = new Map();
    }

    /** What an element lies over, as `over Tue 3, 10:00`; nothing for what is in a row of its own or over none. @param {Element} element */
    over(element) {
      const placed = placedAround(element);
      if (!placed) return "";
      const known = this.known.get(placed);
      if (known !== undefined) return known;
      const said = this.said(placed);
      this.known.set(placed, said);
      return said;
    }

    /** @param {Element} placed */
    said(placed) {
      const box = placed.getBoundingClientRect();
      if (!/[\p{L}\p{N}]/u.test(placed.textContent ?? "") || placed.closest(POPUPS) || placed.querySelectorAll(CONTROLS).length > MOST_CONTROLS) return "";
      const row = this.rowUnder(placed, box);
      if (!row) return "";
      const [first, last] = this.headsOver(placed, row, box);
      const column = first && last && first !== last ? `${first} to ${last}` : first || last;
      return [column, row.label].filter(Boolean).join(", ");
    }

    /** @param {Element} placed @param {DOMRect} box @returns {Lane | null} */
    rowUnder(placed, box) {
      const y = box.top + Math.min(EDGE, box.height / 2);
      const [x, end] = [box.left + Math.min(EDGE, box.width / 2), box.right - Math.min(EDGE, box.width / 2)];
      let around = /** @type {HTMLElement} */ (placed).offsetParent;
      for (let level = 0; around && level < LEVELS; level++) {
        const rows = this.rowsIn(around).filter(({ element }) => !element.contains(placed) && !placed.contains(element));
        const at = rows.findIndex(({ box: row }) => row.top <= y && y < row.bottom && row.left <= end && x <= row.right);
        const labelled = at < 0 ? [] : rows.slice(Math.max(at - UNLABELLED, 0), at + 1).filter(({ label }) => label);
        if (at >= 0) return labelled.at(-1) ?? null;
        if (isSheet(around)) return null;
        around = /** @type {HTMLElement} */ (around).offsetParent;
      }
      return null;
    }

    /** @param {Element} around */
    rowsIn(around) {
      const known = this.rows.get(around);
      if (known) return known;
      const marked = [...around.querySelectorAll(ROWS)].slice(0, MOST_ROWS);
      const rows = marked.length ? marked : [around, ...around.children].flatMap((each) => [...each.children].slice(0, MOST_ROWS).filter(pollex.rowsOf(each) ?? (() => false))).filter((each) => getComputedStyle(each).position !== "absolute");
      return remembered(this.rows, around, rows.map((element) => lane(element, firstWords(element))));
    }

    /** The heads of the columns over which something begins and ends. @param {Element} placed @param {Lane} row @param {DOMRect} box */
    headsOver(placed, row, box) {
      let around = placed.parentElement;
      for (let level = 0; around && level < ABOVE; level++) {
        const heads = (this.heads.get(around) ?? remembered(this.heads, around, [...around.querySelectorAll(HEADS)].slice(0, MOST_ROWS).map((head) => lane(head, pollex.textOf(head, LABEL)))))
          .filter((head) => head.label && head.box.bottom <= box.top + EDGE && !row.element.contains(head.element));
        const found = [box.left + Math.min(EDGE, box.width / 2), box.right - Math.min(EDGE, box.width / 2)].map((x) => heads.find((head) => head.box.left <= x && x < head.box.right)?.label ?? "");
        if (found.some(Boolean)) return found;
        around = around.parentElement;
      }
      return ["", ""];
    }
  }

  /** @param {Map<Element, Lane[]>} known @param {Element} around @param {Lane[]} found */
  function remembered(known, around, found) {
    known.set(around, found);
    return found;
  }

  /** @param {Element} element @param {string} label @returns {Lane} */
  function lane(element, label) {
    return { element, label, box: element.getBoundingClientRect() };
  }

  /** The element that has a place of its own, and that this one is or fills. @param {Element} element @returns {Element | null} */
  function placedAround(element) {
    let at = /** @type {Element | null} */ (element);
    for (let level = 0; at && level < WRAPPED; level++, at = at.parentElement) if (getComputedStyle(at).position === "absolute") return at;
    return null;
  }

  /** Whether an element hides what it lies over, so that what is in it belongs to nothing below. @param {Element} element */
  function isSheet(element) {
    const { position, backgroundColor } = getComputedStyle(element);
    return position === "fixed" || (position === "absolute" && !/, 0\)$|^transparent$/.test(backgroundColor));
  }

  /** The first words in a row. @param {Element} row */
  function firstWords(row) {
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) if (/[\p{L}\p{N}]/u.test(text.nodeValue ?? "")) return pollex.tidy(text.nodeValue, LABEL);
    return "";
  }

  Object.assign(pollex, { Overlays });
})();
