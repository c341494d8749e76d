import { sql } from "drizzle-orm";
import * as v from "valibot";
import { entryInvitedStatement, reopenEntry } from "~/domain/access/invited-entries.server";
import type { InvitationForm, ReturningForm } from "~/domain/access/link-forms";
import { LINK_DAYS, type LinkKind } from "~/domain/access/link-texts";
import { linkUrl } from "~/domain/access/link-token";
import {
  deactivateLinkStatement,
  findLink,
  insertInvitation,
  insertReturningLinks,
  isLinkActiveSql,
  linkExistsSql,
} from "~/domain/access/make-links.server";
import { type ReturningEntry, storeReturningEntry } from "~/domain/access/returning-store.server";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { invitedEntry } from "~/domain/access/waiting-prefill.server";
import { isItemUsedSql } from "~/domain/submission/record/shared-item.server";
import { errorReason } from "~/observability/log";
import { addDays } from "~/platform/clock";
import { longDate } from "~/platform/formats/dates";
import { sha256Hex } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";

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

export type NewLink = v.InferOutput<typeof newLinkSchema>;

export const newLinksSchema = v.union([
  newLinkSchema,
  v.object({
    /** One link per line: name, address and link, separated by tabs. */
    made: v.object({ count: v.number(), text: v.string() }),
    /** The outcome of mailing them. */
    mailed: v.optional(v.string()),
  }),
]);
export type NewLinks = v.InferOutput<typeof newLinksSchema>;

/** Where a link leads and until when it works, as shown and mailed. */
export function linkFields(site: string, kind: LinkKind, token: string, expiresAt: string) {
  return { url: linkUrl(site, kind, token), until: longDate(expiresAt) };
}

function creationFields({ clock }: Pick<AppContext, "clock">, kind: LinkKind, actor: Staff) {
  const now = clock();
  const expiresAt = addDays(now, LINK_DAYS[kind]).toISOString();
  return { now, createdAt: now.toISOString(), expiresAt, staff: actor };
}

/** The link that an earlier post of the same press has made. */
async function linkOfPress(
  { db, site }: AppContext,
  kind: LinkKind,
  { token, tokenHash }: { token: string; tokenHash: string },
): Promise<CreatedLink | undefined> {
  const link = await findLink(db, kind, tokenHash);
  if (!link) return undefined;
  const { expiresAt, ...shown } = link;
  return { kind, ...shown, ...linkFields(site, kind, token, expiresAt) };
}

/**
 * Creates an invitation, closes the waiting-list entry that it answers and writes the audit entry in one
 * batch.
 * @param secrets of the press, see `idsOfPress`.
 * @returns undefined if the board item or the waiting-list entry has an active invitation, or a submission
 * has that item.
 */
export async function makeInvitation(
  context: AppContext,
  actor: Staff,
  form: InvitationForm,
  secrets: Pick<Ids, "secret"> = context.ids,
): Promise<CreatedLink | undefined> {
  const { db, ids, site, log } = context;
  const { boardItemId, waitingListId: _, ...prefill } = form;
  const { now, ...creation } = creationFields(context, "invited", actor);
  const [token, id] = [secrets.secret(), ids.next(now)];
  const tokenHash = await sha256Hex(token);
  const references = {
    boardItemId: boardItemId || undefined,
    waitingListId: await invitedEntry(db, form),
  };
  const isFree = boardItemId ? sql`NOT ${isItemUsedSql(boardItemId)}` : sql`TRUE`;
  const auditStatement = auditEntryOf(context, actor, {
    action: "invitation-made",
    subject: id,
    at: now,
  });
  const [insertedRows] = await db.batch([
    insertInvitation(db, { ...creation, ...references, id, tokenHash, prefill }, isFree),
    entryInvitedStatement(db, tokenHash, { decidedAt: creation.createdAt, staff: actor }),
    auditStatement(linkExistsSql("invited", tokenHash)),
  ]);
  if (insertedRows.length === 0) return linkOfPress(context, "invited", { token, tokenHash });
  log("info", "link.made", { count: 1 });
  const { artistName, email } = prefill;
  const address = linkFields(site, "invited", token, creation.expiresAt);
  return { kind: "invited", id, artistName, email, ...address };
}

/** KV writes per request; the other entries are stored when their links are opened. */
const MAX_STORED_AT_ONCE = 200;

