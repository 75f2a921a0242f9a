/** The tree as it is drawn: shadow roots instead of their hosts' children, slots with what was put into them. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.childrenOf) return;

  /** Closed roots, which only the browser can show us. @type {WeakMap<Element, ShadowRoot>} */
  const closed = new WeakMap();
  /** Elements that were asked for a closed root. @type {WeakSet<Element>} */
  const asked = new WeakSet();

  /** @param {Element} element @returns {ShadowRoot | null} */
  function rootOf(element) {
    return element.shadowRoot ?? closed.get(element) ?? null;
  }

  /** @param {Element | ShadowRoot | Document} node @returns {Iterable<Node>} */
  function childrenOf(node) {
    if (node instanceof Element) {
      const root = rootOf(node);
      if (root) return root.childNodes;
      if (node instanceof HTMLSlotElement) {
        const assigned = node.assignedNodes();
        if (assigned.length) return assigned;
      }
    }
    return node.childNodes;
  }

  /** The element above in the drawn tree. @param {Element} element @returns {Element | null} */
  function parentOf(element) {
    const above = element.assignedSlot ?? element.parentNode;
    if (above instanceof ShadowRoot) return above.host;
    return above instanceof Element ? above : null;
  }

  /** The nearest element above in the drawn tree that fits. @param {Element} element @param {string} css @returns {Element | null} */
  function closestAbove(element, css) {
    let at = parentOf(element);
    while (at && !at.matches(css)) at = parentOf(at);
    return at;
  }

  /** Whether `inner` is `outer` or below it, across shadow roots. @param {Element} outer @param {Element | null} inner */
  function holds(outer, inner) {
    for (let at = inner; at; at = parentOf(at)) if (at === outer) return true;
    return false;
  }

  /** Whether a closed root may hide here: an element of the page's own making, or an empty box. @param {Element} element */
  function mayHide(element) {
    if (asked.has(element) || element.shadowRoot) return false;
    return element.localName.includes("-") || (element.firstChild === null && HOSTS.has(element.localName));
  }

  const HOSTS = new Set(["article", "aside", "div", "footer", "header", "main", "nav", "p", "section", "span"]);

  /** Remember what the browser said of an element that may hide a root. @param {Element} host @param {ShadowRoot | null} root */
  function learnRoot(host, root) {
    asked.add(host);
    if (root) closed.set(host, root);
  }

  Object.assign(pollex, { rootOf, childrenOf, parentOf, closestAbove, holds, mayHide, learnRoot });
})();
