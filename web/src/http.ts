/** What the page asks of the server by HTTP: an answer, or the fault as the server says it. For what is not part of the
 *  workspace, such as runs, workflows and credentials. */

import { withProgress } from "./progress.ts";
import { authorization } from "./session.ts";
import type { Fault } from "./socket/messages.ts";

/** Either what was asked for, or why there is nothing. */
export type Reply<T> = { data: T; fault?: undefined } | { data?: undefined; fault: Fault };

type Method = "GET" | "POST" | "DELETE";

export function read<T>(path: string): Promise<Reply<T>> {
  return request<T>("GET", path);
}

/** Send a file as it is. */
export function give<T>(path: string, file: Blob): Promise<Reply<T>> {
  return request<T>("POST", path, file);
}

export function change<T>(path: string, body: object = {}): Promise<Reply<T>> {
  return request<T>("POST", path, body);
}

/** Ask the server with the session of this browser. */
export function request<T>(method: Method, path: string, body?: unknown): Promise<Reply<T>> {
  return withProgress(send<T>(method, path, body));
}

async function send<T>(method: Method, path: string, body?: unknown): Promise<Reply<T>> {
  const headers = authorization();
  const sent = body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) };
  if (body !== undefined) headers["Content-Type"] = body instanceof Blob ? "application/octet-stream" : "application/json";
  try {
    const answer = await fetch(path, { method, headers, ...sent });
    const found = (await answer.json()) as { fault?: Fault };
    return answer.ok ? { data: found as T } : { fault: found.fault ?? unavailable(`The server answered ${answer.status}.`) };
  } catch {
    return { fault: unavailable("The server cannot be reached.") };
  }
}

function unavailable(message: string): Fault {
  const hint = "Try again when the page says that it is connected.";
  return { code: "unavailable", message, hint, pointer: null, expected: null, received: null, issues: [], retry: true, uncertain: true };
}
