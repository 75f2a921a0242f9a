"""What is taken from a page whose requests are held: ways to send something that nobody could hold."""

from __future__ import annotations

from secrets import token_hex
from typing import Final

SCRIPT: Final = """(() => {
  if (KEY in window) return;  // the first document of a frame leaves its window to the next
  delete globalThis.SharedWorker;
  delete globalThis.fetchLater;
  if (navigator.serviceWorker) navigator.serviceWorker.register = async () => { throw new Error("Refused."); };
  const around = [parent, top], {apply} = Reflect;
  let left;
  const isOver = () => left === document;
  Object.defineProperty(window, KEY, {value: isOver.bind(null)});
  addEventListener("pagehide", (event) => { if (event.isTrusted) left = event.target; }, true);
  addEventListener("pageshow", (event) => { if (event.isTrusted) left = undefined; }, true);
  const isLeft = () => isOver() || around.some((each) => { try { return each[KEY](); } catch { return false; } });
  const hold = (owner, name, refusal) => {
    const send = (real, self, given) => isLeft() ? refusal() : apply(real, self, given);
    owner[name] = new Proxy(owner[name], {apply: send});
  };
  if (navigator.sendBeacon) hold(Navigator.prototype, "sendBeacon", () => false);
  hold(window, "fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  hold(XMLHttpRequest.prototype, "send", () => undefined);
})()"""
"""Workers that several pages share, and whatever is sent while a page is left: that is let go before it can be asked
about. A frame also asks the page around it, which could use the frame's functions while it is left itself."""


def unheld_script() -> str:
    """Return the script for the pages of one window, with a key by which its frames know each other."""
    return SCRIPT.replace("KEY", f'"{token_hex(8)}"')
