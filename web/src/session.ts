/** The session of this browser: a token in the storage of this origin, which no other port and no other page reads. */

const KEY = "pollex-session";

export function session(): string {
  return localStorage.getItem(KEY) ?? "";
}

/** What a request carries to be let in. */
export function authorization(): Record<string, string> {
  const token = session();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Enter with the password of the server, or an entry; return whether it held. */
export async function enter(token: string): Promise<boolean> {
  const sent = { method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams({ token }) };
  const answer = await fetch("/enter", sent).catch(() => undefined);
  if (!answer?.ok) return false;
  localStorage.setItem(KEY, ((await answer.json()) as { session: string }).session);
  return true;
}
