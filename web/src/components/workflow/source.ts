/** Where a workflow comes from: the file that is kept, or the draft in the workspace's editor, which a model may edit too. */

import { desk, stateKey } from "../../desk.ts";
import type { KeptWorkflow, NodeType, WorkflowDraft } from "../../generated/workflows.ts";
import { change, read, type Reply } from "../../http.ts";

/** What the state of the workspace says of the draft. */
interface DraftNews {
  workflow: string | null;
  revision: number;
  trial: { run: string; running: boolean } | null;
}

export type Verb = "open" | "add" | "update" | "move" | "delete" | "save" | "undo" | "redo" | "try" | "stop" | "close";

interface DraftAnswer {
  data: unknown;
  /** Nothing where the editor was left. */
  draft: WorkflowDraft | null;
}

export const DRAFT = stateKey({ scope: "workspace", key: "pollex.draft" });
let types: Promise<Reply<{ types: NodeType[] }>> | undefined;

/** Return what is known of the draft; nothing where no editor is open. */
export function draftNews(): DraftNews | undefined {
  return desk.state.get(DRAFT) as DraftNews | undefined;
}

export function readKept(name: string): Promise<Reply<KeptWorkflow>> {
  return read(`/api/workflows/${encodeURIComponent(name)}`);
}

export function readDraft(): Promise<Reply<WorkflowDraft>> {
  return read(`/api/workspace/${desk.id}/draft`);
}

export function changeDraft(verb: Verb, args: object): Promise<Reply<DraftAnswer>> {
  return change(`/api/workspace/${desk.id}/draft`, { verb, args });
}

export function startRun(workflow: object, inputs: object): Promise<Reply<{ id: string }>> {
  return change("/api/runs", { workflow, inputs });
}

/** Return the types of nodes, which are asked for once. */
export async function nodeTypes(): Promise<NodeType[]> {
  types ??= read("/api/node-types");
  const answer = await types;
  if (answer.fault) types = undefined;
  return answer.data?.types ?? [];
}
