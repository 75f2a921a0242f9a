/** Full Control as a switch, and the lock that STOP sets until a person takes it away. */

import { html, type TemplateResult } from "lit";
import { icon } from "../components/media/icons.ts";
import type { Talk } from "./talk.ts";

const ON = "What a model plans is applied at once.";
const OFF = "What a model plans waits here for your decision.";
const LOCKED = "Locked since STOP: plans wait for your decision.";

export function gateSwitch(talk: Talk): TemplateResult {
  const { fullControl, locked } = talk.gate;
  const on = fullControl && !locked;
  return html`
    <div class="gate">
      <button type="button" role="switch" class="switch" aria-checked=${on} aria-describedby="gate-means" ?disabled=${locked}
        @click=${() => void talk.ask({ type: "gate", fullControl: !fullControl })}><span class="track"></span>Full Control</button>
      ${locked ? html`<button type="button" class="button unlock" @click=${() => void talk.ask({ type: "gate", unlock: true })}>${icon("lock")} Unlock</button>` : ""}
      <span id="gate-means" class="muted">${locked ? LOCKED : on ? ON : OFF}</span>
    </div>
  `;
}
