import { expect, test } from "vitest";
import { runTool } from "./processes";

const node = (script: string) => runTool(process.execPath, ["-e", script]);

test("a failed tool's last output is shown, also where it arrives after its end", async () => {
  // Detached from the tool's process group, so that it survives and writes later.
  const late = `setTimeout(() => console.error('near "NOT": syntax error'), 500)`;
  const script = `
    const options = { detached: true, stdio: ["ignore", "inherit", "inherit"] };
    require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(late)}], options).unref();
    process.exitCode = 3;`;
  await expect(node(script)).rejects.toThrow(/near "NOT": syntax error/);
});

test("a tool's standard output is returned without its warnings", async () => {
  expect(await node(`console.error("[WARNING]"); console.log("[]");`)).toBe("[]\n");
});

test("a tool that starts the local runtime hands it the flag against its standstill", async () => {
  const flags = await node("console.log(process.env.MINIFLARE_WORKERD_V8_FLAGS)");
  expect(flags).toBe("--single-threaded-gc\n");
});
