import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("npm run bench starts, and knows its benchmarks", async () => {
  const run = promisify(execFile)("node_modules/.bin/tsx", ["tests/bench/bench.ts", "no-such"]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr:
      'There is no benchmark "no-such"; there are: upload, pages, jobs, server, text, migrations, growth.\n',
  });
});
