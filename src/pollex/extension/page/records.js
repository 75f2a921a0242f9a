/**
 * What a page tells over and over: rows, list entries, cards; and what it tells once. Each is a record of atoms, an atom
 * being a text of one element with everything that may be its label:
 *
 *   {n: number, f: facet, t: text, o?: its own words alone, d?: machine-readable date, l: [[by, label], …], i?: atom around it}
 *
 * A facet says what of the element is meant, so that it can be read again: text, after (what follows "Label:"), part:2 (between
 * dots or bars), value, state, alt, href, src, datetime.
 */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.survey) return;

  const NEVER = new Set(["a", "b", "br", "button", "dd", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "input", "label", "option", "p", "path", "small", "span", "strong", "svg", "td", "th", "tr"]);
  const SURE = new Set(["li", "article"]);
  const LABELLING = /(^|[-_ ])(label|term|key|caption|name|title|heading)s?($|[-_ ])/i;
  const LABEL_TAGS = new Set(["dt", "th", "label", "strong", "b", "small", "h4", "h5", "h6", "legend"]);
  const PAIR = /^(\p{L}[^:\n]{0,38}?)\s*:\s+(\S.*)$/su;
  const SPLIT = /\s+[·•|]\s+/;
  const MOST_ATOMS = 120;
  const MOST_ON_PAGE = 1_500;
  const MOST_GROUPS = 60;
  const SAMPLE = 6;
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
      if (pollex.saidOf(element) !== null) return this.picture(element, { ...place, labels });
      if (tag === "button" || element.getAttribute("role") === "button") {
        if (place.lasting.length) this.add(element, "text", pollex.shownText(element), { ...place, labels: [] });
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
      const inner = [...pollex.childrenOf(element)].filter((child) => (child instanceof Element ? pollex.isRead(child) : child.nodeType === Node.TEXT_NODE && /\S/.test(/** @type {Text} */ (child).data) && pollex.speaks(element)));
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
      let before = "";
      const alone = inner.length === 2;
      inner.forEach((child, at) => {
        const text = child instanceof Element ? "" : pollex.tidy(/** @type {Text} */ (child).data, 60);
        if (!(child instanceof Element)) before = text.endsWith(":") ? text.slice(0, -1) : "";
        else {
          this.visit(child, { ...place, labels: before ? [["term", before]] : [] });
          before = at + 1 < inner.length ? labelIn(child, alone) : "";
        }
      });
    }

    /** The words of an element, and the parts of them. @param {Element} element @param {Node[]} inner @param {Place} place @returns {number | undefined} */
    words(element, inner, place) {
      const text = pollex.shownText(element, DELETED.has(element.localName));
      if (!text) return undefined;
      const at = this.add(element, "text", text, place);
      const own = pollex.tidy(inner.map((node) => (node instanceof Element ? " " : /** @type {Text} */ (node).data)).join(" "), LONGEST);
      if (own && own !== text) this.atoms[at].o = own;
      const pair = PAIR.exec(text);
      if (pair && !/^https?$/i.test(pair[1])) this.add(element, "after", pair[2], { labels: [["term", pair[1]]], lasting: [], around: at });
      if (SPLIT.test(text) && text.length < 300) {
        text.split(SPLIT).forEach((/** @type {string} */ part, /** @type {number} */ index) => {
          const inPart = PAIR.exec(part);
          this.add(element, `part:${index}`, inPart ? inPart[2] : part, { labels: inPart ? [["term", inPart[1]]] : [], lasting: [], around: at });
        });
      }
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
      else if (role !== "password" && pollex.reachable(element)) this.add(element, "value", facetText(element, "value") ?? "", named);
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
      const text = pollex.shownText(element);
      if (!this.linked && text) labels.push(["address", ""]);
      else if (text.length < 40) labels.push(["address", text]);
      if (text) this.linked = true;
      this.add(element, "href", address, { labels, lasting: [] });
    }

    /** Records one after the other. @param {Element} element @param {string} like @param {Element[]} elements @param {Place} place */
    group(element, like, elements, place) {
      const records = elements.filter((child) => likeness(child) === like);
      const made = this.meet(element, like, records.length, records);
      for (const child of elements) {
        if (likeness(child) !== like) this.visit(child, { labels: [], lasting: place.lasting });
        else if (made === null || made.records.length < made.sample) this.record(child, made);
      }
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
      if (isPairs(grid)) {
        for (const row of [...grid.rows, ...grid.foot]) this.pair(pollex.cellsOf(row), place);
        return;
      }
      const made = this.meet(element, "", grid.rows.length, []);
      if (made) Object.assign(made, { kind: "table", columns: grid.columns, total: grid.total });
      for (const row of grid.rows.slice(0, SAMPLE)) {
        const atoms = rowAtoms(row, grid, this.groups);
        if (atoms) made?.records.push({ number: pollex.numberOf(row), atoms });
        this.take(atoms ?? [], made);
      }
      for (const row of grid.foot) this.pair(pollex.cellsOf(row), place);
    }

    /** A row that says one thing: its first cell is the label. @param {Element[]} cells @param {Place} place */
    pair(cells, place) {
      const label = cells.length > 1 ? pollex.shownText(cells[0]) : "";
      cells.slice(1).forEach((cell) => this.cell(cell, [["term", label]], place.lasting));
    }

    /** @param {Element} cell @param {string[][]} labels @param {string[][]} lasting */
    cell(cell, labels, lasting) {
      const before = this.atoms.length;
      const all = [...labels, ...ownLabels(cell).filter(([by]) => by !== "class")];
      const text = pollex.shownText(cell, false);
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
        if (each.localName === "dt") term = pollex.shownText(each);
        else this.cell(each, [["term", term]], place.lasting);
      }
    }
  }

  const DELETED = new Set(["s", "del", "strike"]);

  /** What an element's attributes and nature say that it is. @param {Element} element @returns {string[][]} */
  function ownLabels(element) {
    /** @type {string[][]} */
    const labels = [];
    for (const [attribute, by] of ATTRIBUTES) {
      const value = element.getAttribute(attribute);
      if (value) labels.push([by, value]);
    }
    const name = element.getAttribute("class");
    if (name) labels.push(["class", name]);
    if (/^h[1-6]$/.test(element.localName) || element.getAttribute("role") === "heading") labels.push(["heading", element.localName]);
    if (element.localName === "time") labels.push(["time", ""]);
    if (element.localName === "strong" || element.localName === "b") labels.push(["strong", ""]);
    if (DELETED.has(element.localName)) labels.push(["old", ""]);
    return labels;
  }

  const ATTRIBUTES = [["itemprop", "term"], ["data-label", "term"], ["data-title", "term"], ["data-th", "term"], ["aria-label", "term"], ["data-field", "attribute"], ["data-testid", "attribute"], ["data-test", "attribute"], ["data-name", "attribute"]];

  /** The label that an element is for what comes after it. @param {Element} element @param {boolean} alone */
  function labelIn(element, alone) {
    if (element.childElementCount > 3 || element.querySelector("table, ul, ol, p, div > div")) return "";
    const text = pollex.shownText(element);
    if (!text || text.length > 40) return "";
    if (text.endsWith(":")) return text.slice(0, -1).trim();
    return alone && (LABEL_TAGS.has(element.localName) || LABELLING.test(element.getAttribute("class") ?? "")) ? text : "";
  }

  /** Whether an element is only a piece of a sentence. @param {Element} element */
  function isPhrase(element) {
    return pollex.INLINE.has(element.localName) && getComputedStyle(element).display.startsWith("inline") && element.querySelector("img, input, button, select, div, p, ul, table") === null;
  }

  /** What makes children of one parent alike. @param {Element} element */
  function likeness(element) {
    const name = (element.getAttribute("class") ?? "").trim().split(/\s+/)[0].split(/--/)[0];
    return `${element.localName}.${SURE.has(element.localName) ? "" : name}.${element.getAttribute("role") ?? ""}`;
  }

  /** Which children repeat one another, if any. @param {Element} element @param {Element[]} children @returns {string | null} */
  function likeIn(element, children) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const child of children) if (mayRepeat(child)) counts.set(likeness(child), (counts.get(likeness(child)) ?? 0) + 1);
    let best = null;
    let most = 0;
    for (const [like, count] of counts) {
      const sure = SURE.has(like.split(".")[0]) || /\.(listitem|article|row)$/.test(like);
      if (count > most && count >= (sure ? 1 : 3)) [best, most] = [like, count];
    }
    return best;
  }

  /** @param {Element} element */
  function mayRepeat(element) {
    if (element.localName === "a") return element.firstElementChild !== null && !pollex.INLINE.has(element.firstElementChild.localName);
    return !NEVER.has(element.localName) || element.hasAttribute("role");
  }

  /** Where a group stands and what it is called. @param {Element} element */
  function groupOf(element) {
    const around = element.closest("section, form, fieldset, [role=region], [role=group], [aria-label], dialog, aside");
    const name = [pollex.nameOf(element, "table"), around && around !== element ? pollex.nameOf(around, "region") : ""].filter(Boolean).join(" ");
    return { number: pollex.numberOf(element), name, heading: pollex.headingOf(element), called: `${element.id} ${element.getAttribute("class") ?? ""}`.trim(), beside: element.closest("nav, header, footer, [role=navigation], [role=banner], [role=contentinfo], menu, [role=menu]") !== null };
  }

  /** Whether a table lists labels and values, a pair in each row. @param {any} grid */
  function isPairs(grid) {
    if (grid.columns.length || !grid.rows.length || grid.rows.length > 200) return false;
    const rows = grid.rows.map((/** @type {Element} */ row) => pollex.cellsOf(row));
    if (rows.every((/** @type {Element[]} */ cells) => cells.length === 2 && (cells[0].localName === "th" || cells[0].getAttribute("role") === "rowheader"))) return true;
    const labels = rows.map((/** @type {Element[]} */ cells) => (cells.length === 2 ? pollex.shownText(cells[0]) : ""));
    return new Set(labels).size === labels.length && labels.every((/** @type {string} */ label) => label && label.length < 40 && !/\d/.test(label));
  }

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

  /** All records of one group. @param {{number: number, like: string, most?: number}} wanted */
  function records({ number, like, most = 1_000 }) {
    const element = pollex.elementOf(number);
    if (!element) return { gone: true };
    /** @type {any[]} */
    const found = [];
    if (pollex.isGrid(element)) {
      const grid = pollex.gridOf(element);
      for (const row of grid.rows.slice(0, most)) {
        const atoms = rowAtoms(row, grid, null);
        if (atoms) found.push({ number: pollex.numberOf(row), atoms });
      }
      return { records: found, present: grid.rows.length };
    }
    const all = [...pollex.childrenOf(element)].filter((child) => child instanceof Element && likeness(child) === like && pollex.isRead(child) && pollex.speaks(child));
    for (const child of all.slice(0, most)) {
      const gathering = new Gathering(null, MOST_ATOMS);
      gathering.visit(child, { labels: [], lasting: [] });
      found.push({ number: pollex.numberOf(child), atoms: gathering.atoms });
    }
    return { records: found, present: all.length };
  }

  /** Everything that a document tells, groups with a few records each. */
  function survey() {
    /** @type {any[]} */
    const groups = [];
    const gathering = new Gathering(groups, MOST_ON_PAGE);
    if (document.body) gathering.visit(document.body, { labels: [], lasting: [] });
    return { url: location.href, title: document.title, language: document.documentElement.lang, atoms: gathering.atoms, groups };
  }

  /** What a facet of an element says now. @param {Element} element @param {string} facet @returns {string | null} */
  function facetText(element, facet) {
    const control = /** @type {HTMLInputElement} */ (element);
    if (facet === "state") {
      if (control.type === "checkbox" || control.type === "radio") return control.checked ? "true" : "false";
      const said = element.getAttribute("aria-pressed") ?? element.getAttribute("aria-checked");
      return said === "true" || said === "false" ? said : null;
    }
    if (facet === "href" || facet === "src") return String(/** @type {any} */ (element)[facet] ?? "") || null;
    if (facet === "datetime") return element.getAttribute("datetime");
    if (facet === "alt") return pollex.saidOf(element)?.trim() || null;
    if (facet === "value") return control.type === "password" || !("value" in control) || element instanceof HTMLSelectElement ? pollex.valueOf(element) : control.value.trim();
    const text = pollex.shownText(element, DELETED.has(element.localName));
    if (facet === "after") return PAIR.exec(text)?.[2] ?? null;
    if (!facet.startsWith("part:")) return text;
    const part = text.split(SPLIT)[Number(facet.slice(5))];
    return part === undefined ? null : (PAIR.exec(part)?.[2] ?? part);
  }

  /** What elements say now, each `[number, facet]`; null where one is gone or cannot be seen. @param {[number, string][]} places */
  function readAgain(places) {
    return places.map(([number, facet]) => {
      const element = pollex.elementOf(number);
      return element && pollex.isRead(element) && pollex.speaks(element) ? facetText(element, facet) : null;
    });
  }

  Object.assign(pollex, { survey, records, readAgain });
})();
