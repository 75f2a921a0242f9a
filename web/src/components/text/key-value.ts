/** Names with their values, below each other. */

import { html, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";
import { link } from "./link.ts";

export class KeyValueComponent extends ComponentElement<"keyValue"> {
  override render(): TemplateResult {
    const rows = (this.props.items ?? []).map(({ key, value, href, tone }) => {
      const shown = value === null ? "–" : typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
      return html`<dt>${key}</dt><dd class=${tone ?? ""}>${href ? link(href, shown, this.window) : shown}</dd>`;
    });
    return html`<dl class="pairs">${rows}</dl>`;
  }
}
