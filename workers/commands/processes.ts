import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const BIN = join(import.meta.dirname, "../../node_modules/.bin");

/** What child processes get of our environment: enough to run, nothing that could become a setting. */
export function plainEnv(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "CI", "TEST_WINDOW"];
  // A mail server of one's own may have a certificate of one's own; the local runtime trusts it so.
  names.push("NODE_EXTRA_CA_CERTS");
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Starts one of the project's own tools; its group ends with us. */
export function startTool(
  tool: string,
  args: string[],
  env: Record<string, string>,
  output: "inherit" | "pipe",
): ChildProcess {
  return spawn(join(BIN, tool), args, {
    env: { ...plainEnv(), ...env },
    stdio: ["ignore", output, output],
    detached: true,
  });
}

/** Ends a tool and everything it started. */
export function stopTool(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, "SIGTERM");
  } catch {
    child.kill();
  }
}

/** Runs a tool to its end; its output is shown only when it fails. */
export function runTool(
  tool: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = startTool(tool, args, env, "pipe");
    let output = "";
    child.stdout?.on("data", (text) => (output += text));
    child.stderr?.on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) return resolve(output);
      reject(new Error(`${tool} ${args[0] ?? ""} failed:\n${output}`));
    });
  });
}
