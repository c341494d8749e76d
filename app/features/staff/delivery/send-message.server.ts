import { sql } from "drizzle-orm";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { readRelease } from "./read-release.server";

/**
 * Sends the message of a submission. HEAD records nothing.
 * @throws Response 404 if there is no such submission, 409 with what its release lacks.
 */
export async function sendMessage(
  context: AppContext,
  actor: Staff,
  { id, isHead }: { id: string; isHead: boolean },
): Promise<Response> {
  const { announced } = await readRelease(context, id);
  if ("lacks" in announced)
    throw refusal(409, `The message can't be made yet. It lacks: ${announced.lacks.join("; ")}.`);
  const { release, messageAt } = announced;
  const message = new TextEncoder().encode(messageAt(context.clock()));
  if (!isHead)
    await auditEntryOf(context, actor, { action: "message-downloaded", subject: id })(sql`1`);
  return new Response(isHead ? null : message, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Content-Length": String(message.length),
      "Content-Disposition": `attachment; filename="${release.icpn}.xml"`,
    },
  });
}
