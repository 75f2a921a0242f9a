/** All windows: which are there, where, in what order, and what a person does with them. */

import type { Desk } from "../desk.ts";
import type { Envelope } from "../socket/messages.ts";
import { showState } from "../tree/interaction.ts";
import { listenForDrags } from "./drag.ts";
import { FocusKeeper } from "./focus-keeper.ts";
import { type Edge, type Rect, resized, type Size, type Snap, snapped, tiled, visible, within } from "./geometry.ts";
import { Menu, type MenuItem } from "./menu.ts";
import { WindowFrame, type WindowVerbs } from "./window-frame.ts";

const STEP = 16;
const WIDE = matchMedia("(min-width: 60rem)");
const MOST = 64;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const SNAPS: Record<string, Snap> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "top" };

/** What the desktop needs of the page around it. */
interface DesktopOutside {
  apply(batch: Envelope[]): Promise<{ fault?: unknown }>;
  /** Told when windows came, went, or another is active. */
  changed(): void;
}

export class Desktop implements WindowVerbs {
  readonly frames = new Map<string, WindowFrame>();
  active: string | undefined;
  /** Ids from the lowest window to the highest. */
  private order: string[] = [];
  /** How often a person brought a window to the front. */
  private turns = 0;
  private held: string | undefined;
  /** The window that gets the focus when it is drawn. */
  private awaited: string | undefined;
  /** How much of what a person did in windows is going on. */
  private acts = 0;
  private readonly preview = document.createElement("div");
  private readonly menu: Menu;

  constructor(
    private readonly root: HTMLElement,
    private readonly desk: Desk,
    private readonly outside: DesktopOutside,
  ) {
    this.preview.className = "snap-preview";
    this.preview.hidden = true;
    root.append(this.preview);
    this.menu = new Menu(root);
    listenForDrags(root, {
      begin: (id, edge, at) => this.beginDrag(id, edge, at),
      move: (id, rect, snap) => this.drag(id, rect, snap),
      end: (id, rect, snap) => this.endDrag(id, rect, snap),
      cancel: (id) => this.cancelDrag(id),
      size: () => this.size(),
    });
    root.addEventListener("pointerdown", (event) => this.focusAt(event.target), { capture: true });
    root.addEventListener("focusin", (event) => this.focusAt(event.target));
    root.addEventListener("dblclick", (event) => this.onDoubleClick(event));
    addEventListener("keydown", (event) => event.key === "F6" && this.cycle(event));
    new ResizeObserver(() => this.place()).observe(root);
    new FocusKeeper(root, () => this.frames.get(this.active ?? "")?.element);
    desk.onChange((changes) => this.draw(changes.windows, changes.state));
  }

  size(): Size {
    return { width: this.root.clientWidth, height: this.root.clientHeight };
  }

  /** Return where a rectangle is shown: beside the chat where that is open, and on a small screen with no part outside. */
  private within(rect: Rect): Rect {
    const whole = this.root.parentElement?.clientWidth ?? 0;
    return within(rect, this.size(), WIDE.matches ? Math.max(0, whole - this.root.clientWidth) : rect.x);
  }

  /** Draw the windows that changed, and show the state in their controls. */
  private draw(changed: ReadonlySet<string>, state: ReadonlySet<string>): void {
    const top = this.order.at(-1);
    for (const id of changed) this.drawWindow(id);
    if (changed.size > 0) {
      this.sort();
      if (this.order.at(-1) !== top) this.activateTop();
      this.place();
      this.outside.changed();
      if (this.awaited && this.frames.has(this.awaited)) this.focus(this.awaited);
    }
    if (state.size > 0) showState(this.root, this.desk, state);
  }

  /** Activate the highest window; where a person's act brought it up, it gets the focus too. */
  private activateTop(): void {
    this.activate(this.topmost());
    const at = document.activeElement;
    if (this.acts > 0 && (at === document.body || this.root.contains(at))) this.awaited = this.active;
  }

  /** Count what a person does in a window until what came of it is drawn. */
  async follow(act: Promise<unknown>): Promise<void> {
    this.acts += 1;
    try {
      await act;
    } finally {
      requestAnimationFrame(() => requestAnimationFrame(() => (this.acts -= 1)));
    }
  }

  private drawWindow(id: string): void {
    const shown = this.desk.windows.get(id);
    const frame = this.frames.get(id);
    if (shown === undefined) {
      if (frame) this.remove(frame);
    } else if (frame === undefined) {
      this.add(new WindowFrame(shown, this));
    } else {
      frame.update(shown, this.held === id);
      showState(frame.content, this.desk);
    }
  }

