/** What a table does with its rows: sort, filter, export. Pure calculations. */

import type { TableProps } from "../../generated/components.ts";

export type Row = Record<string, unknown>;
export type Column = NonNullable<TableProps["columns"]>[number];
export interface Sort {
  column: string;
  descending?: boolean;
}

const FIRST = 20;
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Return the columns: those declared, else the keys of the first rows. */
export function columnsOf(props: TableProps): Column[] {
  if (props.columns) return props.columns;
  const keys = new Set(((props.rows ?? []) as Row[]).slice(0, FIRST).flatMap((row) => Object.keys(row)));
  return [...keys].map((key) => ({ key }));
}

/** Return the indices of the rows that fit a filter, in order; rows without a value stand last either way. */
export function arranged(rows: readonly Row[], columns: readonly Column[], filter: string, sort: Sort | undefined): number[] {
  const wanted = filter.trim().toLowerCase();
  const fits = (row: Row) => columns.some(({ key }) => cellText(row[key]).toLowerCase().includes(wanted));
  const found = rows.map((_, index) => index).filter((index) => !wanted || fits(rows[index] as Row));
  if (!sort) return found;
  const sign = sort.descending ? -1 : 1;
  const order = (one: unknown, other: unknown) => (one == null || other == null ? Number(one == null) - Number(other == null) : sign * compare(one, other));
  return found.toSorted((one, other) => order(rows[one]?.[sort.column], rows[other]?.[sort.column]) || one - other);
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return collator.compare(cellText(one), cellText(other));
}

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Return rows as CSV. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function csv(rows: readonly Row[], columns: readonly Column[]): string {
  const lines = rows.map((row) => columns.map(({ key }) => quoted(row[key])).join(","));
  return [columns.map(({ key, label }) => quoted(label ?? key)).join(","), ...lines].join("\r\n");
}

function quoted(value: unknown): string {
  const text = cellText(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
