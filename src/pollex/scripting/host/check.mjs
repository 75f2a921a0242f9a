// Reads the paths of scripts as a JSON list on stdin, and answers with a JSON list of what is wrong in each:
// null, or {message, code, line}. Nothing of a script is run.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import vm from 'node:vm';

const FUNCTION = '(async function (exports, require, module, __filename, __dirname) {';

/** The line that the first words of an error name, as Node prints it: "FILE:LINE". */
const firstLine = (text) => Number(/^.*:(\d+)\n/.exec(text ?? '')?.[1] ?? 0) || null;

/** Parse as a module; where that fails, a second Node says in which line, since V8 does not say it here. */
const parseModule = (code, file) => {
  try {
    new vm.SourceTextModule(code, { identifier: file });
  } catch (error) {
    const { stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], { input: code });
    throw Object.assign(error, { stack: String(stderr) });
  }
};

/** Parse as the body of a function, where the line `#!` that a file may begin with would be a mistake. */
const parseScript = (code, file) =>
  new vm.Script(`${FUNCTION}${code.replace(/^#!.*/, '')}\n})`, { filename: file });

/** As Node reads it: by the name's ending, else as a module where it has `import` or `export`. */
const parse = (code, file) => {
  if (/\.c[jt]s$/.test(file)) return parseScript(code, file);
  if (/\.m[jt]s$/.test(file) || /^\s*(import|export)\b/m.test(code)) return parseModule(code, file);
  return parseScript(code, file);
};

const check = (file) => {
  let code;
  try {
    code = readFileSync(file, 'utf8');
  } catch (error) {
    return { message: error.message, code: error.code, line: null };
  }
  try {
    parse(/\.[cm]?ts$/.test(file) ? stripTypeScriptTypes(code, { sourceUrl: file }) : code, file);
    return null;
  } catch (error) {
    return { message: error.message, code: error.code ?? null, line: firstLine(error.stack) };
  }
};

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(check)));
