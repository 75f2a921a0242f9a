/** What can be done with a run, by its status: steer it, keep it as a workflow, open what belongs to it. */

import { html, nothing, type TemplateResult } from "lit";
import { type Reply, change } from "../../http.ts";
import { openWindow } from "../../open-window.ts";
import { toast, toastFault } from "../../toast.ts";
import { icon } from "../media/icons.ts";
import { hasEnded, type Part, type Story, stepsOf } from "./story.ts";

export type Verb = "pause" | "resume" | "stop" | "finish";

interface Steered {
  id: string;
  status: string;
}

const GOING = new Set(["running", "queued"]);
const STOPPABLE = new Set(["running", "queued", "paused", "interrupted"]);

/** Steer a run; where a new one goes on in its place, that is shown. */
export async function steer(story: Story, verb: Verb | "fork", body: object = {}): Promise<void> {
  const reply: Reply<Steered> = await change(`/api/runs/${story.id}/${verb}`, body);
  if (reply.fault) return toastFault(reply.fault);
  if (reply.data.id === story.id) return;
  toast("success", "A new run goes on from there.");
  openWindow("run", reply.data.id);
}

/** Return what starts a new run from a step; nothing where that cannot be. */
export function forkFrom(story: Story, part: Part): (() => void) | undefined {
  const forks = (story.kind === "task" && part.kind === "step") || (story.kind === "workflow" && part.kind === "node");
  if (!forks || GOING.has(story.status) || part.path === "/0") return undefined;
  return () => void steer(story, "fork", { at: part.path });
}

export function verbButtons(story: Story, act: (verb: Verb) => void, keep: () => void): TemplateResult {
  const { status, kind } = story;
  const goesOn = status === "failed" && kind === "task" && story.ending.fault?.pointer !== "/task"; // else another task is needed
  const resumes = status === "paused" || status === "interrupted" || status === "cancelled" || goesOn;
  const keeps = (kind === "task" || kind === "record") && hasEnded(story) && stepsOf(story).length > 0;
  const well = story.ending.state === "done" || story.ending.state === "unproven";
  return html`
    <div class="toolbar run-verbs" role="group" aria-label="What to do with this run">
      ${kind === "record" && GOING.has(status) ? html`<button type="button" class="primary" @click=${() => act("finish")}>${icon("check")}Finish</button>` : nothing}
      ${GOING.has(status) && kind !== "record" ? html`<button type="button" @click=${() => act("pause")}>${icon("pause")}Pause</button>` : nothing}
      ${resumes ? html`<button type="button" class="primary" @click=${() => act("resume")}>${icon("play")}${status === "failed" ? "Go on" : "Resume"}</button>` : nothing}
      ${STOPPABLE.has(status) ? html`<button type="button" @click=${() => act("stop")}>${icon("stop")}Stop</button>` : nothing}
      ${STOPPABLE.has(status) ? html`<button type="button" @click=${() => openWindow("live", story.id)}>${icon("search")}Live view</button>` : nothing}
      ${keeps ? html`<button type="button" class=${well ? "primary" : ""} @click=${keep}>${icon("save")}Keep as workflow</button>` : nothing}
      <a class="button" href=${story.report} target="_blank" rel="noopener">${icon("file")}Report</a>
    </div>
  `;
}
