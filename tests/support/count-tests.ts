import * as v from "valibot";

/** Notes that a test met the local run's proxy: only then may it be tried once more. */
export const MET_THE_PROXY = "met the local proxy";

const resultSchema = v.object({
  status: v.string(),
  annotations: v.optional(v.array(v.object({ type: v.string() })), []),
});
const testSchema = v.object({ status: v.string(), results: v.array(resultSchema) });
type Test = v.InferOutput<typeof testSchema>;

interface Suite {
  suites?: Suite[];
  specs?: { tests: Test[] }[];
}
const suiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => suiteSchema))),
  specs: v.optional(v.array(v.object({ tests: v.array(testSchema) }))),
});
const reportSchema = v.object({
  suites: v.array(suiteSchema),
  errors: v.optional(v.array(v.unknown()), []),
});

const testsIn = ({ suites = [], specs = [] }: Suite): Test[] => [
  ...suites.flatMap(testsIn),
  ...specs.flatMap(({ tests }) => tests),
];

/** Whether a test met the local run's proxy each time it failed. */
const isExcused = ({ results }: Test): boolean =>
  results
    .filter((result) => result.status !== "passed")
    .every(({ annotations }) => annotations.some(({ type }) => type === MET_THE_PROXY));

/**
 * Reads Playwright's report. A test that passed on its second try has failed, unless it met the
 * local run's proxy and nothing else.
 * @returns how many tests have passed and how many failed.
 */
export function countTests(json: unknown): [number, number] {
  const { suites, errors } = v.parse(reportSchema, json);
  const tests = suites.flatMap(testsIn);
  const passed = tests.filter(
    (test) => test.status === "expected" || (test.status === "flaky" && isExcused(test)),
  ).length;
  return [passed, tests.length - passed + errors.length];
}
