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
  const SAID = ["selected", "checked", "pressed", "current"];
  /** Rows on each side that a row is compared with. */
  const BESIDE = 10;
  const NESTED = "ul, menu, [role=menu], [role=group]";

  /** What classes mark an element as. @param {Element} element @returns {string[]} */
  function markedAs(element) {
    const names = (element.getAttribute("class") ?? "").split(/\s+/).filter((name) => !DENIED.test(name));
    return names.flatMap((name) => (MARKED.exec(name) ?? ALONE.exec(name))?.[1].toLowerCase() ?? []);
  }

  /** The entry of a list that is this control and little more. @param {Element} element */
  function entryAround(element) {
    const around = element.parentElement;
    if (!around || pollex.isControl(around)) return null;
    if (around.localName === "li") return around;
    const isAlone = around.childElementCount === 1 && ![...around.childNodes].some((each) => each instanceof Text && /\S/.test(each.data));
    return isAlone && around.localName !== "body" ? around : null;
  }

  /** The states that only its looks show, but for those it says itself. @param {Element} element @param {string[]} states @returns {string[]} */
  function signsOf(element, states) {
    const entry = entryAround(element);
    const shown = element.localName === "input" ? null : element.querySelector(SWITCH);
    const said = entry ? SAID.filter((state) => /^(?!false$)./.test(entry.getAttribute(`aria-${state}`) ?? "")) : [];
    const found = new Set([...said, ...[element, entry, shown].flatMap((each) => (each && (each !== shown || !pollex.isControl(each)) ? markedAs(each) : []))]);
    return [...found].filter((sign) => !states.includes(sign));
  }

  /** What a control says besides: that it takes several lines, what it asks for, what it opens. @param {Element} element @param {string} role @param {string} name @param {string | null} value */
  function hintsOf(element, role, name, value) {
    const hints = element.localName === "textarea" ? ["multiline"] : [];
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
    return inner !== null && !inner.checkVisibility();
  }

  /** What marks a row among those next to it, but for what every one of them is marked as. @param {Element} row @returns {string[]} */
  function rowSigns(row) {
    const signs = markedAs(row);
    return signs.length ? signs.filter((sign) => !pollex.besides(row, BESIDE).every((/** @type {Element} */ other) => markedAs(other).includes(sign))) : [];
  }

  /** A small picture without words that not every row next to it has: a paper clip, a star, a dot. @param {Element} icon @param {Element} row */
  function iconOf(icon, row) {
    if (!isDrawnAlone(icon)) return "";
    const telling = (icon.getAttribute("class") ?? "").split(/\s+/).filter((name) => pollex.inferred([name]));
    const alike = telling.length ? `${icon.localName}.${CSS.escape(telling[0])}` : icon.localName;
    const others = pollex.besides(row, BESIDE);
    if (others.every((/** @type {Element} */ other) => other.querySelector(alike))) return "";
    return pollex.pictureName(icon) || pollex.inferred(telling) || pollex.backgroundOf(icon);
  }

  /** Whether an element without words shows anything. @param {Element} element */
  function isDrawnAlone(element) {
    if (!pollex.isSeen(element, pollex.boxOf(element))) return false;
    if (element.localName === "svg" || element.localName === "img") return true;
    const { content } = getComputedStyle(element, "::before");
    return !["none", "normal", '""'].includes(content) || getComputedStyle(element).backgroundImage !== "none" || pollex.backgroundOf(element) !== "";
  }

  Object.assign(pollex, { signsOf, hintsOf, rowSigns, iconOf });
})();