/** Writes the copies of links in KV; the database decides without them. */
async function storeEntries(
  { entry: { tokens }, log }: Pick<AppContext, "entry" | "log">,
  links: readonly { tokenHash: string; artistName: string; email: string }[],
  { active, createdAt, expiresAt }: Omit<ReturningEntry, "artist" | "lastUsed">,
): Promise<void> {
  const results = await Promise.allSettled(
    links.map(({ tokenHash, artistName, email }) => {
      const artist = { artistName, email };
      const entry = { artist, active, createdAt, expiresAt, lastUsed: null };
      return storeReturningEntry(tokens, tokenHash, entry);
    }),
  );
  const reasons = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason] : [],
  );
  if (reasons.length > 0)
    log("warn", "tokens.not-stored", { count: reasons.length, reason: errorReason(reasons[0]) });
}

/**
 * Creates returning artists' links with one audit entry in the same batch; none for an address that has a
 * working link.
 * @param secrets of the press that makes a single one, see `idsOfPress`.
 */
export async function makeReturningLinks(
  context: AppContext,
  actor: Staff,
  artists: readonly ReturningForm[],
  secrets: Pick<Ids, "secret"> = context.ids,
): Promise<CreatedLink[]> {
  const { db, ids, site, log, scope } = context;
  const { now, ...creation } = creationFields(context, "returning", actor);
  const links = await Promise.all(
    artists.map(async ({ artistName, email }) => {
      const token = secrets.secret();
      const tokenHash = await sha256Hex(token);
      return { id: ids.next(now), artistName, email: email.toLowerCase(), token, tokenHash };
    }),
  );
  const [first] = links;
  if (!first) return [];
  const rows = links.map(({ token: _, ...row }) => row);
  const isSingle = links.length === 1;
  const insertedSql = sql`FROM returning_links WHERE id IN
    (SELECT json_extract(value, '$.id') FROM json_each(${JSON.stringify(rows)}))`;
  const entryFields = isSingle
    ? { action: "returning-link-made" as const, subject: first.id }
    : {
        action: "returning-links-made" as const,
        detail: sql`(SELECT count(*) || ' links' ${insertedSql})`,
      };
  const auditStatement = auditEntryOf(context, actor, { ...entryFields, at: now });
  const [insertedRows] = await db.batch([
    insertReturningLinks(db, rows, creation),
    auditStatement(sql`EXISTS (SELECT 1 ${insertedSql})`),
  ]);
  const repeated = insertedRows.length === 0 && (await linkOfPress(context, "returning", first));
  if (repeated) return [repeated];
  const createdIds = new Set(insertedRows.map(({ id }) => id));
  const createdLinks = links.filter(({ id }) => createdIds.has(id));
  if (createdLinks.length > 0) log("info", "link.made", { count: createdLinks.length });
  const stored = createdLinks.slice(0, MAX_STORED_AT_ONCE);
  scope.waitUntil(storeEntries(context, stored, { ...creation, active: true }));
  return createdLinks.map(({ token, tokenHash: _, ...link }) => ({
    ...{ kind: "returning" as const, ...link },
    ...linkFields(site, "returning", token, creation.expiresAt),
  }));
}

/**
 * Deactivates a link and reopens the waiting-list entry that it answered.
 * @returns false if it was deactivated before, or an invitation was used.
 */
export async function stopLink(
  context: AppContext,
  actor: Staff,
  { kind, id }: { kind: LinkKind; id: string },
): Promise<boolean> {
  const { db, clock, log, scope } = context;
  const now = clock();
  const deactivatedAt = now.toISOString();
  // The audit statement comes first: it checks the state that the next statement changes.
  const [, stoppedLinks] = await db.batch([
    auditEntryOf(context, actor, { action: "link-deactivated", subject: id, at: now })(
      isLinkActiveSql(kind, id),
    ),
    deactivateLinkStatement(db, kind, id, deactivatedAt),
    ...(kind === "invited"
      ? [reopenEntry(db, id, { decidedAt: deactivatedAt, staff: actor })]
      : []),
  ]);
  const [link] = stoppedLinks;
  if (!link) return false;
  log("info", "link.deactivated");
  if (kind === "returning") {
    const ended = { tokenHash: link.tokenHash, artistName: "", email: "" };
    const entry = { ...creationFields(context, kind, actor), active: false };
    scope.waitUntil(storeEntries(context, [ended], entry));
  }
  return true;
}
