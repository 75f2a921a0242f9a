// Reads a JSON list of Mermaid texts, and answers for each with null or with what Mermaid's parser says against it.
import { readFileSync } from "node:fs";
import DOMPurify from "dompurify";
import mermaid from "mermaid";

// The sanitiser wants a browser; the parser does not.
DOMPurify.addHook = () => {};
DOMPurify.sanitize = (text) => text;

const verdicts = [];
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    await mermaid.parse(text);
    verdicts.push(null);
  } catch (error) {
    verdicts.push(String(error.message));
  }
}
console.log(JSON.stringify(verdicts));
