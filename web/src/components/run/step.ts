/** A step of a run: what was done in words, how it went, its picture, and when. */

import { html, nothing, svg, type TemplateResult } from "lit";
import type { Fault } from "../../socket/messages.ts";
import { duration } from "../data/amounts.ts";
import type { Action, Aside, Part, Picture } from "./story.ts";
import { valueView } from "./value.ts";
import { time } from "../data/times.ts";

const TONES = { plain: "", good: "success", warn: "warning", bad: "danger" };

/** What a step can be asked for. */
interface StepVerbs {
  /** Whether its picture is shown large. */
  large: boolean;
  enlarge(): void;
  /** Start a new run from here; missing where that cannot be. */
  fork?: () => void;
}

export function stepView(part: Part, verbs: StepVerbs): TemplateResult {
  const alone = part.actions.length === 1 && part.kind !== "calls";
  return html`
    <div class="step-title">${mark(part.ok)}${part.label ? html`<span class="muted">${part.label}</span>` : nothing}<h4>${part.headline}</h4></div>
    <div class="step-facts muted small">${time(part.at)} <span>${part.facts}</span>${
      verbs.fork ? html`<button type="button" class="plain small" aria-label="Fork from here: step ${part.label}" @click=${verbs.fork}>Fork from here</button>` : nothing
    }</div>
    ${part.page.url && part.page.url !== "about:blank" ? html`<div class="step-page small">${part.page.title} <code>${part.page.url}</code></div>` : nothing}
    <div class="step-body ${verbs.large ? "large" : ""}">
      ${part.picture ? figure(part.picture, part.boxes, `The page before step ${part.label}`, verbs) : nothing}
      <div class="step-told">
        ${part.decided ? html`<blockquote>${part.decided}</blockquote>` : nothing}
        ${part.problem ? html`<p class="panel danger">Nothing was decided: ${part.problem}</p>` : nothing}
        ${part.plan.length ? html`<ul>${part.plan.map((each) => html`<li>${each}</li>`)}</ul>` : nothing}
        ${part.actions.map((action) => actionView(action, alone))}
        ${part.fault ? faultView(part.fault) : nothing}
        ${part.asides.map(asideView)}
        ${part.notes.map((note) => html`<p class="muted small">Noted: ${note}</p>`)}
      </div>
    </div>
  `;
}

function actionView(action: Action, alone: boolean): TemplateResult {
  return html`
    ${alone ? nothing : html`<p class="step-action">${mark(action.ok)}<span>${action.words}</span>${action.ms ? html`<span class="muted small">${duration(action.ms)}</span>` : nothing}</p>`}
    ${action.fault ? faultView(action.fault) : nothing}
    ${action.value === null || action.value === undefined ? nothing : valueView(action.value)}
    ${action.notes.map((note) => html`<p class="muted small">${note}</p>`)}
    ${action.picture?.address ? html`<img src=${action.picture.address} alt="The picture that was taken" loading="lazy" width=${action.picture.width ?? nothing} height=${action.picture.height ?? nothing}>` : nothing}
  `;
}

export function asideView(aside: Aside): TemplateResult {
  return html`
    <div class="step-aside panel ${TONES[aside.tone]}"><strong>${aside.title}</strong>${aside.text ? `: ${aside.text}` : ""}
      ${aside.value === null || aside.value === undefined ? nothing : valueView(aside.value)}</div>
  `;
}

export function faultView(fault: Fault): TemplateResult {
  return html`
    <div class="panel danger run-fault"><p>${fault.message}</p>
      ${fault.expected ? html`<p class="small">Expected: ${fault.expected}</p>` : nothing}
      ${fault.received ? html`<p class="small">Received: ${fault.received}</p>` : nothing}
      ${fault.hint ? html`<p class="small">${fault.hint}</p>` : nothing}
      ${fault.uncertain ? html`<p class="small">It may have happened all the same: look before you try again.</p>` : nothing}
    </div>
  `;
}

function figure(picture: Picture, boxes: Part["boxes"], name: string, verbs: StepVerbs): TemplateResult {
  const { address, width = 0, height = 0, missing } = picture;
  if (!address) return html`<p class="muted small">${missing}</p>`;
  const around = boxes.length ? `, with a box around ${boxes.map((box) => box[4]).join(" and ")}` : "";
  return html`
    <button type="button" class="step-picture" aria-expanded=${verbs.large} aria-label="${verbs.large ? "Make the picture small" : "Show the picture large"}: ${name}" @click=${verbs.enlarge}>
      <img src=${address} alt="${name}${around}" loading="lazy" width=${width} height=${height}>
      ${boxes.length
        ? html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${boxes.map(([left, top, wide, high]) =>
            svg`<rect x=${left - 4} y=${top - 4} width=${wide + 8} height=${high + 8} rx="4"></rect>`)}</svg>`
        : nothing}
    </button>
  `;
}

function mark(ok: boolean | null): TemplateResult {
  const [sign, words, tone] = ok === null ? ["…", "goes on", "warning"] : ok ? ["✓", "went well", "success"] : ["✗", "failed", "danger"];
  return html`<span class="mark ${tone}"><span aria-hidden="true">${sign}</span><span class="hidden-label">${words}</span></span>`;
}
