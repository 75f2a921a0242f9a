/** A run as the server tells it, in the words of its report. */

import type { Fault } from "../../socket/messages.ts";

export interface Picture {
  address?: string;
  width?: number;
  height?: number;
  /** Why it is not there. */
  missing?: string;
}

export interface Action {
  words: string;
  tool: string;
  ok: boolean | null;
  ms: number;
  fault: Fault | null;
  notes: string[];
  value: unknown;
  picture: Picture | null;
}

export interface Aside {
  kind: "aside";
  title: string;
  text: string;
  tone: "plain" | "good" | "warn" | "bad";
  value: unknown;
}

export interface Part {
  kind: "step" | "node" | "calls" | "batch";
  id: string;
  path: string;
  label: string;
  depth: number;
  /** Null while it goes on. */
  ok: boolean | null;
  headline: string;
  facts: string;
  at: string;
  page: { title: string | null; url: string | null };
  decided: string;
  problem: string | null;
  fault: Fault | null;
  plan: string[];
  notes: string[];
  actions: Action[];
  asides: Aside[];
  picture: Picture | null;
  /** Left, top, width, height and name of the elements that were acted on, in pixels of the picture. */
  boxes: [number, number, number, number, string][];
}

export interface Question {
  path: string;
  kind: "question" | "approval";
  question: string;
  form: Record<string, unknown>;
  tool?: string;
  effect?: "read" | "act" | "destroy";
  args?: unknown;
  details?: unknown;
}

export interface Story {
  id: string;
  status: string;
  started: string;
  seq: number;
  /** Where its events and its report are, for an hour. */
  events: string;
  report: string;
  questions: Question[];
  kind: "task" | "workflow" | "record" | "calls" | "workspace" | null;
  title: string;
  /** What it brought: downloads and PDFs. */
  files: { src: string; name: string }[];
  ending: { state: "done" | "unproven" | "failed" | "stopped" | "running"; words: string; fault?: Fault | null };
  ms: number;
  cost: { tokensIn?: number; tokensOut?: number; usd?: number };
  facts: { url?: string; model?: string; inputs?: Record<string, unknown>; maxSteps?: number };
  answer: string;
  values: Record<string, unknown>;
  notes: string[];
  entries: (Part | Aside)[];
}

const ENDED = new Set(["done", "failed", "cancelled", "dead"]);

export function hasEnded(story: Story): boolean {
  return ENDED.has(story.status);
}

export function isPart(entry: Part | Aside): entry is Part {
  return entry.kind !== "aside";
}

/** Return the steps or nodes, without the calls beside them. */
export function stepsOf(story: Story): Part[] {
  return story.entries.filter(isPart).filter((each) => each.kind !== "calls");
}
