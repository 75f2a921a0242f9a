/** What lasts about an element: test ids, ids that a person wrote, names, labels, classes with a meaning; and its place among siblings. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.marksOf) return;

  const MADE = [
    /\d{4,}/, /^[:«_].*[:»]$|:/, /^(ember|ext-gen|yui|gwt-uid|react-select|radix|headlessui|mui|select2|downshift|rc|jsx)[-_]?\w*\d/i,
    /[0-9a-f]{8}-[0-9a-f]{4}/i, /(^|[-_])(?=[a-z]*\d)(?=\d*[a-z])[0-9a-f]{6,}($|[-_])/i, /^(css|sc|jss|emotion|styles?|svelte|astro)-\w{4,}/,
    /(^|[-_])(?=\w*\d[A-Za-z])(?=\w*[A-Z])(?=\w*[a-z])[A-Za-z0-9]{5,}($|[-_])/,
  ];
  const STATES = /^(active|checked|closed|collapsed|current|disabled|expanded|focus(ed)?|hidden|hover|invalid|loading|open|selected|visible)$|^(is|has|ng|js)-|--(active|current|open|selected)$/;
  const CLASS = /^[A-Za-z][\w-]{2,39}$/;

  /** Whether a person, not a program, chose an id or class. @param {string} word */
  const isStable = (word) => word.length > 0 && word.length < 60 && !/\s/.test(word) && !MADE.some((made) => made.test(word));
  /** The classes of an element that somebody has named, and that say no state. @param {Element} element */
  function classesOf(element) {
    return [...element.classList].filter((each) => CLASS.test(each) && isStable(each) && !STATES.test(each));
  }

  /** @param {string} text */
  const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&").replace(/[\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;

  /** Selectors that say something about an element itself, the most lasting first. @param {Element} element @returns {string[]} */
  function marksOf(element) {
    const tag = CSS.escape(element.localName);
    const marks = [];
    for (const attribute of pollex.TEST_IDS) if (element.hasAttribute(attribute)) marks.push(`[${attribute}=${quoted(element.getAttribute(attribute) ?? "")}]`);
    if (isStable(element.id)) marks.push(`#${CSS.escape(element.id)}`);
    const name = element.getAttribute("name");
    const choice = element.matches("input[type=radio][value], input[type=checkbox][value], button[value]");
    if (name && isStable(name.replace(/\s/g, "-"))) marks.push(`${tag}[name=${quoted(name)}]${choice ? `[value=${quoted(element.getAttribute("value") ?? "")}]` : ""}`);
    for (const attribute of ["aria-label", "placeholder"]) {
      const said = element.getAttribute(attribute);
      if (said && said.length <= 60 && !/\d{4,}/.test(said)) marks.push(`${tag}[${attribute}=${quoted(said)}]`);
    }
    for (const word of classesOf(element).slice(0, 2)) marks.push(`${tag}.${CSS.escape(word)}`);
    const address = element.localName === "a" ? element.getAttribute("href") : null;
    if (address && address.length <= 80 && address !== "#") marks.push(`a[href=${quoted(address)}]`);
    return element.localName.includes("-") ? [...marks, tag] : marks;
  }

  /** The place among siblings of the same kind, from 1, and whether there are others. @param {Element} element */
  function siblingPlace(element) {
    let place = 1;
    for (let side = element.previousElementSibling; side; side = side.previousElementSibling) if (side.localName === element.localName) place += 1;
    let alone = place === 1;
    for (let side = element.nextElementSibling; side && alone; side = side.nextElementSibling) alone = side.localName !== element.localName;
    return { place, alone };
  }

  /** @param {Element} element */
  function placed(element) {
    const { place, alone } = siblingPlace(element);
    return CSS.escape(element.localName) + (alone ? "" : `:nth-of-type(${place})`);
  }

  Object.assign(pollex, { isStable, classesOf, marksOf, siblingPlace, placed });
})();
