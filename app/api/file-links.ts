import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { revokeFileLinks } from "~/domain/submission/record/revoke-links.server";
import type { AppContext } from "~/session/app-context";
import { requireStaff } from "~/session/require-staff";
import { readJson, refuse, reply } from "./replies";

/** The maximum of messages that a queue takes at once. */
const MAX_MESSAGES = 100;

/** `all` must be explicit. */
const endSchema = v.union([
  v.strictObject({ submissionId: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) }),
  v.strictObject({ all: v.literal(true) }),
]);

/**
 * POST /api/file-links/end: revokes all file links issued so far, of one submission (`{"submissionId":
 * ID}`) or of all (`{"all": true}`), and rewrites the board's items with new ones. The reply's `items`
 * is how many. For staff.
 */
export async function endFileLinks(
  request: IRequestStrict,
  context: Pick<AppContext, "db" | "sendJobs" | "clock" | "ids" | "log" | "scope">,
): Promise<Response> {
  const actor = await requireStaff(context);
  const input = await readJson(request, endSchema);
  if (!input.ok) return input.response;
  const { db, scope } = context;
  const now = context.clock();
  const submissionId = "submissionId" in input.body ? input.body.submissionId : undefined;
  const subject = submissionId ?? "";
  const detail = submissionId === undefined ? "Those of all submissions." : undefined;
  const auditStatement = auditEntryOf(context, actor, { action: "links-ended", subject, detail });
  const call = {
    at: now,
    staff: actor,
    requestId: scope.requestId,
    extraStatement: auditStatement,
  };
  const jobIds = await revokeFileLinks(
    db,
    submissionId === undefined ? "all" : { submissionId },
    call,
  );
  if (!jobIds) return refuse(404, "There is no such submission.");
  context.log("warn", "links.ended", { submissionId, count: jobIds.length });
  // The sweep sends the rest.
  const firstIds = jobIds.slice(0, MAX_MESSAGES);
  if (firstIds.length > 0) await context.sendJobs(firstIds, { submissionId });
  return reply(200, { success: true, items: jobIds.length });
}
