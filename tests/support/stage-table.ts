import { cpus } from "node:os";
import type { FileDuration } from "./test-tally";

/** What one stage of the run took. */
export interface Stage {
  name: string;
  tests: number;
  wallMs: number;
  /** Of its process and of what that started and waited for. */
  cpuSeconds: number;
}

/** A POSIX shell's `times`: two lines of user and system time, the second one of what the shell ran. */
export function parseShellTimes(text: string): number {
  const children = text.trim().split("\n").at(-1) ?? "";
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** The command that runs another one and writes what it cost to `file`; see {@link parseShellTimes}. */
export function measuredCommand(file: string, command: readonly string[]): string[] {
  return ["bash", "-c", '"$@"; code=$?; times > "$0"; exit $code', file, ...command];
}

/** CPU seconds that this machine has been busy since it started, whoever kept it so. */
export function machineSeconds(): number {
  const busyMs = cpus().map(({ times }) => times.user + times.nice + times.sys);
  return busyMs.reduce((sum, ms) => sum + ms, 0) / 1000;
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const seconds = (value: number) => value.toFixed(0);

/** The stages of a run as a table in Markdown, with their sum. */
export function stageTable(stages: readonly Stage[], wallMs: number): string {
  const sum = (read: (stage: Stage) => number) => stages.map(read).reduce((a, b) => a + b, 0);
  return [
    row(["stage", "tests", "wall s", "CPU s"]),
    row(["---", "---:", "---:", "---:"]),
    ...stages.map(({ name, tests, wallMs: ms, cpuSeconds }) =>
      row([name, tests, seconds(ms / 1000), seconds(cpuSeconds)]),
    ),
    row([
      "whole run",
      sum(({ tests }) => tests),
      seconds(wallMs / 1000),
      seconds(sum(({ cpuSeconds }) => cpuSeconds)),
    ]),
  ].join("\n");
}

/** The test files that took longest, dearest first. */
export function fileTable(files: readonly FileDuration[], count = 20): string {
  const dearest = [...files].sort((a, b) => b.ms - a.ms).slice(0, count);
  return [
    row(["file", "tests", "s"]),
    row(["---", "---:", "---:"]),
    ...dearest.map(({ file, tests, ms }) => row([file, tests, (ms / 1000).toFixed(1)])),
  ].join("\n");
}
