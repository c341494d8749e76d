import { sql } from "drizzle-orm";
import * as v from "valibot";
import { entryInvitedStatement, reopenEntry } from "~/entry/invited-entries.server";
import type { InvitationForm, ReturningForm } from "~/entry/link-forms";
import type { LinkKind } from "~/entry/link-texts";
import { linkUrl } from "~/entry/link-token";
import {
  deactivateLinkStatement,
  insertInvitation,
  insertReturningLinks,
  isLinkActiveSql,
  linkExistsSql,
} from "~/entry/make-links.server";
import { type ReturningEntry, storeReturningEntry } from "~/entry/returning-store.server";
import { invitedEntry } from "~/entry/waiting-prefill.server";
import { invitationMail, returningLinkMail } from "~/mail/artist-links";
import { type QueueResult, queueMail } from "~/mail/outbox.server";
import { errorReason } from "~/monitoring/log";
import { addDays } from "~/platform/clock";
import { longDate } from "~/platform/formats/dates";
import { sha256Hex } from "~/platform/hash";
import type { Staff } from "~/platform/principal";
import type { Portal } from "~/session/portal";
import { refusal } from "~/session/refusal";
import { isItemUsedSql } from "~/submission/record/shared-item.server";
import { readLink } from "../artist-link.server";
import { auditEntryOf } from "../audit-entry.server";

/** Days a link works (specification, section 9, for returning artists). */
const LINK_DAYS = { invited: 90, returning: 365 } as const satisfies Record<LinkKind, number>;

const createdLinkSchema = v.object({
  kind: v.picklist(["invited", "returning"] satisfies LinkKind[]),
  id: v.string(),
  artistName: v.string(),
  email: v.string(),
  /** The whole address; a secret. */
  url: v.string(),
  until: v.string(),
});

/** Shown once, since only its hash is stored. */
type CreatedLink = v.InferOutput<typeof createdLinkSchema>;

/** A new link for the page after the post, and the result of mailing it. */
export const newLinkSchema = v.object({
  link: createdLinkSchema,
  sending: v.optional(v.object({ text: v.string(), done: v.boolean() })),
});

export const newLinksSchema = v.union([
  newLinkSchema,
  v.object({
    made: v.object({ count: v.number(), text: v.string() }),
    mailed: v.optional(v.string()),
  }),
]);

function addressOf(site: string, kind: LinkKind, token: string, expiresAt: string) {
  return { url: linkUrl(site, kind, token), until: longDate(expiresAt) };
}

function making({ clock }: Pick<Portal, "clock">, kind: LinkKind, by: Staff) {
  const now = clock();
  const expiresAt = addDays(now, LINK_DAYS[kind]).toISOString();
  return { now, at: now.toISOString(), expiresAt, by };
}

/**
 * Creates an invitation, closes the waiting-list entry that it answers and writes the audit entry in one
 * batch.
 * @returns undefined if the board item or the waiting-list entry has an active invitation, or a submission
 * has that item.
 */
export async function makeInvitation(
  context: Portal,
  by: Staff,
  form: InvitationForm,
): Promise<CreatedLink | undefined> {
  const { db, ids, site, log } = context;
  const { mondayItemId, waitingListId: _, ...prefill } = form;
  const { now, ...made } = making(context, "invited", by);
  const [token, id] = [ids.secret(), ids.next(now)];
  const tokenHash = await sha256Hex(token);
  const about = {
    mondayItemId: mondayItemId || undefined,
    waitingListId: await invitedEntry(db, form),
  };
  const isFree = mondayItemId ? sql`NOT ${isItemUsedSql(mondayItemId)}` : sql`TRUE`;
  const deed = auditEntryOf(context, by, { action: "invitation-made", subject: id, at: now });
  const [insertedRows] = await db.batch([
    insertInvitation(db, { ...made, ...about, id, tokenHash, prefill }, isFree),
    entryInvitedStatement(db, tokenHash, { at: made.at, by }),
    deed(linkExistsSql("invited", tokenHash)),
  ]);
  if (insertedRows.length === 0) return undefined;
  log("info", "link.made", { count: 1 });
  const { artistName, email } = prefill;
  const address = addressOf(site, "invited", token, made.expiresAt);
  return { kind: "invited", id, artistName, email, ...address };
}

/** KV writes per request; the other entries are stored when their links are opened. */
const KEPT_AT_ONCE = 200;

async function keepEntries(
  { entry: { tokens }, log }: Pick<Portal, "entry" | "log">,
  entries: readonly { tokenHash: string; entry: ReturningEntry }[],
): Promise<void> {
  const results = await Promise.allSettled(
    entries.map(({ tokenHash, entry }) => storeReturningEntry(tokens, tokenHash, entry)),
  );
  const reasons = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (reasons.length > 0)
    log("warn", "tokens.not-stored", { count: reasons.length, reason: errorReason(reasons[0]) });
}

/**
 * Creates returning artists' links with one audit entry in the same batch; none for an address that has a
 * working link.
 */
