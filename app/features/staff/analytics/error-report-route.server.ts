import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { draftById } from "~/domain/submission/draft/draft-store.server";
import { firstOpenStep } from "~/domain/submission/steps/steps";
import { loadForStaff } from "~/features/staff/load-for-staff.server";
import { errorDetails } from "~/observability/analytics/queries.server";
import { REPORT_DAYS } from "~/observability/errors/error-report-store.server";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";

const NO_ERROR = `There's no such error. Reports are kept for ${REPORT_DAYS} days.`;

const releasesSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** The progress of the draft that an error affected; undefined if it is gone. */
async function describeDraft({ db }: Pick<AppContext, "db">, id: string) {
  const draft = await draftById(db, id);
  if (!draft) return undefined;
  const { completed, updatedAt } = draft;
  return { step: firstOpenStep(completed).title, changed: updatedAt.toISOString() };
}

/** An error report for staff: what happened, how often, and to which submission or draft. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return loadForStaff(context, async () => {
    const details = await errorDetails(context.db, params.reportId ?? "");
    if (!details) throw refusal(404, NO_ERROR);
    const { report, cause, hit, alike } = details;
    const releases = v.safeParse(releasesSchema, cause?.releases);
    const draftId = hit ? null : report.submissionId;
    return {
      report,
      /** The submission that was affected. */
      hit,
      /** The affected draft, if it was never submitted. */
      draft: draftId ? { id: draftId, found: await describeDraft(context, draftId) } : undefined,
      cause: cause && {
        count: cause.count,
        first: cause.firstSeenAt,
        last: cause.lastSeenAt,
        releases: releases.success ? releases.output : [],
      },
      alike,
    };
  });
}
