import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { toDisplayedMail } from "~/domain/mail/displayed-mail.server";
import { allowMails } from "~/domain/mail/mail-limit.server";
import { findMail } from "~/domain/mail/mail-store.server";
import { mailJobId } from "~/domain/mail/read-outbox.server";
import { devToolsOf } from "~/session/dev-tools";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { rerunRefusalTexts } from "./rerun-refusal-texts";
import { runJobAgain } from "./run-job-again.server";

const NO_MAIL = "There's no such email, or it was deleted.";

type Params = Pick<LoaderFunctionArgs, "context" | "params">;

async function requireMail({ context, params }: Params) {
  const mail = await findMail(context.db, params.mailId ?? "");
  if (!mail) throw refusal(404, NO_MAIL);
  return mail;
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args.context);
  const mail = await requireMail(args);
  // In development no mail server delivers secret links, so they are shown here.
  const { isEnabled: showsSecrets } = devToolsOf(args.context.settings, args.request);
  return toDisplayedMail(mail, { showsSecrets });
}

/** Sends the mail again, or allows mails to its address again. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const actor = await requireStaff(context);
  const mail = await requireMail(args);
  const { fields } = await readSmallForm(request);
  const intent = fields.get("intent");
  const path = `/staff/activity/mails/${mail.id}`;
  if (intent === "allow") {
    const auditStatement = auditEntryOf(context, actor, {
      action: "mails-allowed",
      subject: mail.id,
    });
    await allowMails(context.db, mail.mailbox, auditStatement);
    return redirect(`${path}?allowed`);
  }
  const release = intent === "let-go";
  if (!release && intent !== "again" && intent !== "again-twice") throw refusal(400, NO_BUTTON);
  const jobId = await mailJobId(context.db, mail);
  if (jobId === undefined) throw refusal(409, rerunRefusalTexts["no-such-mail"]);
  const mayArriveTwice = intent === "again-twice";
  const why = await runJobAgain(context, jobId, { by: actor, mayArriveTwice, release });
  if (why !== undefined) throw refusal(409, rerunRefusalTexts[why]);
  return redirect(`${path}?again`);
}
