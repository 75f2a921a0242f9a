/** Repetitions: which children of an element are rows of one list, whatever they are made of. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.rowsOf) return;

  const NO_ROWS = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "label", "input", "button", "option", "dt", "th", "td"]);
  const ROW_TAGS = new Set(["tr", "li", "article", "dd"]);
  const ROW_ROLES = new Set(["row", "listitem", "article"]);
  const CELL_ROLES = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
  const GRIDS = "[role=table], [role=grid], [role=treegrid]";
  /** Pixels of a row that people read as one line. */
  const LINE_HEIGHT = 60;

  /** Which children are repetitions of one another, if any. @param {Element} element @returns {((child: Element) => boolean) | null} */
  function rowsOf(element) {
    const children = element.children;
    if (children.length < 3) return null;
    const sample = children[children.length > 3 ? 2 : 1];
    const tag = sample.localName;
    const kind = kindOf(sample);
    if (pollex.INLINE.has(tag) || NO_ROWS.has(tag) || CELL_ROLES.has(kind)) return null;
    const alike = (/** @type {Element} */ child) => child.localName === tag && (kindOf(child) === kind || isOfKind(child, sample));
    let count = 0;
    for (let index = 0; index < children.length && index < 8; index++) if (alike(children[index])) count += 1;
    return count >= 3 ? alike : null;
  }

  /** What makes children rows of one list: that they are rows by tag or role, else their class. @param {Element} child */
  function kindOf(child) {
    const role = child.getAttribute("role") ?? "";
    if (CELL_ROLES.has(role) || ROW_ROLES.has(role)) return role;
    return ROW_TAGS.has(child.localName) ? "" : child.className;
  }

  /** Whether all classes of one of two are those of the other, which may be marked: chosen, new, open. @param {Element} one @param {Element} other */
  function isOfKind(one, other) {
    if (!one.classList.length || !other.classList.length || one.getAttribute("role") !== other.getAttribute("role")) return false;
    const [few, many] = one.classList.length < other.classList.length ? [one, other] : [other, one];
    return [...few.classList].every((each) => many.classList.contains(each));
  }

  /** Whether an element is a row of a table or grid. @param {Element} element */
  function isRow(element) {
    return element.localName === "tr" || element.getAttribute("role") === "row";
  }

  /** Whether people read a row as one line: one of a grid, or a low one. @param {Element} row @param {DOMRect} box */
  function isLine(row, box) {
    return box.height <= LINE_HEIGHT || (isRow(row) && !row.matches("[role=presentation], [role=none]") && row.closest(GRIDS) !== null);
  }

  /** Whether a row has the cells of a grid, and not their heads. @param {Element} row */
  function hasCells(row) {
    return isRow(row) && row.querySelector(":scope > td, :scope > [role=gridcell], :scope > [role=cell]") !== null;
  }

  /** The rows that an element listens for; also where it has but one or two. @param {Element} element @returns {((child: Element) => boolean) | null} */
  function servedRows(element) {
    const [first, second, ...others] = element.children;
    if (!first || others.length) return rowsOf(element);
    const tag = first.localName;
    const plain = ROW_TAGS.has(tag);
    if (pollex.INLINE.has(tag) || NO_ROWS.has(tag) || !(plain || second)) return null;
    const alike = (/** @type {Element} */ child) => child.localName === tag && (plain || child.className === first.className);
    return !second || alike(second) ? alike : null;
  }

  /** The elements that stand next to one, before and after it, as many on each side as are wanted. @param {Element} element @param {number} most @returns {Element[]} */
  function besides(element, most) {
    const found = [];
    for (let at = element.previousElementSibling; at && found.length < most; at = at.previousElementSibling) found.push(at);
    for (let at = element.nextElementSibling; at && found.length < 2 * most; at = at.nextElementSibling) found.push(at);
    return found;
  }

  Object.assign(pollex, { rowsOf, servedRows, isRow, isLine, hasCells, besides });
})();
