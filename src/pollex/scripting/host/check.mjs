// Reads the paths of scripts as a JSON list on stdin, follows what they import, and answers with a JSON object:
// `issues` of {file, message, code, line}, `files` that are imported, `packages` of {file, line, name, installed}.
// Nothing of a script is run.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { findPackageJSON, isBuiltin, stripTypeScriptTypes } from 'node:module';
import { dirname, resolve } from 'node:path';
import vm from 'node:vm';
import { isRelative, spellings } from './imports.mjs';

const FUNCTION = '(async function (exports, require, module, __filename, __dirname) {';
const CALLED = /\b(?:require|import)\s*\(\s*(['"])([^'"\n]+)\1\s*\)/g;
const OURS = ['playwright', 'playwright-core'];
const SCRIPT = /\.[cm]?[jt]s$/;

const issues = [];
const packages = [];
const read = new Map();

/** The line that the first words of an error name, as Node prints it: "FILE:LINE". */
const firstLine = (text) => Number(/^.*:(\d+)\n/.exec(text ?? '')?.[1] ?? 0) || null;

const lineOf = (code, words) => {
  const at = code.indexOf(words);
  return at < 0 ? null : code.slice(0, at).split('\n').length;
};

const report = (file, error, line) => issues.push({ file, message: error.message, code: error.code ?? null, line });

/** Parse as a module; where that fails, a second Node says in which line, since V8 does not say it here. */
const parseModule = (code, file) => {
  try {
    return new vm.SourceTextModule(code, { identifier: file });
  } catch (error) {
    const { stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], { input: code });
    throw Object.assign(error, { stack: String(stderr) });
  }
};

/** Parse as the body of a function, where the line `#!` that a file may begin with would be a mistake. */
const parseScript = (code, file) => {
  new vm.Script(`${FUNCTION}${code.replace(/^#!.*/, '')}\n})`, { filename: file });
  return null;
};

/** As Node reads it: by the name's ending, else as a module where it has `import` or `export`, also of types alone. */
const parse = (code, file, source) => {
  if (/\.c[jt]s$/.test(file)) return parseScript(code, file);
  if (/\.m[jt]s$/.test(file) || /^\s*(import|export)\b/m.test(source)) return parseModule(code, file);
  return parseScript(code, file);
};

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const fileOf = (specifier, from) =>
  [specifier, ...spellings(specifier)].map((each) => resolve(dirname(from), each)).find(isFile);

/** The name of a package in a specifier, with its scope. */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

const isInstalled = (specifier, file) => {
  try {
    return findPackageJSON(specifier, file) !== undefined;
  } catch {
    return false;
  }
};

const noteImport = (file, code, specifier) => {
  const line = lineOf(code, specifier);
  if (isRelative(specifier)) {
    const found = fileOf(specifier, file);
    if (found === undefined) report(file, new Error(`there is no file ${JSON.stringify(specifier)} to import`), line);
    else visit(found);
  } else if (!isBuiltin(specifier) && !OURS.includes(packageOf(specifier)) && !/^[a-z]+:/.test(specifier)) {
    packages.push({ file, line, name: packageOf(specifier), installed: isInstalled(specifier, file) });
  }
};

/** Parse a file once, and all that it imports. */
const visit = (file) => {
  if (read.has(file)) return;
  read.set(file, null);
  if (!SCRIPT.test(file)) return;
  let source = '';
  try {
    source = readFileSync(file, 'utf8');
    const code = /\.[cm]?ts$/.test(file) ? stripTypeScriptTypes(source, { sourceUrl: file }) : source;
    const module = parse(code, file, source);
    read.set(file, { module, code, source });
    const named = (module?.moduleRequests ?? module?.dependencySpecifiers ?? []).map((each) => each.specifier ?? each);
    for (const each of new Set([...named, ...[...code.matchAll(CALLED)].map((call) => call[2])])) {
      noteImport(file, code, each);
    }
  } catch (error) {
    report(file, error, firstLine(error.stack));
  }
};

/** A module that has whatever the files here import from packages, of which nothing is read. */
const stranger = (from) => {
  const names = [...from.code.matchAll(/\{([^{}]*)\}/g)].flatMap((found) => found[1].match(/[\w$]+/g) ?? []);
  return new vm.SyntheticModule([...new Set(['default', ...names])], () => {});
};

/** The import that asks for a name which nothing exports, of which the error names neither file nor line. */
const unexported = (error) => {
  const [, specifier, name] = /module '(.*)' does not provide an export named '(.*)'/.exec(error.message) ?? [];
  for (const [file, parsed] of read) {
    const code = parsed?.code;
    for (const found of code?.matchAll(/\b(?:import|export)\b[^'";]*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g) ?? []) {
      const place = found[1].search(new RegExp(`(?<![\\w$])${name?.replaceAll('$', '\\$')}(?![\\w$])`));
      if (found[2] !== specifier || place < 0) continue;
      const line = code.slice(0, found.index + found[0].indexOf('{') + 1 + place).split('\n').length;
      const declared = read.get(fileOf(specifier, file))?.source ?? '';
      const isType = new RegExp(`\\b(interface|type)\\s+${name}\\b`).test(declared);
      return { file, line, code: isType ? 'TYPE_IMPORT' : null };
    }
  }
  return null;
};

/** Bind names that are imported to what exports them: a type that is imported as a value is found so. */
const link = async (file) => {
  const { module } = read.get(file) ?? {};
  if (!module || module.status !== 'unlinked') return;
  try {
    await module.link((specifier, parent) => {
      const found = isRelative(specifier) ? fileOf(specifier, parent.identifier) : undefined;
      return read.get(found)?.module ?? stranger(read.get(parent.identifier));
    });
  } catch (error) {
    issues.push({ message: error.message, ...(unexported(error) ?? { file, line: null, code: null }) });
  }
};

const scripts = JSON.parse(readFileSync(0, 'utf8'));
scripts.forEach(visit);
for (const each of scripts) await link(each);
const files = [...read.keys()].filter((file) => !scripts.includes(file));
process.stdout.write(JSON.stringify({ issues, files, packages }));
