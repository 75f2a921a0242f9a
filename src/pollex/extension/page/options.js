/** What may be chosen: lists, radio buttons, swatches and the like, each group with its choices. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.choiceGroups) return;

  const OPTIONS = "input[type=radio], input[type=checkbox], [role=radio], [role=option], [role=tab], [role=menuitemradio], [role=checkbox], [role=switch], [aria-pressed], button, a, label";
  const GROUPS = "fieldset, [role=radiogroup], [role=listbox], [role=group], [role=tablist], [role=menu]";
  const VARIANT = /(swatch|colou?r|size|variant|option|choice|segment|toggle|picker|chip|pill)/i;
  const CHOSEN = /(^|[-_])(selected|active|checked|chosen|current|on)$/i;
  const OFF = /(disabled|unavailable|sold-?_?out|out-?_?of-?_?stock)/i;
  const MOST = 200;
  const LABEL = 60;

  /** @typedef {{element: Element, name: string, kind: string, options: Element[]}} Choosing */

  function choiceGroups() {
    const taken = new Set();
    /** @type {Choosing[]} */
    const groups = [];
    for (const select of pollex.everywhere("select")) if (pollex.isReadWithin(select)) groups.push({ element: select, name: called(select, [select]), kind: "list", options: [...select.options] });
    for (const [element, options] of together(taken)) {
      const kind = kindOf(options);
      const name = called(element, options);
      if (kind && (kind !== "buttons" || name)) groups.push({ element, name, kind, options });
    }
    groups.sort((one, other) => (one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    return groups.map(({ element, name, kind, options }) => ({ number: pollex.numberOf(element), name, kind, choices: options.slice(0, MOST).map(choiceOf) }));
  }

  /** Controls that stand for the choices of one thing. @param {Set<Element>} taken @returns {[Element, Element[]][]} */
  function together(taken) {
    /** @type {Map<any, Element[]>} */
    const groups = new Map();
    for (const option of pollex.everywhere(OPTIONS)) {
      if (taken.has(option) || !pollex.isControl(option) || !pollex.reachable(option)) continue;
      const key = keyOf(option);
      if (!key) continue;
      taken.add(option);
      groups.set(key, [...(groups.get(key) ?? []), option]);
    }
    return [...groups].filter(([, options]) => options.length > 1).map(([key, options]) => [typeof key === "string" ? around(options) : key, options]);
  }

  /** What holds a choice together with the others: the name of radio buttons, a group around, a parent of buttons alike. @param {Element} option @returns {Element | string | null} */
  function keyOf(option) {
    if (option instanceof HTMLInputElement) {
      if (option.type === "radio" && option.name) return `${option.name} ${option.form ? pollex.numberOf(option.form) : ""}`;
      return pollex.closestAbove(option, "fieldset, [role=group]");
    }
    const role = option.getAttribute("role");
    if (role && role !== "button") return pollex.closestAbove(option, GROUPS) ?? row(option);
    if (option.hasAttribute("aria-pressed")) return pollex.closestAbove(option, GROUPS) ?? row(option);
    const list = row(option);
    return list && VARIANT.test(`${list.className} ${list.id} ${list.getAttribute("aria-label") ?? ""} ${option.className}`) ? list : null;
  }

  /** The parent whose children each are or hold a choice. @param {Element} option @returns {Element | null} */
  function row(option) {
    const parent = option.parentElement;
    return parent && parent.childElementCount === 1 ? parent.parentElement : parent;
  }

  /** The innermost element around all. @param {Element[]} options @returns {Element} */
  function around(options) {
    let at = /** @type {Element} */ (options[0].parentElement ?? options[0]);
    while (at.parentElement && !options.every((option) => at.contains(option))) at = at.parentElement;
    return at;
  }

  /** @param {Element[]} options */
  function kindOf(options) {
    const roles = new Set(options.map((option) => pollex.roleOf(option)));
    if (roles.has("radio") || roles.has("menuitemradio")) return "one";
    if (roles.has("checkbox") || roles.has("switch")) return "several";
    if (roles.has("option")) return "list";
    if (roles.has("tab")) return "tabs";
    return roles.size === 1 && !roles.has("generic") ? "buttons" : null;
  }

  /** What a group is called: by itself, by its legend, by the words right before it. @param {Element} element @param {Element[]} options */
  function called(element, options) {
    if (element instanceof HTMLSelectElement) return pollex.nameOf(element, "combobox") || before(element);
    for (let at = /** @type {Element | null} */ (element), up = 0; at && up < 3; at = at.parentElement, up++) {
      const said = at.matches(`${GROUPS}, [aria-label], [aria-labelledby]`) ? pollex.nameOf(at, "group") : "";
      if (said) return bare(said, options);
      const text = before(at);
      if (text) return bare(text, options);
      const first = ownLabel(at, options);
      if (first) return bare(first, options);
    }
    return "";
  }

  /** A label that is the first child. @param {Element} element @param {Element[]} options */
  function ownLabel(element, options) {
    const first = element.firstElementChild;
    if (!first || options.some((option) => first.contains(option))) return "";
    return pollex.textOf(first, LABEL);
  }

  /** The words right before an element, where they are short. @param {Element} element */
  function before(element) {
    const side = element.previousElementSibling;
    if (!side || side.querySelector("input, select, button, a") || side.matches("input, select, button, a, textarea, ul, ol, table, p, img")) return "";
    const text = pollex.shownText(side);
    return text.length <= LABEL ? text : "";
  }

  /** `Colour: Black` is called Colour where Black is one of the choices. @param {string} name @param {Element[]} options */
  function bare(name, options) {
    const [label, value] = name.split(/\s*[:–—]\s*/, 2);
    const known = value !== undefined && (value === "" || options.some((option) => nameOf(option).toLowerCase() === value.toLowerCase()));
    return known ? label : name;
  }

  /** @param {Element} option */
  function nameOf(option) {
    return option instanceof HTMLOptionElement ? pollex.tidy(option.label || option.value, LABEL) : pollex.nameOf(option);
  }

  /** @param {Element} option */
  function choiceOf(option) {
    const states = option instanceof HTMLOptionElement ? [] : pollex.statesOf(option);
    const label = option instanceof HTMLInputElement ? option.labels?.[0] : null;
    const marks = `${option.getAttribute("class") ?? ""} ${label?.getAttribute("class") ?? ""}`.split(/\s+/);
    const stated = option instanceof HTMLInputElement || option instanceof HTMLOptionElement || ["aria-checked", "aria-selected", "aria-pressed", "aria-current"].some((name) => option.hasAttribute(name));
    const chosen = option instanceof HTMLOptionElement ? option.selected : states.some((/** @type {string} */ state) => ["checked", "selected", "pressed", "current"].includes(state)) || (!stated && marks.some((mark) => CHOSEN.test(mark)));
    const disabled = option.matches(":disabled") || states.includes("disabled") || marks.some((mark) => OFF.test(mark));
    return { number: pollex.numberOf(option), name: nameOf(option), chosen, disabled };
  }

  Object.assign(pollex, { choiceGroups });
})();
