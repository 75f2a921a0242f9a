// Written by `make docs` from the endpoints of workflows. Change it there.

import type { Fault } from "./messages.ts";

export interface DrawnText {
  role: "name" | "kind" | "line" | "remark" | "position";
  text: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  rtl?: boolean;
}

export interface DrawnNode {
  id: string;
  owner: string | null;
  next: string[];
  position: number;
  alias: string | null;
  type: string;
  title: string;
  summary: string;
  about: string;
  remarks: string[];
  shape: "card" | "frame" | "diamond";
  x: number;
  y: number;
  width: number;
  height: number;
  texts: DrawnText[];
  area: { x: number; y: number; width: number; height: number };
  chip?: { x: number; y: number; width: number; height: number };
}

export interface WorkflowDrawing {
  width: number;
  height: number;
  begin: { x: number; y: number };
  end: { x: number; y: number };
  nodes: DrawnNode[];
  edges: ({ kind: "flow" | "loop"; path: string; head?: string; dot?: { x: number; y: number } })[];
  labels: ({ text: string; kind: string; x: number; y: number; width: number; height: number })[];
}

export interface WorkflowVersion {
  number: number;
  at: string;
  nodes: number;
  version: string | null;
}

export interface DraftTrial {
  run: string;
  running: boolean;
  ok: boolean | null;
  nodes: (Record<string, unknown>)[];
  fault: Fault | null;
  notes: string[];
}

export interface KeptWorkflow {
  name: string;
  document: Record<string, unknown>;
  drawing: WorkflowDrawing;
  inputs: unknown | boolean;
  versions: WorkflowVersion[];
  fault: Fault | null;
}

export interface WorkflowDraft {
  name: string | null;
  document: Record<string, unknown>;
  drawing: WorkflowDrawing;
  inputs: unknown | boolean;
  open: (Record<string, unknown>)[];
  undo: number;
  redo: number;
  saved: boolean;
  revision: number;
  trial: DraftTrial | null;
}

export interface NodeType {
  type: string;
  title: string;
  description: string;
  properties: Record<string, unknown>;
  required: string[];
  choices: Record<string, unknown>;
  runsOthers: boolean;
}

export interface WorkflowDifference {
  name: string;
  did: "added" | "removed" | "moved" | "changed";
  before: string | null;
  after: string | null;
}
