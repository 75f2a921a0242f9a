/** A small sign. */

import { html, nothing, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";
import { icon } from "./icons.ts";

export class IconComponent extends ComponentElement<"icon"> {
  override render(): TemplateResult {
    const { name, label, tone } = this.props;
    return html`<span class=${tone ?? ""} role=${label ? "img" : nothing} aria-label=${label ?? nothing}>${icon(name)}</span>`;
  }
}
