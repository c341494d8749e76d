import * as v from "valibot";
import { apiTests, type TestResult } from "~/domain/review/api-tests";

/** The number of results that the page keeps. */
const MAX_RESULTS = 30;
const ids = apiTests.map(({ id }) => id);

const resultsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      id: v.picklist(ids),
      ok: v.boolean(),
      message: v.pipe(v.string(), v.maxLength(500)),
      detail: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
    }),
  ),
);

/** Reads the earlier results that a form without script posts back; empty if they are invalid. */
export function readResults(fields: URLSearchParams): TestResult[] {
  const result = v.safeParse(resultsSchema, fields.get("results"));
  return result.success ? result.output.slice(0, MAX_RESULTS) : [];
}

/** Serializes results for a hidden field. */
export function serializeResults(results: readonly TestResult[]): string {
  return JSON.stringify(results.slice(0, MAX_RESULTS));
}
