/** Everything about one element. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.readElement) return;

  const { shownText } = pollex;
  const WRITTEN = new Set(["text", "search", "url", "email", "tel"]);
  const TELLING = ["id", "class", "type", "name", "placeholder", "title", "alt", "lang", "datetime", "pattern", "min", "max", "maxlength", "accept", "data-testid", "itemprop"];

  /** @param {number} number @param {number} most characters of its text */
  function readElement(number, most = 20_000) {
    const element = pollex.elementOf(number);
    if (!element) return { gone: true };
    const role = pollex.roleOf(element);
    /** @type {Record<string, string>} */
    const attributes = {};
    for (const name of TELLING) if (element.getAttribute(name)) attributes[name] = /** @type {string} */ (element.getAttribute(name));
    for (const name of ["href", "src", "action"]) if (element.hasAttribute(name)) attributes[name] = String(/** @type {any} */ (element)[name]);
    const text = pollex.isSecret(element) ? "" : shownText(element);
    return {
      tag: element.localName, role, name: pollex.nameOf(element, role), states: pollex.statesOf(element), attributes,
      value: valueOf(element, most),
      choices: pollex.choicesOf(element), text: text.slice(0, most), cut: text.length > most, visible: pollex.reachable(element) !== null,
      description: describedBy(element), heading: pollex.headingOf(element), row: pollex.rowAround(element), list: listAround(element),
    };
  }

  /** What a field holds, in full; of a password only whether there is something. @param {Element} element @param {number} most @returns {string | null} */
  function valueOf(element, most) {
    if (pollex.isSecret(element)) return /** @type {HTMLInputElement} */ (element).value ? "••••" : "";
    const written = element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && WRITTEN.has(element.type));
    return written ? element.value.slice(0, most) : pollex.valueOf(element);
  }

  /** @param {Element} element */
  function describedBy(element) {
    const root = /** @type {Document} */ (element.getRootNode());
    return (element.getAttribute("aria-describedby") ?? "").split(/\s+/).filter(Boolean).map((id) => root.getElementById?.(id)).map((one) => (one ? shownText(one) : "")).join(" ").trim();
  }

  /** The place in a list. @param {Element} element */
  function listAround(element) {
    const entry = element.closest("li, [role=listitem], [role=option]");
    const all = entry?.parentElement;
    if (!entry || !all) return null;
    const alike = [...all.children].filter((one) => one.localName === entry.localName && pollex.isDrawn(one));
    const said = Number(entry.getAttribute("aria-posinset"));
    return { name: pollex.nameOf(all, "list"), position: said || alike.indexOf(entry) + 1, of: Number(entry.getAttribute("aria-setsize")) || alike.length };
  }

  Object.assign(pollex, { readElement });
})();
