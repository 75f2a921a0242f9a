/** A kept file, to open and download. */

import { html, type TemplateResult } from "lit";
import { isFile } from "../../tree/policy.ts";
import { ComponentElement } from "../component.ts";
import { icon } from "./icons.ts";

const UNITS = ["B", "KB", "MB", "GB"];

export class FileComponent extends ComponentElement<"file"> {
  override render(): TemplateResult {
    const { src, name, mediaType, size } = this.props;
    const about = [mediaType, size === undefined ? "" : bytes(size)].filter(Boolean).join(" · ");
    return html`
      <div class="item box">${icon("file")}<span class="grow"><span class="bold">${name}</span>
        <span class="muted small block">${about}</span></span>
        ${isFile(src) ? html`<a class="button" href=${src} download=${name}>${icon("download")}Download</a>` : ""}</div>
    `;
  }
}

function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, size)) / Math.log(1024)));
  return `${(size / 1024 ** step).toFixed(step ? 1 : 0)} ${UNITS[step]}`;
}
