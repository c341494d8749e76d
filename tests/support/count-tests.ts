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

/** Whether a test has passed: at once, or after it met the local run's proxy and nothing else. */
function passed({ status, results }: Test): boolean {
  if (status === "expected") return true;
  const failed = results.filter((result) => result.status !== "passed");
  const excused = failed.every(({ annotations }) =>
    annotations.some(({ type }) => type === MET_THE_PROXY),
  );
  return status === "flaky" && excused;
}

/** Reads Playwright's report. @returns how many tests have passed and how many failed. */
export function countTests(json: unknown): [number, number] {
  const { suites, errors } = v.parse(reportSchema, json);
  const tests = suites.flatMap(testsIn);
  const good = tests.filter(passed).length;
  return [good, tests.length - good + errors.length];
}
