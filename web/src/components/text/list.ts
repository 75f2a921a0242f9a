/** Items below each other: texts, or titles with more. */

import { html, nothing, type TemplateResult } from "lit";
import type { ListProps } from "../../generated/components.ts";
import { isImage } from "../../tree/policy.ts";
import { ComponentElement } from "../component.ts";
import { icon } from "../media/icons.ts";
import { link } from "./link.ts";

type Item = Exclude<ListProps["items"][number], string>;

export class ListComponent extends ComponentElement<"list"> {
  override render(): TemplateResult {
    const { items = [], ordered, empty } = this.props;
    if (items.length === 0) return html`<p class="muted empty">${empty ?? "There is nothing here yet."}</p>`;
    const rows = items.map((item) => this.row(typeof item === "string" ? { title: item } : item));
    return ordered ? html`<ol class="items">${rows}</ol>` : html`<ul class="items">${rows}</ul>`;
  }

  private row(item: Item): TemplateResult {
    const id = item.id ?? item.title;
    const title = item.href ? link(item.href, item.title, this.window) : item.title;
    const body = html`
      ${item.image && isImage(item.image) ? html`<img class="avatar" src=${item.image} alt="">` : nothing}
      ${item.icon ? icon(item.icon) : nothing}
      <span class="grow"><span class=${item.tone ?? ""}>${title}</span>${item.text ? html`<span class="muted small block">${item.text}</span>` : nothing}</span>
    `;
    if (!this.props.command || item.href) return html`<li><div class="item">${body}</div></li>`;
    const chosen = this.props.selected === id;
    return html`
      <li><button type="button" class="item ${chosen ? "selected" : ""}" aria-pressed=${chosen ? "true" : "false"}
        @click=${() => this.use("select", { value: id })}>${body}</button></li>
    `;
  }
}
