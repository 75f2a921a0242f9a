/** Links to addresses, or choices that apply a command. */

import { html, nothing, type TemplateResult } from "lit";
import type { LinksProps } from "../../generated/components.ts";
import { ComponentElement } from "../component.ts";
import { link } from "./link.ts";

type Item = LinksProps["items"][number];

export class LinksComponent extends ComponentElement<"links"> {
  override render(): TemplateResult {
    const { items = [], direction } = this.props;
    return html`<ul class="plain links ${direction}">${items.map((item) => this.item(item))}</ul>`;
  }

  private item(item: Item): TemplateResult {
    const value = item.value ?? item.label;
    const target = item.href
      ? link(item.href, item.label, this.window)
      : html`<button type="button" class="plain" @click=${() => this.use("select", { value })}>${item.label}</button>`;
    return html`<li>${target}${item.description ? html`<div class="muted small">${item.description}</div>` : nothing}</li>`;
  }
}
