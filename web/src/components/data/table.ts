/** Rows and columns, to sort, filter, turn pages and export. Only the rows in view are drawn. */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { duration, money } from "./amounts.ts";
import { ComponentElement } from "../component.ts";
import { link } from "../text/link.ts";
import { arranged, cellText, type Column, columnsOf, csv, type Row, type Sort } from "./rows.ts";
import { time } from "./times.ts";
import { vars } from "../vars.ts";

const HEIGHT = 36;
const AROUND = 8;
/** Pages longer than this scroll by themselves, and only what is in view is drawn. */
const SHORT = 100;
const NUMERIC = new Set(["number", "duration", "money"]);

type Action = { label: string; tone?: string };

export class TableComponent extends ComponentElement<"table"> {
  @state() private sort: Sort | undefined;
  @state() private filter = "";
  @state() private page = 0;
  @state() private scrolled = 0;
  private columns: Column[] = [];
  private order: number[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("props")) return;
    const before = changed.get("props");
    if (JSON.stringify(before?.sort) !== JSON.stringify(this.props.sort)) this.sort = this.props.sort;
    this.columns = columnsOf(this.props);
    this.arrange();
  }

  private get rows(): Row[] {
    return (this.props.rows ?? []) as Row[];
  }

  private arrange(): void {
    this.order = arranged(this.rows, this.columns, this.filter, this.sort);
    this.page = Math.min(this.page, Math.max(0, this.pages - 1));
  }

  private get pages(): number {
    return Math.ceil(this.order.length / this.props.pageSize);
  }

  override render(): TemplateResult {
    const { pageSize } = this.props;
    const shown = this.order.slice(this.page * pageSize, (this.page + 1) * pageSize);
    return html`
      <div class="table">
        ${this.tools()}
        ${this.rows.length === 0 ? html`<p class="muted empty">${this.props.empty}</p>` : this.body(shown)}
        ${this.pages > 1 ? this.pager() : nothing}
      </div>
    `;
  }

  private tools(): TemplateResult | typeof nothing {
    if ((!this.props.filter && !this.props.export) || this.rows.length === 0) return nothing;
    const count = this.order.length === this.rows.length ? (this.rows.length === 1 ? "1 row" : `${this.rows.length} rows`) : `${this.order.length} of ${this.rows.length} rows`;
    return html`
      <div class="table-tools">
        ${this.props.filter
          ? html`<input type="search" class="grow" placeholder="Filter" aria-label="Filter rows" .value=${this.filter} @input=${this.onFilter}>`
          : nothing}
        <span class="muted small nowrap" role="status">${count}</span>
        ${this.props.export
          ? html`<button type="button" class="plain small" @click=${() => this.save("csv")}>CSV</button>
              <button type="button" class="plain small" @click=${() => this.save("json")}>JSON</button>`
          : nothing}
      </div>
    `;
  }

  private body(shown: readonly number[]): TemplateResult {
    const scrolls = shown.length > SHORT;
    const first = scrolls ? Math.max(0, Math.floor(this.scrolled / HEIGHT) - AROUND) : 0;
    const last = scrolls ? Math.min(shown.length, first + 2 * AROUND + Math.ceil(480 / HEIGHT)) : shown.length;
    const gap = (count: number) => html`<tr class="gap" aria-hidden="true"><td colspan="99" ${vars({ height: `${count * HEIGHT}px` })}></td></tr>`;
    return html`
      <div class="table-scroll ${scrolls ? "tall" : ""}" tabindex="0" role="group" aria-label="Rows" @scroll=${scrolls ? this.onScroll : nothing}>
        <table aria-rowcount=${this.order.length + 1}>
          <thead><tr aria-rowindex="1">
            ${this.columns.map((column) => this.head(column))}
            ${this.props.actions?.length ? html`<th scope="col"><span class="hidden-label">Actions</span></th>` : nothing}
          </tr></thead>
          <tbody>
            ${first > 0 ? gap(first) : nothing}
            ${repeat(shown.slice(first, last), (index) => index, (index, at) => this.row(index, this.page * this.props.pageSize + first + at))}
            ${last < shown.length ? gap(shown.length - last) : nothing}
          </tbody>
        </table>
      </div>
    `;
  }

  private head(column: Column): TemplateResult {
    const sorted = this.sort?.column === column.key ? (this.sort.descending ? "descending" : "ascending") : "none";
    const sign = { none: "", ascending: "▲", descending: "▼" }[sorted];
    return html`
      <th scope="col" class=${this.align(column)} aria-sort=${sorted}>
        <button type="button" class="head" @click=${() => this.sortBy(column.key)}>${column.label ?? column.key}<span aria-hidden="true">${sign}</span></button>
      </th>
    `;
  }

  private row(index: number, at: number): TemplateResult {
    const row = this.rows[index] ?? {};
    const { command, actions, selected } = this.props;
    const chosen = selected !== undefined && selected !== null && this.keyOf(index) === selected;
    const select = () => command && this.use("select", { value: this.keyOf(index), form: row });
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.target !== event.currentTarget) return;
      void select();
    };
    return html`
      <tr class="${chosen ? "selected" : ""} ${command ? "clickable" : ""}" aria-rowindex=${at + 2} aria-selected=${command ? (chosen ? "true" : "false") : nothing}
        tabindex=${command ? 0 : nothing} @click=${select} @keydown=${onKey}>
        ${this.columns.map((column) => html`<td class=${this.align(column)}>${this.cell(row[column.key], column)}</td>`)}
        ${actions?.length ? html`<td class="nowrap">${actions.map((action, number) => this.action(action, number, index, row))}</td>` : nothing}
      </tr>
    `;
  }

  private action(action: Action, number: number, index: number, row: Row): TemplateResult {
    const press = (event: Event) => {
      event.stopPropagation();
      const data = { value: this.keyOf(index), form: row, index: number };
      void this.use("action", data);
    };
    return html`<button type="button" class="small ${action.tone === "danger" ? "danger" : ""}" @click=${press}>${action.label}</button> `;
  }

  private cell(value: unknown, column: Column): unknown {
    if (value === null || value === undefined) return html`<span class="muted">–</span>`;
    if (column.type === "boolean") return value ? "✓" : "–";
    if (column.type === "date" && typeof value === "string") return time(value);
    if (column.type === "link" && typeof value === "string") return link(value, value, this.window);
    if (column.type === "duration" && typeof value === "number") return duration(value);
    if (column.type === "money" && typeof value === "number") return money(value);
    if (typeof value === "number") return value.toLocaleString();
    return cellText(value);
  }

  private align(column: Column): string {
    const numeric = NUMERIC.has(column.type ?? "") || (!column.type && typeof this.rows[0]?.[column.key] === "number");
    return `to-${column.align ?? (numeric ? "end" : "start")}`;
  }

  private keyOf(index: number): string | number | boolean | null {
    const { rowKey } = this.props;
    return rowKey === undefined ? index : ((this.rows[index]?.[rowKey] ?? null) as string | number | boolean | null);
  }

  private pager(): TemplateResult {
    const go = (page: number) => {
      this.page = page;
      this.scrolled = 0;
    };
    return html`
      <div class="toolbar center">
        <button type="button" class="small" ?disabled=${this.page === 0} @click=${() => go(this.page - 1)}>Back</button>
        <span class="muted small">Page ${this.page + 1} of ${this.pages}</span>
        <button type="button" class="small" ?disabled=${this.page >= this.pages - 1} @click=${() => go(this.page + 1)}>Next</button>
      </div>
    `;
  }

  private sortBy(column: string): void {
    const again = this.sort?.column === column;
    this.sort = again && this.sort?.descending ? undefined : { column, descending: again };
    this.arrange();
  }

  private onFilter(event: Event): void {
    this.filter = (event.target as HTMLInputElement).value;
    this.page = 0;
    this.arrange();
  }

  private onScroll(event: Event): void {
    const { scrollTop } = event.currentTarget as HTMLElement;
    if (Math.abs(scrollTop - this.scrolled) < (HEIGHT * AROUND) / 2) return;
    this.scrolled = scrollTop;
  }

  /** Give the rows that are shown, on all pages, to the browser as a file. */
  private save(format: "csv" | "json"): void {
    const rows = this.order.map((index) => this.rows[index] ?? {});
    const text = format === "csv" ? csv(rows, this.columns) : JSON.stringify(rows, null, 2);
    const address = URL.createObjectURL(new Blob([text], { type: format === "csv" ? "text/csv" : "application/json" }));
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = `table.${format}`;
    anchor.click();
    URL.revokeObjectURL(address);
  }
}
