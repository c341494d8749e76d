import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, rowValues } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { entryStatuses } from "~/reference/statuses";
import { invitations, returningLinks, waitingList } from "./entry-tables.server";
import type { InvitationPrefill } from "./invitation-prefill";
import type { LinkKind } from "./link-texts";

interface LinkDetails {
  createdAt: string;
  expiresAt: string;
  staff: Staff;
}

interface NewInvitation extends LinkDetails {
  id: string;
  tokenHash: string;
  prefill: InvitationPrefill;
  boardItemId: string | undefined;
  waitingListId: string | undefined;
}

/**
 * Inserts an invitation, unless its item or waiting list entry has one, or the entry was deleted.
 * @param isFree the condition that no submission has its item.
 */
export function insertInvitation(db: Database, invitation: NewInvitation, isFree: SQL) {
  const {
    createdAt,
    staff,
    prefill,
    boardItemId = null,
    waitingListId = null,
    ...rest
  } = invitation;
  const values = rowValues(invitations, {
    ...rest,
    boardItemId,
    waitingListId,
    createdAt,
    staffId: staff.id,
    staffName: staff.name,
    artistName: prefill.artistName,
    email: prefill.email,
    prefill: JSON.stringify(prefill),
  });
  const entryExists =
    waitingListId === null
      ? sql`TRUE`
      : sql`EXISTS (SELECT 1 FROM waiting_list WHERE id = ${waitingListId})`;
  return db
    .insert(invitations)
    .select(sql`SELECT ${values} WHERE ${isFree} AND ${entryExists}`)
    .onConflictDoNothing()
    .returning({ id: invitations.id });
}

export async function entryOfItem(db: Database, boardItemId: string): Promise<string | undefined> {
  const isOpen = inArray(waitingList.status, [...entryStatuses]);
  const [row] = await db
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(isOpen, eq(waitingList.boardItemId, boardItemId)))
    .limit(1);
  return row?.id;
}

export function linkExistsSql(kind: LinkKind, tokenHash: string): SQL {
  const table = kind === "invited" ? invitations : returningLinks;
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE token_hash = ${tokenHash})`;
}

/** What was made with a token. */
export async function findLink(db: Database, kind: LinkKind, tokenHash: string) {
  const table = kind === "invited" ? invitations : returningLinks;
  const { id, artistName, email, expiresAt } = table;
  const columns = { id, artistName, email, expiresAt };
  const [row] = await db.select(columns).from(table).where(eq(table.tokenHash, tokenHash));
  return row;
}

interface NewReturningLink {
  id: string;
  tokenHash: string;
  artistName: string;
  email: string;
}

const hasLink = (email: SQL, at: string) =>
  sql`EXISTS (SELECT 1 FROM ${returningLinks} AS other WHERE other.email = ${email}
    AND other.deactivated_at IS NULL AND other.expires_at > ${at})`;

/** Inserts links, except for addresses that have a usable one. Addresses are in lower case. */
export function insertReturningLinks(
  db: Database,
  links: readonly NewReturningLink[],
  { createdAt, expiresAt, staff }: LinkDetails,
) {
  const field = (name: keyof NewReturningLink) => sql`json_extract(line.value, ${`$.${name}`})`;
  const rows = sql`SELECT ${field("id")}, ${field("tokenHash")}, ${field("artistName")}, ${field("email")},
    ${expiresAt}, NULL, NULL, NULL, 0, ${staff.id}, ${staff.name}, ${createdAt}
    FROM json_each(${JSON.stringify(links)}) AS line WHERE NOT ${hasLink(field("email"), createdAt)}`;
  return db
    .insert(returningLinks)
    .select(rows)
    .onConflictDoNothing()
    .returning({ id: returningLinks.id });
}

/** Which of these lower-case addresses have a usable link. */
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

/** A used invitation cannot be deactivated. */
const isUnused = (kind: LinkKind) =>
  kind === "invited" ? isNull(invitations.redeemedBy) : undefined;

/** Deactivates a link, once. Its submissions stay. */
export function deactivateLinkStatement(db: Database, kind: LinkKind, id: string, at: string) {
  const table = kind === "invited" ? invitations : returningLinks;
  return db
    .update(table)
    .set({ deactivatedAt: at })
    .where(and(eq(table.id, id), isNull(table.deactivatedAt), isUnused(kind)))
    .returning({ tokenHash: table.tokenHash });
}

export function isLinkActiveSql(kind: LinkKind, id: string): SQL {
  const table = kind === "invited" ? invitations : returningLinks;
  const isActive = and(eq(table.id, id), isNull(table.deactivatedAt), isUnused(kind));
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isActive})`;
}
