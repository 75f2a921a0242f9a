/** Moves and resizes windows by mouse, pen or finger. Escape takes a movement back. */

import { type Edge, type Rect, resized, type Size, type Snap, snapAt } from "./geometry.ts";

interface DragTarget {
  /** Return where the window begins, or undefined where it cannot be moved now. */
  begin(id: string, edge: Edge | null, at: { x: number; y: number }): Rect | undefined;
  move(id: string, rect: Rect, snap: Snap | null): void;
  end(id: string, rect: Rect, snap: Snap | null): void;
  cancel(id: string): void;
  size(): Size;
}

const THRESHOLD = 4;

export function listenForDrags(root: HTMLElement, target: DragTarget): void {
  root.addEventListener("pointerdown", (event) => {
    const pressed = event.target instanceof Element ? event.target : null;
    const handle = pressed?.closest<HTMLElement>(".handle");
    const bar = pressed?.closest("button") ? null : pressed?.closest<HTMLElement>(".window-bar");
    const id = pressed?.closest<HTMLElement>(".window")?.dataset.window;
    if (event.button !== 0 || id === undefined) return;
    if (handle) follow(event, handle, id, handle.dataset.edge as Edge, root, target);
    else if (bar) follow(event, bar, id, null, root, target);
  });
}

function follow(
  down: PointerEvent,
  held: HTMLElement,
  id: string,
  edge: Edge | null,
  root: HTMLElement,
  target: DragTarget,
): void {
  const origin = root.getBoundingClientRect();
  const ended = new AbortController();
  const { signal } = ended;
  let start: Rect | undefined;
  let last: { rect: Rect; snap: Snap | null } | undefined;
  held.setPointerCapture(down.pointerId);
  held.addEventListener(
    "pointermove",
    (event) => {
      const dx = event.clientX - down.clientX;
      const dy = event.clientY - down.clientY;
      if (start === undefined) {
        if (Math.hypot(dx, dy) < THRESHOLD) return;
        start = target.begin(id, edge, { x: down.clientX - origin.left, y: down.clientY - origin.top });
        if (start === undefined) return ended.abort();
      }
      const rect = edge ? resized(start, edge, dx, dy) : { ...start, x: start.x + dx, y: start.y + dy };
      const at = [event.clientX - origin.left, event.clientY - origin.top] as const;
      last = { rect, snap: edge ? null : snapAt(...at, target.size()) };
      target.move(id, last.rect, last.snap);
    },
    { signal },
  );
  const finish = (done: boolean) => {
    ended.abort();
    if (last && done) target.end(id, last.rect, last.snap);
    else if (last) target.cancel(id);
  };
  held.addEventListener("pointerup", () => finish(true), { signal });
  held.addEventListener("pointercancel", () => finish(false), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && finish(false), { signal });
}
