/** The page's own judgement of what it is told to draw: nothing that is not listed becomes an element or attribute. */

import { CHOICES, CLASSES, EVERYWHERE, FILE, IGNORED, IMAGE, LINK, NEW_TAB, OWN, REFERENCES, TAGS } from "../generated/policy.ts";

const tags: ReadonlySet<string> = new Set(TAGS);
const everywhere: ReadonlySet<string> = new Set(EVERYWHERE);
const own = new Map<string, ReadonlySet<string>>(Object.entries(OWN).map(([tag, names]) => [tag, new Set(names)]));
const references: ReadonlySet<string> = new Set(REFERENCES);
const classes: ReadonlySet<string> = new Set(CLASSES);
const choices: Record<string, Record<string, readonly string[]>> = CHOICES;

export function allowsTag(tag: string): boolean {
  return tags.has(tag);
}

/** Return the value that an attribute gets, or null where it gets none. */
export function judge(tag: string, name: string, value: string, window: string): string | null {
  if (!everywhere.has(name) && !own.get(tag)?.has(name)) return null;
  if (name === "class") return value.split(/\s+/).filter((each) => classes.has(each)).join(" ") || null;
  if (name === "id") return isOf(window, value) ? value : null;
  if (references.has(name)) return value.split(/\s+/).filter((each) => isOf(window, each)).join(" ") || null;
  if (name === "href") return isLink(value, window) ? value : null;
  if (name === "src") return isImage(value) ? value : null;
  if (name === "name") return fieldName(window, value);
  const values = choices[tag]?.[name];
  return values === undefined || values.includes(value) ? value : null;
}

/** Links to other places open in a tab of their own and say nothing about this page. */
export function isForeign(href: string): boolean {
  return !href.startsWith("#");
}

export const FOREIGN: Readonly<Record<string, string>> = NEW_TAB;

/** Return the name that a field has in the page: its own would hide properties of the form, such as `children`. */
function fieldName(window: string, name: string): string {
  return prefixOf(window) + name;
}

/** Return what the ids and names of a window begin with, and of no other: dashes that could be taken for the two at the end are marked. */
export function prefixOf(window: string): string {
  return `${window.replace(/-(?=-|$)/g, "-~")}--`;
}

function isOf(window: string, id: string): boolean {
  return id.startsWith(prefixOf(window));
}

/** Return whether a picture may be shown: data, or a kept file. */
export function isImage(src: string): boolean {
  return IMAGE.test(src) || isFile(src);
}

export function isFile(src: string): boolean {
  return FILE.test(src);
}

export function isLink(href: string, window: string): boolean {
  return LINK.test(href) && !IGNORED.test(href) && (!href.startsWith("#") || href === "#" || isOf(window, href.slice(1)));
}
