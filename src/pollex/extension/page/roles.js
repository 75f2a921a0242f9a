/** Elements by their roles, and the names they have there. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.withRole) return;

  const { allRoots, everywhere } = pollex;
  /** Roles that one asks for by the name of another. @type {Record<string, string[]>} */
  const ALIASES = {
    cell: ["cell", "gridcell"], color: ["colour"], iframe: ["frame"], image: ["image", "img"], img: ["image", "img"],
    textbox: ["textbox", "searchbox", "password"],
  };
  /** Where elements of a role are to be found, so that not every element is asked. @type {Record<string, string>} */
  const SOURCES = {
    article: "article", banner: "header", button: "button, input, summary", cell: "td", checkbox: "input",
    columnheader: "th", combobox: "select", complementary: "aside", contentinfo: "footer", dialog: "dialog", figure: "figure",
    form: "form", frame: "iframe", group: "details, fieldset", heading: "h1, h2, h3, h4, h5, h6", image: "img",
    link: "a, area", list: "ul, ol, menu", listbox: "select", listitem: "li", main: "main", menuitem: "", navigation: "nav",
    option: "option", password: "input", progressbar: "progress", radio: "input", region: "section", row: "tr",
    search: "search", searchbox: "input", slider: "input", spinbutton: "input", switch: "", tab: "", table: "table",
    textbox: "input, textarea, [contenteditable]", treeitem: "",
  };
  const NAMED_BY_TEXT = new Set(["a", "button", "h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "th", "tr"]);
  /** What adds words to the name of what it is in. */
  const TELLING = "[aria-label], img, svg";
  const NAMING = ["aria-label", "aria-labelledby", "title", "placeholder"];
  /** Roles of elements that never have labels and are named by what they hold. */
  const PLAIN = new Set(["cell", "heading", "link", "listitem", "option", "tab"]);

  /**
   * All elements of a role, in any root; with `words`, at least those that are called so.
   * @param {string} role @param {(Document | ShadowRoot)[]} [within] @param {RegExp[]} [words] @returns {Element[]}
   */
  function withRole(role, within = allRoots(), words) {
    const roles = ALIASES[role] ?? [role];
    const fits = (/** @type {Element} */ element) => (role === "clickable" ? isClickable(element) : roles.includes(pollex.roleOf(element)));
    return everywhere(sourceOf(roles), within).filter((/** @type {Element} */ element) => (!words || within.length > 1 || mayBeCalled(element, words)) && fits(element));
  }

  /** @param {string[]} roles */
  function sourceOf(roles) {
    const tags = roles.map((role) => SOURCES[role]);
    return tags.every((tag) => tag === undefined) ? "*" : [...new Set([...tags.filter(Boolean), "[role]"])].join();
  }

  /** Whether it is worth the time to ask for an element's name: many are named by their text alone. @param {Element} element @param {RegExp[]} words */
  function mayBeCalled(element, words) {
    if (!NAMED_BY_TEXT.has(element.localName) || NAMING.some((attribute) => element.hasAttribute(attribute))) return true;
    const text = element.textContent ?? "";
    return words.every((word) => word.test(text)) || (element.firstElementChild !== null && element.querySelector(TELLING) !== null);
  }

  /** @param {Element} element */
  function isClickable(element) {
    return pollex.roleOf(element) === "generic" && isInteractive(element);
  }

  /** @param {Element} element */
  function isInteractive(element) {
    const parent = pollex.parentOf(element);
    return pollex.isControl(element) || pollex.actsLikeControl(element, parent !== null && getComputedStyle(parent).cursor === "pointer");
  }

  /** The name of an element; quick for what has nothing but words. @param {Element} element @param {string} role */
  function quickName(element, role) {
    // Asking every button for its labels would be slow: for each one, the browser goes through the whole page.
    const plain = PLAIN.has(role) || (role === "button" && !element.id && element.localName === "button" && element.closest("label") === null);
    if (plain && element.firstElementChild === null && !pollex.rootOf(element) && !NAMING.some((attribute) => element.hasAttribute(attribute))) return pollex.tidy(element.textContent);
    return pollex.nameOf(element, role);
  }

  Object.assign(pollex, { withRole, quickName, isInteractive });
})();
