import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import "./single-threaded-gc.mjs";

const BIN = resolve(import.meta.dirname, "../../node_modules/.bin");

/** The environment of child processes: enough to run, nothing that could become a setting. */
export function plainEnv(): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "CI", "TEST_WINDOW"];
  // The local runtime then trusts a mail server with a self-signed certificate.
  names.push("NODE_EXTRA_CA_CERTS");
  names.push("MINIFLARE_WORKERD_V8_FLAGS");
  // The way to Cloudflare: a proxy of the network, or another address of its API.
  names.push("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy");
  names.push("CLOUDFLARE_API_BASE_URL");
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const GUARD = resolve(import.meta.dirname, "guard.mjs");

/**
 * Starts one of the project's tools behind a guard that leads its process group, so that the whole group
 * ends when this process ends, even by SIGKILL.
 * @param tool a name in `node_modules/.bin`, or a path.
 */
export function startTool(
  tool: string,
  args: string[],
  env: Record<string, string>,
  output: "inherit" | "pipe",
): ChildProcess {
  return spawn(process.execPath, [GUARD, resolve(BIN, tool), ...args], {
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
    // The guard was killed and could not end its group.
    if (child.signalCode !== null) process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended already.
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
    // Not on "exit", as the last output, which says why the tool failed, may arrive after it.
    child.on("close", (code) => {
      if (code === 0) return resolve(stdout);
      reject(new Error(`${tool} ${args[0] ?? ""} failed:\n${output}`));
    });
  });
}
