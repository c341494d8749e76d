import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";

const BIN = resolve(import.meta.dirname, "../../node_modules/.bin");

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

/** Stays with a tool to the end of everything that it starts. */
const GUARD = resolve(import.meta.dirname, "guard.mjs");

/**
 * Starts one of the project's own tools, behind a guard that heads its process group: all of the
 * group ends when we end, however that comes.
 * @param tool the name of one of ours, or a path.
 * @param watch whether all is over, too, when a local runtime of the tool dies.
 */
export function startTool(
  tool: string,
  args: string[],
  env: Record<string, string>,
  output: "inherit" | "pipe",
  watch: "tool" | "runtimes" = "tool",
): ChildProcess {
  return spawn(process.execPath, [GUARD, watch, resolve(BIN, tool), ...args], {
    env: { ...plainEnv(), ...env },
    stdio: ["pipe", output, output],
    detached: true,
  });
}

/** Ends a tool and everything it started; `child` has ended when all of that has. */
export function stopTool(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    return;
  }
  try {
    // The guard was killed, and could see to nobody any more.
    if (child.signalCode !== null) process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nobody was left.
  }
}

/**
 * Runs a tool to its end.
 * @returns what it wrote to standard output; what it wrote to standard error is shown only when it fails.
 */
export function runTool(
  tool: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = startTool(tool, args, env, "pipe");
    let stdout = "";
    let output = "";
    child.stdout?.on("data", (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.on("data", (text) => (output += text));
    child.on("error", reject);
    // Not on "exit": the last words of a tool, which say why it failed, may still be on their way then.
    child.on("close", (code) => {
      if (code === 0) return resolve(stdout);
      reject(new Error(`${tool} ${args[0] ?? ""} failed:\n${output}`));
    });
  });
}
