// Written by `make docs` from the messages of the socket. Change it there.

import type { PageNode } from "./components.ts";

export interface Issue {
  pointer: string;
  message: string;
  expected: string | null;
  received: string | null;
  hint: string | null;
  file?: string;
}

export interface Fault {
  code: "invalid_json" | "invalid_input" | "unknown_tool" | "unknown_reference" | "not_found" | "ambiguous" | "blocked_domain" | "denied" | "timeout" | "cancelled" | "failed" | "invalid_output" | "unavailable" | "limit" | "conflict";
  message: string;
  pointer: string | null;
  expected: string | null;
  received: string | null;
  hint: string | null;
  retry: boolean;
  uncertain: boolean;
  issues: Issue[];
}

export interface Result {
  ok: boolean;
  data: unknown;
  fault: Fault | null;
  repairs: ({ pointer: string; did: string })[];
  notes: string[];
  files: string[];
  cost: { ms: number; tokensIn: number; tokensOut: number; usd: number };
  proof?: Record<string, unknown>;
}

export interface DeskWindow {
  id: string;
  title: string;
  x: number;
  y: number;
  width: number;
  height: number;
  zIndex: number;
  synthetic: boolean;
  content: PageNode[];
}

export interface DeskComponent {
  id: string;
  type: string;
  windowId: string;
  props: Record<string, unknown>;
  issues?: Issue[];
}

export interface ChatMessage {
  message: string;
  role: "person" | "model" | "system";
  text: string;
  seq: number;
  at: string;
  /** Of a model: its text, read as Markdown. */
  nodes?: PageNode[];
  /** What the person asked for first, where the text adds to it. */
  request?: string;
  /** What was entered into a form, by the names of its fields. */
  answers?: Record<string, unknown>;
  /** A kept file that comes with it. */
  file?: { src: string; name: string };
}

export interface WorkspaceGate {
  fullControl: boolean;
  locked: boolean;
  plans: (Record<string, unknown>)[];
}

export interface ModelState {
  name: string;
  choices: string[];
  busy: boolean;
  /** What the answers in this workspace have cost so far. */
  cost: { ms: number; tokensIn: number; tokensOut: number; usd: number };
}

export interface WorkspaceSnapshot {
  id: string;
  seq: number;
  windows: DeskWindow[];
  components: DeskComponent[];
  state: ({ scope: string; key: string; windowId?: string; value?: unknown })[];
  chat: ChatMessage[];
  trace: string | null;
  undo: number;
  redo: number;
  gate: WorkspaceGate;
  model: ModelState;
}

export interface DeskUpdate {
  seq: number;
  batch: string;
  by: string;
  windows: Record<string, DeskWindow | null>;
  components: Record<string, DeskComponent | null>;
  state: ({ scope: string; key: string; windowId?: string; old?: unknown; new?: unknown })[];
}

export type CommandResult = Result & { id: string };

export interface UICPValidationError {
  message: string;
  pointer: string;
  issues: (Issue & { path: (string | number)[]; code: string })[];
  hint: string | null;
}

/** Follow a workspace. The answer is a `snapshot`, or the updates since `after` where the server has them. */
export interface ClientHello {
  type: "hello";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** The token, where the handshake had none. */
  token?: string;
  /** Its id; without it, the last one used. */
  workspace?: string;
  /** The highest `seq` that the client has seen. */
  after?: number;
  /** Whether the state `pollex.questions` shall have what runs of this server ask. */
  questions?: boolean;
}

/** Apply a batch of commands as a whole. */
export interface ClientBatch {
  type: "batch";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** A list of envelopes. */
  batch: unknown;
}

/** Press an element that has a command. */
export interface ClientPress {
  type: "press";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** The window of the element. */
  windowId: string;
  /** The id of its command, as the snapshot has it. */
  command: string;
  /** The value of the control. */
  value?: unknown;
  /** The fields of the nearest form. */
  form?: Record<string, unknown>;
  /** The component that the element is in. */
  componentId?: string;
}

