/** Lists, tables and rows of cards as records that can be acted on: what each says, its controls, and its states. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.lists) return;

  const MOST_CONTROLS = 20;
  const MOST_LISTS = 40;
  const LONGEST = 2_000;
  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";
  const BOLD = 600;
  const WEIGHED = 6;

  /** @typedef {{number: number, like: string, kind: string, name: string, heading: string, columns: string[], total: number, beside: boolean}} Group */

  /** All lists of the document, those of the main part first; or the one that an element is or holds. @param {{most?: number, number?: number}} options */
  function lists({ most = 50, number }) {
    const one = number === undefined ? document.body : pollex.elementOf(number);
    if (!one) return { gone: true };
    /** @type {Group[]} */
    const groups = pollex.groupsIn(one);
    const told = groups.filter((group) => group.total > 0).slice(0, MOST_LISTS).map((group) => listed(group, most));
    return { lists: told.filter((list) => list.records.length > 0) };
  }

  /** @param {Group} group @param {number} most */
  function listed(group, most) {
    const element = pollex.elementOf(group.number);
    const grid = pollex.isGrid(element) ? pollex.gridOf(element) : null;
    const rows = /** @type {Element[]} */ (grid ? grid.rows : pollex.recordsIn(element, group.like)).slice(0, most);
    const weights = rows.map(weightOf);
    const plain = weights.some((weight) => weight < BOLD);
    const records = rows.map((row, at) => {
      const cells = grid ? Array.from(grid.place(row), (cell) => (cell ? pollex.shownText(cell.element) : null)) : null;
      return { ...recordOf(row), cells, states: pollex.recordStates(row, plain && weights[at] >= BOLD) };
    });
    return { number: group.number, kind: group.kind, name: group.name, heading: group.heading, columns: group.columns, total: group.total, beside: group.beside, records };
  }

  /** @param {Element} row */
  function recordOf(row) {
    const controls = controlsIn(row);
    const main = mainOf(row, controls);
    return {
      number: pollex.numberOf(row), text: pollex.shownText(row).slice(0, LONGEST), link: main && pollex.numberOf(main),
      controls: controls.map((control) => {
        const role = pollex.roleOf(control);
        return { number: pollex.numberOf(control), role, name: pollex.nameOf(control, role), states: pollex.statesOf(control) };
      }),
    };
  }

  /** What can be acted on in a row, the row itself apart. @param {Element} row @returns {Element[]} */
  function controlsIn(row) {
    /** @type {Element[]} */
    const found = [];
    gather(row);
    return found;

    /** @param {Element} at */
    function gather(at) {
      for (const child of pollex.childrenOf(at)) {
        if (!(child instanceof Element) || found.length >= MOST_CONTROLS) continue;
        const acts = pollex.isControl(child) || (child.firstElementChild === null && pollex.listens(child));
        if (acts && pollex.reachable(child)) found.push(child);
        if (child.firstElementChild !== null || pollex.rootOf(child)) gather(child);
      }
    }
  }

  /** What opens a row: the link around or in its heading, else its first link that says something; or the row itself. @param {Element} row @param {Element[]} controls @returns {Element | null} */
  function mainOf(row, controls) {
    if (row.matches("a[href]")) return row;
    const links = controls.filter((control) => pollex.roleOf(control) === "link");
    const heading = row.querySelector(HEADINGS);
    const heads = heading && links.find((link) => pollex.holds(link, heading) || pollex.holds(heading, link));
    const said = heads || links.find((link) => /\S/.test(link.textContent ?? ""));
    if (said) return said;
    if (pollex.isControl(row) || pollex.actsLikeControl(row, false)) return row;
    const around = row.parentElement?.closest("a[href]");
    return around ?? links[0] ?? (heading && controls.find((control) => pollex.holds(heading, control) || pollex.holds(control, heading))) ?? null;
  }

  /** How bold the boldest of a row's first words are. @param {Element} row */
  function weightOf(row) {
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    let most = 0;
    let seen = 0;
    for (let node = walker.nextNode(); node && seen < WEIGHED && most < BOLD; node = walker.nextNode()) {
      if (!node.parentElement || !/[\p{L}\p{N}]{2}/u.test(/** @type {Text} */ (node).data)) continue;
      most = Math.max(most, Number(getComputedStyle(node.parentElement).fontWeight) || 400);
      seen += 1;
    }
    return most;
  }

  Object.assign(pollex, { lists });
})();
