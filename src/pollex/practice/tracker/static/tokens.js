// Several labels in one field: each becomes a token with its own remove button; Backspace takes the last one.
import { combobox } from "./combobox.js";

export function tokens(box) {
  const input = box.querySelector("input");
  const chosen = box.querySelector("ul");
  const values = () => [...chosen.children].map((item) => item.dataset.value);

  function add(value) {
    input.value = "";
    if (values().includes(value)) return;
    const item = document.createElement("li");
    item.dataset.value = value;
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "×";
    remove.setAttribute("aria-label", `Remove ${value}`);
    remove.addEventListener("click", () => { item.remove(); input.focus(); });
    item.append(value, " ", remove);
    chosen.append(item);
  }

  combobox(input, "labels", add);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Backspace" && !input.value && chosen.lastElementChild) chosen.lastElementChild.remove();
  });
  return { values, set: (labels) => { chosen.replaceChildren(); input.value = ""; labels.forEach(add); } };
}
