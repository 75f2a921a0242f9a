/** Short messages at the edge of the page, with what to do next. */

import { html, render } from "lit";
import type { Fault } from "./socket/messages.ts";

type Tone = "info" | "success" | "warning" | "danger";

const SECONDS = 8;
const MOST = 4;

/** What a person may do about it. */
interface ToastAction {
  label: string;
  act(): void;
}

interface Toast {
  tone: Tone;
  text: string;
  hint: string;
  action: ToastAction | undefined;
}

let shown: Toast[] = [];

export function toast(tone: Tone, text: string, hint = "", action?: ToastAction): void {
  const added = { tone, text, hint, action };
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

function act(chosen: Toast): void {
  close(chosen);
  chosen.action?.act();
}

function draw(): void {
  const place = document.getElementById("toasts");
  if (place === null) return;
  render(
    shown.map(
      (each) => html`
        <div class="toast ${each.tone}">
          <div><strong>${each.text}</strong>${each.hint ? html`<p>${each.hint}</p>` : ""}${
            each.action ? html`<button type="button" class="button" @click=${() => act(each)}>${each.action.label}</button>` : ""
          }</div>
          <button class="icon-button" aria-label="Close this message" @click=${() => close(each)}>✕</button>
        </div>
      `,
    ),
    place,
  );
}
