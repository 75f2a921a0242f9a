/** A button that applies a command. */

import { html, nothing, type TemplateResult } from "lit";
import { ComponentElement } from "./component.ts";
import { icon } from "./media/icons.ts";

export class ButtonComponent extends ComponentElement<"button"> {
  override render(): TemplateResult {
    const { label, variant, icon: name, disabled } = this.props;
    return html`
      <button type="button" class=${variant} ?disabled=${disabled} @click=${() => this.use("press", {})}>
        ${name ? icon(name) : nothing}${label}
      </button>
    `;
  }
}
