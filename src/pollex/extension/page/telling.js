/** What is told of one control: an entry for the outline, and the page-agent specification's ElementInfo (002). */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.entryOf) return;

  /** Controls whose words are their name, so that these are not told twice. */
  const WHOLE = new Set(["button", "checkbox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab"]);

  /** Nothing for what needs no telling. @param {Element} element @param {string} role @param {Record<string, unknown>} more */
  function entryOf(element, role, more) {
    const known = role === "generic" ? "clickable" : role;
    const name = WHOLE.has(role) ? pollex.nameOf(element, role) : shortName(element, role);
    if (name === "" && role === "link" && hasTwin(element)) return null;
    const value = pollex.valueOf(element) ?? (role === "generic" && name === "" ? pollex.alongOf(element) : null);
    const looks = name === "" ? pollex.looksOf(element) : "";
    const marks = pollex.badgesOf(element);
    return ["c", pollex.numberOf(element), known, name, value, pollex.statesOf(element), pollex.choicesOf(element), { ...more, ...(looks && { looks }), ...(marks.length && { marks }) }];
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
