/** Keeps what must not be seen out of pictures, for the instant in which one is taken. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.conceal) return;

  const PROPERTY = "-webkit-text-security";
  const PASSWORDS = 'input[type=password], input[autocomplete~="current-password" i], input[autocomplete~="new-password" i]';
  const CHANGES = { subtree: true, attributes: true, attributeFilter: ["type"], attributeOldValue: true };
  const SHORT = 4;
  /** Fields that were passwords once: a page may show what is in them. @type {WeakSet<Node>} */
  const hiding = new WeakSet();
  /** Covered elements that the page itself shows as dots. @type {WeakSet<Element>} */
  const masked = new WeakSet();
  /** Elements and the style they had before. @type {Map<HTMLElement, [string, string]>} */
  const before = new Map();
  const changes = new MutationObserver(learn);
  changes.observe(document, CHANGES);

  /** @param {MutationRecord[]} records */
  function learn(records) {
    for (const { target, oldValue } of records) if (oldValue?.toLowerCase() === "password") hiding.add(target);
  }

  /** Whether a field is a password, was one, or looks like one. @param {Element} element */
  function isSecret(element) {
    learn(changes.takeRecords());
    return hiding.has(element) || element.matches(PASSWORDS) || (element instanceof HTMLInputElement && isMasked(element));
  }

  /** Whether the page shows dots instead of text. @param {HTMLElement} element */
  function isMasked(element) {
    if (before.has(element)) return masked.has(element);
    return !["", "none"].includes(getComputedStyle(element).getPropertyValue(PROPERTY));
  }

  /**
   * Show dots instead of text in these elements, in all passwords, and wherever the page repeats what is in them or says one
   * of these texts; return how many elements are covered by now. @param {number[]} numbers @param {string[]} [texts]
   */
  function conceal(numbers, texts = []) {
    const roots = pollex.allRoots();
    for (const root of roots) changes.observe(root, CHANGES);
    const fields = [...numbers.map(pollex.elementOf).filter(Boolean), ...pollex.everywhere("input", roots).filter(isSecret)];
    const secrets = new Set([...fields.map(textIn), ...texts].filter((text) => text.trim().length >= SHORT));
    for (const element of fields) cover(element);
    for (const secret of secrets) for (const element of repeating(secret, roots)) cover(element);
    return before.size;
  }

  /** @param {Element} element @returns {string} */
  function textIn(element) {
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : (element.textContent ?? "");
  }

  /** Fields that hold a text, and elements that say it. @param {string} secret @param {(Document | ShadowRoot)[]} roots @returns {Element[]} */
  function repeating(secret, roots) {
    const words = pollex.wordsOf(secret, true).within;
    const fields = pollex.everywhere("input, textarea", roots).filter((/** @type {Element} */ field) => words.test(textIn(field)));
    const holders = roots.flatMap((root) => pollex.holders(root, words));
    return [...fields, ...holders.filter((element) => saysItself(element, words))];
  }

  /** Whether words stand in an element's own text, or in several of its children together. @param {Element} element @param {RegExp} words */
  function saysItself(element, words) {
    if (![...element.children].some((child) => words.test(child.textContent ?? ""))) return true;
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && words.test(/** @type {Text} */ (node).data));
  }

  /** @param {Element} element */
  function cover(element) {
    if (!(element instanceof HTMLElement) || before.has(element)) return;
    if (isMasked(element)) masked.add(element);
    else masked.delete(element);
    before.set(element, [element.style.getPropertyValue(PROPERTY), element.style.getPropertyPriority(PROPERTY)]);
    element.style.setProperty(PROPERTY, "disc", "important");
  }

  function reveal() {
    for (const [element, [style, priority]] of before) {
      if (style) element.style.setProperty(PROPERTY, style, priority);
      else element.style.removeProperty(PROPERTY);
      if (element.getAttribute("style") === "") element.removeAttribute("style");
    }
    before.clear();
  }

  /** What nobody is to read: passwords, cookies, tokens that are stored; long enough not to stand elsewhere by chance. */
  function hiddenValues() {
    const fields = /** @type {HTMLInputElement[]} */ (pollex.everywhere("input"));
    const typed = fields.filter((field) => field.type === "password" || isSecret(field)).map((field) => field.value);
    const cookies = kept(() => document.cookie.split("; ").map((each) => each.slice(each.indexOf("=") + 1)));
    const stored = kept(() => [localStorage, sessionStorage].flatMap((storage) => Object.values(storage).map(String)));
    return [...typed.filter((value) => value.length > 3), ...cookies.filter((value) => value.length > 7), ...stored.filter((value) => value.length > 15 && !/\s/.test(value))].slice(0, 500);
  }

  /** Why a document is not to be inspected by expressions: they could bring out in pieces what nobody is to read. */
  function uninspectable() {
    const fields = /** @type {HTMLInputElement[]} */ (pollex.everywhere("input"));
    const secret = fields.some((field) => (field.type === "password" || isSecret(field) || /password/i.test(field.autocomplete)) && (field.value || field.defaultValue));
    if (secret) return "a password is on the page";
    for (let place = 0; place < window.length; place++) {
      try {
        if (window[place].document) return "a frame of the same site is on the page, with cookies and storage of its own";
      } catch {
        continue;
      }
    }
    return "";
  }

  /** A document without an origin keeps nothing, and says so loudly. @param {() => string[]} read */
  function kept(read) {
    try {
      return read();
    } catch {
      return [];
    }
  }

  Object.assign(pollex, { conceal, reveal, isSecret, isMasked, hiddenValues, uninspectable });
})();
