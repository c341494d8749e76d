import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, rowValues } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { entryStatuses } from "./entry-status";
import { invitations, returningLinks, waitingList } from "./entry-tables.server";
import type { InvitationPrefill } from "./invitation-prefill";
import type { LinkKind } from "./link-texts";

/** Who makes a link and when. */
interface LinkFacts {
  at: string;
  expiresAt: string;
  by: Staff;
}

/** An invitation to be written. */
interface NewInvitation extends LinkFacts {
  id: string;
  tokenHash: string;
  prefill: InvitationPrefill;
  mondayItemId: string | undefined;
  waitingListId: string | undefined;
}

/**
 * The statement that writes an invitation, unless there is one for its item, or its entry of the waiting
 * list, or the entry has gone.
 * @param isFree the condition that no submission has its item.
 */
export function insertInvitation(db: Database, invitation: NewInvitation, isFree: SQL) {
  const { at, by, prefill, mondayItemId = null, waitingListId = null, ...rest } = invitation;
  const values = rowValues(invitations, {
    ...rest,
    mondayItemId,
    waitingListId,
    createdAt: at,
    staffId: by.id,
    staffName: by.name,
    artistName: prefill.artistName,
    email: prefill.email,
    prefill: JSON.stringify(prefill),
    openedAt: null,
    deactivatedAt: null,
    redeemedBy: null,
    redeemedAt: null,
  });
  const isThere =
    waitingListId === null
      ? sql`TRUE`
      : sql`EXISTS (SELECT 1 FROM waiting_list WHERE id = ${waitingListId})`;
  return db
    .insert(invitations)
    .select(sql`SELECT ${values} WHERE ${isFree} AND ${isThere}`)
    .onConflictDoNothing()
    .returning({ id: invitations.id });
}

/** The entry of the waiting list, not invited yet, that an item of the board is of, if there is one. */
export async function entryOfItem(db: Database, mondayItemId: string): Promise<string | undefined> {
  const isOpen = inArray(waitingList.status, [...entryStatuses]);
  const [row] = await db
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(isOpen, eq(waitingList.mondayItemId, mondayItemId)))
    .limit(1);
  return row?.id;
}

/** The condition that a link of this hash was written. */
export function linkExistsSql(kind: LinkKind, tokenHash: string): SQL {
  const table = kind === "invited" ? invitations : returningLinks;
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE token_hash = ${tokenHash})`;
}

/** A returning artist's link to be written. */
interface NewReturningLink {
  id: string;
  tokenHash: string;
  artistName: string;
  email: string;
}

/** The condition that an address has a link that works. */
const hasLink = (email: SQL, at: string) =>
  sql`EXISTS (SELECT 1 FROM ${returningLinks} AS other WHERE other.email = ${email}
    AND other.deactivated_at IS NULL AND other.expires_at > ${at})`;

/** The statement that writes links, but those for addresses that have one. Addresses are in lower case. */
export function insertReturningLinks(
  db: Database,
  links: readonly NewReturningLink[],
  { at, expiresAt, by }: LinkFacts,
) {
  const field = (name: keyof NewReturningLink) => sql`json_extract(line.value, ${`$.${name}`})`;
  const rows = sql`SELECT ${field("id")}, ${field("tokenHash")}, ${field("artistName")}, ${field("email")},
    ${expiresAt}, NULL, NULL, NULL, 0, ${by.id}, ${by.name}, ${at}
    FROM json_each(${JSON.stringify(links)}) AS line WHERE NOT ${hasLink(field("email"), at)}`;
  return db
    .insert(returningLinks)
    .select(rows)
    .onConflictDoNothing()
    .returning({ id: returningLinks.id });
}

/** Which of these addresses, in lower case, have a link that works. */
export async function addressesWithLink(
  db: Database,
  emails: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await db.all<{ email: string }>(
    sql`SELECT value AS email FROM json_each(${JSON.stringify(emails)})
      WHERE ${hasLink(sql`value`, now.toISOString())}`,
  );
  return new Set(rows.map(({ email }) => email));
}

/** An invitation that was used is over by that: nothing of it can be stopped any more. */
const isUnused = (kind: LinkKind) =>
  kind === "invited" ? isNull(invitations.redeemedBy) : undefined;

/** The statement that stops a link, once. What was submitted by it stays. */
export function deactivateLinkStatement(db: Database, kind: LinkKind, id: string, at: string) {
  const table = kind === "invited" ? invitations : returningLinks;
  return db
    .update(table)
    .set({ deactivatedAt: at })
    .where(and(eq(table.id, id), isNull(table.deactivatedAt), isUnused(kind)))
    .returning({ tokenHash: table.tokenHash });
}

/** The condition that a link can still be stopped. */
export function isLinkActiveSql(kind: LinkKind, id: string): SQL {
  const table = kind === "invited" ? invitations : returningLinks;
  const active = and(eq(table.id, id), isNull(table.deactivatedAt), isUnused(kind));
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${active})`;
}
