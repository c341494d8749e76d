import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { useRef } from "react";
import { ErrorPage } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import {
  DASHBOARD_FAILED,
  DEFAULT_HOURS,
  readHours,
  timeWindows,
  UNKNOWN_ERROR,
  WRONG_HOURS,
} from "~/monitoring/analytics/dashboard";
import { readSplit } from "~/monitoring/vitals/vitals-split.server";
import { readAnalytics } from "~/pages/staff/analytics.server";
import { analyticsPage } from "~/pages/staff/analytics-page.server";
import { requireStaff } from "~/session/require-staff";
import styles from "~/views/staff/analytics/analytics.module.css";
import { AnalyticsView } from "~/views/staff/analytics/analytics-view";
import { LoadError } from "~/views/staff/analytics/load-error";
import { WindowForm } from "~/views/staff/analytics/window-form";
import { IncidentList } from "~/views/staff/incidents/incident-list";
import { type SignsOut, StaffBar } from "~/views/staff/staff-bar";

/** Scripts are for the automatic refresh only. */
export const handle = { scripts: true };

const HEADING = "Analytics";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const requestedHours = readHours(query);
  const dimension = readSplit(query);
  const hours = requestedHours ?? DEFAULT_HOURS;
  let [name, signsOut]: [string, SignsOut] = ["", "nowhere"];
  const failureReply = (trouble: string, status: number) =>
    data({ name, signsOut, hours, trouble, page: undefined }, { status });
  try {
    const staff = await requireStaff(context);
    name = staff.name;
    signsOut = staff.sessionId ? "here" : context.edge.access ? "access" : "nowhere";
    if (requestedHours === undefined) return failureReply(WRONG_HOURS, 400);
    const page = analyticsPage(await readAnalytics(context, hours, dimension));
    return { name, signsOut, hours, trouble: undefined, page };
  } catch (error) {
    // Redirects and refusals of the guard.
    if (error instanceof Response) throw error;
    context.scope.logFailure(error);
    // Without the database nobody can be recognized, so the page shows no figures.
    return failureReply(DASHBOARD_FAILED, 503);
  }
}

export const meta: MetaFunction = (page) => [
  ...pageTitle(HEADING, page),
  { name: "robots", content: "noindex" },
];

export default function AnalyticsDashboard() {
  const { name, signsOut, hours, trouble, page } = useLoaderData<typeof loader>();
  // Keeps the last figures when a refresh fails.
  const lastPage = useRef({ hours, page });
  if (page) lastPage.current = { hours, page };
  const current = page ?? (lastPage.current.hours === hours ? lastPage.current.page : undefined);
  const window = timeWindows.find((timeWindow) => timeWindow.hours === hours)?.label ?? "";
  return (
    <>
      <StaffBar name={name} signsOut={signsOut} />
      <div className={styles.page}>
        <div>
          <h1>{HEADING}</h1>
          <WindowForm hours={hours} readAt={current?.readAt} />
        </div>
        <LoadError text={trouble} hours={hours} />
        {current && <AnalyticsView page={current} hours={hours} window={window} />}
        {current && (
          <section className={styles.part} aria-labelledby="incidents">
            <h2 id="incidents">Incidents</h2>
            <IncidentList incidents={current.incidents} returnPath="/analytics" />
          </section>
        )}
      </div>
    </>
  );
}

/** Everything but a refusal is an unexpected error. */
export function ErrorBoundary() {
  const error = useRouteError();
  const [query] = useSearchParams();
  if (isRouteErrorResponse(error)) return <ErrorPage error={error} />;
  return (
    <div className={styles.page}>
      <h1>{HEADING}</h1>
      <LoadError text={UNKNOWN_ERROR} hours={readHours(query) ?? DEFAULT_HOURS} />
    </div>
  );
}
