// One issue: its tabs, its status, comments in rich text, editing and deleting.
import { ask, base, part, showKeptToast, tabs, toast, toastLater } from "./page.js";
import { openDialog } from "./dialog.js";

const number = document.querySelector("[data-number]").dataset.number;
const editor = part("editor");
const writing = editor.querySelector("[contenteditable]");
const again = () => location.reload();

tabs(document.querySelector("[role=tablist]"), (tab) => {
  for (const panel of document.querySelectorAll("[role=tabpanel]")) panel.hidden = panel.id !== tab.getAttribute("aria-controls");
});

part("quick-status").addEventListener("change", async (event) => {
  const { issue, undo } = await ask("PATCH", `issues/${number}`, { status: event.target.value });
  toast(`${issue.key} moved to ${issue.status}`, undo, again);
});

part("edit").addEventListener("click", async () => {
  openDialog(await ask("GET", `issues/${number}`), ({ issue, undo }) => {
    toastLater(`${issue.key} saved`, undo);
    again();
  });
});

part("delete").addEventListener("click", async () => {
  if (!confirm(`Delete KES-${number}?`)) return;
  const { undo } = await ask("DELETE", `issues/${number}`);
  toastLater(`KES-${number} deleted`, undo);
  location.href = `${base}/`;
});

for (const button of editor.querySelectorAll("[data-command]")) {
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => { writing.focus(); document.execCommand(button.dataset.command); });
}

editor.addEventListener("submit", async (event) => {
  event.preventDefault();
  const problem = editor.querySelector(".problem");
  problem.textContent = "";
  try {
    const comment = await ask("POST", `issues/${number}/comments`, { html: writing.innerHTML });
    part("comments").append(commentLine(comment));
    const count = part("comments").children.length;
    document.getElementById("tab-comments").textContent = `Comments (${count})`;
    writing.replaceChildren();
    toast("Comment added");
  } catch (error) {
    problem.textContent = error.message;
  }
});

function commentLine({ author, at, html }) {
  const item = document.createElement("li");
  item.className = "card";
  item.innerHTML = `<p class="meta"><strong></strong> <time></time></p><div></div>`;
  item.querySelector("strong").textContent = author;
  item.querySelector("time").textContent = at;
  item.querySelector("div").innerHTML = html;
  return item;
}

part("new").addEventListener("click", () => openDialog(null, ({ issue, undo }) => {
  toastLater(`${issue.key} created`, undo);
  location.href = `${base}/issues/${issue.number}`;
}));
showKeptToast(again);
