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
 * Reads Playwright's report. A test that passed on its second try counts as passed; it is to be
 * looked at all the same, unless the local run's proxy was to blame.
 * @returns how many tests have passed and failed, and how many of the first are to be looked at.
 */
export function countTests(json: unknown): { passed: number; failed: number; unsteady: number } {
  const { suites, errors } = v.parse(reportSchema, json);
  const tests = suites.flatMap(testsIn);
  const flaky = tests.filter(({ status }) => status === "flaky");
  const passed = tests.filter(({ status }) => status === "expected").length + flaky.length;
  const failed = tests.length - passed + errors.length;
  return { passed, failed, unsteady: flaky.filter((test) => !isExcused(test)).length };
}
