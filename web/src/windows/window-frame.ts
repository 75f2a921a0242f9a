/** One window: its bar with buttons, its content, its handles. It knows how it looks, not what it is for. */

import { html, nothing, render } from "lit";
import type { DeskWindow } from "../socket/messages.ts";
import { draw } from "../tree/morph.ts";
import type { Edge, Rect } from "./geometry.ts";

/** What the ids of the product's own windows begin with. The server lets nobody else draw such a window. */
const OWN = "pollex-";
const EDGES: readonly Edge[] = ["n", "e", "s", "w", "ne", "nw", "se", "sw"];

/** What a person can do with a window. */
export interface WindowVerbs {
  minimise(id: string): void;
  toggleMaximised(id: string): void;
  close(id: string): void;
  openMenu(id: string, button: HTMLElement): void;
  onKey(id: string, event: KeyboardEvent): void;
}

export class WindowFrame {
  readonly element = document.createElement("section");
  readonly content = document.createElement("div");
  rect: Rect;
  maximised = false;
  minimised = false;
  /** Windows of a higher layer lie above; in one layer, those of a later turn. */
  layer: number;
  turn = 0;
  /** Where it was before it snapped. */
  before: Rect | undefined;

  constructor(
    public shown: DeskWindow,
    private readonly verbs: WindowVerbs,
  ) {
    this.rect = rectOf(shown);
    this.layer = shown.zIndex;
    this.element.className = shown.id.startsWith(OWN) ? "window own" : "window";
    this.element.dataset.window = shown.id;
    this.element.tabIndex = -1;
    this.element.setAttribute("role", "dialog");
    this.content.className = "content";
    this.content.tabIndex = 0;
    this.content.setAttribute("role", "group");
    this.drawBar();
    draw(this.content, shown.content, shown.id);
  }

  get id(): string {
    return this.shown.id;
  }

  /** Take what the server says; a place that a person has in hand is left to them. */
  update(shown: DeskWindow, held: boolean): void {
    const before = this.shown;
    this.shown = shown;
    const moved = JSON.stringify(rectOf(before)) !== JSON.stringify(rectOf(shown));
    if (moved && !held) this.rect = rectOf(shown);
    if (before.zIndex !== shown.zIndex) [this.layer, this.turn] = [shown.zIndex, 0];
    if (before.title !== shown.title) this.drawBar();
    if (before.content !== shown.content) draw(this.content, shown.content, shown.id);
  }

  /** Write its place into properties of its style, which the style sheet uses or not. */
  position(rect: Rect, z: number): void {
    const { style } = this.element;
    const wanted = { x: `${rect.x}px`, y: `${rect.y}px`, width: `${rect.width}px`, height: `${rect.height}px`, z: `${z}` };
    for (const [name, value] of Object.entries(wanted)) {
      if (style.getPropertyValue(`--${name}`) !== value) style.setProperty(`--${name}`, value);
    }
    this.element.classList.toggle("maximised", this.maximised);
    this.element.hidden = this.minimised;
  }

  /** Return to where the server has it. */
  revert(): void {
    this.rect = rectOf(this.shown);
  }

  setActive(active: boolean): void {
    this.element.classList.toggle("active", active);
  }

  drawBar(): void {
    const { id, title } = this.shown;
    const name = title || "Untitled";
    const label = `title-of-${id}`;
    this.element.setAttribute("aria-labelledby", label);
    this.content.setAttribute("aria-label", `Content of ${name}`);
    const size = this.maximised ? "Restore" : "Maximise";
    render(
      html`
        <header class="window-bar">
          <button class="icon-button grip" aria-haspopup="menu" aria-label="Menu of ${name}" aria-describedby="grip-help"
            @click=${(event: Event) => this.verbs.openMenu(id, event.currentTarget as HTMLElement)}
            @keydown=${(event: KeyboardEvent) => this.verbs.onKey(id, event)}><span class="glyph dots"></span></button>
          ${id.startsWith(OWN) ? html`<span class="own-mark" title="A window of Pollex itself: no model can draw this mark">Pollex</span>` : nothing}
          <h2 id=${label}>${name}</h2>
          <button class="icon-button" aria-label="Minimise ${name}" title="Minimise"
            @click=${() => this.verbs.minimise(id)}><span class="glyph minimise"></span></button>
          <button class="icon-button" aria-label="${size} ${name}" title=${size}
            @click=${() => this.verbs.toggleMaximised(id)}><span class="glyph ${size.toLowerCase()}"></span></button>
          <button class="icon-button close" aria-label="Close ${name}" title="Close"
            @click=${() => this.verbs.close(id)}><span class="glyph close"></span></button>
        </header>
        ${this.content}
        ${EDGES.map((edge) => html`<div class="handle ${edge}" data-edge=${edge} aria-hidden="true"></div>`)}
      `,
      this.element,
    );
  }
}

function rectOf({ x, y, width, height }: DeskWindow): Rect {
  return { x, y, width, height };
}
