/** What came of a run: its answer or fault, what it gave, and what is known of it. */

import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../media/icons.ts";
import { faultView } from "./step.ts";
import { hasEnded, isPart, type Story, stepsOf } from "./story.ts";
import { valueView } from "./value.ts";
import { time } from "../data/times.ts";

const LABELS: Record<string, string> = { values: "Values", outputs: "Outputs", variables: "Variables" };

/** Draw how a run ended: nothing where it goes on. */
export function outcomeView(story: Story): TemplateResult | typeof nothing {
  const { ending, answer, values, notes, files } = story;
  if (!hasEnded(story)) return nothing;
  const empty = !ending.fault && !answer && Object.keys(values).length + files.length === 0;
  return html`
    <div class="run-outcome">
      ${ending.fault ? faultView(ending.fault) : nothing}
      ${answer ? html`<p class="run-answer">${answer}</p>` : nothing}
      ${Object.entries(values).map(([name, value]) => html`<h4>${LABELS[name] ?? name}</h4>${valueView(value)}`)}
      ${files.map(({ src, name }) => html`<p><a class="button" href=${src} download=${name}>${icon("download")}Save ${name}</a></p>`)}
      ${empty ? html`<p class="muted">The run gave no data.</p>` : nothing}
      ${notes.map((note) => html`<p class="muted small">${note}</p>`)}
    </div>
  `;
}

export function summaryView(story: Story): TemplateResult {
  const { facts, cost, started } = story;
  const parts = story.entries.filter(isPart);
  const now = hasEnded(story) ? undefined : parts[parts.length - 1];
  const last = parts.findLast((part) => part.picture?.address)?.picture;
  const rows: [string, unknown][] = [
    ["Started", time(started)],
    ["Began at", facts.url && html`<code>${facts.url}</code>`],
    ...Object.entries(facts.inputs ?? {}).map(([name, value]): [string, unknown] => [`Input ${name}`, typeof value === "string" ? value : JSON.stringify(value)]),
    ["Model", facts.model],
    ["Steps", facts.maxSteps ? `${stepsOf(story).length} of at most ${facts.maxSteps}` : stepsOf(story).length],
    ["Tokens", cost.tokensIn || cost.tokensOut ? `${(cost.tokensIn ?? 0).toLocaleString()} in, ${(cost.tokensOut ?? 0).toLocaleString()} out` : ""],
    ["Run", html`<code>${story.id}</code>`],
  ];
  return html`
    ${story.ending.state === "unproven" ? html`<p class="muted">${story.ending.words}.</p>` : nothing}
    ${outcomeView(story)}
    ${now ? html`<p><strong>Now:</strong> ${now.headline}</p>` : nothing}
    ${last ? html`<img class="run-last" src=${last.address ?? ""} alt="The last picture of its browser" width=${last.width ?? nothing} height=${last.height ?? nothing}>` : nothing}
    <dl class="pairs">${rows.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
  `;
}
