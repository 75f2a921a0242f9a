/** How far something is; without a value, that it is going on. */

import { html, nothing, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";
import { vars } from "../vars.ts";

export class ProgressComponent extends ComponentElement<"progress"> {
  override render(): TemplateResult {
    const { value, maximum, label, tone } = this.props;
    const part = value === undefined ? undefined : Math.min(1, Math.max(0, value / maximum));
    const text = part === undefined ? "" : `${Math.round(part * 100)} %`;
    return html`
      <div class="progress tone-${tone ?? "neutral"}">
        <div class="row between"><span>${label ?? "Progress"}</span><span class="muted number">${text}</span></div>
        <div class="track ${part === undefined ? "going" : ""}" role="progressbar" aria-label=${label ?? "Progress"}
          aria-valuemin="0" aria-valuemax="100" aria-valuenow=${part === undefined ? nothing : Math.round(part * 100)}>
          <div class="part" ${vars({ "--part": `${(part ?? 0.3) * 100}%` })}></div>
        </div>
      </div>
    `;
  }
}
