/** Draws lines, bars and points by uPlot. Loaded when a chart is first shown. */

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { ChartProps } from "../../generated/components.ts";
import { PALETTE } from "./palette.ts";

const HEIGHT = 240;

type X = string | number;
type Numbers = (number | null)[];

export function makePlot(place: HTMLElement, props: ChartProps): { resize(width: number): void; remove(): void } {
  const plot = new uPlot(options(place, props), data(props), place);
  return {
    resize: (width) => plot.setSize({ width: Math.max(120, width), height: HEIGHT }),
    remove: () => plot.destroy(),
  };
}

/** Return whether x are times, numbers or names. */
function scaleOf(x: readonly X[]): "time" | "number" | "name" {
  if (x.every((each) => typeof each === "number")) return "number";
  return x.every((each) => typeof each === "string" && /^\d{4}-\d\d/.test(each) && !Number.isNaN(Date.parse(each))) ? "time" : "name";
}

function xOf({ x, series }: ChartProps): X[] {
  return x ?? series[0]?.x ?? (series[0]?.y ?? []).map((_, index) => index + 1);
}

function data(props: ChartProps): uPlot.AlignedData {
  const xs = props.series.map((each) => each.x ?? xOf(props));
  const kind = scaleOf(xs.flat());
  const names = [...new Set(xs.flat().map(String))];
  const number = (x: X) => (kind === "time" ? Date.parse(String(x)) / 1000 : kind === "number" ? Number(x) : names.indexOf(String(x)));
  const all = [...new Set(xs.flat().map(number))].toSorted((one, other) => one - other);
  const columns = props.series.map((each, index): Numbers => {
    const known = new Map((xs[index] ?? []).map((x, at) => [number(x), each.y[at] ?? null]));
    return all.map((x) => known.get(x) ?? null);
  });
  return [all, ...(props.stacked ? stacked(columns) : columns)];
}

function stacked(columns: readonly Numbers[]): Numbers[] {
  const sums: number[] = [];
  return columns.map((column) => column.map((value, index) => (sums[index] = (sums[index] ?? 0) + (value ?? 0))));
}

function options(place: HTMLElement, props: ChartProps): uPlot.Options {
  const style = getComputedStyle(place);
  const [text, grid] = [style.getPropertyValue("color"), colour(place, "--border")];
  const kind = scaleOf(props.series.flatMap((each) => each.x ?? xOf(props)));
  const names = xOf(props).map(String);
  const axis: uPlot.Axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: "12px system-ui" };
  const named: uPlot.Axis = kind === "name" ? { splits: () => names.map((_, index) => index), values: (_, at) => at.map((index) => names[index] ?? "") } : {};
  return {
    width: Math.max(120, place.clientWidth),
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { x: { time: kind === "time", ...(kind === "name" || props.kind === "bar" ? { range: padded } : {}) }, y: props.kind === "bar" ? { range: (_, min, max) => [Math.min(0, min), max * 1.05 || 1] } : {} },
    axes: [{ ...axis, ...named }, { ...axis, size: 56, ...(props.yLabel ? { label: props.yLabel, labelSize: 20 } : {}) }],
    series: [{}, ...props.series.map((each, index) => seriesOf(each.name, index, props))],
  };
}

function padded(plot: uPlot, min: number, max: number): uPlot.Range.MinMax {
  const xs = plot.data[0];
  const step = xs.length > 1 ? (max - min) / (xs.length - 1) : 1;
  return [min - step / 2, max + step / 2];
}

function seriesOf(name: string | undefined, index: number, { kind, stacked: stacks, series }: ChartProps): uPlot.Series {
  const stroke = PALETTE[index % PALETTE.length] ?? "";
  const own: uPlot.Series = { label: name ?? `Series ${index + 1}`, stroke, width: 2, spanGaps: false };
  if (kind === "scatter") return { ...own, paths: () => null, points: { show: true, size: 7, fill: stroke } };
  if (kind !== "bar") return { ...own, points: { show: false } };
  const count = stacks ? 1 : series.length;
  const width = 0.8 / count;
  const paths = uPlot.paths.bars?.({ size: [width, 60], align: count > 1 ? (index < count / 2 ? -1 : 1) : 0, gap: 2 });
  return { ...own, fill: stroke, width: 0, ...(paths ? { paths } : {}), points: { show: false } };
}

function colour(place: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
