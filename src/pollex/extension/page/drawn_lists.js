/** Lists that a page draws itself: whether an element opens one, what it offers once it is open, and what it shows as chosen. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.offered) return;

  const SAYS = "[role=combobox], [role=listbox], [aria-haspopup]:not([aria-haspopup=false]), [aria-expanded], [aria-owns], [class*=dropdown], [class*=combo]";
  const LOOKS = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), [class*=select], [class*=picker]";
  const OPTIONS = "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]";
  const CHOSEN = ["selected", "checked", "pressed", "current"];
  const CLOSED = "[aria-expanded=false]";
  /** Words of classes by which an option is where the keys are, and by which it is chosen. */
  const HIGHLIGHTED = /highlight|focus|hover|(?:^|[-_])active$/i;
  const SELECTED = /(?:^|[-_])(?:selected|checked|chosen)$/i;
  /** Boxes around a drawn control in which its native list is. */
  const LEVELS = 5;
  /** Options that are told at the most, and parts of each. */
  const MOST = 500;
  const PARTS = 8;
  /** Boxes around what is hidden beside which the list is that has it, and characters of what that is called. */
  const BESIDE = 2;
  const NAME = 60;

  /** What could be seen before a list was opened. @type {WeakSet<Element>} */
  let before = new WeakSet();

  /** Take in what can be seen, before a list is opened. */
  function beforeList() {
    before = new WeakSet(pollex.inSight());
  }

  /** @returns {Element[]} */
  function newInSight() {
    return pollex.inSight().filter((/** @type {Element} */ each) => !before.has(each));
  }

  /** Whether a press on an element may open a list; what is pressed for other ends must say so. @param {number} number */
  function opensList(number) {
    const element = pollex.elementOf(number);
    if (!element) return false;
    return element.matches(SAYS) || (!element.matches("a, button, [role=button], [role=link]") && (pollex.roleOf(element) === "generic" || element.matches(LOOKS)));
  }

  /** What the list of an element offers that is open: in it, in what it says that it opens, or once it `isOpened` in what came into sight since `beforeList`. @param {number} number @param {boolean} isOpened */
  function offered(number, isOpened) {
    const opener = pollex.elementOf(number);
    const closed = opener !== null && isCollapsed(opener);
    const boxes = opener ? [...(closed ? [] : [opener]), ...(closed && !isOpened ? [] : controlled(opener))] : [];
    const own = boxes.flatMap((box) => shown(pollex.everywhere(OPTIONS, [box])));
    const news = isOpened ? own.filter((each) => !before.has(each)) : own;
    const found = news.length || !isOpened ? news : fresh(opener);
    const field = isOpened || found.length ? searchedIn(opener) : null;
    if (!found.length && !field) return null;
    return { options: found.slice(0, MOST).map((each) => told(each, opener)), field: field ? pollex.numberOf(field) : null };
  }

  /** Whether the list of an element is closed, so that the options seen in it are those that were chosen. @param {Element} opener */
  function isCollapsed(opener) {
    return opener.matches(CLOSED) || opener.querySelector(`[role=combobox]${CLOSED}`) !== null;
  }

  /** The field that has the focus where options are searched. @param {Element | null} opener */
  function searchedIn(opener) {
    const active = activeElement();
    const writes = (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) && !active.readOnly;
    return writes && (active === opener || opener?.contains(active) || newInSight().includes(active)) ? active : null;
  }

  /** What has the focus, also in a shadow root. */
  function activeElement() {
    let active = document.activeElement;
    for (let root = active && pollex.rootOf(active); root?.activeElement; root = active && pollex.rootOf(active)) active = root.activeElement;
    return active;
  }

  /** @param {Element[]} elements */
  function shown(elements) {
    return elements.filter((each) => pollex.isSeen(each, each.getBoundingClientRect()));
  }

  /** What an element says that it opens. @param {Element} opener @returns {Element[]} */
  function controlled(opener) {
    const root = /** @type {Document | ShadowRoot} */ (opener.getRootNode());
    const ids = `${opener.getAttribute("aria-controls") ?? ""} ${opener.getAttribute("aria-owns") ?? ""}`.split(/\s+/).filter(Boolean);
    return ids.flatMap((id) => root.getElementById(id) ?? []);
  }

  /** Options that came into sight: those that say so, else what can be pressed, else the entries of a list; and what is pressed and has no words, as a swatch. @param {Element | null} opener @returns {Element[]} */
  function fresh(opener) {
    /** @type {Element[]} */
    const news = newInSight().filter((/** @type {Element} */ each) => !opener?.contains(each));
    const known = new Set(news);
    const outer = (/** @type {(each: Element) => boolean} */ test) => news.filter((each) => test(each) && !(each.parentElement && known.has(each.parentElement) && test(each.parentElement)));
    const says = (/** @type {Element} */ each) => /\S/.test(each.textContent ?? "");
    const points = (/** @type {Element} */ each) => says(each) && getComputedStyle(each).cursor === "pointer";
    const ways = [news.filter((each) => says(each) && each.matches(OPTIONS)), outer(points), news.filter((each) => says(each) && each.localName === "li")];
    const swatches = news.filter((each) => !says(each) && each.matches("button, [role=button], [tabindex]:not([role])"));
    return [...(ways.find((each) => each.length) ?? []), ...swatches];
  }

  /** @param {Element} option @param {Element | null} opener */
  function told(option, opener) {
    const parts = [...option.querySelectorAll("*")].filter((each) => each.childElementCount === 0).slice(0, PARTS);
    const value = option.getAttribute("data-value") ?? option.getAttribute("value");
    const own = [...option.childNodes].filter((each) => each instanceof Text).map((each) => pollex.tidy(each.textContent));
    return {
      number: pollex.numberOf(option), name: pollex.nameOf(option, "option") || pollex.looksOf(option), value,
      parts: [...own, ...parts.map((each) => pollex.tidy(each.textContent)), ...withoutOne(option)].filter(Boolean),
      chosen: isChosen(option) && (opener?.contains(option) || !isHighlighted(option)), disabled: pollex.statesOf(option).includes("disabled"),
    };
  }

  /** What an option says without one of the elements in it: its name has marked letters, and a line below it. @param {Element} option @returns {string[]} */
  function withoutOne(option) {
    const nodes = [...option.childNodes];
    return [...option.children].slice(0, PARTS).map((left) => pollex.tidy(nodes.filter((each) => each !== left).map((each) => each.textContent).join("")));
  }

  /** @param {Element} option */
  function isChosen(option) {
    const states = pollex.statesOf(option);
    return [...states, ...pollex.signsOf(option, states)].some((each) => CHOSEN.includes(each));
  }

  /** Whether an option is only where the keys are, which lists mark like what is chosen. @param {Element} option */
  function isHighlighted(option) {
    const names = [...option.classList];
    const active = activeElement()?.getAttribute("aria-activedescendant");
    return ((active && active === option.id) || names.some((name) => HIGHLIGHTED.test(name))) && !names.some((name) => SELECTED.test(name));
  }

  /** The list that is closed and has something hidden in it: what opens it, and what it is. @param {number} number */
  function closedListOf(number) {
    const seen = (/** @type {Element | null | undefined} */ each) => each && pollex.isSeen(each, each.getBoundingClientRect());
    let box = pollex.elementOf(number);
    while (box?.parentElement && !seen(box.parentElement)) box = box.parentElement;
    if (!box || seen(box)) return null;
    const opens = [...pollex.everywhere("[aria-controls], [aria-owns]").filter((/** @type {Element} */ each) => controlled(each).includes(box)), ...openersBeside(box)];
    const likely = opens.find((each) => seen(each) && opensList(pollex.numberOf(each)));
    const opener = likely?.parentElement && !pollex.isControl(likely) && pollex.isControl(likely.parentElement) ? likely.parentElement : likely;
    return opener ? { number: pollex.numberOf(opener), name: pollex.nameOf(opener) || pollex.textOf(opener, NAME) } : null;
  }

  /** What stands before a hidden box, or is around it, and says or looks as if it opened a list. @param {Element} box @returns {Element[]} */
  function openersBeside(box) {
    const found = [];
    for (let at = /** @type {Element | null} */ (box), level = 0; at && level < BESIDE && !at.matches("form, body, table"); at = at.parentElement, level++) {
      const beside = at.previousElementSibling;
      if (beside) found.push(...(beside.matches(`${SAYS}, ${LOOKS}`) ? [beside] : beside.querySelectorAll(`${SAYS}, ${LOOKS}`)));
      if (at !== box && at.matches(SAYS)) found.push(at);
    }
    return found;
  }

  /** The native list behind a control that a page drew in its place, right after it or around it. @param {number} number @returns {HTMLSelectElement | null} */
  function servedBy(number) {
    const opener = pollex.elementOf(number);
    for (let at = opener, level = 0; at && level < LEVELS && !at.matches("select, form, fieldset, body, [role=dialog]"); at = at.parentElement, level++) {
      const beside = at.previousElementSibling;
      const lists = [...at.querySelectorAll("select"), ...(beside instanceof HTMLSelectElement ? [beside] : [])];
      const [list] = lists;
      if (!list) continue;
      const isOwn = list === beside || at === opener || at.closest("[role=combobox], [role=listbox]") !== null || list.nextElementSibling?.contains(opener);
      return isOwn && lists.length === 1 && !pollex.isSeen(list, list.getBoundingClientRect()) ? list : null;
    }
    return null;
  }

  /** Whether a field or what is pressed is drawn in the place of a native list. @param {number} number */
  function servesList(number) {
    return servedBy(number) !== null;
  }

  /** What the native list behind a drawn one holds; nothing where there is none. @param {number} number */
  function served(number) {
    const list = servedBy(number);
    const held = [...(list?.selectedOptions ?? [])].map((each) => ({ name: pollex.tidy(each.label), value: each.value }));
    return list && { several: list.multiple, held: held.filter((each) => each.name || each.value), values: [...list.options].map((each) => each.value) };
  }

  /** Scroll the list that an option is in by its height; how far that was. @param {number} number */
  function turnList(number) {
    for (let at = pollex.parentOf(pollex.elementOf(number) ?? document.body); at && at !== document.body && at !== document.documentElement; at = pollex.parentOf(at)) {
      if (at.scrollHeight <= at.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
      const before = at.scrollTop;
      at.scrollBy({ top: at.clientHeight, behavior: "instant" });
      return at.scrollTop - before;
    }
    return 0;
  }

  /** What a list shows as chosen: its words, what it holds, and the chips beside its field. @param {number} number @returns {string | null} */
  function listShows(number) {
    const opener = pollex.elementOf(number);
    if (!opener) return null;
    if (!(opener instanceof HTMLInputElement)) return pollex.textOf(opener, 500);
    return `${opener.value} ${opener.parentElement ? pollex.textOf(opener.parentElement, 500) : ""}`;
  }

  /** Whether a field of what opened holds what a swatch is called. @param {Element} swatch */
  function isEntered(swatch) {
    const name = pollex.tidy(pollex.nameOf(swatch, "option") || pollex.looksOf(swatch)).toLowerCase();
    if (!name || /\S/.test(swatch.textContent ?? "")) return false;
    return newInSight().some((each) => each instanceof HTMLInputElement && each.value.trim().toLowerCase() === name);
  }

  /** Whether an option that was pressed says that it is chosen. @param {number} number */
  function isMarked(number) {
    const option = pollex.elementOf(number);
    return option !== null && ((isChosen(option) && !isHighlighted(option)) || isEntered(option));
  }

  Object.assign(pollex, { beforeList, closedListOf, opensList, offered, servesList, served, turnList, listShows, isMarked });
})();
