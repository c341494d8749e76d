import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import * as v from "valibot";
import { ErrorPage } from "~/components/error-page";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/pages/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import {
  apiTests,
  testData,
  testDataSchema,
  testRequestBody,
  toTestResult,
} from "~/staff/api-tests";
import { type SignsOut, StaffBar } from "~/views/staff/staff-bar";
import { readResults } from "~/views/staff/test-dashboard/serialize-results";
import { TestDashboard } from "~/views/staff/test-dashboard/test-dashboard-view";

const HEADING = "API test dashboard";
/** Room for the form with earlier results. */
const MAX_BYTES = 64 * 1024;

export async function loader({ context }: LoaderFunctionArgs) {
  const { name, sessionId } = await requireStaff(context);
  const signsOut: SignsOut = sessionId ? "here" : context.edge.access ? "access" : "nowhere";
  return { name, signsOut };
}

/** Runs one or all tests for a page without script, by calling the API within this request. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireStaff(context);
  const { fields } = await readSmallForm(request, "/test-dashboard", MAX_BYTES);
  const intent = fields.get("intent");
  const tests = apiTests.filter(({ id }) => intent === "all" || intent === id);
  if (tests.length === 0) throw refusal(400, NO_BUTTON);
  const input = v.safeParse(testDataSchema, Object.fromEntries(fields));
  if (!input.success)
    throw refusal(400, "A field of this form is too long. Go back and shorten it.");
  const results = await Promise.all(
    tests.map(async (test) => {
      const { method, path } = test;
      const body = testRequestBody(test, input.output);
      const headers = { "Content-Type": "application/json" };
      const init = { method, ...(body && { headers, body: JSON.stringify(body) }) };
      try {
        const reply = await context.scope.callApi(new Request(new URL(path, request.url), init));
        return toTestResult(test, { ok: reply.ok, json: await reply.json() });
      } catch (error) {
        context.scope.logFailure(error);
        return toTestResult(test, undefined);
      }
    }),
  );
  return data({ values: input.output, results: [...results, ...readResults(fields)] });
}

export const meta: MetaFunction = (page) => [
  ...pageTitle(HEADING, page),
  { name: "robots", content: "noindex" },
];

export default function ApiTestDashboard() {
  const { name, signsOut } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <StaffBar name={name} signsOut={signsOut} />
      <div className={notice.page}>
        <h1>{HEADING}</h1>
        <p className={notice.lead}>
          Calls the portal's own API as staff do. Creating an item makes a real one on the board;
          the same data makes no second one.
        </p>
        <TestDashboard values={reply?.values ?? testData} results={reply?.results ?? []} />
      </div>
    </>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
