/** What runs ask: a toast when it is new, and a line in the chat as long as it waits. Both lead to the run's window. */

import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../components/media/icons.ts";
import { showQuestion } from "../components/run/question.ts";
import { openWindow } from "../open-window.ts";
import { toast } from "../toast.ts";
import type { AskedQuestion } from "./talk.ts";

const LONGEST = 140;

/** Tells each question once. */
export class QuestionToasts {
  private told = new Set<string>();

  tell(questions: readonly AskedQuestion[]): void {
    const keys = new Set(questions.map((each) => `${each.run}${each.path}`));
    for (const each of questions) {
      if (this.told.has(`${each.run}${each.path}`)) continue;
      const text = each.kind === "approval" ? "A run needs your approval" : "A run asks you something";
      toast("warning", `${text}: ${each.name || "run"}`, shortened(each.question), { label: "Answer", act: () => show(each) });
    }
    this.told = keys;
  }
}

/** Draw what waits; `leave` is told before a window is shown. */
export function askedList(questions: readonly AskedQuestion[], leave: () => void): TemplateResult | typeof nothing {
  if (questions.length === 0) return nothing;
  const answer = (each: AskedQuestion) => {
    leave();
    show(each);
  };
  return html`
    <ul class="asked" aria-label="Runs that wait for you">
      ${repeat(
        questions,
        (each) => `${each.run}${each.path}`,
        (each) => html`<li>${icon("alert")}<span><strong>${each.name || "Run"}</strong> ${shortened(each.question)}</span>
          <button type="button" class="button" aria-label="Answer ${each.name || "the run"}" @click=${() => answer(each)}>Answer</button></li>`,
      )}
    </ul>
  `;
}

function show(asked: AskedQuestion): void {
  openWindow("run", asked.run);
  showQuestion(asked.run);
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
