import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const OUT = "../src/pollex/serve/static";

/** Writes each file compressed as well, so that the server need not. */
function compressed(): Plugin {
  return {
    name: "compressed",
    closeBundle() {
      for (const name of readdirSync(OUT).filter((each) => /\.(js|css|svg|html)$/.test(each))) {
        const file = join(OUT, name);
        const text = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(text));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  base: "/static/",
  publicDir: false,
  plugins: [compressed()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    assetsDir: "",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    reportCompressedSize: false,
  },
});
