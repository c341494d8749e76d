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

/** For how many days a link works (specification, section 9, for returning artists). */
const LINK_DAYS = { invited: 90, returning: 365 } as const satisfies Record<LinkKind, number>;

const createdLinkSchema = v.object({
  kind: v.picklist(["invited", "returning"] satisfies LinkKind[]),
  id: v.string(),
  artistName: v.string(),
  email: v.string(),
  /** The whole address; a secret. */
  url: v.string(),
  /** The last day on which it works, in words. */
  until: v.string(),
});

/** A link that was just made: shown once, since only its hash is kept. */
type CreatedLink = v.InferOutput<typeof createdLinkSchema>;

/** The same as a page shows it after the post, and what came of mailing it. */
export const newLinkSchema = v.object({
  link: createdLinkSchema,
  sending: v.optional(v.object({ text: v.string(), done: v.boolean() })),
});

/** The same, or the links of a list. */
export const newLinksSchema = v.union([
  newLinkSchema,
  v.object({
    made: v.object({ count: v.number(), text: v.string() }),
    mailed: v.optional(v.string()),
  }),
]);

/** Where a link leads, and until when, in words. */
function addressOf(site: string, kind: LinkKind, token: string, expiresAt: string) {
  return { url: linkUrl(site, kind, token), until: longDate(expiresAt) };
}

/** Who makes links, and until when they work. */
function making({ clock }: Pick<Portal, "clock">, kind: LinkKind, by: Staff) {
  const now = clock();
  const expiresAt = addDays(now, LINK_DAYS[kind]).toISOString();
  return { now, createdAt: now.toISOString(), expiresAt, staff: by };
}

/**
 * Makes an invitation, and in the same batch settles the entry of the waiting list that it answers, and
 * writes its row in the trail.
 * @returns undefined where there is one already for the item of the board, or the entry of the
 * waiting list, that has not been stopped; and where a submission has that item.
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
    entryInvitedStatement(db, tokenHash, { decidedAt: made.createdAt, staff: by }),
    deed(linkExistsSql("invited", tokenHash)),
  ]);
  if (insertedRows.length === 0) return undefined;
  log("info", "link.made", { count: 1 });
  const { artistName, email } = prefill;
  const address = addressOf(site, "invited", token, made.expiresAt);
  return { kind: "invited", id, artistName, email, ...address };
}

/** As many as one request keeps in KV at once; what the others open is kept when they begin. */
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
 * Makes returning artists' links, and one row in the trail for all of them in the same batch; none for
 * an address that has one that works.
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
      createdAt: made.createdAt,
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

/** What came of a press on 'Send by mail', and the link, to be shown once more. */
interface MailedLink {
  link: CreatedLink;
  text: string;
  /** Whether a mail is on its way. */
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
 * Mails a link that was just made to its artist; its row in the trail is of the same batch. The page
 * that shows the link has its token; everything else is as the database has it.
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
 * Stops a link; the entry of the waiting list that it answered waits again.
 * @returns whether it was neither stopped nor, an invitation, used before.
 */
export async function stopLink(
  context: Portal,
  by: Staff,
  { kind, id }: { kind: LinkKind; id: string },
): Promise<boolean> {
  const { db, clock, log, scope } = context;
  const now = clock();
  const at = now.toISOString();
  // Before the deed: in the same batch, which of the two comes first decides what the other sees.
  const [, stoppedLinks] = await db.batch([
    auditEntryOf(context, by, { action: "link-deactivated", subject: id, at: now })(
      isLinkActiveSql(kind, id),
    ),
    deactivateLinkStatement(db, kind, id, at),
    ...(kind === "invited" ? [reopenEntry(db, id, { decidedAt: at, staff: by })] : []),
  ]);
  const [link] = stoppedLinks;
  if (!link) return false;
  log("info", "link.deactivated");
  if (kind === "returning") scope.waitUntil(closeEntry(context, link.tokenHash));
  return true;
}

/** Says in KV, too, that a link is stopped. The database has said so already. */
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
