/** Tables: native ones, ARIA tables and grids. Which rows are heads and which are foot, and where each cell stands. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.gridOf) return;

  const GRIDS = "table, [role=table], [role=grid], [role=treegrid]";
  const ROWS = "tr, [role=row]";
  const CELLS = "td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]";
  const WIDEST = 1_000;

  /** @param {Element} element */
  function isGrid(element) {
    return element.matches(GRIDS) && !element.matches("[role=presentation], [role=none]");
  }

  /** @param {Element} table @returns {Element[]} */
  function rowsOf(table) {
    if (table instanceof HTMLTableElement) return [...table.rows];
    return [...table.querySelectorAll(ROWS)].filter((row) => row.parentElement?.closest(GRIDS) === table);
  }

  /** The cells of a row that are drawn. @param {Element} row @returns {Element[]} */
  function cellsOf(row) {
    const cells = row instanceof HTMLTableRowElement ? [...row.cells] : [...row.querySelectorAll(CELLS)].filter((cell) => cell.parentElement?.closest(ROWS) === row);
    return cells.filter((cell) => pollex.isDrawn(cell));
  }

  /** @param {Element} cell */
  function rowOf(cell) {
    return cell.closest(ROWS);
  }

  /** @param {Element} cell */
  function isHead(cell) {
    const role = cell.getAttribute("role");
    return role ? role === "columnheader" : cell.localName === "th" && cell.getAttribute("scope") !== "row";
  }

  /** A whole number of an attribute, within reason. @param {Element} cell @param {string[]} names @param {number} otherwise */
  function amount(cell, names, otherwise) {
    for (const name of names) {
      const given = Number.parseInt(cell.getAttribute(name) ?? "", 10);
      if (given > 0) return Math.min(given, WIDEST);
    }
    return otherwise;
  }

  /** @typedef {{element: Element, first: boolean}} Held a cell in one column; `first`: the leftmost and topmost place of it */

  /** Puts cells into columns; must be given the rows in their order. */
  class Placing {
    constructor() {
      /** Cells that reach down into further rows. @type {Map<number, {element: Element, rows: number}>} */
      this.down = new Map();
    }

    /** @param {Element} row @returns {Held[]} */
    place(row) {
      /** @type {Held[]} */
      const held = [];
      for (const [column, above] of this.down) {
        held[column] = { element: above.element, first: false };
        if (--above.rows === 0) this.down.delete(column);
      }
      let column = 0;
      for (const cell of cellsOf(row)) {
        column = amount(cell, ["aria-colindex"], 0) - 1 >= 0 ? amount(cell, ["aria-colindex"], 1) - 1 : column;
        while (held[column]) column += 1;
        const rows = amount(cell, ["rowspan", "aria-rowspan"], 1);
        for (let end = column + amount(cell, ["colspan", "aria-colspan"], 1), first = true; column < end; column++, first = false) {
          held[column] = { element: cell, first };
          if (rows > 1) this.down.set(column, { element: cell, rows: rows - 1 });
        }
      }
      return held;
    }
  }

  /** The rows of a table by what they are. @param {Element} table */
  function sorted(table) {
    /** @type {Element[]} */ const heads = [];
    /** @type {Element[]} */ const rows = [];
    /** @type {Element[]} */ const foot = [];
    const drawn = rowsOf(table).filter((row) => row.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
    const inHead = drawn.filter((row) => row.parentElement?.localName === "thead");
    const titled = inHead.filter((row) => cellsOf(row).some(isHead));
    for (const row of drawn) {
      if (inHead.includes(row)) {
        if (titled.includes(row) || (!titled.length && row === inHead[0])) heads.push(row);
      } else if (row.parentElement?.localName === "tfoot") foot.push(row);
      else if (!rows.length && !inHead.length && isTitles(row)) heads.push(row);
      else rows.push(row);
    }
    return { heads, rows, foot };
  }

  /** @param {Element} row */
  function isTitles(row) {
    const cells = cellsOf(row);
    return cells.length > 0 && cells.every(isHead);
  }

  /** The names of columns: what the heads above say, several heads joined; the same name is counted. @param {Element[]} heads */
  function namesOf(heads) {
    const placing = new Placing();
    /** @type {Element[][]} */
    const above = [];
    for (const row of heads) {
      const held = placing.place(row);
      for (let column = 0; column < held.length; column++) {
        const element = held[column]?.element;
        if (element && !(above[column] ??= []).includes(element)) above[column].push(element);
      }
    }
    /** @type {Map<string, number>} */
    const seen = new Map();
    return Array.from(above, (cells) => (cells ?? []).map((cell) => pollex.textOf(cell, 120) || pollex.tidy(cell.getAttribute("aria-label") ?? cell.getAttribute("title"))).filter(Boolean).join(" ")).map((name) => {
      if (!name) return name;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return seen.get(name) === 1 ? name : `${name} ${seen.get(name)}`;
    });
  }

  /** @param {Element} table */
  function gridOf(table) {
    const { heads, rows, foot } = sorted(table);
    const placing = new Placing();
    const said = Number(table.getAttribute("aria-rowcount")) - heads.length;
    return { columns: namesOf(heads), heads, rows, foot, place: (/** @type {Element} */ row) => placing.place(row), total: Math.max(said || 0, rows.length) };
  }

  /** Whether a table lists labels and values, a pair in each row. @param {any} grid */
  function isPairs(grid) {
    if (grid.columns.length || !grid.rows.length || grid.rows.length > 200) return false;
    const rows = grid.rows.map((/** @type {Element} */ row) => cellsOf(row));
    if (rows.every((/** @type {Element[]} */ cells) => cells.length === 2 && (cells[0].localName === "th" || cells[0].getAttribute("role") === "rowheader"))) return true;
    const labels = rows.map((/** @type {Element[]} */ cells) => (cells.length === 2 ? pollex.shownText(cells[0]) : ""));
    return new Set(labels).size === labels.length && labels.every((/** @type {string} */ label) => label && label.length < 40 && !/\d/.test(label));
  }

  /** Tables as rows of cells, each `[text, number]`, a cell over several columns in each of them. @param {{most?: number, number?: number}} options */
  function tables({ most = 200, number }) {
    const one = number === undefined ? null : pollex.elementOf(number);
    const found = one ? [one].filter(isGrid) : pollex.everywhere(GRIDS).filter((/** @type {Element} */ each) => isGrid(each) && pollex.isRead(each));
    return found.map((/** @type {Element} */ table) => {
      const grid = gridOf(table);
      const told = (/** @type {Element} */ row) => ({ number: pollex.numberOf(row), cells: Array.from(grid.place(row), (cell) => (cell ? [pollex.shownText(cell.element), pollex.numberOf(cell.element)] : null)) });
      const rows = grid.rows.slice(0, most).map(told);
      const foot = rows.length < grid.rows.length ? [] : grid.foot.map(told);
      return { number: pollex.numberOf(table), name: pollex.nameOf(table, "table"), heading: pollex.headingOf(table), columns: grid.columns, rows, foot, total: grid.total };
    });
  }

  /** The row around an element: its table, and what its cells say. @param {Element} element */
  function rowAround(element) {
    const row = element.closest(ROWS);
    const table = row?.closest(GRIDS);
    if (!row || !table || !isGrid(table)) return null;
    const grid = gridOf(table);
    /** @type {Held[]} */
    let held = [];
    for (const each of [...grid.rows, ...grid.foot]) {
      const placed = grid.place(each);
      if (each === row) held = placed;
    }
    const cells = Array.from(held, (cell, column) => [grid.columns[column] || `column ${column + 1}`, cell ? pollex.shownText(cell.element) : ""]);
    return { table: pollex.nameOf(table, "table") || pollex.headingOf(table), position: grid.rows.indexOf(row) + 1, of: grid.total, cells: Object.fromEntries(cells) };
  }

  Object.assign(pollex, { isGrid, rowOf, isPairs, gridOf, cellsOf, tables, rowAround });
})();
