/** What people tell of a control or a row by its looks alone: what a class or the entry around it marks it as, what it asks for, what it opens. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.signsOf) return;

  /** Words of classes that say what something is just now, alone or at the end of a longer name. */
  const MARKED = /(?:^|[-_])(active|selected|checked|current|unread|completed|chosen|starred|flagged|pinned|pressed|toggled|highlighted|liked|favou?rited|bookmarked|muted|locked)$/i;
  const ALONE = /^(?:is-)?(on|done|open)$/i;
  const DENIED = /(?:^|[-_])(?:no|not|non)[-_]/i;
  const SWITCH = "[class*=switch], [class*=toggle], [class*=check]";
  /** States that libraries keep as data. */
  const KEPT = /^(?:on|checked|active|selected|pressed)$/;
  /** Attributes of a page's own elements that tell a choice; `checked` is only the first one. */
  const CHOSEN = ["active", "selected"];
  const TAKEN = new Set(["selected", "checked", "chosen"]);
  const SAID = ["selected", "checked", "pressed", "current"];
  /** Rows on each side that a row is compared with. */
  const BESIDE = 10;
  /** Weight of letters from which a row stands out. */
  const BOLD = 600;
  const NESTED = "ul, menu, [role=menu], [role=group]";

  /** What classes mark an element as. @param {Element} element @returns {string[]} */
  function markedAs(element) {
    const names = (element.getAttribute("class") ?? "").split(/\s+/).filter((name) => !DENIED.test(name));
    return names.flatMap((name) => (MARKED.exec(name) ?? ALONE.exec(name))?.[1].toLowerCase() ?? []);
  }

  /** What a page's own element is marked as: by an attribute, or by the box that it draws. @param {Element} element @returns {string[]} */
  function markedByComponent(element) {
    if (!element.localName.includes("-")) return [];
    const said = CHOSEN.filter((name) => /^(?!false$)/.test(element.getAttribute(name) ?? "false"));
    const box = [...(pollex.rootOf(element)?.children ?? [])].find((each) => each.hasAttribute("class"));
    return [...said, ...(box ? markedAs(box) : [])];
  }

  /** The states of an element, without `selected` where that is said of what the arrow keys have reached. @param {Element} element @returns {string[]} */
  function shownStates(element) {
    const marks = markedAs(element);
    const isReached = marks.includes("highlighted") && !marks.some((mark) => TAKEN.has(mark));
    return pollex.statesOf(element).filter((/** @type {string} */ state) => !(isReached && state === "selected"));
  }

  /** The entry of a list that is this control and little more. @param {Element} element */
  function entryAround(element) {
    const around = element.parentElement;
    if (!around || pollex.isControl(around)) return null;
    if (around.localName === "li") return around;
    if (around.matches(SWITCH) && element.matches(":only-child")) return around;
    const isAlone = element.matches(":only-child") && ![...around.childNodes].some((each) => each instanceof Text && /\S/.test(each.data));
    return isAlone && around.localName !== "body" ? around : null;
  }

  /** The states that only its looks show, but for those it says itself. @param {Element} element @param {string[]} states @returns {string[]} */
  function signsOf(element, states) {
    const entry = entryAround(element);
    const shown = element.localName === "input" ? null : element.querySelector(SWITCH);
    const said = entry ? SAID.filter((state) => /^(?!false$)./.test(entry.getAttribute(`aria-${state}`) ?? "")) : [];
    const kept = states.some((state) => SAID.includes(state)) ? "" : (element.getAttribute("data-state") ?? "");
    const found = new Set([...said, ...markedByComponent(element), ...(KEPT.test(kept) ? [kept] : []), ...[element, entry, shown].flatMap((each) => (each && (each !== shown || !pollex.isControl(each)) ? markedAs(each) : []))]);
    return [...found].filter((sign) => !states.includes(sign));
  }

  /** Boxes around an element whose states a click on it may change. */
  const LEVELS = 3;
  /** Words of classes that say that something is touched, and no more. */
  const TOUCHED = /focus|hover|ripple|wave|press(?!ed)|touch|down$/i;

  /** What state an element and what it is in are in, by what they say and by their looks; of a switch all that its classes say. @param {Element} element */
  function conditionOf(element) {
    /** @type {Element[]} */
    const boxes = [element];
    for (let at = pollex.parentOf(element); at && at !== document.body && boxes.length < LEVELS; at = pollex.parentOf(at)) boxes.push(at);
    const said = boxes.map((each) => [...pollex.statesOf(each).filter((/** @type {string} */ state) => state !== "focused"), ...markedAs(each)].join(" "));
    const toggle = boxes.find((each) => each.matches(`[role=switch], [role=checkbox], ${SWITCH}`));
    const parts = toggle ? [toggle, ...[...toggle.querySelectorAll("*")].slice(0, PARTS)] : [];
    const looks = parts.flatMap((each) => [...each.classList].filter((name) => !TOUCHED.test(name)));
    return [...said, ...signsOf(element, []), ...looks].join("|");
  }

  /** Parts of a switch whose classes are read. */
  const PARTS = 10;

  /** What a control says besides: that it takes several lines, what it asks for, what it opens. @param {Element} element @param {string} role @param {string} name @param {string | null} value */
  function hintsOf(element, role, name, value) {
    const hints = element.matches("textarea, [aria-multiline=true]") ? ["multiline"] : [];
    const asked = pollex.tidy(element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder"), 60);
    if (asked && asked !== name && !value) hints.push(`asks ${JSON.stringify(asked)}`);
    if (opens(element, role)) hints.push(role.startsWith("menuitem") || role === "link" || role === "generic" ? "has submenu" : "has menu");
    return hints;
  }

  /** Whether a menu opens from here, and nothing else says so. @param {Element} element @param {string} role */
  function opens(element, role) {
    if (element.hasAttribute("aria-expanded") || role === "combobox") return false;
    const opened = element.getAttribute("aria-haspopup");
    if (opened) return opened === "true" || opened === "menu";
    const inner = element.localName === "a" && element.parentElement?.localName === "li" ? element.parentElement.querySelector(NESTED) : role.startsWith("menuitem") ? element.querySelector(NESTED) : null;
    return inner !== null && !inner.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  /** What marks a row among those next to it, but for what every one of them is marked as. @param {Element} row @returns {string[]} */
  function rowSigns(row) {
    const signs = markedAs(row);
    const others = signs.length || isBold(row) ? pollex.besides(row, BESIDE) : [];
    const told = signs.filter((sign) => !others.every((/** @type {Element} */ other) => markedAs(other).includes(sign)));
    const standsOut = !signs.length && isBold(row) && others.some((/** @type {Element} */ other) => isLike(other, row) && isBold(other) === false);
    return standsOut ? ["bold"] : told;
  }

  /** Whether two rows are entries of one list, and none the heading of the other. @param {Element} one @param {Element} other */
  function isLike(one, other) {
    return one.localName === other.localName && (one.querySelector(ACTED_ON) === null) === (other.querySelector(ACTED_ON) === null);
  }

  const ACTED_ON = "a[href], button, input, select, textarea, [role], [tabindex]";
  const HEADS = "legend, caption, summary, h1, h2, h3, h4, h5, h6, th, dt, [role=heading], [role=columnheader], [role=rowheader]";

  /** Whether the first words of a row are bold, and no heading; null where it has none. @param {Element} row */
  function isBold(row) {
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    let text = texts.nextNode();
    while (text && !/[\p{L}\p{N}]/u.test(text.nodeValue ?? "")) text = texts.nextNode();
    const around = text?.parentElement;
    return around ? Number(getComputedStyle(around).fontWeight) >= BOLD && !around.closest(HEADS) : null;
  }

  /** A small picture without words that not every row next to it has: a paper clip, a star, a dot. @param {Element} icon @param {Element} row */
  function iconOf(icon, row) {
    if (!isDrawnAlone(icon)) return "";
    const telling = (icon.getAttribute("class") ?? "").split(/\s+/).filter((name) => pollex.inferred([name]));
    const alike = telling.length ? `${icon.localName}.${CSS.escape(telling[0])}` : icon.localName;
    const others = pollex.besides(row, BESIDE);
    if (others.every((/** @type {Element} */ other) => other.querySelector(alike))) return "";
    const colour = pollex.backgroundOf(icon);
    const isOneOfColours = colour && others.some((/** @type {Element} */ other) => ![undefined, "", colour].includes(colourIn(other, alike)));
    return pollex.pictureName(icon) || (isOneOfColours && colour) || pollex.inferred(telling) || colour;
  }

  /** The colour of what a row has alike. @param {Element} row @param {string} alike @returns {string | undefined} */
  function colourIn(row, alike) {
    const found = row.querySelector(alike);
    return found ? pollex.backgroundOf(found) : undefined;
  }

  /** Whether an element without words shows anything. @param {Element} element */
  function isDrawnAlone(element) {
    if (!pollex.isSeen(element, pollex.boxOf(element))) return false;
    if (element.localName === "svg" || element.localName === "img") return true;
    const { content } = getComputedStyle(element, "::before");
    return !["none", "normal", '""'].includes(content) || getComputedStyle(element).backgroundImage !== "none" || pollex.backgroundOf(element) !== "";
  }

  Object.assign(pollex, { signsOf, shownStates, conditionOf, hintsOf, rowSigns, iconOf });
})();