export async function makeReturningLinks(
  context: Portal,
  by: Staff,
  artists: readonly ReturningForm[],
): Promise<CreatedLink[]> {
  const { db, ids, site, log, scope } = context;
  const { now, ...made } = making(context, "returning", by);
  const links = await Promise.all(
    artists.map(async ({ artistName, email }) => {
      const token = ids.secret();
      const tokenHash = await sha256Hex(token);
      return { id: ids.next(now), artistName, email: email.toLowerCase(), token, tokenHash };
    }),
  );
  const [first] = links;
  if (!first) return [];
  const rows = links.map(({ token: _, ...row }) => row);
  const one = links.length === 1;
  const ofThese = sql`FROM returning_links WHERE id IN
    (SELECT json_extract(value, '$.id') FROM json_each(${JSON.stringify(rows)}))`;
  const what = one
    ? { action: "returning-link-made" as const, subject: first.id }
    : {
        action: "returning-links-made" as const,
        detail: sql`(SELECT count(*) || ' links' ${ofThese})`,
      };
  const deed = auditEntryOf(context, by, { ...what, at: now });
  const [insertedRows] = await db.batch([
    insertReturningLinks(db, rows, made),
    deed(sql`EXISTS (SELECT 1 ${ofThese})`),
  ]);
  const madeIds = new Set(insertedRows.map(({ id }) => id));
  const madeLinks = links.filter(({ id }) => madeIds.has(id));
  if (madeLinks.length > 0) log("info", "link.made", { count: madeLinks.length });
  const entries = madeLinks.slice(0, KEPT_AT_ONCE).map(({ tokenHash, artistName, email }) => ({
    tokenHash,
    entry: {
      artist: { artistName, email },
      active: true,
      lastUsed: null,
      createdAt: made.at,
      expiresAt: made.expiresAt,
    },
  }));
  scope.waitUntil(keepEntries(context, entries));
  return madeLinks.map(({ id, artistName, email, token }) => ({
    kind: "returning" as const,
    id,
    artistName,
    email,
    ...addressOf(site, "returning", token, made.expiresAt),
  }));
}

/** The link to show again, and the result of mailing it. */
interface MailedLink {
  link: CreatedLink;
  text: string;
  done: boolean;
}

const NO_MAIL_SERVER = "Mail is off just now: it waits in the outbox, so better copy the link.";
const IN_OUTBOX = "A mail of it was written before.";
const STOPPED =
  "No mail was sent: whoever reads this address has stopped our mails. Copy the link.";
const HELD = "Its address has had its mails of today: it leaves once there is room.";

function wordsOf(result: QueueResult, email: string, sends: boolean): Omit<MailedLink, "link"> {
  if (result.kind === "known") return { text: IN_OUTBOX, done: true };
  if (result.kind !== "queued" || result.state === "stopped") return { text: STOPPED, done: false };
  if (result.state === "held") return { text: HELD, done: true };
  return { text: sends ? `The mail to ${email} is on its way.` : NO_MAIL_SERVER, done: true };
}

/**
 * Mails a new link to its artist, with the audit entry in the same batch.
 * @throws Response 410 for a link that works no more.
 */
export async function mailLink(
  context: Portal,
  by: Staff,
  kind: LinkKind,
  token: string,
): Promise<MailedLink> {
  const { db, ids, clock, mail, log, site, settings, sendJobs } = context;
  const storedLink = await readLink(kind, token, context);
  if (typeof storedLink === "string")
    throw refusal(410, "This link works no more, so no mail was sent.");
  const now = clock();
  const { id, tokenHash, email, artistName } = storedLink;
  const link = {
    id,
    kind,
    email,
    artistName,
    ...addressOf(site, kind, token, storedLink.expiresAt),
  };
  const letter = kind === "invited" ? invitationMail : returningLinkMail;
  const linkMail = letter({ ...link, tokenHash, recipient: email }, mail.brand);
  const deed = auditEntryOf(context, by, { action: "link-mailed", subject: id, at: now });
  const result = await queueMail(db, linkMail, mail.rules, now, ids, (_, isThere) => deed(isThere));
  if (result.kind === "queued") {
    log("info", "mail.queued", { mailId: result.mailId });
    await sendJobs([result.jobId]);
  }
  return { link, ...wordsOf(result, email, Boolean(settings.SMTP_HOST)) };
}

/**
 * Deactivates a link and reopens the waiting-list entry that it answered.
 * @returns false if it was deactivated before, or an invitation was used.
 */
export async function stopLink(
  context: Portal,
  by: Staff,
  { kind, id }: { kind: LinkKind; id: string },
): Promise<boolean> {
  const { db, clock, log, scope } = context;
  const now = clock();
  const at = now.toISOString();
  // The audit statement comes first: it checks the state that the next statement changes.
  const [, stoppedLinks] = await db.batch([
    auditEntryOf(context, by, { action: "link-deactivated", subject: id, at: now })(
      isLinkActiveSql(kind, id),
    ),
    deactivateLinkStatement(db, kind, id, at),
    ...(kind === "invited" ? [reopenEntry(db, id, { at, by })] : []),
  ]);
  const [link] = stoppedLinks;
  if (!link) return false;
  log("info", "link.deactivated");
  if (kind === "returning") scope.waitUntil(closeEntry(context, link.tokenHash));
  return true;
}

/** The database already rejects the link; this updates the copy in KV. */
async function closeEntry(
  { entry: here, log, clock }: Pick<Portal, "entry" | "log" | "clock">,
  tokenHash: string,
): Promise<void> {
  const at = clock();
  const entry = {
    artist: { artistName: "", email: "" },
    active: false,
    lastUsed: null,
    createdAt: at.toISOString(),
    expiresAt: addDays(at, LINK_DAYS.returning).toISOString(),
  };
  await keepEntries({ entry: here, log }, [{ tokenHash, entry }]);
}
