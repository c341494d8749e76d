import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { errorReportSchema, MAX_REPORT_BYTES } from "~/monitoring/error-report";
import { storeErrorReport } from "~/monitoring/error-report-store.server";
import { readBody } from "~/session/read-body";
import { visitorKey } from "~/session/visitor";
import { refuse, reply } from "./replies";

/** A beacon, which a page sends while it closes, may call its JSON plain text. */
const TYPES = /^(application\/json|text\/plain)\b/i;

/**
 * POST /api/monitoring/error-report: keeps what went wrong in an artist's browser. Only pages of this
 * site may send it (the edge checks the origin), and each visitor only so many a minute.
 */
export async function reportError(request: IRequestStrict, portal: Portal): Promise<Response> {
  if (!TYPES.test(request.headers.get("Content-Type") ?? ""))
    return refuse(415, "This call takes JSON.");
  if (!(await portal.mayReport(visitorKey(request))))
    return refuse(429, "Too many reports were sent just now.");
  const body = await readBody(request, MAX_REPORT_BYTES);
  if (body === undefined) return refuse(413, "This call takes at most 32 KB.");
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), errorReportSchema), body);
  if (!report.success) return refuse(400, "This is no error report.");
  const now = portal.clock();
  const id = portal.ids.next(now);
  if (await storeErrorReport(portal.db, report.output, { id, now })) {
    const submissionId = report.output.submissionId ?? undefined;
    portal.log("warn", "error.reported", { reportId: id, submissionId });
  }
  return reply(201, { success: true });
}
