/** A pie as SVG. */

import { html, svg, type TemplateResult } from "lit";
import { PALETTE } from "./palette.ts";

const R = 90;

export function pie(values: readonly number[], names: readonly string[]): TemplateResult {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0) || 1;
  let turned = 0;
  const parts = values.map((value, index) => {
    const from = turned;
    turned += Math.max(0, value) / total;
    const share = `${names[index] ?? ""}: ${value} (${Math.round((100 * Math.max(0, value)) / total)} %)`;
    return svg`<path d=${slice(from, turned)} fill=${PALETTE[index % PALETTE.length]}><title>${share}</title></path>`;
  });
  return html`<svg class="pie" viewBox="-100 -100 200 200" role="img" aria-label=${names.join(", ")}>${parts}</svg>`;
}

function slice(from: number, to: number): string {
  if (to - from > 0.9999) return `M0,${-R}A${R},${R} 0 1 1 -0.01,${-R}Z`;
  const point = (turn: number) => `${(R * Math.sin(2 * Math.PI * turn)).toFixed(3)},${(-R * Math.cos(2 * Math.PI * turn)).toFixed(3)}`;
  return `M0,0L${point(from)}A${R},${R} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}Z`;
}
