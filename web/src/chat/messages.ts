/** The conversation: what was said, what is being said, and what to try where nothing was said yet. */

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../components/media/icons.ts";
import "../components/text/nodes.ts";
import { time } from "../components/data/times.ts";
import { openWindow } from "../open-window.ts";
import type { ChatMessage } from "../socket/messages.ts";
import { splitStreamed } from "./streamed.ts";

const NAMES = { person: "You", model: "Model", system: "Pollex" };
/** What `pollex practice` serves, so that the first thing asked for needs no other site. */
const SHOP = "http://127.0.0.1:8766/shop/";
const EXAMPLES = [`Ask the agent to search for "lamp" at ${SHOP}`, "Show the last runs", "Make a note titled Shopping"];
/** The model that takes plain requests only. */
const LOCAL = "local";

export function messageLog(messages: readonly ChatMessage[], streamed: string, busy: boolean): TemplateResult {
  return html`
    <div class="said" role="log" aria-label="Conversation" aria-busy=${busy} tabindex="0">
      ${repeat(messages, (each) => each.message, message)}
      ${streamed ? answerSoFar(streamed) : busy ? html`<p class="muted working">${dots()} Pollex is at work …</p>` : nothing}
    </div>
  `;
}

/** Say what can be asked of a model. */
export function welcome(model: string, choose: (text: string) => void): TemplateResult {
  return html`
    <div class="welcome">
      <h3>What do you want done?</h3>
      <p class="muted">${model === LOCAL ? "The model local takes plain requests: change one of these, or write help." : "Say it in your own words, or begin with one of these."}
        What comes of it is drawn in windows beside this chat.</p>
      ${EXAMPLES.map((text) => html`<button type="button" class="example" @click=${() => choose(text)}>${text}</button>`)}
      <p class="muted small"><code>pollex practice</code> serves the shop of the first one.
        ${model === LOCAL ? html`<button type="button" class="link" @click=${() => openWindow("settings")}>Settings</button> takes the key of a model that understands free English.` : nothing}</p>
    </div>
  `;
}

function message({ role, text, at, nodes, file }: ChatMessage): TemplateResult {
  const [first = "", ...rest] = text.split("\n");
  return html`
    <article class="saying ${role}">
      <header><strong>${NAMES[role]}</strong> ${time(at)}</header>
      ${role === "system"
        ? html`<div class="fault">${icon("info")}<div><p>${first}</p>${rest.length ? html`<p class="hint">${rest.join("\n")}</p>` : nothing}
          ${file ? html`<a class="button" href=${file.src} download=${file.name}>${icon("download")}Save ${file.name}</a>` : nothing}</div></div>`
        : nodes ? html`<pollex-nodes class="prose" .nodes=${nodes}></pollex-nodes>` : html`<p>${text}</p>`}
    </article>
  `;
}

/** Draw what has come of an answer. It is read out when it is whole. */
function answerSoFar(streamed: string): TemplateResult {
  const { words, commands } = splitStreamed(streamed);
  return html`
    <article class="saying model streamed" aria-live="off">
      <header><strong>${NAMES.model}</strong></header>
      ${words ? html`<p>${words}</p>` : nothing}
      <p class="muted working">${dots()} ${commands ? `Writing commands (${commands.toLocaleString()} characters) …` : "Writing …"}</p>
    </article>
  `;
}

function dots(): TemplateResult {
  return html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`;
}
