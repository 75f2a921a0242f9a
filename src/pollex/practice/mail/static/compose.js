// The editor: rich text, recipients, attachments; the draft saves itself while one writes.
import { ask, base, noticeLater } from "./page.js";
import { recipients } from "./recipients.js";

const form = document.querySelector("form[data-number]");
const number = form.dataset.number;
const writing = form.querySelector("[contenteditable]");
const problem = form.querySelector(".problem");
const saved = form.querySelector(".saved");
const papers = form.querySelector(".papers ul");
let timer;
let closed = false;

const draft = () => ({ to: people(), subject: form.elements.subject.value, html: writing.innerHTML });

async function save() {
  clearTimeout(timer);
  if (closed) return;
  const answer = await ask("PUT", `drafts/${number}`, draft());
  saved.textContent = `Draft saved at ${answer.saved.slice(11)}`;
}
const saveSoon = () => { saved.textContent = ""; clearTimeout(timer); timer = setTimeout(save, 700); };
const people = recipients(form.querySelector(".chips"), saveSoon);

writing.addEventListener("input", saveSoon);
form.elements.subject.addEventListener("input", saveSoon);
form.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target === form.elements.subject) event.preventDefault(); });

for (const button of form.querySelectorAll("[data-command]")) {
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    const command = button.dataset.command;
    const address = command === "createLink" ? prompt("Address of the link", "https://") : undefined;
    if (address === null) return;
    writing.focus();
    document.execCommand(command, false, address);
  });
}

function showPapers(all) {
  papers.replaceChildren(...all.map(({ id, name, size }) => {
    const item = document.createElement("li");
    item.dataset.paper = id;
    item.innerHTML = `<a download></a> <span class="quiet"></span> <button type="button">×</button>`;
    item.querySelector("a").href = `${base}/messages/${number}/attachments/${id}`;
    item.querySelector("a").textContent = name;
    item.querySelector("span").textContent = size;
    item.querySelector("button").setAttribute("aria-label", `Remove ${name}`);
    return item;
  }));
}

form.querySelector("input[type=file]").addEventListener("change", async (event) => {
  const body = new FormData();
  for (const file of event.target.files) body.append("files", file);
  event.target.value = "";
  showPapers(await ask("POST", `drafts/${number}/attachments`, body));
});
papers.addEventListener("click", async (event) => {
  const item = event.target.closest("button")?.closest("li");
  if (item) showPapers(await ask("DELETE", `drafts/${number}/attachments/${item.dataset.paper}`));
});

function leave(words) {
  closed = true;
  noticeLater(words);
  location.href = `${base}/`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  clearTimeout(timer);
  problem.textContent = "";
  if (!people().length) { problem.textContent = "Add at least one recipient."; return; }
  try {
    await ask("POST", `drafts/${number}/send`, draft());
    leave("Message sent");
  } catch (error) {
    problem.textContent = error.message;
  }
});
form.querySelector(".keep").addEventListener("click", async () => { await save(); leave("Draft saved"); });
form.querySelector(".discard").addEventListener("click", async () => {
  if (!confirm("Discard this draft?")) return;
  closed = true;
  clearTimeout(timer);
  await ask("POST", "messages/bulk", { numbers: [Number(number)], folder: "trash" });
  leave("Draft discarded");
});
