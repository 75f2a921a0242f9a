/** What is told of one control: an entry for the outline, and the page-agent specification's ElementInfo (002). */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.entryOf) return;

  /** Controls whose words are their name, so that these are not told twice. */
  const WHOLE = new Set(["button", "checkbox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab"]);

  const WRITTEN = new Set(["text", "search", "url", "email", "tel"]);
  /** Characters of a value that are told as they are. */
  const LONGEST = 100;
  /** Characters of the text of a large field. */
  const LONG = 400;

  /** Nothing for what needs no telling. @param {Element} element @param {string} role @param {Record<string, unknown>} more */
  function entryOf(element, role, more) {
    const known = role === "generic" ? "clickable" : role;
    const name = WHOLE.has(role) ? pollex.nameOf(element, role) : shortName(element, role);
    if (name === "" && role === "link" && hasTwin(element)) return null;
    const value = pollex.drawsCode(element) ? null : exactly(element, more.long === true ? LONG : LONGEST) ?? pollex.valueOf(element) ?? (role === "generic" && name === "" ? pollex.alongOf(element) : null);
    const looks = name === "" && role !== "row" ? pollex.looksOf(element) : "";
    const states = pollex.shownStates(element);
    states.push(...pollex.signsOf(element, states));
    const marks = pollex.badgesOf(element).filter((/** @type {string} */ mark) => !states.includes(mark));
    const { hovered, over, long, ...standing } = more;
    const hints = [...pollex.hintsOf(element, role, name, value), ...(pollex.changesAlone(element) ? ["changes by itself"] : []), ...(hovered ? ["on hover"] : []), ...(over ? [`over ${over}`] : [])];
    return ["c", pollex.numberOf(element), known, name, value, states, pollex.choicesOf(element), { ...standing, ...(looks && { looks }), ...(marks.length && { marks }), ...(hints.length && { hints }) }];
  }

  /** A text in quotes whose spaces and lines would else be lost; nothing for others, and for what nobody is to read. @param {Element} element @param {number} most characters */
  function exactly(element, most) {
    const written = isWritten(element) || (element instanceof HTMLInputElement && WRITTEN.has(element.type));
    const text = written && !pollex.isSecret(element) ? textIn(element) : "";
    if (!/^\s|\s$|\s\s|[^\S ]/.test(text)) return text.length > LONGEST && most > LONGEST ? pollex.tidy(text, most) : null;
    return JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
  }

  /** Whether a field takes several lines. @param {Element} element */
  function isWritten(element) {
    return element instanceof HTMLTextAreaElement || /** @type {HTMLElement} */ (element).isContentEditable;
  }

  /** What stands in a field; in an editor each line once, without the empty ones between paragraphs. @param {Element} element @returns {string} */
  function textIn(element) {
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) return element.value;
    return /** @type {HTMLElement} */ (element).innerText.replace(/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g, "").replace(/\u00a0/g, " ").replace(/\s*\n\s*/g, "\n").trim();
  }

  /** The name of what may hold much more than a name. @param {Element} element @param {string} role */
  function shortName(element, role) {
    if (role === "row" && !element.hasAttribute("aria-label") && !element.hasAttribute("aria-labelledby")) return firstCell(element);
    const name = pollex.nameOf(element, role);
    if (role !== "generic" || name.length < 60) return name;
    const heading = element.querySelector("h1, h2, h3, h4, h5, h6, strong, b");
    return heading ? pollex.textOf(heading, 60) : "";
  }

  /** What a row is called, whose cells are told after it: the first of them that says anything. @param {Element} row */
  function firstCell(row) {
    const cell = pollex.cellsOf(row).find((/** @type {Element} */ each) => /\S/.test(each.textContent ?? ""));
    return cell ? pollex.textOf(cell, 60) : "";
  }

  /** Whether a link without words leads where another one beside it does. @param {Element} link */
  function hasTwin(link) {
    const address = link.getAttribute("href");
    const around = link.parentElement?.parentElement ?? link.parentElement;
    if (!address || !around || address === "#" || address.startsWith("javascript:")) return false;
    return [...around.querySelectorAll("a[href]")].some((other) => other !== link && other.getAttribute("href") === address && /\S/.test(other.textContent ?? ""));
  }

  /** @param {Element} element @param {number} most */
  function infoOf(element, most) {
    const control = /** @type {HTMLInputElement} */ (element);
    return {
      index: pollex.numberOf(element), tag: element.localName, type: element.getAttribute("type"),
      text: pollex.textOf(element, most), placeholder: element.getAttribute("placeholder"),
      value: pollex.valueOf(element), href: element.getAttribute("href"), ariaLabel: element.getAttribute("aria-label"),
      className: element.getAttribute("class"), id: control.id || null,
    };
  }

  Object.assign(pollex, { isWritten, entryOf, infoOf, isWhole: (/** @type {string} */ role) => WHOLE.has(role) });
})();
