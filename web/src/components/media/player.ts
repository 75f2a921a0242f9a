/** A kept video or sound. The page's policy loads no media, so it is offered to save. */

import { html, type TemplateResult } from "lit";
import { isFile } from "../../tree/policy.ts";
import { ComponentElement } from "../component.ts";
import { icon } from "./icons.ts";

export class PlayerComponent extends ComponentElement<"player"> {
  override render(): TemplateResult {
    const { kind, src, title } = this.props;
    const name = title ?? (kind === "video" ? "Video" : "Sound");
    return html`<div class="item box">${icon("play")}<span class="grow bold">${name}</span>
      ${isFile(src) ? html`<a class="button" href=${src} download=${name}>${icon("download")}Save</a>` : ""}</div>`;
  }
}
