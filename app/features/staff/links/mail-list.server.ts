import { MAX_LINES } from "~/domain/access/link-forms";
import {
  activeLinksQuery,
  mailingId,
  mailingsSince,
  openMailing,
} from "~/domain/access/link-mailings.server";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { addDays } from "~/platform/clock";
import { SECRET } from "~/platform/formats/secret-shape";
import { sha256Hex } from "~/platform/hash";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";

const NO_ACTIVE_LINKS = "None of these links works any more, so no email was sent.";
const TOO_MANY = `A list can have at most ${MAX_LINES} links. Nothing was sent.`;
const ALREADY_MAILED = "This list was emailed before. Nobody gets a second email.";
const NO_MAIL_SERVER =
  "Email is off at the moment, so the emails wait in the outbox. Copy the links instead.";

const LINK = new RegExp(String.raw`/r/(${SECRET})\s*$`, "gm");

/** The unique tokens in a list with a link per line. */
const parseTokens = (list: string) => [
  ...new Set(Array.from(list.matchAll(LINK), ([, token = ""]) => token)),
];

/**
 * Queues mails for a list of new returning artists' links, with its audit entry and job in one batch. A
 * list is mailed once.
 * @param list a link at the end of each line.
 * @returns a notice.
 * @throws Response 410 if no link of it works, 400 for too many.
 */
export async function mailList(context: AppContext, actor: Staff, list: string): Promise<string> {
  const { db, ids, clock, settings, sendJobs, scope } = context;
  const addressTokens = parseTokens(list);
  if (addressTokens.length > MAX_LINES) throw refusal(400, TOO_MANY);
  const now = clock();
  const hashes = await Promise.all(addressTokens.map((token) => sha256Hex(token)));
  const activeHashes = new Set(
    (await activeLinksQuery(db, hashes, now)).map(({ tokenHash }) => tokenHash),
  );
  const tokens = addressTokens.filter((_, index) => activeHashes.has(hashes[index] ?? ""));
  if (tokens.length === 0) throw refusal(410, NO_ACTIVE_LINKS);
  const id = await mailingId(tokens);
  const jobId = ids.next(now);
  const { requestId } = scope;
  const { SIGNING_SECRET: secret } = settings;
  const { isRequested, statements } = await openMailing(db, {
    id,
    jobId,
    tokens,
    secret,
    createdAt: now,
    staff: actor,
    requestId,
  });
  const detail = `${tokens.length} links`;
  const auditStatement = auditEntryOf(context, actor, { action: "links-mailed", detail, at: now });
  const [rows] = await db.batch([...statements, auditStatement(isRequested)]);
  if (rows.length === 0) return ALREADY_MAILED;
  await sendJobs([jobId]);
  if (!settings.SMTP_HOST) return NO_MAIL_SERVER;
  const mails = tokens.length === 1 ? "1 email is" : `${tokens.length} emails are`;
  return `${mails} on the way, a few at a time. The page 'Links' shows the progress.`;
}

const DISPLAYED_DAYS = 7;
const MAX_DISPLAYED = 5;

/** The progress of the latest mailings, as text. */
export async function describeMailings({ db, clock }: Pick<AppContext, "db" | "clock">) {
  const mailings = await mailingsSince(db, addDays(clock(), -DISPLAYED_DAYS), MAX_DISPLAYED);
  return mailings.map(({ id, total, done, written, isOpen, staffName, createdAt }) => ({
    id,
    what: `${total === 1 ? "1 link" : `${total} links`} of a list, by ${staffName}`,
    at: createdAt,
    stands: [
      `${written} of ${total} emails written`,
      ...(isOpen ? [`${total - done} to come`] : []),
      // Left out: deactivated, mailed before, or the address is suppressed.
      ...(done > written ? [`${done - written} links left out`] : []),
      ...(!isOpen && done < total ? [`${total - done} not written in time`] : []),
    ].join(", "),
  }));
}
