import { readFileSync } from "node:fs";
import type { FileDuration } from "./test-tally";

/** What one stage of the run took. */
export interface Stage {
  name: string;
  tests: number;
  wallMs: number;
  /** Of its process and all that it started. */
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

/** CPU seconds of every process that this one has started and seen end; undefined where no one says. */
export function endedChildrenSeconds(): number | undefined {
  try {
    // Fields 16 and 17, counted behind the name, which may hold spaces.
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return undefined;
  }
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
