/** Times and money as the reports of runs write them. */

/** Return milliseconds as `87 ms`, `4.2 s`, `3 min 5 s` or `2 h 4 min`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${ms.toFixed(0)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Return dollars; small amounts keep two significant digits. */
export function money(usd: number): string {
  if (!usd) return "$0";
  if (usd >= 1) return `$${usd.toFixed(2)}`;
  if (usd >= 0.01) return `$${usd.toFixed(3)}`;
  return usd >= 1e-4 ? `$${Number(usd.toPrecision(2))}` : "<$0.0001";
}
