/** Markdown, as nodes that the server made of it. */

import { html, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";
import "./nodes.ts";

export class MarkdownComponent extends ComponentElement<"markdown"> {
  override render(): TemplateResult {
    return html`<pollex-nodes class="prose" .window=${this.window} .nodes=${this.props.text ?? []}></pollex-nodes>`;
  }
}
