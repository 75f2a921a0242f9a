/** Calendars and clocks that lie open: the months they show, the days of each, and what turns them to others. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.calendar) return;

  /** Days that every month has. */
  const SHORTEST = 28;
  /** Boxes around the days in which the name of the month and the buttons are looked for. */
  const LEVELS = 8;
  const DAY = /^([1-9]|[12]\d|3[01])$/;
  const ON = /next|forward|nächst|suivant|siguiente|successiv|volgende|próxim|[›»→❯▶>]|(?:^|[-_ ])right\b/i;
  const BACK = /prev|backward|vorherig|zurück|précédent|anterior|precedent|vorige|[‹«←❮◀<]|(?:^|[-_ ])left\b/i;
  const FAR = /year|decade|jahr|année/i;
  /** Means more than a month where there is another one, too. */
  const DOUBLE = /[»«]/;
  const YEAR = /^\d{4}$/;

  /** The boxes that have the days of one month each, and what is set in a clock. @returns {Element[]} */
  function calendars() {
    return [...grids().keys(), ...clocks()];
  }

  function openCalendars() {
    return calendars().map(pollex.numberOf);
  }

  /** The days that can be seen, by the smallest box that has those of a whole month. @returns {Map<Element, Element[]>} */
  function grids() {
    /** @type {Element[]} */
    const cells = pollex.everywhere("*").filter((/** @type {Element} */ each) => each.childElementCount === 0 && each.localName !== "option" && DAY.test((each.textContent ?? "").trim()) && pollex.isSeen(each, each.getBoundingClientRect()));
    /** @type {Map<Element, Element[]>} */
    const inside = new Map();
    for (const cell of cells) {
      for (let at = pollex.parentOf(cell), level = 0; at && level < 6; at = pollex.parentOf(at), level++) inside.set(at, [...(inside.get(at) ?? []), cell]);
    }
    const months = [...inside].filter(([, days]) => days.length >= SHORTEST && daysOf(days).size >= SHORTEST);
    return new Map(months.filter(([box]) => !months.some(([other]) => other !== box && box.contains(other))));
  }

  /** The days of the month itself: from its first on, while they go up by one. @param {Element[]} cells @returns {Map<number, Element>} */
  function daysOf(cells) {
    /** @type {Map<number, Element>} */
    const found = new Map();
    for (const cell of cells) {
      const day = Number((cell.textContent ?? "").trim());
      if (day === found.size + 1) found.set(day, cell);
      else if (found.size >= SHORTEST) break;
    }
    return found;
  }

  /** Fields for hours that can be seen. @returns {HTMLElement[]} */
  function clocks() {
    return pollex.everywhere("input, select").filter((/** @type {HTMLElement} */ each) => /hour|stunde|heure|hora\b/i.test(saidBy(each)) && pollex.isSeen(each, each.getBoundingClientRect()));
  }

  /** What an element is called by people and by the page's makers. @param {Element} element */
  function saidBy(element) {
    const text = element.childElementCount < 3 ? (element.textContent ?? "").trim().slice(0, 20) : "";
    const data = Object.values(/** @type {HTMLElement} */ (element).dataset ?? {});
    return [element.getAttribute("aria-label"), element.getAttribute("title"), element.getAttribute("class"), element.id, text, ...data].filter(Boolean).join(" ");
  }

  /** Whether something lies over the page. @param {Element | null} element @returns {boolean} */
  function floats(element) {
    if (!element || element === document.body) return false;
    return /absolute|fixed/.test(getComputedStyle(element).position) || floats(pollex.parentOf(element));
  }

  /** What can be done in a calendar that a field has opened; nothing where none has. @param {number[]} known those that were there before */
  function calendar(known) {
    const all = calendars();
    const news = all.filter((each) => !known.includes(pollex.numberOf(each)));
    const open = news.length ? news : all.filter(floats);
    if (!open.length) return null;
    const days = grids();
    const months = open.flatMap((each) => (days.has(each) ? [{ box: each, days: daysOf(days.get(each) ?? []) }] : []));
    const boxes = around(open[0]);
    const turns = boxes.map((box) => turnsIn(box, months));
    const outer = open.find((each) => !days.has(each)) ?? null;
    return {
      months: months.map(({ box, days: found }) => ({ called: titles(box, [...days.keys()]), days: Object.fromEntries([...found].map(([day, cell]) => [day, pollex.numberOf(cell)])) })),
      on: turns.find(({ on }) => on)?.on ?? null,
      back: turns.find(({ back }) => back)?.back ?? null,
      ...lists(boxes, months),
      ...clock(outer ?? boxes.map((box) => clocks().find((each) => box.contains(each))).find(Boolean) ?? null),
    };
  }

  /** @param {Element} element @returns {Element[]} the boxes around it, the smallest first */
  function around(element) {
    const found = [];
    for (let at = pollex.parentOf(element); at && at !== document.body && found.length < LEVELS; at = pollex.parentOf(at)) found.push(at);
    return found;
  }

  /** The words around the days of a month, the nearest first, and which month of these it is. @param {Element} grid @param {Element[]} all */
  function titles(grid, all) {
    return [grid, ...around(grid)].map((box) => ({ text: words(box), place: all.filter((each) => box.contains(each)).indexOf(grid) }));
  }

  /** The words of a box but for its days; of what is chosen among others, only that. @param {Node} node @returns {string} */
  function words(node) {
    if (node instanceof Text) return DAY.test(node.data.trim()) ? "" : node.data;
    if (node instanceof HTMLSelectElement) return node.selectedOptions[0]?.label ?? "";
    if (node instanceof HTMLInputElement) return node.value;
    if (!(node instanceof Element) || !node.checkVisibility()) return "";
    return [...pollex.childrenOf(node)].map(words).filter(Boolean).join(" ").slice(0, 400);
  }

  /** What turns to the months before and after. @param {Element} box @param {{days: Map<number, Element>}[]} months */
  function turnsIn(box, months) {
    const cells = months.flatMap(({ days }) => [...days.values()]);
    /** @type {Element[]} */
    const parts = pollex.everywhere("*", [box]).filter((/** @type {Element} */ each) => acts(each) && !cells.some((cell) => each.contains(cell) || cell.contains(each)) && !each.matches(":disabled, [aria-disabled=true]"));
    const near = parts.filter((each) => !FAR.test(saidBy(each)));
    const named = (/** @type {RegExp} */ way) => {
      const fitting = near.filter((each) => way.test(saidBy(each)));
      return fitting.find((each) => !DOUBLE.test(saidBy(each))) ?? fitting[0];
    };
    const [on, back] = [named(ON), named(BACK)];
    return { on: on ? pollex.numberOf(on) : null, back: back ? pollex.numberOf(back) : null };
  }

  /** Whether something can be pressed. @param {Element} element */
  function acts(element) {
    return (pollex.isControl(element) || pollex.actsLikeControl(element, false)) && pollex.isSeen(element, element.getBoundingClientRect());
  }

  /** Lists and fields in which the month and the year are chosen. @param {Element[]} boxes @param {{days: Map<number, Element>}[]} months */
  function lists(boxes, months) {
    if (!months.length) return {};
    /** @type {HTMLElement[]} */
    const fields = boxes.flatMap((box) => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("select, input")]));
    const shown = fields.filter((each) => pollex.isSeen(each, each.getBoundingClientRect()) && !(/** @type {HTMLInputElement} */ (each).disabled));
    const chosen = (/** @type {HTMLElement} */ each) => (each instanceof HTMLSelectElement ? [...each.options].map(({ label }) => label.trim()) : []);
    const years = shown.find((each) => chosen(each).some((label) => YEAR.test(label)) || (each instanceof HTMLInputElement && YEAR.test(each.value)));
    const monthsOf = shown.find((each) => chosen(each).length > 0 && chosen(each).length <= 12 && !chosen(each).some((label) => /\d{2}/.test(label)));
    return {
      years: years ? { number: pollex.numberOf(years), options: chosen(years) } : null,
      names: monthsOf ? { number: pollex.numberOf(monthsOf), options: chosen(monthsOf) } : null,
    };
  }

  /** @param {Element | null} hour */
  function clock(hour) {
    if (!hour) return {};
    for (const box of around(hour)) {
      const minute = [...box.querySelectorAll("input, select")].find((each) => /minut/i.test(saidBy(each)));
      if (!minute) continue;
      const half = [...box.querySelectorAll("*")].find((each) => /^[ap]\.?m\.?$/i.test((each.textContent ?? "").trim()));
      return { hour: pollex.numberOf(hour), minute: pollex.numberOf(minute), half: half ? { number: pollex.numberOf(half), says: (half.textContent ?? "").trim() } : null };
    }
    return {};
  }

  /** @param {number} number */
  function fieldValue(number) {
    const field = pollex.elementOf(number);
    return field && "value" in field ? String(field.value) : null;
  }

  Object.assign(pollex, { openCalendars, calendar, fieldValue });
})();
