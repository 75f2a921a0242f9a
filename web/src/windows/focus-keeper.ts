/** Keeps the keyboard's focus among the windows, where what has it is taken away, or disabled while it works. */

type Focusable = HTMLElement | SVGElement;

export class FocusKeeper {
  private last: Focusable | undefined;
  private window: HTMLElement | undefined;
  /** What was disabled while it had the focus: it gets it back. */
  private disabled: Focusable | undefined;

  constructor(
    root: HTMLElement,
    private readonly active: () => HTMLElement | undefined,
  ) {
    document.addEventListener("focusin", (event) => this.focused(event.target));
    new MutationObserver(() => this.check()).observe(root, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  }

  private focused(target: EventTarget | null): void {
    if (target !== this.window) this.disabled = undefined;
    const inside = target instanceof HTMLElement || target instanceof SVGElement ? target : undefined;
    this.window = inside?.closest<HTMLElement>(".window") ?? undefined;
    this.last = this.window && inside;
  }

  private check(): void {
    const now = document.activeElement;
    if (this.disabled && isUsable(this.disabled) && now === this.window) return this.disabled.focus({ preventScroll: true });
    const { last } = this;
    if (!last || isUsable(last) || (now !== document.body && now !== last)) return;
    const home = this.window?.isConnected && this.window === this.active() ? this.window : this.active();
    this.disabled = last.isConnected && home === this.window ? last : undefined;
    home?.focus({ preventScroll: true });
  }
}

function isUsable(element: Focusable): boolean {
  return element.isConnected && !element.matches(":disabled");
}
