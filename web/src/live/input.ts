/** Turns what a person does over the picture of a browser into acts, with few messages: typed text and scrolling are
 *  gathered for a moment. */

import type { Act } from "./watch.ts";

const MOMENT = 120;
/** Milliseconds after which a pointer rests, and pixels that it moves before it drags. */
const REST = 250;
const SLIP = 5;
const BUTTONS = ["left", "middle", "right"] as const;
const MODIFIERS = [
  ["ctrlKey", "Control"],
  ["altKey", "Alt"],
  ["metaKey", "Meta"],
  ["shiftKey", "Shift"],
] as const;
const ALONE = new Set(["Control", "Alt", "AltGraph", "Meta", "Shift", "CapsLock", "Dead", "Process", "Unidentified"]);
/** Keys that stay with the page: F6 goes to the next window. */
const KEPT = new Set(["F5", "F6", "F11", "F12"]);

/** Pixels of the browser's page. */
export interface Point {
  x: number;
  y: number;
}

export class LiveInput {
  private text = "";
  private scroll: (Point & { dx: number; dy: number }) | undefined;
  private timer = 0;
  private resting = 0;
  private grasped: Point | undefined;

  constructor(private readonly send: (act: Act) => void) {}

  /** Take where the button goes down: what goes up elsewhere was dragged. */
  grasp(at: Point): void {
    this.leave();
    this.grasped = at;
  }

  click(event: MouseEvent, at: Point): void {
    this.leave();
    this.flush();
    const button = BUTTONS[event.button] ?? "left";
    const [dx, dy] = [at.x - (this.grasped ?? at).x, at.y - (this.grasped ?? at).y];
    if (button === "left" && this.grasped && Math.hypot(dx, dy) > SLIP) this.send({ kind: "drag", ...this.grasped, dx, dy });
    else this.send({ kind: "click", ...at, button, count: event.type === "dblclick" ? 2 : 1 });
    this.grasped = undefined;
  }

  /** Take a move; menus and tips open where the pointer comes to rest. */
  move(event: PointerEvent, at: Point): void {
    this.leave();
    if (event.pointerType === "touch" || event.buttons) return;
    this.resting = window.setTimeout(() => this.send({ kind: "hover", ...at }), REST);
  }

  /** Take that the pointer has gone. */
  leave(): void {
    clearTimeout(this.resting);
  }

  wheel(event: WheelEvent, at: Point): void {
    if (this.text) this.flush();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 400;
    const { dx, dy } = this.scroll ?? { dx: 0, dy: 0 };
    this.scroll = { ...at, dx: dx + event.deltaX * unit, dy: dy + event.deltaY * unit };
    this.later();
  }

  type(text: string): void {
    if (this.scroll) this.flush();
    this.text += text;
    this.later();
  }

  /** Take a key; return whether it was for the browser in the picture. */
  key(event: KeyboardEvent): boolean {
    if (event.isComposing || KEPT.has(event.key)) return false;
    if (ALONE.has(event.key)) return true;
    const isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !(event.altKey && !event.getModifierState("AltGraph"));
    if (isText) this.type(event.key);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") return false; // comes as a paste
    else this.press(event);
    return true;
  }

  private press(event: KeyboardEvent): void {
    this.flush();
    const held = MODIFIERS.filter(([name]) => event[name]).map(([, key]) => key);
    this.send({ kind: "press", key: [...held, event.key === " " ? "Space" : event.key].join("+") });
  }

  private later(): void {
    this.timer ||= window.setTimeout(() => this.flush(), MOMENT);
  }

  /** Send what was gathered. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const { text, scroll } = this;
    this.text = "";
    this.scroll = undefined;
    if (text) this.send({ kind: "type", text });
    if (scroll) this.send({ kind: "scroll", ...scroll });
  }
}
