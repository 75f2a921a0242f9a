/** What is said to Pollex: kept while there is no connection, as far as there is room; what is long goes in parts. */

/** Characters of one message on the socket. */
const PART = 1_000_000;
/** Characters of a whole message; the server reads no longer ones. */
const LONGEST = 48_000_000;
/** Characters that are kept while there is no connection. */
const MOST_KEPT = 16_000_000;

/** @type {WebSocket | null} */
let socket = null;
/** @type {string[]} */
let kept = [];
let size = 0;
let parts = 0;

/** Say a message to Pollex now, or as soon as it is there. @param {{ type: string, [name: string]: unknown }} message */
export function say(message) {
  const text = JSON.stringify(message);
  if (text.length > LONGEST) {
    if (message.type === "result") say({ type: "error", id: message.id, message: `The answer has ${text.length} characters.` });
    return;
  }
  if (socket) return write(socket, text);
  size += text.length;
  kept.push(text);
  while (size > MOST_KEPT) size -= kept.shift()?.length ?? size; // the oldest are what the next look replaces
}

/** Use a connection from now on, or none; `first` goes ahead of all that was kept. @param {WebSocket | null} opened @param {object} [first] */
export function useSocket(opened, first) {
  socket = opened;
  if (!opened) return;
  if (first) write(opened, JSON.stringify(first));
  for (const text of kept) write(opened, text);
  kept = [];
  size = 0;
}

/** @param {WebSocket} opened @param {string} text */
function write(opened, text) {
  if (text.length <= PART) return opened.send(text);
  const of = String(++parts);
  for (let at = 0; at < text.length; at += PART) {
    opened.send(JSON.stringify({ type: "part", of, text: text.slice(at, at + PART), last: at + PART >= text.length }));
  }
}
