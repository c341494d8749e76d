import * as v from "valibot";

/** Notes that a test met the local run's proxy: only then may it be tried once more. */
export const MET_THE_PROXY = "met the local proxy";

const resultSchema = v.object({
  status: v.string(),
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

const testsIn = ({ suites = [], specs = [] }: Suite): { name: string; test: Test }[] => [
  ...suites.flatMap(testsIn),
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map((test) => ({ name: `${file} › ${title}`, test })),
  ),
];

/** Whether a test met the local run's proxy each time it failed. */
const isExcused = ({ results }: Test): boolean =>
  results
    .filter((result) => result.status !== "passed")
    .every(({ annotations }) => annotations.some(({ type }) => type === MET_THE_PROXY));

/**
 * What came of a suite: how many tests have passed, the names of those that have not, and of those
 * that have passed on their second try.
 */
export interface Tally {
  passed: number;
  failed: string[];
  again: string[];
}

/** As many tests of a suite may need a second try: on a machine with other work one sometimes does. */
const SECOND_TRIES = 2;

/** Tests that passed on their second try have failed where they are more than {@link SECOND_TRIES}. */
function judged(tests: number, failed: string[], again: string[]): Tally {
  const bad = again.length > SECOND_TRIES ? [...failed, ...again] : failed;
  return { passed: tests - bad.length, failed: bad, again };
}

/** Reads Playwright's report. Who met the local run's proxy and nothing else needed no second try. */
export function tallyPlaywright(json: unknown): Tally {
  const { suites, errors } = v.parse(reportSchema, json);
  const tests = suites.flatMap(testsIn);
  const failed = tests.filter(({ test }) => !["expected", "flaky"].includes(test.status));
  const again = tests.filter(({ test }) => test.status === "flaky" && !isExcused(test));
  const names = (some: typeof tests) => some.map(({ name }) => name);
  const tally = judged(tests.length, names(failed), names(again));
  const outside = errors.map(() => "an error outside of any test");
  return { ...tally, failed: [...tally.failed, ...outside] };
}

const vitestSchema = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          fullName: v.string(),
          meta: v.optional(v.object({ secondTry: v.optional(v.boolean()) }), {}),
        }),
      ),
    }),
  ),
});

/** Reads Vitest's report. A file that could not be run counts as one failed test. */
export function tallyVitest(json: unknown): Tally {
  const { numPassedTests, testResults } = v.parse(vitestSchema, json);
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const bad = assertionResults.filter((test) => test.status === "failed");
    if (bad.length === 0) return status === "failed" ? [name] : [];
    return bad.map(({ fullName }) => `${name} › ${fullName}`);
  });
  const again = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, meta }) => status === "passed" && meta.secondTry)
      .map(({ fullName }) => `${name} › ${fullName}`),
  );
  return judged(numPassedTests + failed.length, failed, again);
}
