/** Kept files (`/api/files/ID`): a browser loads and saves them without a header, so each gets an address of its own for that. */

import { change } from "./http.ts";
import { isFile } from "./tree/policy.ts";
import { toastFault } from "./toast.ts";

/** Let pictures and links of kept files in the page work. */
export function serveKeptFiles(): void {
  document.addEventListener("error", (event) => void loadPicture(event.target), { capture: true });
  document.addEventListener("click", (event) => saveFile(event), { capture: true });
}

async function loadPicture(picture: EventTarget | null): Promise<void> {
  const src = picture instanceof HTMLImageElement ? picture.getAttribute("src") ?? "" : "";
  if (!isFile(src)) return;
  const address = await ticket(src);
  if (address && (picture as HTMLImageElement).getAttribute("src") === src) (picture as HTMLImageElement).src = address;
}

function saveFile(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const href = link?.getAttribute("href") ?? "";
  if (!isFile(href)) return;
  event.preventDefault();
  void ticket(href).then((address) => {
    if (address) Object.assign(document.createElement("a"), { href: address, download: link?.download ?? "" }).click();
  });
}

async function ticket(path: string): Promise<string | undefined> {
  const { data, fault } = await change<{ address: string }>("/api/tickets", { path });
  if (fault) toastFault(fault);
  return data?.address;
}
