/** The task of this browser: what the popup asks goes to Pollex, what Pollex tells is kept and shown. */

import { allow, giveAgain } from "./consent.js";
import { say } from "./outbox.js";

/**
 * @typedef {{ type: string, [name: string]: any }} Message
 * @typedef {{ run: string, seq: number, told: Message[], questions: Message[], hand: Hand }} Task
 */

/** Who acts in the tab: Pollex, a person who records, or one who took over. @typedef {"pollex" | "records" | "took"} Hand */

/** Messages of a task that are kept for a popup that opens later. */
const MOST_TOLD = 300;
const ANSWER_MS = 30_000;

/** @type {Task} */
let task = { run: "", seq: 0, told: [], questions: [], hand: "pollex" };
const read = chrome.storage.session.get("task").then(({ task: known }) => {
  task = /** @type {Task | undefined} */ (known) ?? task;
});

/** @type {Map<string, (answer: any) => void>} */
const waiting = new Map();
let asked = 0;

/** What is known of the task. */
export const taskState = () => read.then(() => task);

/** Start a task or a recording in a tab, which is allowed by that. @param {Message} message */
export async function startTask(message) {
  await allow(message.tabId);
  await change({ run: "", seq: 0, told: [], questions: [], hand: message.type === "record" ? "records" : "pollex" });
  const { run } = await ask(message);
  await change({ run });
}

/** Answer a question of the task; with a yes to going on, tabs that were taken back are given again. @param {Message} message */
export async function replyTo(message) {
  if (message.answer.goOn === true) await giveAgain();
  return ask(message);
}

/** Take over the tab, or give it back. @param {Message} message */
export async function take(message) {
  await ask(message);
  await change({ hand: message.on ? "took" : "pollex" });
}

/** Ask Pollex something. @param {Message} message @returns {Promise<any>} */
export function ask(message) {
  const id = `${Date.now()}-${++asked}`;
  return new Promise((done, failed) => {
    const late = setTimeout(() => answered({ id, ok: false, fault: { message: "Pollex does not answer." } }), ANSWER_MS);
    waiting.set(id, (answer) => {
      clearTimeout(late);
      if (answer.ok) done(answer);
      else failed(new Error([answer.fault.message, answer.fault.hint].filter(Boolean).join(" ")));
    });
    say({ ...message, id });
  });
}

/** Go on with the task after a time without a connection. */
export async function resumeTask() {
  await read;
  if (task.run) ask({ type: "follow_task", run: task.run, after: task.seq }).catch(() => change({ run: "" })); // it is known there no longer
}

/** What Pollex says, by its type. @type {Record<string, (said: any) => unknown>} */
export const ABOUT_TASKS = { answered, told, asked: (said) => questions(said) };

/** @param {any} answer */
function answered(answer) {
  waiting.get(answer.id)?.(answer);
  waiting.delete(answer.id);
}

/** @param {{ run: string, seq: number, messages: Message[] }} said */
async function told({ run, seq, messages }) {
  await read;
  await change({ run, seq, told: [...task.told, ...messages].slice(-MOST_TOLD) });
  for (const message of messages) show(message);
}

/** @param {{ questions: Message[] }} said */
async function questions(said) {
  await change({ questions: said.questions });
  show({ type: "questions", run: task.run, questions: said.questions });
}

/** @param {Partial<Task>} changes */
function change(changes) {
  task = { ...task, ...changes };
  return chrome.storage.session.set({ task });
}

/** @param {Message} message */
const show = (message) => chrome.runtime.sendMessage(message).catch(() => {}); // nobody looks
