// The dialog for a new issue or an existing one. The browser keeps the focus inside and closes it on Escape.
import { ask, part } from "./page.js";
import { combobox } from "./combobox.js";
import { tokens } from "./tokens.js";

const dialog = part("dialog");
const form = dialog.querySelector("form");
const labels = tokens(part("tokens"));
const words = { title: part("dialog-title").textContent, save: part("dialog-save").textContent };
let editing = null;
let finished = () => {};

combobox(form.elements.assignee, "people", (name) => { form.elements.assignee.value = name; });

export function openDialog(issue, then) {
  editing = issue;
  finished = then;
  form.reset();
  labels.set(issue ? issue.labels : []);
  clearProblems();
  part("dialog-title").textContent = issue ? `Edit ${issue.key}` : words.title;
  part("dialog-save").textContent = issue ? "Save changes" : words.save;
  if (issue) {
    for (const name of ["title", "status", "priority", "assignee", "due"]) form.elements[name].value = issue[name];
    form.elements.description.value = new DOMParser().parseFromString(issue.description, "text/html").body.textContent;
  }
  dialog.showModal();
  form.elements.title.focus();
}

function clearProblems() {
  for (const place of form.querySelectorAll(".problem")) place.textContent = "";
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  clearProblems();
  if (form.elements.title.value.trim().length < 3) return problem("title", "A title has 3 to 120 characters.");
  const given = Object.fromEntries(["title", "status", "priority", "assignee", "due"].map((name) => [name, form.elements[name].value]));
  const paragraph = document.createElement("p");
  paragraph.textContent = form.elements.description.value;
  given.description = paragraph.textContent ? paragraph.outerHTML : "";
  given.labels = labels.values();
  try {
    const answer = editing ? await ask("PATCH", `issues/${editing.number}`, given) : await ask("POST", "issues", given);
    dialog.close();
    finished(answer);
  } catch (error) {
    problem(error.field, error.message);
  }
});

function problem(field, message) {
  (part(`problem-${field}`) || part("problem-title")).textContent = message;
  if (form.elements[field]) form.elements[field].focus();
}

for (const name of ["dialog-close", "dialog-cancel"]) part(name).addEventListener("click", () => dialog.close());
