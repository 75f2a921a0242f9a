/** A picture: data or a kept file, no foreign address. */

import { html, nothing, type TemplateResult } from "lit";
import { isImage } from "../../tree/policy.ts";
import { ComponentElement } from "../component.ts";

export class ImageComponent extends ComponentElement<"image"> {
  override render(): TemplateResult {
    const { src, alt, caption, fit, width } = this.props;
    return html`
      <figure class="picture">
        ${isImage(src) ? html`<img class="fit-${fit}" src=${src} alt=${alt} width=${width ?? nothing}>` : html`<p class="muted">${alt}</p>`}
        ${caption ? html`<figcaption class="muted small">${caption}</figcaption>` : nothing}
      </figure>
    `;
  }
}
