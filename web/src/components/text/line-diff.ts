/** Which lines of two texts are the same: the longest common subsequence between a common start and end. */

export interface Line {
  kind: "same" | "added" | "removed";
  text: string;
}

const MOST = 4_000_000;

export function compareLines(before: string, after: string): Line[] {
  const [one, other] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const same = (texts: string[]) => texts.map((text): Line => ({ kind: "same", text }));
  return [
    ...same(one.slice(0, start)),
    ...middle(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...same(end ? one.slice(-end) : []),
  ];
}

function middle(one: string[], other: string[]): Line[] {
  const removed = one.map((text): Line => ({ kind: "removed", text }));
  const added = other.map((text): Line => ({ kind: "added", text }));
  if (!one.length || !other.length || one.length * other.length > MOST) return [...removed, ...added];
  const width = other.length + 1;
  const common = new Uint16Array((one.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      common[i * width + j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      lines.push({ kind: "same", text: one[i++] ?? "" });
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push(removed[i++] as Line);
    else lines.push(added[j++] as Line);
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)];
}
