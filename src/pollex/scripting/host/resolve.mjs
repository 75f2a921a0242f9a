// Lets a script import 'playwright-core' without installing it: the one of Playwright's wheel serves.
// 'playwright', where it is not installed beside the script, is the same. Files beside it may be named without ending.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isRelative, MISSING, spellings } from './imports.mjs';

const NAME = 'playwright-core';
const core = process.env.POLLEX_PLAYWRIGHT_CORE;
delete process.env.POLLEX_PLAYWRIGHT_CORE;

/** `import` sees the package from inside itself; `require` knows no other place to look from, and gets the file. */
const resolveCore = (specifier, context, next) => {
  if (!context.conditions.includes('require')) return next(specifier, { ...context, parentURL: core });
  const inside = specifier.slice(NAME.length + 1) || 'index.js';
  return next(fileURLToPath(new URL(inside, core)), context);
};

/** What is found, null where there is nothing; every other failure is thrown. */
const found = (specifier, context, next) => {
  try {
    return next(specifier, context);
  } catch (error) {
    if (!MISSING.includes(error.code)) throw error;
    return null;
  }
};

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === NAME || specifier.startsWith(`${NAME}/`)) return resolveCore(specifier, context, next);
    if (specifier === 'playwright') {
      return found(specifier, context, next) ?? resolveCore(NAME, context, next);
    }
    for (const spelling of isRelative(specifier) ? [specifier, ...spellings(specifier)] : []) {
      const file = found(spelling, context, next);
      if (file !== null) return file;
    }
    return next(specifier, context);
  },
});
