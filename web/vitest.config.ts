import { defineConfig } from "vitest/config";

/** Tests of the page's calculations; what is drawn is tested in a browser, by `tests/web`. */
export default defineConfig({ test: { include: ["tests/**/*.test.ts"], environment: "node" } });
