import { expect, test } from "vitest";
import { runTool } from "./processes";

const node = (script: string) => runTool(process.execPath, ["-e", script]);

test("what a tool says last is shown when it fails, also where it comes after its end", async () => {
  // Out of the tool's process group, so that nobody ends it: its words are on their way for a while.
  const late = `setTimeout(() => console.error('near "NOT": syntax error'), 500)`;
  const script = `
    const options = { detached: true, stdio: ["ignore", "inherit", "inherit"] };
    require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(late)}], options).unref();
    process.exitCode = 3;`;
  await expect(node(script)).rejects.toThrow(/near "NOT": syntax error/);
});

test("what a tool answers is kept apart from what it warns of", async () => {
  expect(await node(`console.error("[WARNING]"); console.log("[]");`)).toBe("[]\n");
});
