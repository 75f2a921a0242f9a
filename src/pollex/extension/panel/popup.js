/** The task in the panel, as document 002 has it: start and stop, status, step of steps, history. */

import { debugLog } from "../debug.js";
import { ask, onSaid, part } from "./parts.js";
import { showQuestions } from "./questions.js";
import { askForTab, shownTab, showTabs } from "./tabs.js";

/**
 * @typedef {{ type: string, details: string, error?: string | null }} ActionInfo
 * @typedef {{ provider: string, model: string, needed: boolean, known: boolean }} Provider
 */

const STATES = ["idle", "running", "success", "error"];
const LOCAL = { provider: "local", model: "", needed: false, known: true };

export class PopupController {
  form = part("task", HTMLFormElement);
  words = part("words", HTMLTextAreaElement);
  provider = part("provider", HTMLSelectElement);
  model = part("model", HTMLInputElement);
  key = part("key", HTMLInputElement);
  keyed = part("keyed", HTMLElement);
  start = part("start", HTMLButtonElement);
  stop = part("stop", HTMLButtonElement);
  record = part("record", HTMLButtonElement);
  finish = part("finish", HTMLButtonElement);
  take = part("take", HTMLButtonElement);
  status = part("status", HTMLElement);
  progress = part("progress", HTMLElement);
  history = part("history", HTMLOListElement);
  result = part("result", HTMLElement);
  /** @type {Provider[]} */
  providers = [LOCAL];
  /** @type {import("../task.js").Hand} */
  hand = "pollex";

  constructor() {
    part("bar", HTMLElement).hidden = !chrome.debugger;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.startTask();
    });
    this.stop.addEventListener("click", () => this.stopTask());
    this.record.addEventListener("click", () => this.startRecording());
    this.finish.addEventListener("click", () => this.finishRecording());
    this.take.addEventListener("click", () => this.takeOver());
    this.provider.addEventListener("change", () => this.showModel());
    this.words.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.form.requestSubmit();
    });
    onSaid((said) => this.hear(said));
  }

  /** Show what is known when the popup opens: the settings, and the task from its beginning. */
  async open() {
    const { llmProvider = "local", model = "" } = /** @type {any} */ (await chrome.storage.local.get(["llmProvider", "model"]));
    const { task, providers } = await ask({ type: "task_state" });
    this.showProviders(providers ?? [], llmProvider);
    this.model.value = model;
    this.clear();
    this.hand = task.hand;
    for (const message of task.told) this.hear(message);
    showQuestions(task.run, task.questions);
    await showTabs();
  }

  startTask() {
    return this.begin("pollex", async () => {
      if (this.key.value) await this.storeKey();
      await this.saveSettings();
      const { id } = await shownTab();
      await askForTab(id);
      await ask({ type: "start_task", task: this.words.value.trim(), tabId: id, settings: this.settings() });
    });
  }

  stopTask() {
    this.trying(() => ask({ type: "stop_task" }));
  }

  startRecording() {
    return this.begin("records", async () => {
      const { id, url, title } = await shownTab();
      await ask({ type: "record", tabId: id, url, name: title });
    });
  }

  finishRecording() {
    return this.trying(async () => {
      const { kept } = await ask({ type: "finish" });
      this.result.textContent = `Kept as “${kept.name}”, with ${kept.nodes === 1 ? "1 step" : `${kept.nodes} steps`}. Run it with: pollex flow run "${kept.file}"`;
    });
  }

  takeOver() {
    const takes = this.hand === "pollex";
    return this.trying(async () => {
      await ask({ type: "take", on: takes });
      this.hand = takes ? "took" : "pollex";
      this.showButtons();
    });
  }

  /** Start something in the tab beside the panel. @param {import("../task.js").Hand} hand @param {() => Promise<void>} start */
  begin(hand, start) {
    this.clear();
    this.hand = hand;
    this.updateStatus("running", "Starting …");
    return this.trying(async () => {
      await start();
      await showTabs();
    });
  }

  /** Do something, and show why where it fails. @param {() => Promise<unknown>} work */
  async trying(work) {
    try {
      await work();
    } catch (error) {
      this.updateStatus("error", error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} status @param {string} text */
  updateStatus(status, text) {
    this.status.dataset.status = STATES.includes(status) ? status : "idle";
    this.status.textContent = text;
    if (status !== "running") showQuestions("", []);
    this.showButtons();
  }

  showButtons() {
    const isRunning = this.status.dataset.status === "running";
    this.start.hidden = this.record.hidden = isRunning;
    this.stop.hidden = !isRunning;
    this.finish.hidden = !isRunning || this.hand !== "records";
    this.take.hidden = !isRunning || this.hand === "records";
    this.take.textContent = this.hand === "took" ? "Give back" : "Take over";
  }

  /** @param {ActionInfo} action */
  addHistoryItem(action) {
    const item = document.createElement("li");
    item.textContent = action.details;
    item.title = action.type;
    if (action.error) {
      item.className = "failed";
      const why = document.createElement("small");
      why.textContent = action.error;
      item.append(why);
    }
    this.history.append(item);
    item.scrollIntoView({ block: "nearest" });
  }

  /** Keep which model is asked. A key is never kept here. */
  saveSettings() {
    const { llmProvider, model } = this.settings();
    return chrome.storage.local.set({ llmProvider, model });
  }

  settings() {
    return { llmProvider: this.provider.value, apiKey: "", model: this.model.value.trim() };
  }

  /** Give a key to Pollex, once; nothing of it stays in this browser. */
  async storeKey() {
    const [apiKey, llmProvider] = [this.key.value, this.provider.value];
    this.key.value = "";
    const { providers } = await ask({ type: "store_key", llmProvider, apiKey });
    this.showProviders(providers, llmProvider);
  }

  /** @param {any} said */
  hear(said) {
    debugLog("heard", said);
    switch (said.type) {
      case "status_update":
        return this.updateStatus(said.status, said.text);
      case "action_executed":
        return this.addHistoryItem(said.action);
      case "progress_update":
        this.progress.textContent = `Step ${said.step} of ${said.maxSteps}`;
        return;
      case "task_completed":
        this.result.textContent = said.result.text;
        return;
      case "task_error":
        this.result.textContent = said.error;
        return;
      case "questions":
        return showQuestions(said.run, said.questions);
    }
  }

  clear() {
    this.history.replaceChildren();
    this.progress.textContent = this.result.textContent = "";
    this.updateStatus("idle", "Nothing is being done.");
  }

  /** @param {Provider[]} providers @param {string} chosen */
  showProviders(providers, chosen) {
    this.providers = [LOCAL, ...providers];
    this.provider.replaceChildren(...this.providers.map(({ provider, known, needed }) => new Option(needed && !known ? `${provider} (no key yet)` : provider, provider)));
    this.provider.value = this.providers.some(({ provider }) => provider === chosen) ? chosen : LOCAL.provider;
    this.showModel();
  }

  showModel() {
    const chosen = this.providers.find(({ provider }) => provider === this.provider.value) ?? LOCAL;
    this.model.placeholder = chosen.model.replace(/^[^:]*:/, "");
    part("named", HTMLElement).hidden = chosen === LOCAL;
    this.keyed.hidden = !chosen.needed || chosen.known;
    if (chosen === LOCAL) this.model.value = "";
  }
}
