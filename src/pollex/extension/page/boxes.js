/** Boxes that hold nothing and show a colour or a picture: the cells of a board, the bars of a chart, swatches. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.boxesSaid) return;

  const TAGS = new Set(["div", "span", "td", "i", "b", "li", "p"]);
  /** Pixels of a side from which a box is seen as one. */
  const SIDE = 8;
  /** Boxes that are told one after the other; more are counted. */
  const IN_ORDER = 12;
  /** Boxes of one element that are looked at. */
  const MOST = 1_000;
  const NO_COLOURS = new Set(["grey", "white"]);

  /** Whether an element holds nothing that could be read. @param {Element} element */
  function isEmpty(element) {
    return TAGS.has(element.localName) && element.childElementCount === 0 && !/\S/.test(element.textContent ?? "") && !pollex.rootOf(element);
  }

  /** The box that is all there is in an element, through whatever is only wrapped around it. @param {Element} element @returns {Element | null} */
  function boxIn(element) {
    let at = element;
    while (at.childElementCount === 1 && at.childNodes.length < 4 && TAGS.has(at.localName) && !pollex.isControl(at) && !pollex.listens(at)) at = /** @type {Element} */ (at.firstElementChild);
    const isBox = at !== element && isEmpty(at) && !/\S/.test(element.textContent ?? "") && getComputedStyle(at).cursor !== "pointer";
    return isBox && !pollex.isControl(at) && !pollex.listens(at) && backgroundOf(at) ? at : null;
  }

  /** The colour that an element has and what is around it has not, in a word. @param {Element} element */
  function backgroundOf(element) {
    const { backgroundColor } = getComputedStyle(element);
    const around = element.parentElement;
    return around && getComputedStyle(around).backgroundColor === backgroundColor ? "" : pollex.colourName(backgroundColor);
  }

  /** Whether an element shows a picture that is none of the document's. @param {Element} element */
  function isPictured(element) {
    return getComputedStyle(element).backgroundImage.startsWith("url(");
  }

  /** What boxes beside one another show; nothing for a box alone, unless it marks a row. @param {Element[]} boxes @param {boolean} inRow */
  function boxesSaid(boxes, inRow) {
    const shown = boxes.slice(0, MOST).map((box) => ({ box, at: box.getBoundingClientRect(), colour: backgroundOf(box) }));
    const seen = shown.filter(({ box, at, colour }) => colour && Math.min(at.width, at.height) >= SIDE && pollex.isSeen(box, at));
    if (seen.length < (inRow ? 1 : 2) || seen.every(({ colour }) => NO_COLOURS.has(colour))) return "";
    const sizes = seen.map(({ at }) => `${Math.round(at.width)}×${Math.round(at.height)}`);
    const alike = sizes.every((size) => size === sizes[0]);
    const strewn = seen.length <= IN_ORDER && seen.some(({ box }) => getComputedStyle(box).position === "absolute");
    const names = seen.map(({ box, colour }, place) => `${colour}${alike ? "" : ` ${sizes[place]}`}${strewn ? pollex.placeName(box) : ""}`);
    const kinds = [...new Set(names)];
    const counted = names.length > IN_ORDER || (kinds.length === 1 && names.length > 1);
    const told = counted ? kinds.map((kind) => `${names.filter((name) => name === kind).length} ${kind}`) : names;
    return ` (${names.length === 1 ? "box" : "boxes"}: ${told.join(", ")}${boxes.length > MOST ? `, of ${boxes.length - MOST} more nobody looked at the colour` : ""}) `;
  }

  Object.assign(pollex, { isEmpty, boxIn, isPictured, backgroundOf, boxesSaid });
})();
