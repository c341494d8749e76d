import type { IRequestStrict } from "itty-router";
import {
  type AnalyticsDeps,
  dashboardReply,
  readAnalytics,
} from "~/features/staff/analytics/analytics.server";
import { DASHBOARD_FAILED, readHours, WRONG_HOURS } from "~/observability/analytics/dashboard";
import type { AppContext } from "~/session/app-context";
import { requireStaff } from "~/session/require-staff";
import { refuse, reply } from "./replies";

/**
 * GET /api/analytics/dashboard?hours=1|24|168: the analytics of that window, a day by default. For
 * staff. 400 for another window, 503 where the database does not answer.
 */
export async function showDashboard(
  request: IRequestStrict,
  context: AnalyticsDeps & Pick<AppContext, "scope">,
): Promise<Response> {
  try {
    await requireStaff(context);
    const hours = readHours(new URL(request.url).searchParams);
    if (hours === undefined) return refuse(400, WRONG_HOURS);
    return reply(200, dashboardReply(await readAnalytics(context, hours)));
  } catch (error) {
    if (error instanceof Response) throw error;
    context.scope.logFailure(error);
    return refuse(503, DASHBOARD_FAILED);
  }
}

/** GET /api/health: 200 while everything answers, else 503 with what fails. */
export async function getHealth(_: IRequestStrict, context: AppContext): Promise<Response> {
  const health = await context.monitoring.health();
  return reply(health.ok ? 200 : 503, health);
}

/** GET /api/keep-alive: keeps a hidden tab's connection open. */
export function keepAlive(): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
