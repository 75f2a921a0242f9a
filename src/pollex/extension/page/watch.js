/** Watching what an action does: what appeared, and where a click landed. Begins before it, ends a while after it is asked. */
"use strict";
(() => {
  const pollex = globalThis.pollex;
  if (pollex.watch) return;

  const MOST = 6;
  /** Milliseconds that watching goes on when it was asked: an answer of the network may be on its way to the page. */
  const LATER = 20_000;
  /** Keys that are remembered at the most. */
  const KEYS = 1000;
  /** Shadow roots that are watched at the most. */
  const ROOTS = 60;
  /** Attributes by which an element is shown or hidden. */
  const SHOWN = ["hidden", "open", "aria-hidden", "aria-busy", "class", "style"];
  /** Attributes by which a shape or a picture is another one, or stands elsewhere. */
  const DRAWN = ["x", "y", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "width", "height", "d", "points", "transform", "fill", "stroke", "viewBox", "href", "src", "srcset", "value"];
  /** What opens when something is pointed at, pressed or typed. */
  const OPENED = "[role=menu], [role=listbox], [role=dialog], [role=tooltip], [role=tabpanel], [popover], [aria-hidden=true], [class*=menu], [class*=drop], [class*=panel], [class*=pop], [class*=tip]";
  /** What the page has begun to go to since it is watched: another page, or a file. @type {"page" | "file" | null} */
  let leaving = null;
  /**
   * `target`: what is acted on; `roots`: where, the document and perhaps shadow roots; `moving`: what moved before that already; `patient`: whether something is bound to come; `replays`: whether a workflow acts; `opens`: whether
   * that may come piece by piece; `hidden`: what may open and cannot be seen yet; `came`: what is new or may have been hidden; `added`: what of it came into the document; `before`: the texts that were seen; `left`: the texts of what is gone; `went`:
   * whether something is gone, or looks otherwise; `stirred`: whether more may be on its way; `changed`: what changed in any way, and
   * `last` when; `shown`: whether something was told as new; `drawings`: what canvases showed and fields held; `scrolls`: how far what is around the target was scrolled; `keys`: what was typed;
   * `busy`: what came and says that the page works on; `touched`: whether anything but the looks of the target changed; `pressed`: where the mouse was first pressed, and on what;
   * `condition`: what state the target was in; `owed`: milliseconds that the act did not wait for what is bound to come, and that a look is to; `typed`: when something was last typed; `seen`: whether the target could be seen.
   * @typedef {{observer: MutationObserver, came: Set<Node>, added: WeakSet<Node>, before: Set<string>, landed: EventTarget | null, heard: Set<string>, end: number, target: Element | null,
   *   roots: (Document | ShadowRoot)[], moving: Set<Animation>, patient: boolean, replays: boolean, opens: boolean, hidden: Set<Element>, left: Set<string>, went: boolean, stirred: boolean,
   *   changed: Set<Node>, last: number, shown: boolean, busy: Set<Node>, drawings: Map<Element, string>, scrolls: Map<Element, string>, keys: Event[], touched: boolean,
   *   pressed: { on: EventTarget, x: number, y: number } | null, condition: string, owed: number, typed: number, seen: boolean}} Watching
   */
  /** @type {Watching | null} */
  let watching = null;
  /** Called when something is heard, or nothing more is to be waited for. @type {((kind: string | null) => void) | null} */
  let waiting = null;

  /** Begin to watch, before something is done to an element. @param {Element | null} [target] @param {string} [act] what is done @param {boolean} [replays] */
  function watch(target = null, act = "", replays = false) {
    watching?.observer.disconnect();
    pollex.watchTicking(false);
    leaving = null;
    const observer = new MutationObserver((records) => {
      if (!watching || performance.now() > watching.end) observer.disconnect();
      else note(records);
    });
    const opens = target !== null && pollex.mayOpen(target, act);
    const roots = /** @type {(Document | ShadowRoot)[]} */ (opens ? pollex.allRoots().slice(0, ROOTS) : [document]);
    for (const root of roots) observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: [...SHOWN, ...DRAWN] });
    const patient = opens || (act === "click" && target !== null && !target.matches(pollex.FILLED));
    const hidden = new Set(opens ? [...document.querySelectorAll(OPENED)].slice(0, 300).filter((each) => !each.checkVisibility()) : []);
    watching = {
      observer, came: new Set(), added: new WeakSet(), before: pollex.seenTexts(), landed: null, heard: new Set(), end: Infinity, target, roots,
      moving: new Set(roots.flatMap((root) => root.getAnimations())), patient, replays, opens, hidden, left: new Set(), went: false, stirred: false,
      changed: new Set(), last: performance.now(), shown: false, busy: new Set(), drawings: pollex.drawings(), scrolls: pollex.scrolls(target),
      keys: [], touched: false, pressed: null, condition: target ? pollex.conditionOf(target) : "", owed: 0, typed: 0, seen: target?.checkVisibility() ?? false,
    };
  }

  /** @param {MutationRecord[]} records */
  function note(records) {
    if (!watching) return;
    const { came, changed, opens } = watching;
    if (records.length) watching.last = performance.now();
    for (const record of records) {
      if (changed.size < 100) changed.add(record.target);
      pollex.noteBusy(watching.busy, record);
      watching.touched ||= !isOwnLook(record) || record.attributeName === "style";
      if (DRAWN.includes(record.attributeName ?? "")) {
        watching.went = watching.stirred = true;
        continue;
      }
      if (isOwnLook(record)) {
        watching.went ||= !opens;
        continue;
      }
      watching.stirred ||= opens || record.attributeName === "style";
      for (const node of record.removedNodes) {
        came.delete(node);
        if (watching.added.has(node)) continue;
        watching.went = true;
        pollex.leave(node, watching.left);
      }
      if (came.size > 500) continue;
      for (const node of record.type === "childList" ? record.addedNodes : [record.target]) {
        if (record.type === "childList") watching.added.add(node);
        if (mayHaveCome(record.attributeName, node)) came.add(node);
      }
    }
    if (watching.came.size || watching.went) pollex.stir();
  }

  /** What is watched, with all that is known of it until now; nothing where the page goes elsewhere. */
  function watched() {
    if (watching) note(watching.observer.takeRecords());
    return leaving ? null : watching;
  }

  /** Whether a node is new, or may have been hidden before; by its class alone that cannot be told, but of what was seen to be hidden. */
  function mayHaveCome(/** @type {string | null} */ attribute, /** @type {Node} */ node) {
    return attribute !== "class" || (watching !== null && (!watching.opens || watching.hidden.has(/** @type {Element} */ (node))));
  }

  /** Whether anybody could see a difference: what came can be seen, or something went that was there before. */
  function hasChanged() {
    return watching !== null && (watching.went || [...watching.came].slice(0, 100).some((node) => shownIn(node) !== null));
  }

  /** The element that shows a node, where it can be seen. @param {Node} node */
  function shownIn(node) {
    const element = node instanceof Element ? node : node.parentElement;
    return element?.isConnected && pollex.isSeen(element, element.getBoundingClientRect()) ? element : null;
  }

  /** Whether the target only shows by its looks that it is acted on: what it is in and what is in it may, too. @param {MutationRecord} record */
  function isOwnLook({ attributeName, target }) {
    const own = watching?.target;
    return own !== null && own !== undefined && (attributeName === "class" || attributeName === "style") && (target.contains(own) || own.contains(target));
  }

  /** What came since `watch`, or since this was last asked: short texts, the loudest (alerts, dialogs) first. */
  function seen() {
    if (!watching) return { appeared: [], landed: null, leaving };
    const { observer, came, landed } = watching;
    note(observer.takeRecords());
    const appeared = texts(watching);
    watching.shown ||= appeared.length > 0 || [...came].slice(0, 60).some((node) => shownIn(node));
    came.clear();
    watching.end = performance.now() + LATER;
    return { appeared, landed: landed instanceof Element ? pollex.numberOf(landed) : null, leaving };
  }

  /** What is new; of what was in the document before and only looks otherwise, what nobody had seen. @param {Watching} watching */
  function texts({ came, added, left, before }) {
    const known = new Set([...before, ...left]);
    /** @type {Map<string, boolean>} */
    const found = new Map();
    for (const node of came) {
      const element = found.size > 60 ? null : shownIn(node);
      if (!element) continue;
      const says = element.closest("[role=alert], [role=status], [role=dialog], [role=alertdialog], [aria-live], dialog, output") !== null;
      for (const text of says ? [pollex.textOf(element, 80)].filter(Boolean) : pollex.newsIn(element, added.has(node) || node instanceof Text ? left : known)) found.set(text, says);
    }
    const loud = [...found].filter(([, says]) => says);
    const quiet = [...found].filter(([, says]) => !says);
    return [...loud, ...quiet].slice(0, MOST).map(([text]) => text);
  }

  /** @type {any} */ (globalThis).navigation?.addEventListener("navigate", (/** @type {any} */ event) => {
    if (!event.hashChange && !event.destination.sameDocument) leaving = event.downloadRequest === null ? "page" : "file";
  });

  for (const kind of ["mousedown", "click"]) {
    addEventListener(kind, (event) => {
      const { clientX: x, clientY: y } = /** @type {MouseEvent} */ (event);
      if (event.isTrusted) land(event.composedPath()[0] ?? event.target, x, y);
    }, { capture: true, passive: true });
  }

  /** A press has met something. @param {EventTarget | null} on @param {number} x @param {number} y */
  function land(on, x, y) {
    if (!watching) return;
    watching.landed = on;
    if (on) watching.pressed ??= { on, x, y };
  }

  addEventListener("scroll", ({ target }) => {
    const box = target instanceof Document ? target.documentElement : target;
    if (!watching || !(box instanceof Element) || watching.scrolls.get(box) === pollex.scrolledTo(box)) return;
    watching.touched = true;
    if (target instanceof Element) watching.changed.add(target);
  }, { capture: true, passive: true });

  for (const kind of ["input", "keyup"]) {
    addEventListener(kind, (event) => {
      if (!watching || !event.isTrusted) return;
      watching.heard.add(kind);
      if (kind === "input") watching.typed = performance.now();
      waiting?.(kind);
    }, { capture: true, passive: true });
  }

  for (const kind of ["keydown", "keypress", "beforeinput"]) {
    addEventListener(kind, (event) => {
      const letter = !(event instanceof KeyboardEvent) || event.key.length === 1;
      if (watching && event.isTrusted && letter && watching.keys.length < KEYS) watching.keys.push(event);
    }, { capture: true, passive: true });
  }

  /** Whether the page kept something from the field that was typed since `watch`. */
  function prevented() {
    return watching !== null && watching.keys.some((event) => event.defaultPrevented);
  }

  /** Whether anything but the target's looks has changed since `watch`, seen or not. */
  function hasStirred() {
    const now = pollex.watched();
    return !now || now.touched || pollex.redrawn(now.drawings).length > 0;
  }

  /** Whether the target is in another state than before `watch`. */
  function isOtherwise() {
    return Boolean(watching?.target?.isConnected) && pollex.conditionOf(watching?.target) !== watching?.condition;
  }

  /** Until an event of a person's or our hands has come since `watch`; `enough` ends it as well. @param {string} kind @returns {Promise<void>} */
  function hearing(kind) {
    if (!watching || watching.heard.has(kind)) return Promise.resolve();
    return new Promise((done) => {
      waiting = (heard) => {
        if (heard === null || heard === kind) done();
      };
    });
  }

  /** What was done has reached the page: an event that has not come until now does not come. */
  function enough() {
    waiting?.(null);
  }

  /** The page's turn: what it has put off to the next moment is done, timers of no time and what frameworks draw included. */
  function turn() {
    return new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        setTimeout(done);
      };
      port2.postMessage(null);
    });
  }

  /** One drawn frame, or a tenth of a second where nothing is drawn; whether one was. @returns {Promise<boolean>} */
  function breathe() {
    return new Promise((done) => {
      requestAnimationFrame(() => setTimeout(() => done(true)));
      setTimeout(() => done(false), 100);
    });
  }

  /**
   * Wait until something holds, looked at in every frame that is drawn; the test is told whether one was since the last time.
   * @template T @param {(drawn: boolean) => T | null | undefined | false} test @param {number} patience milliseconds @returns {Promise<T | null>}
   */
  async function until(test, patience) {
    const end = performance.now() + patience;
    for (let drawn = false; ; drawn = await breathe()) {
      const found = test(drawn);
      if (found) return found;
      if (performance.now() >= end) return null;
    }
  }

  Object.assign(pollex, { watch, watched, land, hasChanged, hasStirred, isOtherwise, prevented, seen, hearing, enough, turn, breathe, until });
})();
