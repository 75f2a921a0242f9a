/** The end of the bar: what opens and closes the chat, with what waits there, and STOP, which is always in reach. */

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../components/media/icons.ts";
import { CHAT_KEY, STOP_KEY } from "./keys.ts";
import type { Talk } from "./talk.ts";

export function chatBar(talk: Talk, open: boolean, unread: number, toggle: () => void, stop: () => void): TemplateResult {
  const waiting = talk.plans.length + talk.approvals.length + talk.questions.length;
  return html`
    <button id="chat-toggle" class="bar-button" aria-expanded=${open} aria-controls="dock" aria-keyshortcuts=${CHAT_KEY.aria}
      title="${open ? "Close" : "Open"} the chat (${CHAT_KEY.shown})" @click=${toggle}>Chat${
        waiting || unread
          ? html` <span class="count ${waiting ? "urgent" : ""}">${waiting || unread}</span><span class="hidden-label"> ${waiting ? "waiting for you" : "new"}</span>`
          : nothing
      }</button>
    <button id="stop" class=${talk.model.busy ? "busy" : ""} aria-keyshortcuts=${STOP_KEY.aria}
      title="Stop all work of the model, and lock Full Control (${STOP_KEY.shown})" @click=${stop}>${icon("stop")}STOP<kbd>${STOP_KEY.shown}</kbd></button>
  `;
}
