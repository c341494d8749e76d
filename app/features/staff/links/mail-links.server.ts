import { MAX_LINES } from "~/domain/access/link-forms";
import {
  activeLinksQuery,
  mailingId,
  mailingsSince,
  openMailing,
} from "~/domain/access/link-mailings.server";
import type { LinkKind } from "~/domain/access/link-texts";
import { readLink } from "~/domain/access/read-link.server";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { invitationMail, returningLinkMail } from "~/domain/mail/artist-links";
import { type QueueResult, queueMail } from "~/domain/mail/outbox.server";
import { addDays } from "~/platform/clock";
import { SECRET } from "~/platform/formats/secret-shape";
import { sha256Hex } from "~/platform/hash";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { linkFields, type NewLink } from "./staff-links.server";

const ONE_WAITS =
  "Email is off at the moment, so this one waits in the outbox. Copy the link instead.";
const IN_OUTBOX = "There is already an email with this link.";
const STOPPED =
  "No email was sent, because the owner of this address has stopped our emails. Copy the link.";
const HELD_UNTIL_TOMORROW =
  "This address has had all its emails for today. This one goes out later.";

function toMailResult(result: QueueResult, email: string, hasMailServer: boolean) {
  if (result.kind === "known") return { text: IN_OUTBOX, done: true };
  if (result.kind !== "queued" || result.state === "stopped") return { text: STOPPED, done: false };
  if (result.state === "held") return { text: HELD_UNTIL_TOMORROW, done: true };
  return {
    text: hasMailServer ? `The email to ${email} is on its way.` : ONE_WAITS,
    done: true,
  };
}

/**
 * Mails a new link to its artist, with the audit entry in the same batch.
 * @returns the link, to be shown again, and what became of its mail.
 * @throws Response 410 for a link that works no more.
 */
export async function mailLink(
  context: AppContext,
  actor: Staff,
  kind: LinkKind,
  token: string,
): Promise<NewLink> {
  const { db, ids, clock, mail, log, site, settings, sendJobs } = context;
  const storedLink = await readLink(kind, token, context);
  if (typeof storedLink === "string")
    throw refusal(410, "This link no longer works, so no email was sent.");
  const now = clock();
  const { id, tokenHash, email, artistName } = storedLink;
  const link = {
    id,
    kind,
    email,
    artistName,
    ...linkFields(site, kind, token, storedLink.expiresAt),
  };
  const firstName = "prefill" in storedLink ? storedLink.prefill.firstName : undefined;
  const createMail = kind === "invited" ? invitationMail : returningLinkMail;
  const linkMail = createMail({ ...link, firstName, tokenHash, recipient: email }, mail.brand);
  const auditStatement = auditEntryOf(context, actor, {
    action: "link-mailed",
    subject: id,
    at: now,
  });
  const result = await queueMail(db, linkMail, mail.rules, now, ids, (_, mailExists) =>
    auditStatement(mailExists),
  );
  if (result.kind === "queued") {
    log("info", "mail.queued", { mailId: result.mailId });
    await sendJobs([result.jobId]);
  }
  return { link, sending: toMailResult(result, email, Boolean(settings.SMTP_HOST)) };
}

const NO_ACTIVE_LINKS = "None of these links works any more, so no email was sent.";
const TOO_MANY = `A list can have at most ${MAX_LINES} links. Nothing was sent.`;
const ALREADY_MAILED = "This list was emailed before. Nobody gets a second email.";
const ALL_WAIT =
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
  if (!settings.SMTP_HOST) return ALL_WAIT;
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
