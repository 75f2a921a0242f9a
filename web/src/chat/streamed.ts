/** An answer while it is written: words for the person, then commands, which are shown as soon as they are drawn. */

interface Streamed {
  words: string;
  /** How many characters of commands have come. */
  commands: number;
}

/** Where commands begin: a fence or a bracket at the start of a line. A lone backquote may become a fence. */
const COMMANDS = /^[ \t]*(?:`{1,2}$|```|[[{])/m;

export function splitStreamed(text: string): Streamed {
  const at = text.search(COMMANDS);
  return at < 0 ? { words: text.trim(), commands: 0 } : { words: text.slice(0, at).trim(), commands: text.length - at };
}
