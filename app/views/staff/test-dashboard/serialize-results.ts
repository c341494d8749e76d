import * as v from "valibot";
import { apiTests, type TestResult } from "~/staff/api-tests";

/** How many results the page goes on showing. */
const KEPT = 30;
const ids = apiTests.map(({ id }) => id);

const toldSchema = v.pipe(
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

/** The results of before, as a page without script sends them along; none where they cannot be read. */
export function readResults(fields: URLSearchParams): TestResult[] {
  const result = v.safeParse(toldSchema, fields.get("results"));
  return result.success ? result.output.slice(0, KEPT) : [];
}

/** The same for the form. */
export function serializeResults(results: readonly TestResult[]): string {
  return JSON.stringify(results.slice(0, KEPT));
}
