/** All windows: which are there, where, in what order, and what a person does with them. */

import type { Desk } from "../desk.ts";
import type { Envelope } from "../socket/messages.ts";
import { showState } from "../tree/interaction.ts";
import { listenForDrags } from "./drag.ts";
import { type Edge, type Rect, resized, type Size, type Snap, snapped, tiled, within } from "./geometry.ts";
import { Menu, type MenuItem } from "./menu.ts";
import { WindowFrame, type WindowVerbs } from "./window-frame.ts";

const STEP = 16;
const MOST = 64;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const SNAPS: Record<string, Snap> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "top" };

/** What the desktop needs of the page around it. */
export interface DesktopOutside {
  apply(batch: Envelope[]): Promise<{ fault?: unknown }>;
  /** Told when windows came, went, or another is active. */
  changed(): void;
}

export class Desktop implements WindowVerbs {
  readonly frames = new Map<string, WindowFrame>();
  active: string | undefined;
  /** Ids from the lowest window to the highest. */
  private order: string[] = [];
  private held: string | undefined;
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
    desk.onChange((changes) => this.draw(changes.windows, changes.state));
  }

  size(): Size {
    return { width: this.root.clientWidth, height: this.root.clientHeight };
  }

  /** Draw the windows that changed, and show the state in their controls. */
  private draw(changed: ReadonlySet<string>, state: ReadonlySet<string>): void {
    for (const id of changed) this.drawWindow(id);
    if (changed.size > 0) {
      this.place();
      this.outside.changed();
    }
    if (state.size > 0) showState(this.root, this.desk, state);
  }

  private drawWindow(id: string): void {
    const shown = this.desk.windows.get(id);
    const frame = this.frames.get(id);
    if (shown === undefined) {
      if (frame) this.remove(frame);
    } else if (frame === undefined) {
      this.add(new WindowFrame(shown, this));
    } else {
      const raised = shown.zIndex > frame.shown.zIndex;
      frame.update(shown, this.held === id);
      if (raised) this.raise(id);
      showState(frame.content, this.desk);
    }
  }

  private add(frame: WindowFrame): void {
    this.frames.set(frame.id, frame);
    this.root.append(frame.element);
    showState(frame.content, this.desk);
    const above = this.order.findIndex((id) => (this.frames.get(id)?.shown.zIndex ?? 0) > frame.shown.zIndex);
    this.order.splice(above < 0 ? this.order.length : above, 0, frame.id);
    if (above < 0) this.activate(frame.id);
  }

  private remove(frame: WindowFrame): void {
    const hadFocus = frame.element.contains(document.activeElement);
    frame.element.remove();
    this.frames.delete(frame.id);
    this.order = this.order.filter((id) => id !== frame.id);
    if (this.active !== frame.id) return;
    const next = this.order.filter((id) => !this.frames.get(id)?.minimised).at(-1);
    this.activate(next);
    if (hadFocus && next) this.frames.get(next)?.element.focus();
  }

  private place(): void {
    const size = this.size();
    this.order.forEach((id, index) => {
      const frame = this.frames.get(id);
      frame?.position(within(frame.rect, size), index + 1);
    });
  }

  private raise(id: string): void {
    this.order = [...this.order.filter((each) => each !== id), id];
  }

  private activate(id: string | undefined): void {
    this.active = id;
    for (const frame of this.frames.values()) frame.setActive(frame.id === id);
  }

  private focusAt(target: EventTarget | null): void {
    const id = target instanceof Element ? target.closest<HTMLElement>(".window")?.dataset.window : undefined;
    if (id === undefined || (id === this.active && this.order.at(-1) === id)) return;
    this.raise(id);
    this.activate(id);
    this.place();
    this.outside.changed();
  }

  /** Bring a window to the front, show it if it is minimised, and put the focus into it. */
  focus(id: string): void {
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    frame.minimised = false;
    this.raise(id);
    this.activate(id);
    this.place();
    frame.element.focus({ preventScroll: this.size().width > 640 });
    frame.element.scrollIntoView({ block: "nearest" });
    this.outside.changed();
  }

  minimise(id: string): void {
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    frame.minimised = true;
    this.activate(this.order.filter((each) => !this.frames.get(each)?.minimised).at(-1));
    this.place();
    this.outside.changed();
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
      this.move(frame, within(moved, this.size()));
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
    return within(frame.rect, this.size());
  }

  private drag(id: string, rect: Rect, snap: Snap | null): void {
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    frame.rect = rect;
    this.preview.hidden = snap === null;
    if (snap) this.showPreview(snapped(snap, this.size()));
    frame.position(within(rect, this.size()), this.order.length);
  }

  private showPreview(rect: Rect): void {
    for (const [name, value] of Object.entries(rect)) this.preview.style.setProperty(`--${name}`, `${value}px`);
  }

  private endDrag(id: string, rect: Rect, snap: Snap | null): void {
    this.letGo();
    const frame = this.frames.get(id);
    if (frame === undefined) return;
    if (snap === null) return this.move(frame, within(rect, this.size()));
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
