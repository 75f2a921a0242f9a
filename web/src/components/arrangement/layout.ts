/** Components in a row, a column, a grid or a card. */

import { html, nothing, type TemplateResult } from "lit";
import { places } from "./children.ts";
import { ComponentElement } from "../component.ts";
import { vars } from "../vars.ts";

export class LayoutComponent extends ComponentElement<"layout"> {
  override render(): TemplateResult {
    const { kind, children = [], title, columns, gap, align, justify, scroll } = this.props;
    const classes = ["layout", kind, `gap-of-${gap}`, align && `align-${align}`, justify && `justify-${justify}`];
    const columned: Record<string, string> = columns ? { "--columns": `repeat(${columns}, minmax(0, 1fr))` } : {};
    return html`
      <div class="${kind === "card" ? "card" : ""} ${scroll ? "scroll" : ""}">
        ${title ? html`<h3>${title}</h3>` : nothing}
        <div class=${classes.filter(Boolean).join(" ")} ${vars(columned)}>${places(children)}</div>
      </div>
    `;
  }
}
