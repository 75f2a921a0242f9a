/** What controls stand in: the elements around each, and which of several things alike, as the rows of a list are. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Lineage) return;

  const NO_ROW = "td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader], body, main, dialog";
  const BUTTON = "button, [role=button], [role=menuitem], select, script, style, svg";
  /** Characters of a thing that may be one of several alike, and of its text that are told. */
  const [LARGE, TOLD] = [600, 200];
  /** Rows of a list that are told, and those on each side of one that it is compared with. */
  const [MOST_ROWS, BESIDE] = [100, 4];

  /** The parent of each element that was told, by number. @type {Map<number, number>} */
  const sent = new Map();
  /** Those that the last look told. @type {number[]} */
  let last = [];
  /** Elements that left the document since the look before. @type {number[]} */
  let gone = [];
  /** By the parent of rows, one of them: what is left of a list is one of its rows still. @type {WeakMap<Element, Element>} */
  const lists = new WeakMap();

  class Lineage {
    /** @param {boolean} again whether the last look does not count */
    constructor(again) {
      /** What is told once more. @type {Set<number>} */
      this.unheard = new Set(again ? last : []);
      if (!again) gone = [];
      last = [];
      /** @type {number[]} */
      this.up = [];
      /** @type {Set<Element>} */
      this.climbed = new Set();
      /** @type {Map<Element, Map<Element, string>>} */
      this.lists = new Map();
      /** @type {Map<Element, string | null>} */
      this.texts = new Map();
      /** @type {Map<Element, boolean>} */
      this.large = new Map();
    }

    /** Note what is around a control; gives its rows, the innermost first. @param {Element} control @param {Element | undefined} row the row that is told around it */
    add(control, row) {
      this.climb(control);
      const rows = [];
      for (let at = pollex.parentOf(control); at && at !== document.body; at = pollex.parentOf(at)) {
        if (at !== row && this.isLarge(at)) break;
        if (!(at === row || isAmongAlike(at)) || !this.says(at, control)) continue;
        this.enlist(at);
        rows.push(pollex.numberOf(at));
        if (at === row && ownText(at)) break;
      }
      return rows;
    }

    /** Whether an element has more text than one of several things alike. @param {Element} element */
    isLarge(element) {
      let large = this.large.get(element);
      if (large === undefined) this.large.set(element, (large = (element.textContent ?? "").length > LARGE));
      return large;
    }

    /** @param {Element} control */
    climb(control) {
      for (let at = control, above = pollex.parentOf(at); above && !this.climbed.has(at); at = above, above = pollex.parentOf(at)) {
        this.climbed.add(at);
        const [number, parent] = [pollex.numberOf(at), pollex.numberOf(above)];
        if (sent.get(number) === parent && !this.unheard.has(number)) continue;
        sent.set(number, parent);
        last.push(number);
        this.up.push(number, parent);
      }
    }

    /** Whether a row says more than a control in it is called. @param {Element} row @param {Element} control */
    says(row, control) {
      const text = this.textOf(row);
      return text !== "" && text !== pollex.textOf(control, TOLD);
    }

    /** @param {Element} row */
    textOf(row) {
      let text = this.texts.get(row);
      if (text === undefined) this.texts.set(row, (text = rowText(row)));
      return text;
    }

    /** Tell the rows of a list in their order. @param {Element} row */
    enlist(row) {
      const parent = pollex.parentOf(row);
      if (!parent || this.lists.get(parent)?.has(row)) return;
      lists.set(parent, row);
      const all = [...parent.children].filter((each) => each === row || isAlike(each, row));
      const from = Math.max(0, all.indexOf(row) - MOST_ROWS / 2);
      const rows = this.lists.get(parent) ?? new Map();
      for (const each of all.length > MOST_ROWS ? all.slice(from, from + MOST_ROWS) : all) rows.set(each, this.textOf(each));
      this.lists.set(parent, rows);
    }

    /** What was not told before, as pairs of an element and its parent; rows of the lists; elements that left the document. */
    result() {
      const rows = [...this.lists.values()].map((list) => [...list].map(([row, text]) => [pollex.numberOf(row), text]));
      gone.push(...[...sent.keys()].filter((number) => !pollex.elementOf(number)));
      for (const number of gone) if (!pollex.elementOf(number)) sent.delete(number);
      return { up: this.up, rows, gone };
    }
  }

  /** Whether there are others like an element beside it, or were. @param {Element} element */
  function isAmongAlike(element) {
    if (element.matches(NO_ROW)) return false;
    const known = element.parentElement && lists.get(element.parentElement);
    if (known && isAlike(element, known)) return true;
    return pollex.besides(element, BESIDE).some((/** @type {Element} */ each) => isAlike(each, element) && /\S/.test(each.textContent ?? ""));
  }

  /** Whether two elements are made alike: of the same classes mostly, or of the same parts. @param {Element} one @param {Element} other */
  function isAlike(one, other) {
    if (one.localName !== other.localName || one.getAttribute("role") !== other.getAttribute("role")) return false;
    const common = [...one.classList].filter((each) => other.classList.contains(each)).length;
    if (common && 2 * common >= Math.max(one.classList.length, other.classList.length)) return true;
    const parts = partsOf(one);
    return parts === partsOf(other) && (parts !== "" || !(one.classList.length || other.classList.length));
  }

  /** @param {Element} element */
  function partsOf(element) {
    return [...element.children].filter((child) => !child.matches(BUTTON)).slice(0, BESIDE).map((child) => child.localName).join(" ");
  }

  /** The text of a row; that of its first button where it has no other. @param {Element} row */
  function rowText(row) {
    const button = row.querySelector("button, [role=button]");
    return ownText(row) || (button ? pollex.tidy(pollex.textOf(button), TOLD) : "");
  }

  /** The text of a row without that of its buttons, of which some may be there only while it is pointed at. @param {Element} row */
  function ownText(row) {
    const parts = [];
    const accept = (/** @type {Node} */ node) => (node instanceof Element && node.matches(BUTTON) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, accept);
    for (let room = TOLD, at = walker.nextNode(); at && room > 0; at = walker.nextNode()) {
      const said = at instanceof Text ? at.data : /** @type {Element} */ (at).getAttribute("alt");
      if (!said || !/\S/.test(said)) continue;
      parts.push(said);
      room -= said.length;
    }
    return pollex.tidy(parts.join(" "), TOLD);
  }

  Object.assign(pollex, { Lineage });
})();
