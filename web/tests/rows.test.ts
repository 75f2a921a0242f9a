import { expect, test } from "vitest";
import { arranged, csv, type Row } from "../src/components/data/rows.ts";

const ROWS: Row[] = [{ name: "b10", n: 2 }, { name: "B9", n: null }, { name: "a", n: 10 }, { name: "ä", n: 2 }];
const COLUMNS = [{ key: "name" }, { key: "n" }];

test.each([
  ["", undefined, [0, 1, 2, 3]],
  ["b", undefined, [0, 1]],
  [" B1 ", undefined, [0]],
  ["", { column: "n" }, [0, 3, 2, 1]],
  ["", { column: "n", descending: true }, [2, 0, 3, 1]],
  ["", { column: "name" }, [2, 3, 1, 0]],
  ["nothing", { column: "n" }, []],
])("rows filtered by %j and sorted by %j", (filter, sort, order) => {
  expect(arranged(ROWS, COLUMNS, filter, sort)).toEqual(order);
});

test("a file of rows holds what a spreadsheet would take for a formula as text", () => {
  const rows = [{ a: "=1+1", b: -5 }, { a: 'say "hi", you', b: "two\nlines" }, { a: { deep: true }, b: null }];
  expect(csv(rows, [{ key: "a", label: "A" }, { key: "b" }])).toBe(
    'A,b\r\n\'=1+1,-5\r\n"say ""hi"", you","two\nlines"\r\n"{""deep"":true}",',
  );
});