  private add(frame: WindowFrame): void {
    this.frames.set(frame.id, frame);
    this.root.append(frame.element);
    showState(frame.content, this.desk);
  }

  private remove(frame: WindowFrame): void {
    const hadFocus = frame.element.contains(document.activeElement);
    frame.element.remove();
    this.frames.delete(frame.id);
    this.sort();
    if (this.active !== frame.id) return;
    const next = this.topmost();
    this.activate(next);
    if (hadFocus && next) this.frames.get(next)?.element.focus();
  }

  private place(): void {
    this.order.forEach((id, index) => {
      const frame = this.frames.get(id);
      frame?.position(visible(this.within(frame.rect), this.size()), index + 1);
    });
  }

  /**
   * Put windows in order, the same in every tab: by layer, and in a layer those on top that a person used last. What asks
   * for a yes lies above all, so that nothing covers what is asked.
   */
  private sort(): void {
    const asking = new Set([...this.desk.components.values()].filter(({ type }) => type === "approval").map(({ windowId }) => windowId));
    const above = (one: WindowFrame, other: WindowFrame) =>
      Number(asking.has(one.id)) - Number(asking.has(other.id)) || one.layer - other.layer || one.turn - other.turn || (one.id < other.id ? -1 : 1);
    this.order = [...this.frames.values()].toSorted(above).map((frame) => frame.id);
  }

  private topmost(): string | undefined {
    return this.order.findLast((id) => !this.frames.get(id)?.minimised);
  }

  private raise(frame: WindowFrame): void {
    frame.layer = Math.max(...[...this.frames.values()].map((each) => each.layer));
    frame.turn = ++this.turns;
    this.sort();
  }

  private activate(id: string | undefined): void {
    this.active = id;
    for (const frame of this.frames.values()) frame.setActive(frame.id === id);
  }

  private focusAt(target: EventTarget | null): void {
    const id = target instanceof Element ? target.closest<HTMLElement>(".window")?.dataset.window : undefined;
    const frame = this.frames.get(id ?? "");
    if (frame === undefined || (id === this.active && this.order.at(-1) === id)) return;
    this.raise(frame);
    this.activate(id);
    this.place();
    this.outside.changed();
  }

  /** Bring a window to the front, show it if it is minimised, and put the focus into it: once it is drawn, if it is new. */
  focus(id: string): void {
    const frame = this.frames.get(id);
    this.awaited = frame ? undefined : id;
    if (frame === undefined) return;
    frame.minimised = false;
    this.raise(frame);
    this.activate(id);
    this.place();
    const listed = getComputedStyle(frame.element).position === "static";
    frame.element.focus({ preventScroll: !listed });
    if (listed) frame.element.scrollIntoView({ block: "nearest" });
    this.outside.changed();
  }

  minimise(id: string): void {
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    const hadFocus = frame.element.contains(document.activeElement);
    frame.minimised = true;
    this.activate(this.topmost());
    this.place();
    this.outside.changed();
    if (hadFocus && this.active) this.frames.get(this.active)?.element.focus();
  }

  toggleMaximised(id: string): void {
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    frame.maximised = !frame.maximised;
    frame.drawBar();
    this.place();
  }

  close(id: string): void {
    void this.outside.apply([{ op: "window.close", params: { id } }]);
  }

  snap(id: string, snap: Snap): void {
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    if (snap === "top") {
      if (!frame.maximised) this.toggleMaximised(id);
      return;
    }
    frame.before ??= frame.rect;
    this.move(frame, snapped(snap, this.size()));
  }

  /** Undo a snap, or make a maximised window small again. */
  restore(id: string): void {
    const frame = this.frames.get(id);
    if (frame?.maximised) return this.toggleMaximised(id);
    if (frame?.before === undefined) return;
    const { before } = frame;
    frame.before = undefined;
    this.move(frame, before);
  }

  /** Put all windows that are shown side by side. */
  tile(): void {
    const frames = this.order.map((id) => this.frames.get(id)).filter((frame) => frame && !frame.minimised);
    const rects = tiled(frames.length, this.size());
    frames.forEach((frame, index) => {
      const rect = rects[index];
      if (!frame || !rect) return;
      if (frame.maximised) this.toggleMaximised(frame.id);
      frame.rect = rect;
    });
    this.commit(frames.filter((frame) => frame !== undefined));
  }

