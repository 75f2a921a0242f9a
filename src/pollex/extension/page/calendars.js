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
    const said = ["aria-label", "title", "class", "id", "name"].map((name) => element.getAttribute(name));
    return [...said, text, ...data].filter(Boolean).join(" ");
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
      ...timesIn(boxes, months),
      done: doneIn(boxes),
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

  const TIME = /^\d{1,2}:\d{2}(\s?[ap]\.?m\.?)?$/i;
  const FIGURES = /^\d{1,2}$/;
  /** The least times or figures that a list of them has. */
  const FEW = 3;
  const DONE = /^(ok|okay|apply|done|set|select|confirm|fertig|übernehmen|anwenden|valider|appliquer|aceptar|aplicar|listo)$/i;

  /** Times that can be pressed as a whole, or columns of hours and of minutes: by what they say. @param {Element[]} boxes @param {{box: Element}[]} months */
  function timesIn(boxes, months) {
    for (const box of boxes) {
      const leaves = [...box.querySelectorAll("*")].filter((each) => each.childElementCount === 0 && !months.some((month) => month.box.contains(each)));
      const times = leaves.filter((each) => TIME.test((each.textContent ?? "").trim()) && each.checkVisibility());
      if (times.length >= FEW) return { times: numbered(times), columns: null };
      const columns = columnsOf(leaves);
      if (columns.length >= 2) return { times: null, columns: columns.map(numbered) };
    }
    return { times: null, columns: null };
  }

  /** Entries beside one another that are all figures, by the list that they are in, from left to right. @param {Element[]} leaves @returns {Element[][]} */
  function columnsOf(leaves) {
    /** @type {Map<Element | null, Element[]>} */
    const lists = new Map();
    for (const leaf of leaves) {
      if (!FIGURES.test((leaf.textContent ?? "").trim()) || !leaf.checkVisibility() || leaf.localName === "option") continue;
      const entry = leaf.closest("li, [role=option]") ?? leaf;
      lists.set(entry.parentElement, [...(lists.get(entry.parentElement) ?? []), entry]);
    }
    const columns = [...lists].filter(([list, entries]) => list && entries.length >= FEW && entries.length === [...list.children].filter((each) => /\S/.test(each.textContent ?? "")).length);
    return columns.map(([, entries]) => entries).sort(([one], [other]) => one.getBoundingClientRect().left - other.getBoundingClientRect().left);
  }

  /** Elements by their words. @param {Element[]} elements */
  function numbered(elements) {
    return Object.fromEntries(elements.map((each) => [(each.textContent ?? "").trim(), pollex.numberOf(each)]));
  }

  /** What takes over what is set. @param {Element[]} boxes */
  function doneIn(boxes) {
    for (const box of boxes) {
      const button = [...box.querySelectorAll("button, [role=button], input[type=button], a")].find((each) => DONE.test(pollex.nameOf(each).trim()) && acts(each));
      if (button) return pollex.numberOf(button);
    }
    return null;
  }

  /** @param {number} number */
  function fieldValue(number) {
    const field = pollex.elementOf(number);
    return field && "value" in field ? String(field.value) : null;
  }

  /** Choose an hour or a minute in a list, or move a slider to it; whether it is either. @param {number} number @param {string} text */
  function putAtOnce(number, text) {
    const field = pollex.elementOf(number);
    if (field instanceof HTMLInputElement && field.type === "range") return pollex.setValue(number, String(Number(text))) === String(Number(text));
    return "chosen" in pollex.choose(number, [text]) || (field instanceof HTMLSelectElement && "chosen" in pollex.choose(number, [String(Number(text))]));
  }

  Object.assign(pollex, { openCalendars, calendar, fieldValue, putAtOnce });
})();
