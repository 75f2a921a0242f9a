/** What lies over a part of the page as a whole: a dialog with its backdrop, an open list; by one name for all that it covers. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.Layers) return;

  const ENTRIES = "td, th, tr, li, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader], [role=row], [role=option], [role=treeitem], [role=menuitem], [role=listitem]";
  const LISTS = "table, ul, ol, [role=grid], [role=treegrid], [role=table], [role=listbox], [role=tree], [role=menu], [role=list]";
  const DIALOGS = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";
  const OPENED = "[role=listbox], [role=menu], [role=tree], [role=grid], [role=tooltip]";
  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading], legend";
  const OPENERS = "[role=combobox], [aria-haspopup]";
  const FIELDS = "input, select, textarea, button";
  const PLACED = /^(?:absolute|fixed)$/;
  /** Boxes around a control in which the list that it opens may be, and fields of a component that is one control. */
  const [OWN_BOXES, OWN_FIELDS] = [3, 4];

  class Layers {
    constructor() {
      /** @type {Map<Element, [number, string]>} */
      this.known = new Map();
    }

    /** What covers an element, with its number. @param {Element} cover @param {Element} element @returns {[number, string]} */
    over(cover, element) {
      const around = layersAt(cover, element);
      const layer = outermost(around);
      let told = this.known.get(layer);
      if (told === undefined) {
        told = [pollex.numberOf(layer), said(layer, around, element)];
        this.known.set(layer, told);
      }
      return told;
    }
  }

  /** @param {Element} layer @param {Element[]} around @param {Element} element */
  function said(layer, around, element) {
    if (pollex.textOf(layer, 20) || findDialog(layer, around)) return describeLayer(layer, around);
    const before = shownBefore(layer, element);
    return before.length ? describeLayer(outermost(before), before) : describeLayer(layer, around);
  }

  /** An element and all around it in which another one is not. @param {Element} inner @param {Element} other */
  function layersAt(inner, other) {
    const found = [];
    for (let at = /** @type {Element | null} */ (inner); at && !pollex.holds(at, other); at = pollex.parentOf(at)) found.push(at);
    return found;
  }

  /** The outermost one with a place of its own, else the outermost. @param {Element[]} layers */
  function outermost(layers) {
    return layers.findLast((each) => PLACED.test(getComputedStyle(each).position)) ?? layers[layers.length - 1];
  }

  /** What is shown before a sheet without words, which only dims the page. @param {Element} sheet @param {Element} element */
  function shownBefore(sheet, element) {
    const box = sheet.getBoundingClientRect();
    const top = [...document.querySelectorAll(DIALOGS)].findLast(isShown) ?? pollex.topAt((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return top && !pollex.holds(sheet, top) ? layersAt(top, element) : [];
  }

  /** @param {Element} element */
  function isShown(element) {
    return pollex.isSeen(element, element.getBoundingClientRect());
  }

  /** @param {Element} layer @param {Element[]} around */
  function findDialog(layer, around) {
    return around.findLast((each) => each.matches(DIALOGS)) ?? [...layer.querySelectorAll(DIALOGS)].find(isShown);
  }

  /** A layer by its dialog, its list or its heading. @param {Element} layer @param {Element[]} around */
  function describeLayer(layer, around) {
    const dialog = findDialog(layer, around);
    const box = dialog ?? around.find((each) => each.matches(OPENED)) ?? layer;
    const heading = box.querySelector(HEADINGS);
    const name = (box.hasAttribute("aria-label") || box.hasAttribute("aria-labelledby") ? pollex.nameOf(box) : "") || (heading && pollex.textOf(heading)) || pollex.nameOf(box) || pollex.textOf(box);
    const role = pollex.roleOf(box);
    return `${role === "generic" ? (dialog ? "dialog" : box.localName) : role}${name ? ` ${JSON.stringify(pollex.tidy(name, 40))}` : ""}`;
  }

  /** Whether what is hit in the place of an element is no cover: what it is in, its neighbour in a list, a list that it opens, a part of its own drawing. @param {Element} cover @param {Element} element */
  function isOwn(cover, element) {
    if (pollex.holds(cover, element)) return true;
    const list = cover.closest(ENTRIES)?.closest(LISTS);
    if (list && pollex.holds(list, element)) return true;
    const layers = layersAt(cover, element);
    return !layers.some((each) => each.matches(DIALOGS)) && (isOpenedBy(element, layers) || isDrawnBy(element, layers));
  }

  /** @param {Element} element @param {Element[]} layers */
  function isOpenedBy(element, layers) {
    const names = [...closestWith(element, "aria-controls"), ...closestWith(element, "aria-owns")];
    const layer = layers[layers.length - 1];
    if (names.some((name) => layers.some((each) => each.id === name) || layer.querySelector(`#${CSS.escape(name)}`))) return true;
    const opener = element.closest(OPENERS);
    let around = opener;
    for (let level = 0; around && level < OWN_BOXES; level++) {
      if (pollex.holds(around, layer)) return true;
      around = pollex.parentOf(around);
      if ([...(around?.querySelectorAll(OPENERS) ?? [])].some((other) => other !== opener && !opener?.contains(other))) return false;
    }
    return false;
  }

  /** @param {Element} element @param {string} attribute @returns {string[]} */
  function closestWith(element, attribute) {
    return (element.closest(`[${attribute}]`)?.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean);
  }

  /** Whether a component that is one control has drawn both. @param {Element} element @param {Element[]} layers */
  function isDrawnBy(element, layers) {
    const root = element.getRootNode();
    return root instanceof ShadowRoot && layers[layers.length - 1].getRootNode() === root && root.querySelectorAll(FIELDS).length <= OWN_FIELDS;
  }

  Object.assign(pollex, { Layers, isOwn });
})();
