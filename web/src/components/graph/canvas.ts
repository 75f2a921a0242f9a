/** `<pollex-canvas>`: a picture that is looked at through a view, with its buttons. What is in it is drawn by others. */

import { html, LitElement, svg, type TemplateResult } from "lit";
import { icon } from "../media/icons.ts";
import { GraphView, type Size } from "./view.ts";

export class GraphCanvas extends LitElement {
  static override properties = { picture: { attribute: false }, label: { attribute: false }, content: { attribute: false } };
  declare picture: Size;
  declare label: string;
  /** What is drawn, inside the SVG. */
  declare content: TemplateResult;
  readonly view = new GraphView(() => this.requestUpdate());
  private readonly watch = new ResizeObserver(() => {
    if (!this.view.moved) this.fit();
  });
  private fitted = "";

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.classList.add("canvas");
    this.watch.observe(this);
    this.addEventListener("wheel", this.onWheel, { passive: false });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watch.disconnect();
    this.removeEventListener("wheel", this.onWheel);
  }

  fit(): void {
    this.view.fit(this.picture, this.place);
  }

  get place(): Size {
    return { width: this.clientWidth, height: this.clientHeight };
  }

  /** Return a point of the picture, from one of the screen. */
  point(event: PointerEvent): { x: number; y: number } {
    const box = this.getBoundingClientRect();
    const { x, y, scale } = this.view;
    return { x: (event.clientX - box.left - x) / scale, y: (event.clientY - box.top - y) / scale };
  }

  protected override updated(): void {
    const size = `${this.picture.width} ${this.picture.height}`;
    if (size === this.fitted) return;
    const first = this.fitted === "";
    this.fitted = size;
    if (first || !this.view.moved) this.fit();
  }

  override render(): TemplateResult {
    const tool = (name: string, sign: string, act: () => void) =>
      html`<button type="button" class="icon-button" aria-label=${name} title=${name} @click=${act}>${icon(sign)}</button>`;
    return html`
      <svg class="canvas-picture" @pointerdown=${this.onDown} @pointermove=${this.onMove} @pointerup=${this.onUp} @pointercancel=${this.onUp}>
        ${svg`<g transform=${this.view.transform}>${this.content}</g>`}
      </svg>
      <div class="canvas-tools" role="group" aria-label="View of ${this.label}">
        ${tool("Zoom in", "add", () => this.view.step(true, this.place))}
        ${tool("Zoom out", "minus", () => this.view.step(false, this.place))}
        ${tool("Fit", "fit", () => this.fit())}
      </div>
    `;
  }

  private readonly onWheel = (event: WheelEvent): void => this.view.onWheel(event, this.getBoundingClientRect());

  private onDown(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest("[role=option]")) return;
    this.view.grab(event);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  private onMove(event: PointerEvent): void {
    this.view.pull(event);
  }

  private onUp(): void {
    this.view.release();
  }
}

customElements.define("pollex-canvas", GraphCanvas);
