// The To field: each recipient becomes a chip; suggestions come from the contacts.
import { ask } from "./page.js";

export function recipients(box, changed) {
  const input = box.querySelector("input");
  const chosen = box.querySelector(".chosen");
  const list = box.querySelector("[role=listbox]");
  let active = -1;
  let latest = 0;

  const values = () => [...chosen.children].map((item) => item.dataset.value);
  const close = () => { latest += 1; list.hidden = true; active = -1; input.setAttribute("aria-expanded", "false"); };

  function add(value, shown = value) {
    input.value = "";
    close();
    if (!value || values().includes(value)) return;
    const item = document.createElement("li");
    item.dataset.value = value;
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "×";
    remove.setAttribute("aria-label", `Remove ${shown}`);
    item.append(shown, " ", remove);
    chosen.append(item);
    changed();
  }

  async function suggest() {
    const mine = ++latest;
    const found = input.value ? await ask("GET", `contacts?q=${encodeURIComponent(input.value)}`) : [];
    if (mine !== latest) return;
    list.replaceChildren(...found.map(({ name, address }, n) => {
      const option = document.createElement("li");
      option.setAttribute("role", "option");
      option.id = `person-${n}`;
      option.textContent = `${name} <${address}>`;
      option.addEventListener("mousedown", (event) => event.preventDefault());
      option.addEventListener("click", () => add(option.textContent, name));
      return option;
    }));
    active = -1;
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", Boolean(found.length));
  }

  function mark(n) {
    const all = [...list.children];
    if (!all.length) return;
    active = (n + all.length) % all.length;
    all.forEach((option, i) => option.classList.toggle("active", i === active));
    input.setAttribute("aria-activedescendant", all[active].id);
  }

  chosen.addEventListener("click", (event) => { if (event.target.closest("button")) { event.target.closest("li").remove(); changed(); } });
  input.addEventListener("input", suggest);
  input.addEventListener("blur", () => add(input.value.trim()));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { event.preventDefault(); mark(active + 1); }
    else if (event.key === "ArrowUp") { event.preventDefault(); mark(active - 1); }
    else if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      if (active >= 0) list.children[active].click(); else add(input.value.trim());
    } else if (event.key === "Escape") close();
    else if (event.key === "Backspace" && !input.value && chosen.lastElementChild) { chosen.lastElementChild.remove(); changed(); }
  });
  return values;
}
