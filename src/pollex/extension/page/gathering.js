/**
 * The atoms of one record, and the groups met on the way. An atom is a text of one element with everything that may be its
 * label:
 *
 *   {n: number, f: facet, t: text, o?: its own words alone, d?: machine-readable date, l: [[by, label], …], i?: atom around it}
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Gathering) return;

  const { facetText, clausesOf, ownLabels, labelIn, likeness, likeIn, groupOf, shownText, labelledIn, SPLIT, DELETED } = pollex;
  const MOST_ATOMS = 120;
  const MOST_ON_PAGE = 1_500;
  const MOST_GROUPS = 60;
  const SAMPLE = 6;
  const MOST_CROSSED = 60;
  const LONGEST = 20_000;

  /** @typedef {{n: number, f: string, t: string, o?: string, d?: string, l: string[][], i?: number}} Atom */
  /** @typedef {{labels: string[][], lasting: string[][], around?: number}} Place `lasting`: labels of the cell around */

  /** Collects the atoms of one record, and meets groups on its way. */
  class Gathering {
    /** @param {any[] | null} groups @param {number} most */
    constructor(groups, most) {
      /** @type {Atom[]} */
      this.atoms = [];
      this.groups = groups;
      this.most = most;
      this.linked = false;
    }

    /** @param {Element} element @param {Place} place @returns {void} */
    visit(element, place) {
      if (this.atoms.length >= this.most || !pollex.isRead(element)) return;
      const tag = element.localName;
      const labels = [...ownLabels(element), ...place.labels];
      if (["input", "select", "textarea"].includes(tag) || element.hasAttribute("aria-pressed") || element.getAttribute("role") === "switch" || element.getAttribute("role") === "checkbox") return this.control(element, { ...place, labels });
      if (tag === "iframe" || tag === "frame") return undefined;
      const hint = pollex.hintOf(element);
      if (hint) this.add(element, "hint", hint, { ...place, labels: [["picture", ""]] });
      if (pollex.saidOf(element) !== null) return this.picture(element, { ...place, labels });
      if (tag === "button" || element.getAttribute("role") === "button") {
        if (place.lasting.length) this.add(element, "text", shownText(element), { ...place, labels: [] });
        return undefined;
      }
      if (pollex.isGrid(element)) return this.table(element, place);
      if (tag === "dl") return this.terms(element, place);
      const link = tag === "a" && element.hasAttribute("href") ? /** @type {HTMLAnchorElement} */ (element).href : "";
      if (link) this.link(element, link, place);
      return this.within(element, { ...place, labels: link ? [...labels, ["link", ""]] : labels });
    }

    /** @param {Element} element @param {Place} place @returns {void} */
    within(element, place) {
      const inner = [...pollex.childrenOf(element)].filter((child) => (child instanceof Element ? pollex.isRead(child) : child.nodeType === Node.TEXT_NODE && /\S/.test(/** @type {Text} */ (child).data) && isLegible(element)));
      const elements = /** @type {Element[]} */ (inner.filter((child) => child instanceof Element));
      if (inner.length === 1 && elements.length === 1) return this.visit(elements[0], place);
      const like = likeIn(element, elements);
      if (like) return this.group(element, like, elements, place);
      const speaks = elements.length < inner.length;
      const phrase = speaks || (elements.length > 0 && elements.every(isPhrase));
      let around = place.around;
      if (phrase && inner.length) around = this.words(element, inner, place) ?? around;
      this.children(inner, { labels: [], lasting: place.lasting, around });
      return undefined;
    }

    /** @param {Node[]} inner @param {Place} place */
    children(inner, place) {
      let [before, lead] = ["", ""];
      const alone = inner.length === 2;
      inner.forEach((child, at) => {
        const text = child instanceof Element ? "" : pollex.tidy(/** @type {Text} */ (child).data, 200);
        if (!(child instanceof Element)) [before, lead] = text.endsWith(":") ? [text.slice(0, -1), ""] : ["", leadIn(text)];
        else {
          this.visit(child, { ...place, labels: before ? [["term", before]] : lead ? [["lead", lead]] : [] });
          lead = "";
          before = at + 1 < inner.length ? labelIn(child, alone) : "";
        }
      });
    }

    /** The words of an element, and the parts of them. @param {Element} element @param {Node[]} inner @param {Place} place @returns {number | undefined} */
    words(element, inner, place) {
      const text = shownText(element, DELETED.has(element.localName), false);
      if (!text) return undefined;
      const at = this.add(element, "text", text, place);
      const own = pollex.tidy(inner.map((node) => (node instanceof Element ? " " : /** @type {Text} */ (node).data)).join(" "), LONGEST);
      if (own && own !== text) this.atoms[at].o = own;
      const lines = pollex.linesOf(element);
      lines.forEach((/** @type {string} */ _, /** @type {number} */ index) => {
        const line = pollex.lineOf(element, `line:${index}`);
        if (line && (line.label || lines.length > 1)) this.add(element, `line:${index}`, line.text, { labels: line.label ? [["term", line.label]] : [], lasting: [], around: at });
      });
      const pair = lines.length > 1 ? null : labelledIn(text);
      if (pair && !/^https?$/i.test(pair[1])) this.add(element, "after", pair[2], { labels: [["term", pair[1]]], lasting: [], around: at });
      if (SPLIT.test(text) && text.length < 300) {
        text.split(SPLIT).forEach((/** @type {string} */ part, /** @type {number} */ index) => {
          const inPart = pollex.pairOf(part);
          this.add(element, `part:${index}`, inPart ? inPart[2] : part, { labels: inPart ? [["term", inPart[1]]] : [], lasting: [], around: at });
        });
      }
      if (this.most === MOST_ON_PAGE) clausesOf(text).forEach((/** @type {{label: string, figure: string}} */ { label, figure }, /** @type {number} */ index) => this.add(element, `clause:${index}`, figure, { labels: [["clause", label]], lasting: [], around: at }));
      return at;
    }

    /** @param {Element} element @param {string} facet @param {string} text @param {Place} place */
    add(element, facet, text, place) {
      /** @type {Atom} */
      const atom = { n: pollex.numberOf(element), f: facet, t: text.slice(0, LONGEST), l: [...place.labels, ...place.lasting] };
      if (place.around !== undefined) atom.i = place.around;
      if (element instanceof HTMLTimeElement && element.hasAttribute("datetime")) atom.d = element.dateTime;
      return this.atoms.push(atom) - 1;
    }

    /** @param {Element} element @param {Place} place */
    control(element, place) {
      const role = pollex.roleOf(element);
      if (role === "button" && !element.hasAttribute("aria-pressed")) return;
      const named = { ...place, labels: [["term", pollex.nameOf(element, role)], ...place.labels] };
      const state = facetText(element, "state");
      if (state) this.add(element, "state", state, named);
      else if (!pollex.isSecret(element) && pollex.reachable(element)) this.add(element, "value", facetText(element, "value") ?? "", named);
    }

    /** @param {Element} element @param {Place} place */
    picture(element, place) {
      const said = pollex.saidOf(element)?.trim();
      if (said) this.add(element, "alt", said, { ...place, labels: [...place.labels, ["picture", ""]] });
      if (element instanceof HTMLImageElement && element.src) this.add(element, "src", element.src, { ...place, labels: place.lasting.map(([by, label]) => [by, `${label} image`]).concat([["src", ""]]), lasting: [] });
    }

    /** @param {Element} element @param {string} address @param {Place} place */
    link(element, address, place) {
      const labels = place.lasting.map(([by, label]) => [by, `${label} link`]);
      const text = shownText(element);
      if (!this.linked && text) labels.push(["address", ""]);
      else if (text.length < 40) labels.push(["address", text]);
      if (text) this.linked = true;
      this.add(element, "href", address, { labels, lasting: [] });
    }

    /** Records one after the other. @param {Element} element @param {string} like @param {Element[]} elements @param {Place} place */
    group(element, like, elements, place) {
      const records = elements.filter((child) => likeness(child) === like);
      this.facts(records);
      const made = this.meet(element, like, records.length, records);
      for (const child of elements) {
        if (likeness(child) !== like) this.visit(child, { labels: [], lasting: place.lasting });
        else if (made === null || made.records.length < made.sample) this.record(child, made);
      }
    }

    /** Boxes alike that hold a label and a value each are facts of what is around. @param {Element[]} records */
    facts(records) {
      const pairs = records.map((record) => pollex.pairIn(record));
      if (this.most !== MOST_ON_PAGE || pairs.length < 3 || pairs.some((pair) => !pair) || new Set(pairs.map((pair) => pair.label)).size < pairs.length) return;
      for (const { label, element, facet } of pairs) this.add(element, facet, facetText(element, facet) ?? "", { labels: [["term", label]], lasting: [] });
    }

    /** A table that lies on its side: each column is a record, its cells are called by the heads of their rows. @param {Element} element @param {any} grid */
    sideways(element, grid) {
      const records = pollex.columnsOf(grid);
      const made = records.length > 1 ? this.meet(element, "columns", records.length, []) : null;
      if (made) Object.assign(made, { kind: "table", columns: grid.rows.map((/** @type {Element} */ row) => shownText(pollex.cellsOf(row)[0])), records: records.slice(0, SAMPLE) });
    }

    /** @param {Element} element @param {string} like @param {number} total @param {Element[]} records */
    meet(element, like, total, records) {
      if (!this.groups || this.groups.length >= MOST_GROUPS) return null;
      const said = Math.max(0, ...records.slice(0, 3).map((record) => Number(record.getAttribute("aria-setsize")) || 0));
      const group = { ...groupOf(element), like, kind: "list", columns: [], total: Math.max(total, said), present: total, sample: SAMPLE, records: /** @type {{number: number, atoms: Atom[]}[]} */ ([]) };
      this.groups.push(group);
      return group;
    }

    /** @param {Element} element @param {any} group */
    record(element, group) {
      const inner = new Gathering(this.groups, MOST_ATOMS);
      inner.visit(element, { labels: [], lasting: [] });
      group?.records.push({ number: pollex.numberOf(element), atoms: inner.atoms });
      this.take(inner.atoms, group);
    }

    /** Atoms of a part of this record are atoms of it; on the page they only count with their group. @param {Atom[]} atoms @param {any} group */
    take(atoms, group) {
      if (this.most === MOST_ON_PAGE && group) return;
      const shift = this.atoms.length;
      for (const atom of atoms) this.atoms.push(atom.i === undefined ? atom : { ...atom, i: atom.i + shift });
    }

    /** @param {Element} element @param {Place} place */
    table(element, place) {
      const grid = pollex.gridOf(element);
      if (pollex.isPairs(grid)) {
        for (const row of [...grid.rows, ...grid.foot]) this.pair(pollex.cellsOf(row), place);
        return;
      }
      const made = this.meet(element, "", grid.rows.length, []);
      if (made) Object.assign(made, { kind: "table", columns: grid.columns, total: grid.total });
      this.sideways(element, grid);
      if (this.most === MOST_ON_PAGE && made && grid.rows.length <= MOST_CROSSED) for (const row of [...grid.rows, ...grid.foot]) this.crossings(row, grid.place(row), grid.columns);
      for (const row of grid.rows.slice(0, SAMPLE)) {
        const atoms = pollex.rowAtoms(row, grid, this.groups);
        if (atoms) made?.records.push({ number: pollex.numberOf(row), atoms });
        this.take(atoms ?? [], made);
      }
      for (const row of grid.foot) this.pair(pollex.cellsOf(row), place);
    }

    /** What a row and its columns say together: "Closing balance" under "Amount". @param {Element} row @param {any[]} held @param {string[]} columns */
    crossings(row, held, columns) {
      const cells = held.map((/** @type {any} */ cell) => (cell && pollex.rowOf(cell.element) === row ? shownText(cell.element, false, false) : ""));
      const first = cells.findIndex(Boolean);
      if (first < 0 || cells[first].length > 30 || /\d/.test(cells[first])) return;
      cells.forEach((/** @type {string} */ text, /** @type {number} */ at) => {
        if (at > first && text && columns[at] && held[at].element !== held[first].element) this.add(held[at].element, "text", text, { labels: [["term", `${cells[first]} ${columns[at]}`]], lasting: [] });
      });
    }

    /** A row that says one thing: its first cell is the label. @param {Element[]} cells @param {Place} place */
    pair(cells, place) {
      const label = cells.length > 1 ? shownText(cells[0]) : "";
      cells.slice(1).forEach((cell) => this.cell(cell, [["term", label]], place.lasting));
    }

    /** @param {Element} cell @param {string[][]} labels @param {string[][]} lasting */
    cell(cell, labels, lasting) {
      const before = this.atoms.length;
      const all = [...labels, ...ownLabels(cell).filter((/** @type {string[]} */ [by]) => by !== "class")];
      const text = shownText(cell, false, false);
      const around = text || !pollex.cellsOf(cell).length ? this.add(cell, "text", text, { labels: all, lasting }) : undefined;
      for (const child of pollex.childrenOf(cell)) if (child instanceof Element) this.visit(child, { labels: [], lasting: [...all, ...lasting], around });
      const first = this.atoms[before];
      if (first && text) first.o = pollex.tidy([...cell.childNodes].map((node) => (node instanceof Element ? " " : (node.nodeValue ?? ""))).join(" "), LONGEST) || undefined;
    }

    /** @param {Element} list @param {Place} place */
    terms(list, place) {
      let term = "";
      for (const each of list.querySelectorAll("dt, dd")) {
        if (each.closest("dl") !== list || !pollex.isRead(each)) continue;
        if (each.localName === "dt") term = shownText(each);
        else this.cell(each, [["term", term]], place.lasting);
      }
    }
  }

  /** Whether the own words of an element can be read: not where they have no size. @param {Element} element */
  function isLegible(element) {
    return pollex.speaks(element) && getComputedStyle(element).fontSize !== "0px";
  }

  /** The words that lead to what stands behind them: "Passenger" in "QX7 · Passenger". @param {string} text */
  function leadIn(text) {
    const last = text.split(/[·•|,;.()?!]\s*/).at(-1)?.trim() ?? "";
    return /^\p{L}[\p{L} -]*$/u.test(last) && last.split(" ").length < 4 ? last : "";
  }

  /** Whether an element is only a piece of a sentence. @param {Element} element */
  function isPhrase(element) {
    return pollex.INLINE.has(element.localName) && getComputedStyle(element).display.startsWith("inline") && element.querySelector("img, input, button, select, div, p, ul, table") === null;
  }

  Object.assign(pollex, { Gathering, MOST_ATOMS, MOST_ON_PAGE });
})();
