// Switches are kept on the server at once.
import { ask, notice } from "./page.js";

for (const button of document.querySelectorAll("[role=switch]")) {
  button.addEventListener("click", async () => {
    const name = button.dataset.setting;
    const settings = await ask("PATCH", "settings", { [name]: button.getAttribute("aria-checked") !== "true" });
    button.setAttribute("aria-checked", settings[name]);
    notice("Saved");
  });
}
