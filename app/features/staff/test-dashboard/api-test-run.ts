import * as v from "valibot";
import {
  type ApiTest,
  apiTests,
  type TestData,
  type TestResult,
  testRequestBody,
  toTestResult,
} from "~/domain/review/api-tests";

/**
 * Makes the call of a test, from the browser or within a request to the server.
 * @param logFailure told of a call that failed.
 */
export async function runApiTest(
  test: ApiTest,
  testData: TestData,
  send: (path: string, init: RequestInit) => Promise<Response>,
  logFailure: (error: unknown) => void = () => {},
): Promise<TestResult> {
  const body = testRequestBody(test, testData);
  const headers = { "Content-Type": "application/json" };
  try {
    const reply = await send(test.path, {
      method: test.method,
      ...(body && { headers, body: JSON.stringify(body) }),
    });
    return toTestResult(test, { ok: reply.ok, json: await reply.json() });
  } catch (error) {
    logFailure(error);
    return toTestResult(test, undefined);
  }
}

/** The number of results that the page keeps. */
const MAX_RESULTS = 30;

const resultsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      id: v.picklist(apiTests.map(({ id }) => id)),
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
