import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { apiTests, testDataSchema } from "~/domain/review/api-tests";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { loadStaffFrame } from "../frame/staff-frame.server";
import { readResults, runApiTest } from "./api-test-run";

/** Room for the form with earlier results. */
const MAX_BYTES = 64 * 1024;

export async function loader({ context }: LoaderFunctionArgs) {
  return loadStaffFrame(context, await requireStaff(context));
}

/** Runs one or all tests for a page without script, by calling the API within this request. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireStaff(context);
  const { fields } = await readSmallForm(request, "/test-dashboard", MAX_BYTES, MAX_BYTES);
  const intent = fields.get("intent");
  const tests = apiTests.filter(({ id }) => intent === "all" || intent === id);
  if (tests.length === 0) throw refusal(400, NO_BUTTON);
  const input = v.safeParse(testDataSchema, Object.fromEntries(fields));
  if (!input.success)
    throw refusal(400, "A field of this form is too long. Go back and shorten it.");
  const { callApi, logFailure } = context.scope;
  const send = (path: string, init: RequestInit) =>
    callApi(new Request(new URL(path, request.url), init));
  const results = await Promise.all(
    tests.map((test) => runApiTest(test, input.output, send, logFailure)),
  );
  return data({ values: input.output, results: [...results, ...readResults(fields)] });
}
