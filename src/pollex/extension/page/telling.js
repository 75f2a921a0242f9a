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

  /** Nothing for what needs no telling. @param {Element} element @param {string} role @param {Record<string, unknown>} more */
  function entryOf(element, role, more) {
    const known = role === "generic" ? "clickable" : role;
    const name = WHOLE.has(role) ? pollex.nameOf(element, role) : shortName(element, role);
    if (name === "" && role === "link" && hasTwin(element)) return null;
    const value = exactly(element) ?? pollex.valueOf(element) ?? (role === "generic" && name === "" ? pollex.alongOf(element) : null);
    const looks = name === "" ? pollex.looksOf(element) : "";
    const states = pollex.statesOf(element);
    states.push(...pollex.signsOf(element, states));
    const marks = pollex.badgesOf(element).filter((/** @type {string} */ mark) => !states.includes(mark));
    const { hovered, ...standing } = more;
    const hints = [...pollex.hintsOf(element, role, name, value), ...(hovered ? ["on hover"] : [])];
    return ["c", pollex.numberOf(element), known, name, value, states, pollex.choicesOf(element), { ...standing, ...(looks && { looks }), ...(marks.length && { marks }), ...(hints.length && { hints }) }];
  }

  /** A text in quotes whose spaces and lines would else be lost; nothing for others, and for what nobody is to read. @param {Element} element */
  function exactly(element) {
    const written = element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && WRITTEN.has(element.type));
    if (!written || !/^\s|\s$|\s\s|[^\S ]/.test(element.value) || pollex.isSecret(element)) return null;
    return JSON.stringify(element.value.slice(0, LONGEST));
  }

  /** The name of what may hold much more than a name. @param {Element} element @param {string} role */
  function shortName(element, role) {
    const name = pollex.nameOf(element, role);
    if (role !== "generic" || name.length < 60) return name;
    const heading = element.querySelector("h1, h2, h3, h4, h5, h6, strong, b");
    return heading ? pollex.textOf(heading, 60) : "";
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

  Object.assign(pollex, { entryOf, infoOf, isWhole: (/** @type {string} */ role) => WHOLE.has(role) });
})();
