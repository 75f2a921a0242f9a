// A text field with suggestions from the server: by mouse, or by arrow keys, Enter and Escape.
import { ask } from "./page.js";

export function combobox(input, source, choose) {
  const list = document.getElementById(input.getAttribute("aria-controls"));
  let active = -1;
  let latest = 0;

  const options = () => [...list.children];
  const close = () => {
    latest += 1; // what is still on its way must not open it again
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = (n) => {
    const all = options();
    if (!all.length) return;
    active = (n + all.length) % all.length;
    all.forEach((option, i) => option.classList.toggle("active", i === active));
    input.setAttribute("aria-activedescendant", all[active].id);
    all[active].scrollIntoView({ block: "nearest" });
  };
  const take = (option) => {
    close();
    choose(option.textContent);
  };

  async function suggest() {
    const mine = ++latest;
    const names = await ask("GET", `${source}?q=${encodeURIComponent(input.value)}`);
    if (mine !== latest) return;
    list.replaceChildren(...names.map((name, n) => {
      const option = document.createElement("li");
      option.setAttribute("role", "option");
      option.id = `${list.id}-${n}`;
      option.textContent = name;
      option.addEventListener("mousedown", (event) => event.preventDefault());
      option.addEventListener("click", () => take(option));
      return option;
    }));
    list.hidden = !names.length;
    active = -1;
    input.setAttribute("aria-expanded", Boolean(names.length));
  }

  input.addEventListener("input", suggest);
  input.addEventListener("click", suggest);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) suggest();
      else mark(active + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter" && !list.hidden) {
      event.preventDefault();
      take(options()[Math.max(active, 0)]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
}
