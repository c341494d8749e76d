import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSamples } from "./read-samples";

/** The version of sox that is installed, or undefined. */
export function soxVersion(): string | undefined {
  const { status, stdout } = spawnSync("sox", ["--version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim().replace(/^sox:\s*/, "") : undefined;
}

/** CPU seconds of one run of sox, as the shell counts them. */
export function soxCpu(...args: string[]): number {
  const script = "TIMEFORMAT='%U %S'; time sox \"$@\"";
  const { status, stderr } = spawnSync("bash", ["-c", script, "sox", ...args], {
    encoding: "utf8",
  });
  const times = stderr.trim().split("\n").at(-1) ?? "";
  if (status !== 0 || !/^[\d.]+ [\d.]+$/.test(times)) throw new Error(`sox failed: ${stderr}`);
  return times.split(" ").reduce((sum, seconds) => sum + Number(seconds), 0);
}

let folder: string | undefined;

/** A folder for files of this run, deleted when the process ends. */
export function benchFolder(): string {
  if (folder) return folder;
  const newFolder = mkdtempSync(join(tmpdir(), "bench-clips-"));
  process.on("exit", () => rmSync(newFolder, { recursive: true, force: true }));
  folder = newFolder;
  return newFolder;
}

/** Converts a file with sox: the samples of the left channel, and the number of frames. */
export async function soxSamples(file: Uint8Array, output: string[], effects: string[]) {
  const [input, to] = [join(benchFolder(), "in.wav"), join(benchFolder(), "out.wav")];
  writeFileSync(input, file);
  execFileSync("sox", [input, ...output, "-r", "44100", "-c", "2", to, ...effects]);
  return readSamples(readFileSync(to));
}