  openMenu(id: string, button: HTMLElement): void {
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    const restores = frame.maximised || frame.before !== undefined;
    const items: (MenuItem | false)[] = [
      restores && { label: "Restore", keys: "Alt ↓", choose: () => this.restore(id) },
      !frame.maximised && { label: "Maximise", keys: "Alt ↑", choose: () => this.toggleMaximised(id) },
      { label: "Minimise", choose: () => this.minimise(id) },
      { label: "Left half", keys: "Alt ←", choose: () => this.snap(id, "left") },
      { label: "Right half", keys: "Alt →", choose: () => this.snap(id, "right") },
      { label: "Tile all windows", choose: () => this.tile() },
      { label: "Close", keys: "Delete", choose: () => this.close(id) },
    ];
    this.menu.open(button, `Window ${frame.shown.title}`, items.filter((item) => item !== false));
  }

  /** Move by arrow keys on the button of the menu: with Shift resize, with Alt snap. */
  onKey(id: string, event: KeyboardEvent): void {
    const frame = this.frames.get(id);
    const step = ARROWS[event.key];
    if (frame === undefined || (step === undefined && event.key !== "Delete")) return;
    event.preventDefault();
    if (event.key === "Delete") this.close(id);
    else if (event.altKey) {
      const snap = SNAPS[event.key];
      if (snap) this.snap(id, snap);
      else this.restore(id);
    } else if (step && !frame.maximised) {
      const { x, y } = frame.rect;
      const moved = event.shiftKey ? resized(frame.rect, "se", ...step) : { ...frame.rect, x: x + step[0], y: y + step[1] };
      this.move(frame, this.within(moved));
    }
  }

  private cycle(event: KeyboardEvent): void {
    const ids = [...this.frames.keys()].filter((id) => !this.frames.get(id)?.minimised);
    if (ids.length === 0) return;
    event.preventDefault();
    const at = this.active === undefined ? -1 : ids.indexOf(this.active);
    this.focus(ids[(at + (event.shiftKey ? -1 : 1) + ids.length) % ids.length] ?? "");
  }

  private onDoubleClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const id = target?.closest<HTMLElement>(".window")?.dataset.window;
    if (id && target?.closest(".window-bar") && !target.closest("button")) this.toggleMaximised(id);
  }

  private beginDrag(id: string, edge: Edge | null, at: { x: number; y: number }): Rect | undefined {
    const frame = this.frames.get(id);
    if (frame === undefined || getComputedStyle(frame.element).position === "static") return undefined;
    if (frame.maximised) {
      if (edge) return undefined;
      this.toggleMaximised(id);
      frame.rect = { ...frame.rect, x: Math.round(at.x - frame.rect.width / 2), y: 0 };
    } else if (frame.before && !edge) {
      const { width, height } = frame.before;
      frame.before = undefined;
      frame.rect = { ...frame.rect, x: Math.round(at.x - width / 2), width, height };
    }
    this.held = id;
    this.root.classList.add("dragging");
    const rect = this.within(frame.rect);
    return edge ? visible(rect, this.size()) : rect;
  }

  private drag(id: string, rect: Rect, snap: Snap | null): void {
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    frame.rect = rect;
    this.preview.hidden = snap === null;
    if (snap) this.showPreview(snapped(snap, this.size()));
    frame.position(visible(this.within(rect), this.size()), this.order.length);
  }

  private showPreview(rect: Rect): void {
    for (const [name, value] of Object.entries(rect)) this.preview.style.setProperty(`--${name}`, `${value}px`);
  }

  private endDrag(id: string, rect: Rect, snap: Snap | null): void {
    this.letGo();
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    if (snap === null) return this.move(frame, this.within(rect));
    frame.revert();
    frame.before = undefined;
    this.snap(id, snap);
    this.place();
  }

  private cancelDrag(id: string): void {
    this.letGo();
    this.frames.get(id)?.revert();
    this.place();
  }

  private letGo(): void {
    this.held = undefined;
    this.preview.hidden = true;
    this.root.classList.remove("dragging");
  }

  private move(frame: WindowFrame, rect: Rect): void {
    if (frame.maximised) this.toggleMaximised(frame.id);
    frame.rect = rect;
    this.commit([frame]);
  }

  /** Show where windows are now and tell the server; what it refuses goes back. */
  private commit(frames: readonly WindowFrame[]): void {
    this.place();
    for (let at = 0; at < frames.length; at += MOST) {
      const some = frames.slice(at, at + MOST);
      const batch = some.map(({ id, rect }) => ({ op: "window.update", params: { id, ...rect } }));
      void this.outside.apply(batch).then((answer) => {
        if (!answer.fault) return;
        for (const frame of some) frame.revert();
        this.place();
      });
    }
  }
}
