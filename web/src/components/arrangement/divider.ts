/** A line between components. */

import { html, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";

export class DividerComponent extends ComponentElement<"divider"> {
  override render(): TemplateResult {
    const { direction, label } = this.props;
    if (direction === "vertical") return html`<div class="rule vertical" role="separator" aria-orientation="vertical"></div>`;
    return label ? html`<div class="rule labelled" role="separator"><span>${label}</span></div>` : html`<hr>`;
  }
}
