// How scripts may name what lies beside them: as it is called, or as TypeScript lets one write it, without an ending
// or with that of the JavaScript that it would become.
const ENDINGS = ['.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js'];

export const MISSING = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT'];

export const isRelative = (specifier) => /^\.{1,2}(\/|$)/.test(specifier);

/** What else a relative specifier may mean, the likeliest first. */
export const spellings = (specifier) => {
  const written = specifier.replace(/\.([cm]?)js$/, '.$1ts');
  return [...(written === specifier ? [] : [written]), ...ENDINGS.map((ending) => specifier.replace(/\/$/, '') + ending)];
};
