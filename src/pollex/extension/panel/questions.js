/** What a run asks: an approval as Yes and No, a question as its form. */

import { ask, part } from "./parts.js";

/** @typedef {{ path: string, kind: "question" | "approval", question: string, form: any, details?: any }} Question */

/** @param {string} run @param {Question[]} questions */
export function showQuestions(run, questions) {
  const [place, standing] = [part("questions", HTMLElement), new Set(questions.map(({ path }) => path))];
  for (const shown of [...place.children]) if (!standing.has(/** @type {HTMLElement} */ (shown).dataset.path ?? "")) shown.remove();
  for (const question of questions) {
    if ([...place.children].some((shown) => /** @type {HTMLElement} */ (shown).dataset.path === question.path)) continue; // what is typed stays
    place.append(drawn(run, question));
  }
}

/** @param {string} run @param {Question} question */
function drawn(run, question) {
  const form = document.createElement("form");
  form.dataset.path = question.path;
  form.append(element("p", question.question));
  const wrong = element("p", "");
  wrong.setAttribute("role", "alert");
  /** @param {object} answer */
  const reply = (answer) =>
    ask({ type: "reply", run, path: question.path, kind: question.kind, answer }).catch((error) => (wrong.textContent = error.message));
  const fields = question.kind === "approval" ? [] : Object.entries(question.form?.properties ?? {}).map(field);
  form.append(...fields.map(({ label }) => label));
  const row = element("div", "");
  if (question.kind === "approval") {
    row.append(button("Yes", () => reply({ approved: true })), button("No", () => reply({ approved: false })));
    if (question.form?.properties?.kind) row.append(button("Yes to this kind", () => reply({ approved: true, kind: true })));
  } else {
    row.append(button("Answer", () => reply(Object.fromEntries(fields.flatMap(({ name, value }) => (value() === undefined ? [] : [[name, value()]]))))));
  }
  form.append(row, wrong);
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}

/** A field of a form, and what stands in it. @param {[string, any]} property */
function field([name, about]) {
  const label = element("label", about.description ?? name);
  if (Array.isArray(about.enum)) {
    const choice = document.createElement("select");
    choice.append(...about.enum.map((/** @type {unknown} */ each) => new Option(String(each))));
    label.append(choice);
    return { name, label, value: () => about.enum[choice.selectedIndex] };
  }
  const typed = document.createElement("input");
  const isNumber = about.type === "number" || about.type === "integer";
  typed.type = about.type === "boolean" ? "checkbox" : isNumber ? "number" : about.format === "password" || about.writeOnly ? "password" : "text";
  if (isNumber) typed.step = about.type === "integer" ? "1" : "any";
  label.append(typed);
  const value = () => (about.type === "boolean" ? typed.checked : typed.value === "" ? undefined : isNumber ? typed.valueAsNumber : typed.value);
  return { name, label, value };
}

/** @param {string} label @param {() => void} done */
function button(label, done) {
  const made = element("button", label);
  made.addEventListener("click", done);
  return made;
}

/** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} text @returns {HTMLElementTagNameMap[K]} */
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
