/** Short messages at the edge of the page, with what to do next. */

import { html, render } from "lit";
import type { Fault } from "./socket/messages.ts";

export type Tone = "info" | "success" | "warning" | "danger";

const SECONDS = 8;
const MOST = 4;

interface Toast {
  tone: Tone;
  text: string;
  hint: string;
}

let shown: Toast[] = [];

export function toast(tone: Tone, text: string, hint = ""): void {
  const added = { tone, text, hint };
  shown = [...shown.filter((each) => each.text !== text), added].slice(-MOST);
  draw();
  setTimeout(() => close(added), SECONDS * 1_000);
}

export function toastFault(fault: Fault): void {
  toast("danger", fault.message, fault.hint ?? "");
}

function close(gone: Toast): void {
  shown = shown.filter((each) => each !== gone);
  draw();
}

function draw(): void {
  const place = document.getElementById("toasts");
  if (place === null) return;
  render(
    shown.map(
      (each) => html`
        <div class="toast ${each.tone}">
          <div><strong>${each.text}</strong>${each.hint ? html`<p>${each.hint}</p>` : ""}</div>
          <button class="icon-button" aria-label="Close this message" @click=${() => close(each)}>✕</button>
        </div>
      `,
    ),
    place,
  );
}
