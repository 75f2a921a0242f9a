/** A menu that opens at a button: arrow keys choose, Escape closes and returns to the button. */

import { html, nothing, render } from "lit";

export interface MenuItem {
  label: string;
  /** The keys that do the same. */
  keys?: string;
  choose(): void;
}

export class Menu {
  private readonly element = document.createElement("div");
  private button: HTMLElement | undefined;

  constructor(parent: HTMLElement) {
    this.element.className = "menu";
    this.element.popover = "auto";
    this.element.setAttribute("role", "menu");
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    parent.append(this.element);
  }

  open(button: HTMLElement, label: string, items: readonly MenuItem[]): void {
    this.button = button;
    this.element.setAttribute("aria-label", label);
    render(
      items.map(
        (item) => html`
          <button role="menuitem" tabindex="-1" @click=${() => this.choose(item)}>
            <span>${item.label}</span>${item.keys ? html`<kbd>${item.keys}</kbd>` : nothing}
          </button>
        `,
      ),
      this.element,
    );
    this.element.showPopover();
    this.place(button);
    this.items()[0]?.focus();
  }

  private place(button: HTMLElement): void {
    const at = button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const below = at.bottom + 4;
    const top = below + height > innerHeight ? Math.max(4, at.top - height - 4) : below;
    this.element.style.left = `${Math.max(4, Math.min(at.left, innerWidth - width - 4))}px`;
    this.element.style.top = `${top}px`;
  }

  private choose(item: MenuItem): void {
    this.element.hidePopover();
    this.button?.focus();
    item.choose();
  }

  private items(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>("[role=menuitem]")];
  }

  private onKey(event: KeyboardEvent): void {
    const items = this.items();
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      items.at(to % items.length)?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      this.element.hidePopover();
      this.button?.focus();
    }
  }
}
