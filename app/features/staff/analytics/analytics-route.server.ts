import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  DASHBOARD_FAILED,
  DEFAULT_HOURS,
  readHours,
  WRONG_HOURS,
} from "~/observability/analytics/dashboard";
import { readSplit } from "~/observability/analytics/vitals.server";
import { requireStaff } from "~/session/require-staff";
import {
  loadStaffCounts,
  loadStaffFrame,
  loadSweepIncident,
  type StaffFrameData,
  staffFrame,
} from "../frame/staff-frame.server";
import { readAnalytics } from "./analytics.server";
import { analyticsPage } from "./analytics-page.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const requestedHours = readHours(query);
  const dimension = readSplit(query);
  const hours = requestedHours ?? DEFAULT_HOURS;
  let frame: StaffFrameData | undefined;
  const failureReply = (trouble: string, status: number) =>
    data({ frame, hours, trouble, page: undefined }, { status });
  try {
    const staff = await requireStaff(context);
    if (requestedHours === undefined) {
      frame = await loadStaffFrame(context, staff);
      return failureReply(WRONG_HOURS, 400);
    }
    frame = staffFrame(context, staff, []);
    const [analytics, counts, silence] = await Promise.all([
      readAnalytics(context, hours, dimension),
      loadStaffCounts(context, staff),
      loadSweepIncident(context),
    ]);
    const unexplained = analytics.incidents.open.filter(({ causeId }) => causeId === undefined);
    frame = staffFrame(context, staff, [...silence, ...unexplained], counts);
    const page = analyticsPage(analytics);
    return { frame, hours, trouble: undefined, page };
  } catch (error) {
    // Redirects and refusals of the guard.
    if (error instanceof Response) throw error;
    context.scope.logFailure(error);
    // Without the database nobody can be recognized, so the page shows no figures.
    return failureReply(DASHBOARD_FAILED, 503);
  }
}
