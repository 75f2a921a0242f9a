/** A run: how far it is, what it asks, its steps with pictures, its result. It follows the run while it goes on. */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { Reply } from "../../http.ts";
import type { Fault } from "../../socket/messages.ts";
import { duration, money } from "../data/amounts.ts";
import { ComponentElement } from "../component.ts";
import { Newest } from "../newest.ts";
import { RunFollower } from "./follow.ts";
import "./keep.ts";
import "./question.ts";
import { asideView, faultView, stepView } from "./step.ts";
import { hasEnded, isPart, type Part, type Story, stepsOf } from "./story.ts";
import { outcomeView, summaryView } from "./summary.ts";
import { forkFrom, steer, type Verb, verbButtons } from "./verbs.ts";

type View = "summary" | "steps" | "report";

const VIEWS: readonly View[] = ["summary", "steps", "report"];
const TONES = { done: "success", unproven: "warning", failed: "danger", stopped: "warning", running: "info" };
/** What is said in a word or two; its full words stand with the outcome. */
const SHORT: Partial<Record<keyof typeof TONES, string>> = { unproven: "Done, proven in part" };
const TICK = 1_000;

export class RunComponent extends ComponentElement<"run"> {
  private follower: RunFollower | undefined;
  @state() private story: Story | undefined;
  @state() private fault: Fault | undefined;
  @state() private view: View = "summary";
  @state() private keeping = false;
  @state() private large: ReadonlySet<string> = new Set();
  private tick = 0;
  private newest: Newest | undefined;
  private readonly scrolled = () => this.place && this.newest?.scrolled(this.place);

  override connectedCallback(): void {
    super.connectedCallback();
    this.tick = window.setInterval(() => this.story && !hasEnded(this.story) && this.requestUpdate(), TICK);
    this.place?.addEventListener("scroll", this.scrolled, { passive: true });
    if (this.props) this.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.tick);
    this.place?.removeEventListener("scroll", this.scrolled);
    this.follower?.close();
    this.follower = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("props");
    if (changed.has("props") && before?.view !== this.props.view) this.view = this.props.view;
    if (changed.has("props") && before?.run !== this.props.run) this.follow();
  }

  /** Stay at the end where a person reads the newest; elsewhere nothing moves. */
  protected override updated(): void {
    if (this.newest?.followed && this.view === "steps" && this.place) this.place.scrollTop = this.place.scrollHeight;
  }

  private get place(): HTMLElement | null {
    return this.closest<HTMLElement>(".content");
  }

  private follow(): void {
    this.follower?.close();
    this.follower = new RunFollower(this.props.run, (reply) => this.take(reply));
  }

  private take(reply: Reply<Story>): void {
    this.fault = reply.fault;
    this.story = reply.data ?? this.story;
    if (reply.data) this.newest ??= new Newest(!hasEnded(reply.data) && reply.data.questions.length === 0);
  }

  override render(): TemplateResult {
    const { story, fault } = this;
    if (!story) return fault ? faultView(fault) : html`<p class="muted empty" role="status" aria-busy="true">Reading the run …</p>`;
    return html`
      <div class="run" @answered=${() => this.follower?.load()}>
        <div class="run-top">
          ${this.head(story)}
          ${this.views(story)}
        </div>
        ${fault ? faultView(fault) : nothing}
        ${this.keeping ? html`<pollex-run-keep .story=${story} .close=${() => this.keep(false)}></pollex-run-keep>` : nothing}
        <div class="run-questions" role="status">
          ${repeat(story.questions, (each) => each.path, (each) => html`<pollex-run-question .run=${story.id} .question=${each}></pollex-run-question>`)}
        </div>
        ${this.view === "summary" ? summaryView(story) : this.view === "steps" ? this.steps(story) : report(story)}
      </div>
    `;
  }

  private head(story: Story): TemplateResult {
    const { ending, cost, facts } = story;
    const ms = hasEnded(story) ? story.ms : Math.max(0, Date.now() - Date.parse(story.started));
    const tokens = (cost.tokensIn ?? 0) + (cost.tokensOut ?? 0);
    const known = [duration(ms), tokens ? `${tokens.toLocaleString()} tokens` : "", cost.usd ? money(cost.usd) : "", facts.model ?? ""];
    const words = story.questions.length ? "Waits for you" : story.status === "running" ? "Running" : (SHORT[ending.state] ?? ending.words);
    const tone = story.questions.length ? "warning" : story.status === "running" ? TONES.running : TONES[ending.state];
    return html`
      <header class="run-head">
        <h3 title=${story.title}>${story.title}</h3>
        <p><span class="badge ${tone}" role="status" title=${hasEnded(story) ? ending.words : nothing}>${words}</span>
          <span class="muted small">${known.filter(Boolean).join(" · ")}</span></p>
        ${verbButtons(story, (verb) => void this.steer(verb), () => this.keep(true))}
      </header>
    `;
  }

  private views(story: Story): TemplateResult {
    const label = (name: View) => (name === "steps" ? `Steps (${stepsOf(story).length})` : name === "summary" ? "Summary" : "Report");
    return html`
      <div class="run-views" role="group" aria-label="View">
        ${VIEWS.map((name) => html`<button type="button" class="small" aria-pressed=${this.view === name} @click=${() => this.show(name)}>${label(name)}</button>`)}
      </div>
    `;
  }

  private steps(story: Story): TemplateResult {
    if (story.entries.length === 0 && !hasEnded(story)) return html`<p class="muted empty">Nothing has happened yet. Its steps appear here as it does them.</p>`;
    return html`
      <ol class="run-steps">
        ${repeat(
          story.entries,
          (entry, index) => (isPart(entry) ? entry.id : `aside-${index}`),
          (entry) => html`<li class=${isPart(entry) ? `depth-${Math.min(entry.depth, 4)}` : ""}>${isPart(entry) ? this.step(story, entry) : asideView(entry)}</li>`,
        )}
        ${hasEnded(story) ? html`<li class="run-end"><div class="step-title"><h4>${story.ending.words}</h4></div>${outcomeView(story)}</li>` : nothing}
      </ol>
    `;
  }

  private step(story: Story, part: Part): TemplateResult {
    const large = this.large.has(part.id);
    const enlarge = () => {
      this.large = large ? new Set([...this.large].filter((id) => id !== part.id)) : new Set([...this.large, part.id]);
    };
    const fork = forkFrom(story, part);
    return stepView(part, { large, enlarge, ...(fork ? { fork } : {}) });
  }

  private show(view: View): void {
    this.view = view;
  }

  private keep(on: boolean): void {
    this.keeping = on;
  }

  private async steer(verb: Verb): Promise<void> {
    if (!this.story) return;
    await steer(this.story, verb);
    await this.follower?.load();
  }
}

function report(story: Story): TemplateResult {
  return html`
    <div class="panel"><p>The report is one page with everything: each step in full, its pictures, where the time went, and every event.
      It needs nothing else, so it can be sent to others.</p>
      <p><a href=${story.report} target="_blank" rel="noopener">Open the report</a> ·
        <a href=${story.report} download="run-${story.id.slice(0, 8)}.html">Save it</a></p></div>
  `;
}
