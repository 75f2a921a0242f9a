/** Where a text stands, so that the mouse can select it; what is selected then, and selecting it without the mouse. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.selectText) return;

  /** What people type into. */
  const WRITTEN = "input, textarea, [contenteditable]:not([contenteditable=false])";
  /** Milliseconds in which an editor takes in what is selected. */
  const TAKEN = 600;
  /** Letters of no width, which editors put in for themselves. */
  const UNSEEN = /[\u200b\ufeff]/g;
  /** The range that the mouse is to go over. @type {Range | null} */
  let meant = null;

  /**
   * In a plain field the text is selected at once; elsewhere it is told from where to where the mouse has to go. Nothing where it does not stand.
   * `collapse`: the editor has something selected in a field of its own, which a key lets go.
   * @param {number} number @param {string | null} text all of it, where there is none @param {number} nth
   */
  function selectText(number, text, nth) {
    const named = pollex.elementOf(number);
    if (!named) return null;
    const element = text === null ? named : (shownBeside(named, text, nth) ?? named);
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return inField(element, text, nth);
    meant = text === null ? whole(element) : find(element, text, nth);
    if (!meant) return null;
    const box = meant.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) meant.startContainer.parentElement?.scrollIntoView({ block: "center", behavior: "instant" });
    const boxes = [...meant.getClientRects()].filter((each) => each.width > 0);
    const [first, last] = [boxes[0], boxes.at(-1)];
    if (!first || !last) return null;
    const selection = selectionIn(element);
    if (selection?.type === "Range") selection.collapse(meant.startContainer, meant.startOffset);
    const collapse = Boolean(editorField(element) && selectedIn(element));
    return { text: linesOf(meant), collapse, from: [first.left + 0.5, first.top + first.height / 2], to: [last.right - 0.5, last.top + last.height / 2] };
  }

  /** What shows the text of an editor beside the field by which it has the keys: the nearest around that, in which no other field is. @param {Element} field @param {string} text @param {number} nth */
  function shownBeside(field, text, nth) {
    if (!isKeyField(field)) return null;
    for (let at = pollex.parentOf(field); at && at !== document.body; at = pollex.parentOf(at)) {
      if (pollex.everywhere(WRITTEN, [at]).some((/** @type {Element} */ each) => each !== field && isOpen(each))) return null;
      if (find(at, text, nth)) return at;
    }
    return null;
  }

  /** Whether a field can be seen and nothing lies over it. @param {Element} field */
  function isOpen(field) {
    return pollex.reachable(field) !== null && !pollex.hit(field, field.getBoundingClientRect()).cover;
  }

  /** Whether an editor that draws its text itself only has the keys by this: it is tiny, or says what is drawn elsewhere. @param {Element} field */
  function isKeyField(field) {
    const { width, height } = field.getBoundingClientRect();
    return Boolean(/** @type {any} */ (field).editContext) || (field instanceof HTMLTextAreaElement && Math.min(width, height) < TINY);
  }

  /** Pixels of a side of a field that nobody is meant to see. */
  const TINY = 12;

  /** What is selected in an element when the page has had its time: `other` is something else than the text. @param {number} number @param {string} text */
  async function selectedSoon(number, text) {
    const element = pollex.elementOf(number);
    if (!element) return { other: null };
    const isSelected = () => letters(selectedIn(element)) === letters(text);
    await pollex.until(isSelected, TAKEN);
    await pollex.breathe();
    const unsaid = editorField(element) && !selectedIn(element); // an editor's own field need not say
    return { other: unsaid || isSelected() ? null : selectedIn(element) };
  }

  /** Select what was meant without the mouse, and the same. @param {number} number @param {string} text */
  function setSelection(number, text) {
    const element = pollex.elementOf(number);
    if (element && meant?.startContainer.isConnected) {
      /** @type {HTMLElement | null} */ (meant.startContainer.parentElement?.closest("[contenteditable]"))?.focus({ preventScroll: true });
      selectionIn(element)?.setBaseAndExtent(meant.startContainer, meant.startOffset, meant.endContainer, meant.endOffset);
    }
    return selectedSoon(number, text);
  }

  /** The element that a text stands in: a field or an editor, else the innermost one that can be seen. @param {string} text @returns {number | null} */
  function holderOf(text) {
    const written = /** @type {Element[]} */ (pollex.everywhere(WRITTEN).filter(isOpen));
    const has = (/** @type {Element} */ each) => ("value" in each ? !pollex.isSecret(each) && String(each.value).includes(text) : find(each, text, 1) !== null);
    const around = written.find(has) ?? find(document.body, text, 1)?.commonAncestorContainer;
    const holder = around instanceof Text ? around.parentElement : around;
    return holder ? pollex.numberOf(holder) : null;
  }

  /** @param {Element} element @returns {Selection | null} */
  function selectionIn(element) {
    const root = /** @type {any} */ (element.getRootNode());
    return root.getSelection?.() ?? getSelection();
  }

  /** The field of its own in which an editor has the focus that draws its text itself. @param {Element} element @returns {{text: string, selectionStart: number, selectionEnd: number} | null} */
  function editorField(element) {
    const active = /** @type {any} */ (element.getRootNode()).activeElement;
    if (!(active instanceof HTMLTextAreaElement)) return active?.editContext ?? null;
    return { text: active.value, selectionStart: active.selectionStart, selectionEnd: active.selectionEnd };
  }

  /** @param {Element} element */
  function selectedIn(element) {
    const field = editorField(element);
    return field ? field.text.slice(...[field.selectionStart, field.selectionEnd].sort((one, other) => one - other)) : selectionIn(element)?.toString() ?? "";
  }

  /** A text without what nobody sees. @param {string} text */
  function letters(text) {
    return text.replace(UNSEEN, "").replace(/\s+/g, "");
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

  /** The text of a range, each block of it in a line of its own. @param {Range} range */
  function linesOf(range) {
    const text = range.toString().replace(/\u00a0/g, " ");
    const around = range.commonAncestorContainer;
    if (around instanceof Text) return text;
    const walker = document.createTreeWalker(around, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    let [lines, last] = ["", /** @type {Element | null} */ (null)];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!range.intersectsNode(node)) continue;
      if (node instanceof HTMLBRElement) lines += "\n";
      if (!(node instanceof Text && node.parentElement)) continue;
      const part = node.data.slice(node === range.startContainer ? range.startOffset : 0, node === range.endContainer ? range.endOffset : node.length);
      const block = /\S/.test(part) ? blockOf(node.parentElement) : last;
      if (last && block !== last) lines = `${lines.trimEnd()}\n`;
      last = block;
      lines += part;
    }
    return letters(lines) === letters(text) ? lines.replace(/\u00a0/g, " ").trim() : text;
  }

  /** @param {Element} element @returns {Element} */
  function blockOf(element) {
    const inline = /^(inline|contents)/.test(getComputedStyle(element).display);
    return inline && element.parentElement ? blockOf(element.parentElement) : element;
  }

  /** The nth place of a text, also where several elements share it; white space counts as one blank. @param {Element} element @param {string} text @param {number} nth */
  function find(element, text, nth) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    /** @type {[Text, number][]} */
    const places = [];
    let all = "";
    /** @type {Element | null} */
    let last = null;
    for (let node = /** @type {Text | null} */ (walker.nextNode()); node; node = /** @type {Text | null} */ (walker.nextNode())) {
      const block = node.parentElement?.checkVisibility() ? blockOf(node.parentElement) : null;
      if (!block) continue;
      if (all && block !== last && !all.endsWith(" ")) {
        all += " ";
        places.push([node, 0]);
      }
      last = block;
      for (let at = 0; at < node.data.length; at++) {
        const letter = node.data[at].replace(UNSEEN, "").replace(/\s/, " ");
        if (!letter || (letter === " " && all.endsWith(" "))) continue;
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

  Object.assign(pollex, { selectText, selectedSoon, setSelection, holderOf });
})();
