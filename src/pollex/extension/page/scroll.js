/** Scrolling by pages, and the page's whole text. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.scroll) return;

  /** Scroll the box that an element is in, or (0) the page; where it is then. @param {number} number @param {number} pages */
  function scroll(number, pages) {
    const box = boxOfNumber(number);
    const before = box.scrollTop;
    const asked = pages * box.clientHeight;
    box.scrollBy({ top: asked, behavior: "instant" });
    const isAtEnd = Math.abs(box.scrollTop - before) < Math.abs(asked) - 1;
    return { ...told(box, before), ...(isAtEnd ? { end: pages > 0 ? "bottom" : "top" } : {}) };
  }

  /** Bring an element into view that is not: by no more than that takes. Nothing where it is in view. @param {number} number */
  function show(number) {
    const element = pollex.elementOf(number);
    if (!element || isInView(element)) return null;
    const box = boxAround(element.parentElement ?? element);
    const before = box.scrollTop;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    return told(box, before);
  }

  /** Whether the middle of an element can be seen, or as much of it as there is room for: in its boxes and in the window. @param {Element} element */
  function isInView(element) {
    const { top, bottom, height } = element.getBoundingClientRect();
    const [from, to] = height > innerHeight / 2 ? [top, bottom] : [top + height / 2, top + height / 2];
    for (let at = pollex.parentOf(element); at; at = pollex.parentOf(at)) {
      if (!isScrolled(at) || at === document.scrollingElement) continue;
      const box = at.getBoundingClientRect();
      if (to < box.top || from > box.bottom) return false;
    }
    return to > 0 && from < innerHeight;
  }

  /** Rows by which a list is longer than what is drawn of it, at the least. */
  const MORE = 3;

  /**
   * How many screens of a list are drawn, where it goes on below (else 0), and how many rows it says that it has.
   * @param {number} first @param {number} last by something in the first of its rows, and in the last
   */
  function rowsGoOn(first, last) {
    const [from, to] = [pollex.elementOf(first), pollex.elementOf(last)];
    if (!from || !to) return { screens: 0, total: 0 };
    const [box, row] = [boxAround(to), rowOf(from, to)];
    const { bottom, height } = row.getBoundingClientRect();
    const top = box === document.scrollingElement ? 0 : box.getBoundingClientRect().top;
    const behind = document.createRange();
    behind.setStartAfter(row);
    behind.setEndAfter(box);
    const isRest = box.contains(row) && !/\S/.test(behind.toString());
    const grid = row.closest("[aria-rowcount]");
    const heads = grid ? grid.querySelectorAll("[role=row]:has([role=columnheader]), thead tr").length : 0;
    const below = top - box.scrollTop + box.scrollHeight - bottom;
    const goesOn = isRest && box.scrollHeight > box.clientHeight + 1 && below > MORE * height;
    return {
      screens: goesOn ? (bottom - rowOf(to, from).getBoundingClientRect().top) / box.clientHeight : 0,
      total: Math.max((Number(grid?.getAttribute("aria-rowcount")) || 0) - heads, 0),
    };
  }

  /** The row of its last part, as its list has it beside the row of the first. @param {Element} from @param {Element} to */
  function rowOf(from, to) {
    let row = to;
    while (row.parentElement && !row.parentElement.contains(from)) row = row.parentElement;
    return row;
  }

  /** Places in the height of a box at which it is looked whether anything is drawn there. */
  const PLACES = [0.1, 0.3, 0.5, 0.7, 0.9];
  /** Milliseconds in which a list draws the rows that it is scrolled to. */
  const DRAWN = 1000;

  /** Until a box shows something where it has been scrolled to: a list may draw its rows late. @param {number} number */
  async function drawn(number) {
    const box = boxOfNumber(number);
    await pollex.until(() => !isBlank(box), DRAWN);
  }

  /** Whether nothing is drawn in a box but itself and what holds its place. @param {Element} box */
  function isBlank(box) {
    const { left, top, width } = box.getBoundingClientRect();
    const [from, height] = box === document.scrollingElement ? [0, innerHeight] : [top, box.clientHeight];
    return PLACES.every((each) => {
      const at = pollex.topAt(left + Math.min(width / 2, 200), from + height * each);
      const isRoom = at !== null && (at.contains(box) || at.getBoundingClientRect().height > 1.5 * height);
      return at !== null && (isRoom || (!/\S/.test(at.textContent ?? "") && !at.matches(PICTURES)));
    });
  }

  const PICTURES = "img, canvas, svg, svg *, video, input, textarea, select, button, iframe";

  /** Where a box is scrolled to, and how far it was. @param {Element} box @param {number} before */
  function told(box, before) {
    return { scrollY: Math.round(box.scrollTop), scrollHeight: box.scrollHeight, viewportHeight: box.clientHeight, moved: Math.round(box.scrollTop - before) };
  }

  /** @param {Element} element */
  function isScrolled(element) {
    return element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY);
  }

  /** The box that an element is in; of one that was drawn anew, the box that it was in. @param {number} number @returns {Element} */
  function boxOfNumber(number) {
    const element = number ? pollex.elementOf(number) : null;
    const known = boxes.get(number)?.deref();
    const box = element ? boxAround(element) : known?.isConnected ? known : mainBox();
    if (element) boxes.set(number, new WeakRef(box));
    return box;
  }

  /** Boxes that were scrolled by something in them, by its number: a list may draw its rows anew. @type {Map<number, WeakRef<Element>>} */
  const boxes = new Map();

  /** @param {Element} element */
  function boxAround(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = pollex.parentOf(at)) {
      if (isScrolled(at)) return at;
    }
    return mainBox();
  }

  /** The page itself; where that does not scroll, the largest box in it that does. */
  function mainBox() {
    const page = document.scrollingElement ?? document.documentElement;
    if (page.scrollHeight > page.clientHeight + 1) return page;
    const middle = pollex.topAt(innerWidth / 2, innerHeight / 2);
    for (let at = middle; at; at = pollex.parentOf(at)) {
      if (isScrolled(at)) return at;
    }
    return page;
  }

  function pageText() {
    return document.body?.innerText ?? "";
  }

  /** Whose document this is; a frame without an address of its own belongs to whoever made it. */
  function home() {
    return globalThis.origin;
  }

  Object.assign(pollex, { scroll, rowsGoOn, show, drawn, pageText, home });
})();
