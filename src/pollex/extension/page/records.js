/** What a page tells over and over: rows, list entries, cards; and what it tells once. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.survey) return;

  const { Gathering, likeness, MOST_ATOMS, MOST_ON_PAGE } = pollex;

  /** A row of a table as a record; nothing where one cell takes all of it. @param {Element} row @param {any} grid @param {any[] | null} groups */
  function rowAtoms(row, grid, groups) {
    const held = grid.place(row);
    const cells = new Set(held.map((/** @type {any} */ cell) => cell?.element));
    if (grid.columns.length > 1 && cells.size === 1 && held.length > 1) return null;
    const gathering = new Gathering(groups, MOST_ATOMS);
    held.forEach((/** @type {any} */ cell, /** @type {number} */ column) => {
      if (!cell || held[column - 1]?.element === cell.element) return;
      const names = grid.columns.slice(column, held.findLastIndex((/** @type {any} */ each) => each?.element === cell.element) + 1).filter(Boolean);
      gathering.cell(cell.element, names.map((/** @type {string} */ name) => [`column`, name]), []);
    });
    return gathering.atoms;
  }

  /** The columns of a table whose rows begin with their heads, as records. @param {any} grid @returns {{number: number, atoms: any[]}[]} */
  function columnsOf(grid) {
    const rows = grid.rows.map((/** @type {Element} */ row) => pollex.cellsOf(row));
    const [corner, ...heads] = grid.heads.length === 1 ? pollex.cellsOf(grid.heads[0]) : [];
    const titled = rows.length > 1 && rows.every((/** @type {Element[]} */ cells) => cells.length === heads.length + 1 && (cells[0].localName === "th" || cells[0].getAttribute("role") === "rowheader"));
    if (!titled || heads.length < 2 || pollex.shownText(corner)) return [];
    return heads.map((/** @type {Element} */ head, /** @type {number} */ at) => {
      const gathering = new Gathering(null, MOST_ATOMS);
      gathering.cell(head, [["heading", "h6"]], []);
      for (const cells of rows) gathering.cell(cells[at + 1], [["column", pollex.shownText(cells[0])]], []);
      return { number: pollex.numberOf(head), atoms: gathering.atoms };
    });
  }

  /** All records of one group. @param {{number: number, like: string, most?: number}} wanted */
  function records({ number, like, most = 1_000 }) {
    const element = pollex.elementOf(number);
    if (!element) return { gone: true };
    /** @type {any[]} */
    const found = [];
    if (pollex.isGrid(element) && like === "columns") {
      const columns = columnsOf(pollex.gridOf(element));
      return { records: columns.slice(0, most), present: columns.length };
    }
    if (pollex.isGrid(element)) {
      const grid = pollex.gridOf(element);
      for (const row of grid.rows.slice(0, most)) {
        const atoms = rowAtoms(row, grid, null);
        if (atoms) found.push({ number: pollex.numberOf(row), atoms });
      }
      return { records: found, present: grid.rows.length };
    }
    const all = recordsIn(element, like);
    for (const child of all.slice(0, most)) {
      const gathering = new Gathering(null, MOST_ATOMS);
      gathering.visit(child, { labels: [], lasting: [] });
      found.push({ number: pollex.numberOf(child), atoms: gathering.atoms });
    }
    return { records: found, present: all.length };
  }

  /** The entries and cards of one list. @param {Element} element @param {string} like @returns {Element[]} */
  function recordsIn(element, like) {
    const children = /** @type {Element[]} */ ([...pollex.childrenOf(element)].filter((child) => child instanceof Element));
    return children.filter((child) => likeness(child) === like && pollex.isRead(child) && pollex.speaks(child));
  }

  /** The groups in an element: those of what the page is about first, then those that only hold others, then those beside. @param {Element} element */
  function groupsIn(element) {
    /** @type {any[]} */
    const groups = [];
    new Gathering(groups, MOST_ON_PAGE).visit(element, { labels: [], lasting: [] });
    const met = new Set(groups.map((group) => pollex.elementOf(group.number)));
    // Of a long list only the first records are visited; a table may stand in any of them.
    for (const table of pollex.everywhere("table")) if (!met.has(table) && pollex.holds(element, table) && pollex.isReadWithin(table)) new Gathering(groups, MOST_ATOMS).visit(table, { labels: [], lasting: [] });
    for (const group of groups) group.holds = groups.filter((other) => other !== group && pollex.elementOf(group.number)?.contains(pollex.elementOf(other.number))).length > 1;
    return groups.sort((one, other) => Number(one.beside) - Number(other.beside) || Number(one.holds) - Number(other.holds));
  }

  /** Write down the places that atoms and groups are in. @param {any[]} atoms @param {any[]} groups */
  function locate(atoms, groups) {
    const known = new Map();
    const sections = new Map();
    const records = groups.flatMap((group) => group.records);
    for (const atom of [...atoms, ...records.flatMap((record) => record.atoms)]) {
      const regions = [...pollex.sectionOf(pollex.elementOf(atom.n), sections), ...pollex.regionsOf(pollex.elementOf(atom.n), known)];
      if (regions.length) atom.r = regions;
    }
    for (const group of groups) group.regions = pollex.regionsOf(pollex.elementOf(group.number), known);
  }

  /** The language of the document; `mul` where parts of it are in others. */
  function languageOf() {
    const own = document.documentElement.lang;
    const others = [...document.querySelectorAll("body [lang]")].some((part) => part.getAttribute("lang") !== own);
    return others ? "mul" : own;
  }

  /** Everything that a document tells, groups with a few records each. */
  function survey() {
    /** @type {any[]} */
    const groups = [];
    const gathering = new Gathering(groups, MOST_ON_PAGE);
    if (document.body) gathering.visit(document.body, { labels: [], lasting: [] });
    locate(gathering.atoms, groups);
    return { url: location.href, title: document.title, language: languageOf(), atoms: gathering.atoms, groups };
  }

  Object.assign(pollex, { survey, records, columnsOf, rowAtoms, recordsIn, groupsIn });
})();
