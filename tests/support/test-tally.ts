import { relative } from "node:path";
import * as v from "valibot";

/** Notes that a test met the local run's proxy: only then may it be tried once more. */
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
  tests: Test[];
}
interface Suite {
  suites?: Suite[];
  specs?: Spec[];
}
const suiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => suiteSchema))),
  specs: v.optional(
    v.array(v.object({ title: v.string(), file: v.string(), tests: v.array(testSchema) })),
  ),
});
const reportSchema = v.object({
  suites: v.array(suiteSchema),
  errors: v.optional(v.array(v.unknown()), []),
});

const testsIn = ({
  suites = [],
  specs = [],
}: Suite): { file: string; name: string; test: Test }[] => [
  ...suites.flatMap(testsIn),
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map((test) => ({ file, name: `${file} › ${title}`, test })),
  ),
];

/** Whether a test met the local run's proxy each time it failed. */
const isExcused = ({ results }: Test): boolean =>
  results
    .filter((result) => result.status !== "passed")
    .every(({ annotations }) => annotations.some(({ type }) => type === MET_THE_PROXY));

/** How long the tests of a file took, its hooks included where the runner tells. */
export interface FileDuration {
  file: string;
  tests: number;
  ms: number;
}

/** What came of a suite: how many tests have passed, the names of those that have not, and how long each file took. */
export interface Tally {
  passed: number;
  failed: string[];
  files: FileDuration[];
}

/** Adds up what belongs to one file. */
function sumByFile(tests: readonly Omit<FileDuration, "tests">[]): FileDuration[] {
  const files = new Map<string, FileDuration>();
  for (const { file, ms } of tests) {
    const before = files.get(file) ?? { file, tests: 0, ms: 0 };
    files.set(file, { file, tests: before.tests + 1, ms: before.ms + ms });
  }
  return [...files.values()];
}

/**
 * Reads Playwright's report. A test that passed on its second try has failed, unless it met the
 * local run's proxy and nothing else.
 */
export function tallyPlaywright(json: unknown): Tally {
  const { suites, errors } = v.parse(reportSchema, json);
  const tests = suites.flatMap(testsIn);
  const failedNames = tests
    .filter(
      ({ test }) => test.status !== "expected" && !(test.status === "flaky" && isExcused(test)),
    )
    .map(({ name }) => name);
  const outside = errors.map(() => "an error outside of any test");
  const files = sumByFile(
    tests.map(({ file, test }) => ({
      file: `tests/e2e/${file}`,
      ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return { passed: tests.length - failedNames.length, failed: [...failedNames, ...outside], files };
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

/** Reads Vitest's report. A file that could not be run counts as one failed test. */
export function tallyVitest(json: unknown): Tally {
  const { numPassedTests, testResults } = v.parse(vitestSchema, json);
  const failedNames = testResults.flatMap(({ name, status, assertionResults }) => {
    const bad = assertionResults.filter((test) => test.status === "failed");
    if (bad.length === 0) return status === "failed" ? [name] : [];
    return bad.map(({ fullName }) => `${name} › ${fullName}`);
  });
  const files = testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: relative(process.cwd(), name),
    tests: assertionResults.length,
    ms: endTime - startTime,
  }));
  return { passed: numPassedTests, failed: failedNames, files };
}
