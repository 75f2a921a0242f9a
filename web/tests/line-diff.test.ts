import { expect, test } from "vitest";
import { compareLines, type Line } from "../src/components/text/line-diff.ts";

const SIGNS = { same: " ", added: "+", removed: "-" };
const signs = (lines: Line[]) => lines.map(({ kind, text }) => SIGNS[kind] + text);

test.each([
  ["a\nb\nc", "a\nb\nc", [" a", " b", " c"]],
  ["a\nb\nc", "a\nX\nc", [" a", "-b", "+X", " c"]],
  ["a\nc", "a\nb\nc", [" a", "+b", " c"]],
  ["a\nb\nc", "b", ["-a", " b", "-c"]],
  ["a\na", "a", [" a", "-a"]],
  ["", "a", ["-", "+a"]],
])("%j to %j", (before, after, expected) => {
  expect(signs(compareLines(before, after))).toEqual(expected);
});

test("both texts can be read back, and what is common is as long as can be", () => {
  const words = ["x", "y", "z"];
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = () => Array.from({ length: 1 + next(9) }, () => words[next(3)]).join("\n");
  for (let round = 0; round < 300; round++) {
    const [before, after] = [text(), text()];
    const lines = compareLines(before, after);
    const read = (unwanted: Line["kind"]) => lines.filter(({ kind }) => kind !== unwanted).map((line) => line.text).join("\n");
    expect([read("added"), read("removed")]).toEqual([before, after]);
    expect(lines.filter(({ kind }) => kind === "same")).toHaveLength(common(before.split("\n"), after.split("\n")));
  }
});

test("texts too long to compare are told as replaced, between their common ends", () => {
  const many = (name: string) => Array.from({ length: 3000 }, (_, index) => `${name} ${index}`).join("\n");
  const lines = compareLines(`first\n${many("old")}\nlast`, `first\n${many("new")}\nlast`);
  expect(lines).toHaveLength(6002);
  expect([lines[0], lines.at(-1)].map((line) => line?.kind)).toEqual(["same", "same"]);
});

/** The length of the longest common subsequence, by its definition. */
function common(one: string[], other: string[]): number {
  const [first, ...rest] = one;
  if (first === undefined || other.length === 0) return 0;
  const at = other.indexOf(first);
  const without = common(rest, other);
  return at < 0 ? without : Math.max(without, 1 + common(rest, other.slice(at + 1)));
}
