/**
 * Functions of pages that only read and that the engine refuses all the same: ours of the same names answer for them.
 *
 * Some are written anew here. The others throw a question, a text that names one of a fixed list; it is answered out of
 * reach of the expression, which is then looked at again.
 */
"use strict";
(() => {
  if (Object.hasOwn(globalThis, "pollexAnswer")) return;

  const ASKS = "pollex asks ";
  const call = Reflect.apply;
  /** Answers by their question. @type {Map<string, any>} */
  const known = new Map();
  /** What answers a question by its name. @type {Record<string, (owner: any, args: any[]) => any>} */
  const answers = {};

  /** @param {Node} node @returns {(number | "s")[]} the way to a node from the document */
  function wayTo(node) {
    const above = node.parentNode;
    if (above) return [...wayTo(above), Array.prototype.indexOf.call(above.childNodes, node)];
    if (node instanceof ShadowRoot) return [...wayTo(node.host), "s"];
    if (node !== document) throw new Error("it is not in the document");
    return [];
  }

  /** @param {(number | "s")[]} way */
  function nodeAt(way) {
    return way.reduce((/** @type {any} */ node, step) => (step === "s" ? node.shadowRoot : node.childNodes[step]), document);
  }

  /** @param {any} owner @param {string} name @param {(owner: any, args: any[]) => any} answer @param {string} [asked] by another name */
  function lend(owner, name, answer, asked = name) {
    answers[asked] = answer;
    const value = /** @this {any} @param {any[]} args */ function (...args) {
      return ask(asked, this instanceof Node ? this : document, args);
    };
    put(owner, name, value);
  }

  /** @param {string} name @param {Node} node @param {any[]} args */
  function ask(name, node, args) {
    const question = JSON.stringify([name, wayTo(node), args.filter((each) => !(each instanceof Node)), args.filter((each) => each instanceof Node).map(wayTo)]);
    if (!known.has(question)) throw ASKS + question;
    return known.get(question);
  }

  /** @param {any} owner @param {string} name @param {unknown} value */
  function put(owner, name, value) {
    Object.defineProperty(owner, name, { value, configurable: false, writable: false });
  }

  /** @param {string} question */
  function answer(question) {
    const [name, way, plain, nodes] = JSON.parse(question.slice(ASKS.length));
    known.set(question.slice(ASKS.length), Object.hasOwn(answers, name) ? answers[name](nodeAt(way), [...plain, ...nodes.map(nodeAt)]) : null);
  }

  /** @param {DOMRect} rect */
  function plain({ x, y, width, height, top, right, bottom, left }) {
    const toJSON = () => ({ x, y, width, height, top, right, bottom, left });
    return { x, y, width, height, top, right, bottom, left, toJSON };
  }

  /** A copy of what a canvas shows: its own context is not asked for, which would decide what it is. @param {HTMLCanvasElement} canvas @param {number[]} part */
  function pixels(canvas, [x, y, width, height]) {
    const copy = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(canvas.width, canvas.height).getContext("2d"));
    copy.drawImage(canvas, 0, 0);
    return { width, height, data: [...copy.getImageData(x, y, width, height).data] };
  }

  for (const name of /** @type {const} */ (["elementFromPoint", "elementsFromPoint"])) {
    for (const [kind, owner] of /** @type {const} */ ([["document", Document.prototype], ["shadow root", ShadowRoot.prototype]])) {
      const real = owner[name];
      lend(owner, name, (root, args) => call(real, root, args), `${name} of a ${kind}`);
    }
  }

  const measured = Element.prototype.getBoundingClientRect;
  put(Element.prototype, "getBoundingClientRect", /** @this {Element} */ function () {
    return plain(call(measured, this, []));
  });
  put(CSSStyleDeclaration.prototype, "getPropertyValue", /** @this {any} @param {string} name */ function (name) {
    return this[name] ?? "";
  });
  put(Element.prototype, "matches", /** @this {Element} @param {string} selector */ function (selector) {
    return [.../** @type {ParentNode} */ (rootOf(this)).querySelectorAll(selector)].includes(this);
  });
  put(Element.prototype, "closest", /** @this {Element} @param {string} selector */ function (selector) {
    const fitting = [.../** @type {ParentNode} */ (rootOf(this)).querySelectorAll(selector)];
    for (let at = /** @type {Element | null} */ (this); at; at = at.parentElement) if (fitting.includes(at)) return at;
    return null;
  });
  put(Node.prototype, "getRootNode", /** @this {Node} */ function () {
    return rootOf(this);
  });

  /** @param {Node} node @returns {Node} */
  function rootOf(node) {
    return node.parentNode ? rootOf(node.parentNode) : node;
  }

  const rects = Element.prototype.getClientRects;
  lend(Element.prototype, "getClientRects", (element) => [...call(rects, element, [])].map(plain));
  const visible = Element.prototype.checkVisibility;
  lend(Element.prototype, "checkVisibility", (element, args) => call(visible, element, args));
  const compare = Node.prototype.compareDocumentPosition;
  lend(Node.prototype, "compareDocumentPosition", (node, args) => call(compare, node, args));
  const written = HTMLCanvasElement.prototype.toDataURL;
  lend(HTMLCanvasElement.prototype, "toDataURL", (canvas, args) => call(written, canvas, args));
  answers.pixels = pixels;
  put(HTMLCanvasElement.prototype, "getContext", /** @this {HTMLCanvasElement} @param {string} kind */ function (kind) {
    return kind === "2d" ? { canvas: this, getImageData: (/** @type {number[]} */ ...part) => ask("pixels", this, part) } : null;
  });
  const media = globalThis.matchMedia;
  lend(globalThis, "matchMedia", (_, [query]) => ({ media: query, matches: media(query).matches }));
  const supports = CSS.supports;
  lend(CSS, "supports", (_, args) => call(supports, CSS, args));

  put(globalThis, "pollexForget", () => known.clear());
  put(globalThis, "pollexAnswer", answer);
})();
