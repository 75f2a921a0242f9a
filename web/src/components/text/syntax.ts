/** Colours for source code: comments, strings, numbers and keywords, alike in most languages. */

import { html, type TemplateResult } from "lit";

const KEYWORDS = new Set(
  `and as async await break case catch class const continue def del do elif else enum except export extends false finally
   fn for from func function if impl import in interface is lambda let match mut new nil none not null or package pass
   private public pub raise return select self static struct super switch then this throw trait true try type use var
   void where while with yield`.split(/\s+/),
);
const HASHED = new Set(["bash", "ini", "make", "perl", "py", "python", "r", "rb", "ruby", "sh", "shell", "toml", "yaml", "yml"]);
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/.source;
const LONGEST = 50_000;

export function coloured(text: string, language = ""): (string | TemplateResult)[] | string {
  const known = language.toLowerCase();
  if (text.length > LONGEST || ["", "text", "plain", "plaintext"].includes(known)) return text;
  const comments = HASHED.has(known) ? "#[^\\n]*" : known === "sql" ? "--[^\\n]*" : "\\/\\/[^\\n]*|\\/\\*[^]*?\\*\\/";
  const pattern = new RegExp(`(${comments})|(${STRINGS})|(\\b\\d[\\w.]*\\b)|([A-Za-z_]\\w*)`, "g");
  const parts: (string | TemplateResult)[] = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const kind = found[1] ? "comment" : found[2] ? "string" : found[3] ? "figure" : KEYWORDS.has(found[0].toLowerCase()) ? "keyword" : "";
    if (!kind) continue;
    parts.push(text.slice(at, found.index), html`<span class="code-${kind}">${found[0]}</span>`);
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}
