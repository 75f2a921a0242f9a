/** A heading, a paragraph, a caption or a notice. */

import { html, type TemplateResult } from "lit";
import { ComponentElement } from "../component.ts";

export class TextComponent extends ComponentElement<"text"> {
  override render(): TemplateResult {
    const { text, variant, tone } = this.props;
    const classes = tone && tone !== "neutral" ? `text panel ${tone}` : "text";
    switch (variant) {
      case "h1":
        return html`<h1 class=${classes}>${text}</h1>`;
      case "h2":
        return html`<h2 class=${classes}>${text}</h2>`;
      case "h3":
        return html`<h3 class=${classes}>${text}</h3>`;
      case "h4":
        return html`<h4 class=${classes}>${text}</h4>`;
      case "h5":
        return html`<h5 class=${classes}>${text}</h5>`;
      case "caption":
        return html`<p class="${classes} muted small">${text}</p>`;
      default:
        return html`<p class=${classes}>${text}</p>`;
    }
  }
}
