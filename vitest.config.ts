import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const app = fileURLToPath(new URL("./app", import.meta.url));

export default defineConfig({
  resolve: { alias: { "~": app } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["app/**/*.test.ts", "workers/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "workerd",
          include: ["tests/workerd/**/*.test.ts"],
          globalSetup: ["tests/support/serve-for-tests.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