/** Do what a person does with a component. */
export interface ClientUse {
  type: "use";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** The id of the component. */
  component: string;
  /** What was done, as its type declares it. */
  event: string;
  /** What belongs to the event. */
  data?: Record<string, unknown>;
}

/** Take over what a person types into a control that is bound to the state. */
export interface ClientType {
  type: "type";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** The scope of the state. */
  scope: "workspace" | "window" | "user";
  /** The key of the state. */
  key: string;
  /** The window, for the scope 'window'. */
  windowId?: string;
  /** The whole value as it is now. */
  value: unknown;
}

/** Say something in the chat. */
export interface ClientSay {
  type: "say";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** What a person says. */
  text: string;
}

/** Approve or refuse a call that waits. */
export interface ClientApprove {
  type: "approve";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** What it asks, by its path; else the only thing it asks. */
  path?: string;
  /** false refuses it. */
  approved?: boolean;
  /** Whether a yes holds for everything of this kind in the run, where the form offers it. */
  kind?: boolean;
}

/** Take the last batch back. */
export interface ClientUndo {
  type: "undo";
  /** Chosen by the client; the answer carries it. */
  id?: string;
}

/** Do a batch again that was taken back. */
export interface ClientRedo {
  type: "redo";
  /** Chosen by the client; the answer carries it. */
  id?: string;
}

/** Stop all work of the model, and lock Full Control. */
export interface ClientStop {
  type: "stop";
  /** Chosen by the client; the answer carries it. */
  id?: string;
}

/** Switch Full Control, or unlock it. */
export interface ClientGate {
  type: "gate";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** Whether what the model draws is applied at once. */
  fullControl?: boolean;
  /** true takes away the lock that STOP has set. */
  unlock?: boolean;
}

/** Decide about a plan that waits. */
export interface ClientPlan {
  type: "plan";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** The id of the plan. */
  plan: string;
  /** What becomes of the steps. */
  decision: "accept" | "edit" | "refuse";
  /** Their numbers from 0; without it, all that wait. An edit is of one step. */
  steps?: number[];
  /** Of an edit: the envelope that takes the place of the step's. */
  command?: unknown;
}

/** Choose the model that answers. */
export interface ClientModel {
  type: "model";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** `provider:model` or `local`; without it, the one that has a key. */
  name?: string;
}

/** Begin or end to get a `frame` for each change of a run's browser. */
export interface ClientWatch {
  type: "watch";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** The id of a run that goes on. */
  run: string;
  /** Begin, or end. */
  on: boolean;
}

/** Take over a run's browser, as soon as its step is finished, or give it back: the run goes on. */
export interface ClientTake {
  type: "take";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** The id of a run that goes on. */
  run: string;
  /** Begin, or end. */
  on: boolean;
}

/** Act in the browser of a run that was taken over. The answer to a click on a list has its `options`; `choose` takes one of them. That to a click on what takes a file has `files`; `POST /api/runs/{id}/files` gives one. */
export interface ClientAct {
  type: "act";
  /** Chosen by the client; the answer carries it. */
  id?: string;
  /** The id of a run that goes on. */
  run: string;
  /** What the person does; coordinates are CSS pixels of the viewport. */
  act: { kind: "click" | "hover" | "drag" | "scroll" | "type" | "press" | "choose" | "goto" | "back" | "forward" | "reload" | "tab"; x?: number; y?: number; button?: "left" | "middle" | "right"; count?: number; text?: string; secret?: string; key?: string; dx?: number; dy?: number; url?: string; index?: number };
}

/** Ask whether the server is there; it answers `pong`. */
export interface ClientPing {
  type: "ping";
  /** Chosen by the client; the answer carries it. */
  id?: string;
}

