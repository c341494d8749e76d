import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { errorReportSchema, MAX_REPORT_BYTES } from "~/observability/errors/error-report";
import { storeErrorReport } from "~/observability/errors/error-report-store.server";
import { passesEdge } from "~/platform/rate/edge-limits.server";
import { withTimeout } from "~/platform/timeout";
import type { AppContext } from "~/session/app-context";
import { addressOf, rateLimitKey, visitorNetworks } from "~/session/visitor-limits.server";
import { readText, refuse, refuseRateLimited, refuseWithRetry, reply } from "./replies";

/** A beacon, sent while a page closes, may label its JSON as plain text. */
const ACCEPTED_TYPES = /^(application\/json|text\/plain)\b/i;

/** A closing page waits no longer than that. */
const STORE_TIMEOUT_SECONDS = 5;
const NOT_STORED = "We can't keep this report just now. Send it again in a minute.";
/** The edge limits addresses per minute, the database limits visitors per hour. */
const EDGE_WAIT_SECONDS = 60;
const VISITOR_WAIT_SECONDS = 600;
const tooMany = (wait: number) => refuseRateLimited(wait, "Too many reports were sent just now.");

/**
 * POST /api/monitoring/error-report: stores an error of an artist's browser. Only pages of this site
 * may send it (the edge checks the origin); floods are stopped at the edge before the body is read.
 */
export async function reportError(request: IRequestStrict, context: AppContext): Promise<Response> {
  if (!ACCEPTED_TYPES.test(request.headers.get("Content-Type") ?? ""))
    return refuse(415, "This call takes JSON.");
  const address = addressOf(request) ?? "local";
  if (!(await passesEdge(context.edge.limits, "reports", address)))
    return tooMany(EDGE_WAIT_SECONDS);
  const body = await readText(request, MAX_REPORT_BYTES);
  if (body instanceof Response) return body;
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), errorReportSchema), body);
  if (!report.success) return refuse(400, "This is no error report.");
  const now = context.clock();
  const id = context.ids.next(now);
  const { LIMIT_REPORTS_PER_HOUR: perHour, LIMIT_REPORTS_PER_DAY: perDay } = context.settings;
  const visitor = await rateLimitKey(request, context.settings);
  const network = (await visitorNetworks(request, context.settings))?.site;
  const receipt = { id, visitor, network, now };
  const limits = { perHour, perDay };
  const storing = storeErrorReport(context.db, report.output, receipt, limits);
  const outcome = await withTimeout(STORE_TIMEOUT_SECONDS, storing).catch((error: unknown) => {
    context.scope.logFailure(error);
  });
  // The page keeps an unanswered report and sends it again; it is counted once.
  if (!outcome) return refuseWithRetry({ status: 503, text: NOT_STORED, retryAfter: 60 });
  const { reported, failure } = outcome;
  // Counted even if there is no room for its text.
  if (reported === "full") context.scope.recordFailureForStaff(failure, report.output.submissionId);
  if (reported === "too-many") return tooMany(VISITOR_WAIT_SECONDS);
  if (reported === "stored") {
    const submissionId = report.output.submissionId ?? undefined;
    context.log("warn", "error.reported", { reportId: id, submissionId });
  }
  return reply(201, { success: true });
}
