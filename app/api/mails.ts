import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { allowMails } from "~/domain/mail/mail-limit.server";
import { findMail, mailStates } from "~/domain/mail/mail-store.server";
import { listMails } from "~/domain/mail/read-outbox.server";
import type { AppContext } from "~/session/app-context";
import { requireStaff, type StaffDeps } from "~/session/require-staff";
import { refuse, reply } from "./replies";

const MAX_MAILS = 100;
const stateSchema = v.optional(v.picklist(mailStates));

/**
 * GET /api/mails: the latest hundred mails with their jobs, with `?state=` only those in that state.
 * `textBody` is null if it holds a secret of the recipient. For staff.
 */
export async function showOutbox(
  request: IRequestStrict,
  { db, scope }: StaffDeps & Pick<AppContext, "db">,
): Promise<Response> {
  await requireStaff({ scope });
  const stateText = new URL(request.url).searchParams.get("state") ?? undefined;
  const state = v.safeParse(stateSchema, stateText);
  if (!state.success) return refuse(400, `A mail is ${mailStates.join(", ")}.`);
  const mails = await listMails(db, MAX_MAILS, state.output);
  const mailViews = mails.map(({ html: _, text: textBody, ...mail }) => ({ ...mail, textBody }));
  return reply(200, { success: true, mails: mailViews });
}

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** POST /api/mails/{id}/allow: allows mails to this mail's address again. For staff. */
export async function allowMailsAgain(
  request: IRequestStrict,
  context: StaffDeps & Pick<AppContext, "db" | "clock" | "ids">,
): Promise<Response> {
  const { db } = context;
  const actor = await requireStaff(context);
  const id = v.safeParse(idSchema, request.params.id);
  const mail = id.success ? await findMail(db, id.output) : undefined;
  if (!mail?.mailbox) return refuse(404, "There's no such email.");
  await allowMails(
    db,
    mail.mailbox,
    auditEntryOf(context, actor, { action: "mails-allowed", subject: mail.id }),
  );
  return reply(200, { success: true });
}