/** The whole workspace as it is. */
export interface ServerSnapshot {
  type: "snapshot";
  id: string;
  seq: number;
  windows: DeskWindow[];
  components: DeskComponent[];
  state: ({ scope: string; key: string; windowId?: string; value?: unknown })[];
  chat: ChatMessage[];
  trace: string | null;
  undo: number;
  redo: number;
  gate: WorkspaceGate;
  model: ModelState;
}

/** One change: what to draw again, and what is gone (null). To get one twice does no harm. */
export interface ServerUpdate {
  type: "update";
  seq: number;
  batch: string;
  by: string;
  windows: Record<string, DeskWindow | null>;
  components: Record<string, DeskComponent | null>;
  state: ({ scope: string; key: string; windowId?: string; old?: unknown; new?: unknown })[];
}

/** A message of the chat; one that the client has already is the same by its `message`. */
export interface ServerChat {
  type: "chat";
  message: string;
  role: "person" | "model" | "system";
  text: string;
  seq: number;
  at: string;
  /** Of a model: its text, read as Markdown. */
  nodes?: PageNode[];
  /** What the person asked for first, where the text adds to it. */
  request?: string;
  /** What was entered into a form, by the names of its fields. */
  answers?: Record<string, unknown>;
  /** A kept file that comes with it. */
  file?: { src: string; name: string };
}

/** The gate as it is now: Full Control, its lock, and the plans that wait. */
export interface ServerGate {
  type: "gate";
  fullControl: boolean;
  locked: boolean;
  plans: (Record<string, unknown>)[];
  seq: number;
}

/** The model that answers, those that could be chosen, and whether it is at work. */
export interface ServerModel {
  type: "model";
  name: string;
  choices: string[];
  busy: boolean;
  /** What the answers in this workspace have cost so far. */
  cost: { ms: number; tokensIn: number; tokensOut: number; usd: number };
  seq: number;
}

/** A piece of what the model is saying. It is not told again; its words come as `chat` in the end. */
export interface ServerDelta {
  type: "delta";
  /** The same for all pieces of one answer. */
  path: string;
  text: string;
}

/** The browser of a run that is watched, as it is now. A newer one takes the place of one that waits. */
export interface ServerFrame {
  type: "frame";
  run: string;
  /** A JPEG in base64; without it, there is nothing to see now. */
  image?: string;
  /** Of the viewport, in CSS pixels. */
  width?: number;
  /** Of the viewport, in CSS pixels. */
  height?: number;
  url: string;
  title: string;
  tabs: ({ title: string; url: string; active: boolean })[];
  /** Whether the person is at the wheel. */
  taken: boolean;
  /** Whether it is a recording: nobody else acts. */
  recorded?: boolean;
  /** What the person should know. */
  note?: string;
  /** The run has ended; there will be no further frame. */
  ended?: boolean;
}

/** How a request ended: `results` of a batch or a press, `data` of others, or `fault`. */
export interface ServerAnswer {
  type: "answer";
  /** The id of the request, if it had one. */
  id?: string;
  /** The type of the request. */
  to: string;
  results?: CommandResult[];
  data?: unknown;
  fault?: Fault;
  error?: UICPValidationError;
}

/** A message was not taken; nothing was done. */
export interface ServerError {
  type: "error";
  fault: Fault;
}

/** The answer to `ping`. */
export interface ServerPong {
  type: "pong";
  /** Chosen by the client; the answer carries it. */
  id?: string;
}

export type ClientMessage = ClientHello | ClientBatch | ClientPress | ClientUse | ClientType | ClientSay | ClientApprove | ClientUndo | ClientRedo | ClientStop | ClientGate | ClientPlan | ClientModel | ClientWatch | ClientTake | ClientAct | ClientPing;

export type ServerMessage = ServerSnapshot | ServerUpdate | ServerChat | ServerGate | ServerModel | ServerDelta | ServerFrame | ServerAnswer | ServerError | ServerPong;
