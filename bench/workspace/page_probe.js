/** Notes when a message of the socket arrives, and when the frame after it is painted. */

{
  const Native = window.WebSocket;
  let armed;
  const channel = new MessageChannel();
  let painted = () => {};
  channel.port1.onmessage = () => painted();
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        if (armed === undefined || event.data.length < armed.least) return;
        const { resolve } = armed;
        armed = undefined;
        const begun = performance.now();
        painted = () => resolve(performance.now() - begun);
        requestAnimationFrame(() => channel.port2.postMessage(0));
      });
    }
  };
  /** Resolve to the milliseconds from the next message of at least so many characters to its painted frame. */
  window.nextFrame = (least) => new Promise((resolve) => { armed = { least, resolve }; });
  /** Resolve when two frames in a row have been painted. */
  window.settled = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  /** Resolve to the milliseconds since the page was asked for, when the frame is painted in which this is so. */
  window.shown = async (isSo) => {
    while (!isSo()) await new Promise(requestAnimationFrame);
    await window.settled();
    return performance.now();
  };
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((each) => each.duration))).observe({ type: "longtask" });
}
