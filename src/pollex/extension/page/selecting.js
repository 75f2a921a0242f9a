/** Where a text stands in an element, so that the mouse can select it. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.selectText) return;

  /**
   * In a plain field the text is selected at once; elsewhere it is told from where to where the mouse has to go. Nothing where it does not stand.
   * @param {number} number @param {string | null} text all of it, where there is none @param {number} nth
   */
  function selectText(number, text, nth) {
    const element = pollex.elementOf(number);
    if (!element) return null;
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return inField(element, text, nth);
    const range = text === null ? whole(element) : find(element, text, nth);
    if (!range) return null;
    const parent = range.startContainer.parentElement;
    const box = range.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) parent?.scrollIntoView({ block: "center", behavior: "instant" });
    const boxes = [...range.getClientRects()].filter((each) => each.width > 0);
    const [first, last] = [boxes[0], boxes.at(-1)];
    if (!first || !last) return null;
    return { text: range.toString(), from: [first.left + 0.5, first.top + first.height / 2], to: [last.right - 0.5, last.top + last.height / 2] };
  }

  /** @param {HTMLInputElement | HTMLTextAreaElement} field @param {string | null} text @param {number} nth */
  function inField(field, text, nth) {
    const wanted = text ?? field.value;
    let at = -1;
    for (let count = 0; count < nth; count++) {
      at = field.value.indexOf(wanted, at + 1);
      if (at < 0) return null;
    }
    field.focus({ preventScroll: true });
    field.setSelectionRange(at, at + wanted.length);
    return { text: pollex.isSecret(field) || field.type === "password" ? "••••" : wanted };
  }

  /** @param {Element} element */
  function whole(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range;
  }

  /** The nth place of a text, also where several elements share it; white space counts as one blank. @param {Element} element @param {string} text @param {number} nth */
  function find(element, text, nth) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    /** @type {[Text, number][]} */
    const places = [];
    let all = "";
    for (let node = /** @type {Text | null} */ (walker.nextNode()); node; node = /** @type {Text | null} */ (walker.nextNode())) {
      if (!node.parentElement?.checkVisibility()) continue;
      for (let at = 0; at < node.data.length; at++) {
        const letter = /\s/.test(node.data[at]) ? " " : node.data[at];
        if (letter === " " && all.endsWith(" ")) continue;
        all += letter;
        places.push([node, at]);
      }
    }
    const wanted = text.replace(/\s+/g, " ").trim();
    let begin = -1;
    for (let count = 0; count < nth; count++) {
      begin = all.indexOf(wanted, begin + 1);
      if (begin < 0) return null;
    }
    const range = document.createRange();
    range.setStart(...places[begin]);
    const [node, at] = places[begin + wanted.length - 1];
    range.setEnd(node, at + 1);
    return range;
  }

  Object.assign(pollex, { selectText });
})();
