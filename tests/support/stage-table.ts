import { cpus } from "node:os";
import { join, relative } from "node:path";
import * as v from "valibot";

/** The cost of one stage of the run. */
export interface Stage {
  name: string;
  tests: number;
  wallMs: number;
  /** CPU seconds of its process and awaited children. */
  cpuSeconds: number;
}

/** Parses a POSIX shell's `times`: two lines of user and system time, the second of its children. */
export function parseShellTimes(text: string): number {
  const children = text.trim().split("\n").at(-1) ?? "";
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** A command that runs another one and writes its times to `file`; see {@link parseShellTimes}. */
export function measuredCommand(file: string, command: readonly string[]): string[] {
  return ["bash", "-c", '"$@"; code=$?; times > "$0"; exit $code', file, ...command];
}

/** CPU seconds of all processes since this machine started. */
export function machineSeconds(): number {
  const busyMs = cpus().map(({ times }) => times.user + times.nice + times.sys);
  return busyMs.reduce((sum, ms) => sum + ms, 0) / 1000;
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const seconds = (value: number) => value.toFixed(0);

/** The stages of a run as a table in Markdown, with their sum. */
export function stageTable(stages: readonly Stage[], wallMs: number): string {
  const sum = (getValue: (stage: Stage) => number) =>
    stages.map(getValue).reduce((a, b) => a + b, 0);
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

/** The slowest test files as a table. */
export function fileTable(files: readonly FileDuration[], count = 20): string {
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, count);
  return [
    row(["file", "tests", "s"]),
    row(["---", "---:", "---:"]),
    ...slowest.map(({ file, tests, ms }) => row([file, tests, (ms / 1000).toFixed(1)])),
  ].join("\n");
}

/** Annotates a test that met the local run's proxy; only such a test may be retried. */
export const MET_THE_PROXY = "met the local proxy";

const resultSchema = v.object({
  status: v.string(),
  duration: v.optional(v.number(), 0),
  annotations: v.optional(v.array(v.object({ type: v.string() })), []),
});
const testSchema = v.object({ status: v.string(), results: v.array(resultSchema) });
type Test = v.InferOutput<typeof testSchema>;

interface Spec {
  title: string;
  file: string;
  line: number;
  tests: Test[];
}
interface Suite {
  suites?: Suite[];
  specs?: Spec[];
}
const suiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => suiteSchema))),
  specs: v.optional(
    v.array(
      v.object({
        title: v.string(),
        file: v.string(),
        line: v.number(),
        tests: v.array(testSchema),
      }),
    ),
  ),
});
const reportSchema = v.object({
  config: v.object({ rootDir: v.string() }),
  suites: v.array(suiteSchema),
  errors: v.optional(v.array(v.unknown()), []),
});

const listTests = ({ suites = [], specs = [] }: Suite): { spec: Spec; test: Test }[] => [
  ...suites.flatMap(listTests),
  ...specs.flatMap((spec) => spec.tests.map((test) => ({ spec, test }))),
];

/** Whether a test met the local run's proxy each time it failed. */
const isExcused = ({ results }: Test): boolean =>
  results
    .filter((result) => result.status !== "passed")
    .every(({ annotations }) => annotations.some(({ type }) => type === MET_THE_PROXY));

const hasPassed = (test: Test): boolean =>
  test.status === "expected" || (test.status === "flaky" && isExcused(test));

/** The duration of a file's tests, with hooks where the runner reports them. */
export interface FileDuration {
  file: string;
  tests: number;
  passed: number;
  ms: number;
}

/** A failed test, and the command that runs it alone. */
interface FailedTest {
  name: string;
  /** The test file, where the failure belongs to one. */
  file?: string;
  command?: string;
}

/** The result of a suite: passed tests, failed tests, and the duration of each file. */
export interface Tally {
  passed: number;
  failed: FailedTest[];
  files: FileDuration[];
}

/** A tally without some files. */
export function withoutFiles(tally: Tally, ignored: ReadonlySet<string>): Tally {
  const files = tally.files.filter(({ file }) => !ignored.has(file));
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: tally.failed.filter(({ file }) => !file || !ignored.has(file)),
    files,
  };
}

/** Sums up the tests of each file. */
function sumByFile(tests: readonly { file: string; hasPassed: boolean; ms: number }[]) {
  const files = new Map<string, FileDuration>();
  for (const { file, hasPassed, ms } of tests) {
    const fileSum = files.get(file) ?? { file, tests: 0, passed: 0, ms: 0 };
    files.set(file, {
      file,
      tests: fileSum.tests + 1,
      passed: fileSum.passed + Number(hasPassed),
      ms: fileSum.ms + ms,
    });
  }
  return [...files.values()];
}

/**
 * Parses Playwright's report. A test that passed only on retry has failed, unless it met the local run's
 * proxy.
 */
export function tallyPlaywright(json: unknown): Tally {
  const { config, suites, errors } = v.parse(reportSchema, json);
  const tests = suites.flatMap(listTests).map(({ spec, test }) => ({
    ...spec,
    test,
    file: relative(process.cwd(), join(config.rootDir, spec.file)),
  }));
  const failed = tests
    .filter(({ test }) => !hasPassed(test))
    .map(({ title, file, line }) => ({
      name: `${file} › ${title}`,
      file,
      command: `npx playwright test ${file}:${line}`,
    }));
  const outside = errors.map(() => ({ name: "an error outside of any test" }));
  const files = sumByFile(
    tests.map(({ file, test }) => ({
      file,
      hasPassed: hasPassed(test),
      ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return { passed: tests.length - failed.length, failed: [...failed, ...outside], files };
}

const vitestSchema = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      startTime: v.number(),
      endTime: v.number(),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
});

/** Characters of a title that are special in a shell or a regular expression. */
const SPECIAL = /[^\p{L}\p{N} ,:-]/gu;

/** Parses Vitest's report. A file that could not run counts as one failed test. */
export function tallyVitest(json: unknown): Tally {
  const { numPassedTests, testResults } = v.parse(vitestSchema, json);
  const results = testResults.map((result) => ({
    ...result,
    file: relative(process.cwd(), result.name),
  }));
  const failed = results.flatMap(({ file, status, assertionResults }) => {
    const command = `npx vitest run ${file}`;
    const bad = assertionResults.filter((test) => test.status === "failed");
    if (bad.length === 0) return status === "failed" ? [{ name: file, file, command }] : [];
    return bad.map(({ fullName }) => ({
      name: `${file} › ${fullName}`,
      file,
      command: `${command} -t "${fullName.replaceAll(SPECIAL, ".")}"`,
    }));
  });
  const files = results.map(({ file, startTime, endTime, assertionResults }) => ({
    file,
    tests: assertionResults.length,
    passed: assertionResults.filter((test) => test.status === "passed").length,
    ms: endTime - startTime,
  }));
  return { passed: numPassedTests, failed, files };
}
