/** Numbers as lines, bars, points or a pie; the numbers themselves are at hand as a table. */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ChartProps } from "../../generated/components.ts";
import { ComponentElement } from "../component.ts";
import { PALETTE } from "./palette.ts";
import { pie } from "./pie.ts";
import { vars } from "../vars.ts";

interface Plot {
  resize(width: number): void;
  remove(): void;
}

export class ChartComponent extends ComponentElement<"chart"> {
  private plot: Plot | undefined;
  private readonly sizes = new ResizeObserver(([entry]) => entry && this.plot?.resize(entry.contentRect.width));
  private readonly redraw = () => void this.draw();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("pollex-theme", this.redraw);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
    this.plot?.remove();
    removeEventListener("pollex-theme", this.redraw);
    matchMedia("(prefers-color-scheme: dark)").removeEventListener("change", this.redraw);
  }

  override render(): TemplateResult {
    const { kind, title, series = [], xLabel } = this.props;
    const names = kind === "pie" ? slices(this.props) : series.map((each, index) => each.name ?? `Series ${index + 1}`);
    return html`
      <figure class="chart" aria-label=${title ?? "Chart"}>
        ${title ? html`<figcaption class="bold">${title}</figcaption>` : nothing}
        ${names.length > 1 ? legend(names) : nothing}
        ${kind === "pie" ? pie((series[0]?.y ?? []).map((value) => value ?? 0), names) : html`<div class="plot" role="img" aria-label=${title ?? "Chart"}></div>`}
        ${kind !== "pie" && xLabel ? html`<div class="muted small center">${xLabel}</div>` : nothing}
        <details class="small"><summary class="muted">Numbers</summary>${numbers(this.props)}</details>
      </figure>
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("props")) void this.draw();
  }

  /** Load what draws charts when the first one is shown. */
  private async draw(): Promise<void> {
    if (this.props.kind === "pie") return;
    const { makePlot } = await import("./plot.ts");
    const place = this.querySelector<HTMLElement>(".plot");
    if (!place || !this.isConnected) return;
    this.plot?.remove();
    this.plot = makePlot(place, this.props);
    this.sizes.disconnect();
    this.sizes.observe(place);
  }
}

function slices({ x = [], series = [] }: ChartProps): string[] {
  return (series[0]?.y ?? []).map((_, index) => String(x[index] ?? index + 1));
}

function legend(names: readonly string[]): TemplateResult {
  const entry = (name: string, index: number) =>
    html`<li><span class="swatch" ${vars({ "--colour": PALETTE[index % PALETTE.length] ?? "" })}></span>${name}</li>`;
  return html`<ul class="legend plain">${names.map(entry)}</ul>`;
}

function numbers({ x, series = [] }: ChartProps): TemplateResult {
  const at = x ?? series[0]?.x ?? [];
  const count = Math.min(200, Math.max(at.length, ...series.map((each) => each.y.length), 0));
  const rows = Array.from({ length: count }, (_, index) => html`
    <tr><th scope="row">${at[index] ?? index + 1}</th>${series.map((each) => html`<td class="number">${each.y[index] ?? "–"}</td>`)}</tr>
  `);
  return html`<table class="compact"><thead><tr><th scope="col">x</th>${series.map((each, index) => html`<th scope="col" class="number">${each.name ?? `Series ${index + 1}`}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}
