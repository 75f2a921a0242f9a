// Lets a script import 'playwright-core' without installing it: the one of Playwright's wheel serves.
// 'playwright', where it is not installed beside the script, is the same.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const NAME = 'playwright-core';
const MISSING = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];
const core = process.env.POLLEX_PLAYWRIGHT_CORE;
delete process.env.POLLEX_PLAYWRIGHT_CORE;

/** `import` sees the package from inside itself; `require` knows no other place to look from, and gets the file. */
const resolveCore = (specifier, context, next) => {
  if (!context.conditions.includes('require')) return next(specifier, { ...context, parentURL: core });
  const inside = specifier.slice(NAME.length + 1) || 'index.js';
  return next(fileURLToPath(new URL(inside, core)), context);
};

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === NAME || specifier.startsWith(`${NAME}/`)) return resolveCore(specifier, context, next);
    if (specifier !== 'playwright') return next(specifier, context);
    try {
      return next(specifier, context);
    } catch (error) {
      if (!MISSING.includes(error.code)) throw error;
      return resolveCore(NAME, context, next);
    }
  },
});
