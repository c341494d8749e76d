import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { findEntry } from "~/domain/access/waiting-list.server";
import { predictMail } from "~/domain/mail/predict-mail.server";
import { waitingListMailKey } from "~/domain/mail/waiting-list-mail";
import { longDate } from "~/platform/formats/dates";

const idSchema = v.pipe(v.string(), v.ulid());

/** The page has no personal data, so anybody with its address may read it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings, clock } = context;
  const { SUPPORT_EMAIL: supportEmail } = settings;
  const id = v.safeParse(idSchema, new URL(request.url).searchParams.get("entry"));
  const row = id.success ? await findEntry(db, id.output) : undefined;
  if (!row) return { entry: undefined, supportEmail };
  const { reference, replyDueAt, email: recipient } = row;
  const mail = { dedupeKey: waitingListMailKey(row.id), kind: "waiting-list", recipient } as const;
  const mailPrediction = await predictMail(db, mail, settings, clock());
  return { entry: { reference, replyDue: longDate(replyDueAt), ...mailPrediction }, supportEmail };
}
