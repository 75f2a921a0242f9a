/** Which elements people can act on, and how we know: by what they are, by role, by listener, by the mouse pointer. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.isControl) return;

  const TAGS = new Set(["button", "select", "textarea", "summary", "option", "canvas", "embed", "object"]);
  const ROLES = new Set([
    "button", "checkbox", "combobox", "gridcell", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio",
    "option", "radio", "scrollbar", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem",
  ]);
  /** Elements with listeners of their own for the mouse or keys, told by the browser. @type {WeakSet<Element>} */
  let listening = new WeakSet();

  /** @param {Element[]} elements */
  function learnListeners(elements) {
    listening = new WeakSet(elements);
  }

  /** Whether an element is a control by what it is or says of itself; cheap, for every element. @param {Element} element */
  function isControl(element) {
    const tag = element.localName;
    if (tag === "a" || tag === "area") return element.hasAttribute("href") || element.hasAttribute("role") || element.hasAttribute("tabindex") || element.hasAttribute("onclick");
    if (tag === "input") return /** @type {HTMLInputElement} */ (element).type !== "hidden";
    if (tag === "option") return false;
    if (TAGS.has(tag)) return true;
    if ((tag === "audio" || tag === "video") && /** @type {HTMLMediaElement} */ (element).controls) return true;
    const role = element.getAttribute("role");
    if (role && ROLES.has(role.trim().toLowerCase())) return true;
    if (element.hasAttribute("onclick") || element.hasAttribute("onmousedown")) return true;
    const index = element.getAttribute("tabindex");
    if (index !== null && Number(index) >= 0 && tag !== "body" && tag !== "html") return true;
    if (element.hasAttribute("contenteditable")) return element.getAttribute("contenteditable") !== "false" && isHost(element);
    return element.getAttribute("draggable") === "true";
  }

  /** Whether editing begins here and not further up. @param {Element} element */
  function isHost(element) {
    return !(/** @type {HTMLElement | null} */ (element.parentElement)?.isContentEditable);
  }

  /** Whether an element that is no control acts like one: it listens, or the pointer says so and not already above it. */
  function actsLikeControl(/** @type {Element} */ element, /** @type {boolean} */ pointed) {
    if (listening.has(element)) return true;
    return !pointed && isPointed(element);
  }

  /** Whether the mouse pointer says that an element can be pressed. @param {Element} element */
  function isPointed(element) {
    return getComputedStyle(element).cursor === "pointer";
  }

  const OPENS = "[aria-haspopup]:not([aria-haspopup=false]), [aria-expanded], [aria-autocomplete], [role=combobox], [role=menuitem], [role=tab], summary, input[list]";

  /** Whether something is likely to open where an element is acted on: a menu, suggestions, a panel. @param {Element} element @param {string} act */
  function mayOpen(element, act) {
    if (act === "hover" || (act !== "click" && element.matches("input[autocomplete=off]"))) return true;
    const root = element.getRootNode();
    return element.closest(OPENS) !== null || (root instanceof ShadowRoot && root.host.closest(OPENS) !== null);
  }

  /** What is filled in, and need not change anything else. */
  const FILLED = "input, textarea, select, option, label, [contenteditable]:not([contenteditable=false])";

  Object.assign(pollex, { FILLED, mayOpen, isControl, isPointed, actsLikeControl, learnListeners, listens: (/** @type {Element} */ element) => listening.has(element) });
})();
