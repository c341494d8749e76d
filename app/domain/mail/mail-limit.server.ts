import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Database, noExtraStatement } from "~/platform/database.server";
import {
  type MailKind,
  SHARED_KINDS,
  STRANGER_KINDS,
  type StopScope,
  stoppedKinds,
  stopScopes,
  TEAM_KINDS,
} from "./mail-kinds";
import { mailAddresses, mailOutbox } from "./mail-tables.server";

export const HELD_TEXT =
  "This address has had all its emails of this kind for today. The email goes out later, or when staff send it.";
export const STOPPED_TEXT =
  "The owner of this address has stopped our emails to it. They can undo that with the link at the end of any email, and staff with POST /api/mails/ID/allow.";

/** Of each kind, for what strangers cannot trigger. */
export const ACCOUNT_MAILS_PER_DAY = 20;

const DAY_MS = 24 * 3_600_000;

interface Destination {
  kind: SQL;
  address: SQL;
  mailbox: SQL;
  requester: SQL;
}

export const outboxRecipient: Destination = {
  kind: sql`${mailOutbox.kind}`,
  address: sql`${mailOutbox.address}`,
  mailbox: sql`${mailOutbox.mailbox}`,
  requester: sql`${mailOutbox.requester}`,
};

/** Inlined, since a statement takes a hundred parameters; these are constants of ours. */
const kindList = (kinds: readonly MailKind[]) =>
  sql.raw(`(${kinds.map((kind) => `'${kind}'`).join(", ")})`);

/**
 * The condition that the mail `other` has the same reader: the same mailbox, or an account that
 * has or had this address. All addresses of an account count together.
 */
function isSameReader({ address, mailbox }: Pick<Destination, "address" | "mailbox">): SQL {
  return sql`(other.mailbox = ${mailbox} OR other.artist_id = coalesce(
    (SELECT owner.id FROM artists AS owner WHERE owner.email = ${address} AND owner.deleted_at IS NULL),
    (SELECT former.artist_id FROM former_addresses AS former WHERE former.email = ${address}
      ORDER BY former.until DESC LIMIT 1)))`;
}

/**
 * The condition that fewer mails than the limit that match `isCounted` count together with this
 * one: those of its kind and requester, and for an unverified address also what shares its limit.
 */
function hasRoom(destination: Destination, isCounted: SQL, limit: number): SQL {
  const { kind, requester } = destination;
  const isOfGroup = sql`other.kind IN ${kindList(SHARED_KINDS)} AND ${kind} IN ${kindList(SHARED_KINDS)}
    AND NOT ${isVerified(destination)}`;
  const limitSql = sql`CASE WHEN ${kind} IN ${kindList(STRANGER_KINDS)} AND ${requester} = 'anybody'
    THEN ${limit} ELSE ${Math.max(limit, ACCOUNT_MAILS_PER_DAY)} END`;
  return sql`(SELECT count(*) FROM mail_outbox AS other WHERE ${isSameReader(destination)}
    AND other.requester = ${requester} AND (other.kind = ${kind} OR (${isOfGroup}))
    AND ${isCounted}) < ${limitSql}`;
}

/** What strangers cannot trigger has no limit for an address whose reader has confirmed it. */
const isUnlimited = (destination: Destination) =>
  sql`(${destination.kind} IN ${kindList(TEAM_KINDS)} OR (
    ${destination.kind} NOT IN ${kindList(STRANGER_KINDS)} AND ${isVerified(destination)}))`;

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS).toISOString();

export function isVerified({ address }: Pick<Destination, "address">): SQL {
  return sql`EXISTS (SELECT 1 FROM mail_addresses AS known
    WHERE known.address = ${address} AND known.verified_at IS NOT NULL)`;
}

/** The condition that mails of this kind to this mailbox were stopped. */
export function isStopped({ kind, mailbox }: Pick<Destination, "kind" | "mailbox">): SQL {
  return sql`(${kind} IN ${kindList(stoppedKinds.all)} AND EXISTS (SELECT 1 FROM mail_addresses AS known
    WHERE known.address = ${mailbox} AND known.stopped_at IS NOT NULL
    AND (${kind} IN ${kindList(stoppedKinds.news)} OR coalesce(known.stop_scope, 'all') = 'all')))`;
}

/**
 * The condition that one more mail may be written. What strangers can trigger is limited for every
 * address, verified or not.
 * @param limit the setting MAIL_DAILY_LIMIT.
 */
export function isUnderDailyLimit(destination: Destination, limit: number, now: Date): SQL {
  const since = dayBefore(now);
  const isOfToday = sql`other.state NOT IN ('held', 'stopped', 'dropped')
    AND (other.created_at > ${since} OR other.sending_since > ${since})`;
  return sql`(${isUnlimited(destination)} OR ${hasRoom(destination, isOfToday, limit)})`;
}

/**
 * The condition that a queued mail may be sent: counts only sent mails. Mails released by staff
 * always may.
 */
export function canSendNow(limit: number, now: Date): SQL {
  const isSentToday = sql`other.id <> ${mailOutbox.id} AND other.sending_since > ${dayBefore(now)}`;
  return sql`(${mailOutbox.releasedAt} IS NOT NULL OR ${isUnlimited(outboxRecipient)}
    OR ${hasRoom(outboxRecipient, isSentToday, limit)})`;
}

/** @param address see `addressKey`. */
export async function isVerifiedAddress(db: Database, address: string): Promise<boolean> {
  const [row] = await db.select().from(mailAddresses).where(eq(mailAddresses.address, address));
  return (row?.verifiedAt ?? null) !== null;
}

/** @param mailbox see `mailboxKey`. */
export async function readStopScope(db: Database, mailbox: string): Promise<StopScope | undefined> {
  const [row] = await db.select().from(mailAddresses).where(eq(mailAddresses.address, mailbox));
  if (!row || row.stoppedAt === null) return undefined;
  return stopScopes.find((scope) => scope === row.stopScope) ?? "all";
}

/** Marks an address as verified. Held mails are sent by the sweep. */
export async function verifyAddress(db: Database, address: string, now: Date): Promise<void> {
  const timestamp = now.toISOString();
  await db
    .insert(mailAddresses)
    .values({ address, verifiedAt: timestamp, createdAt: timestamp })
    .onConflictDoUpdate({
      target: mailAddresses.address,
      set: { verifiedAt: timestamp },
    });
}

/** Stops mails to a mailbox, including unsent ones. A wider stop is never narrowed. */
export async function stopMails(db: Database, mailbox: string, scope: StopScope, now: Date) {
  const timestamp = now.toISOString();
  const isUnsent = and(
    eq(mailOutbox.mailbox, mailbox),
    inArray(mailOutbox.state, ["waiting", "held"]),
    sql`${mailOutbox.kind} IN ${kindList(stoppedKinds[scope])}`,
  );
  const isStoppedBefore = sql`${mailAddresses.stoppedAt} IS NOT NULL`;
  const newScope =
    scope === "all"
      ? scope
      : sql`CASE WHEN ${isStoppedBefore} THEN ${mailAddresses.stopScope} ELSE ${scope} END`;
  await db.batch([
    db
      .insert(mailAddresses)
      .values({ address: mailbox, stoppedAt: timestamp, stopScope: scope, createdAt: timestamp })
      .onConflictDoUpdate({
        target: mailAddresses.address,
        set: {
          stoppedAt: sql`coalesce(${mailAddresses.stoppedAt}, ${timestamp})`,
          stopScope: newScope,
        },
      }),
    db.update(mailOutbox).set({ state: "stopped", lastError: STOPPED_TEXT }).where(isUnsent),
  ]);
}

/**
 * Resumes mails to a mailbox. Stopped mails are held until the sweep sends them, if still useful.
 * @param extraStatement runs in the same batch if mails were stopped.
 */
export async function allowMails(
  db: Database,
  mailbox: string,
  extraStatement = noExtraStatement(db),
): Promise<void> {
  const isStoppedMail = and(eq(mailOutbox.mailbox, mailbox), eq(mailOutbox.state, "stopped"));
  const isStoppedAddress = and(
    eq(mailAddresses.address, mailbox),
    isNotNull(mailAddresses.stoppedAt),
  );
  await db.batch([
    extraStatement(sql`EXISTS (SELECT 1 FROM ${mailAddresses} WHERE ${isStoppedAddress})`),
    db
      .update(mailAddresses)
      .set({ stoppedAt: null, stopScope: null })
      .where(eq(mailAddresses.address, mailbox)),
    db.update(mailOutbox).set({ state: "held", lastError: HELD_TEXT }).where(isStoppedMail),
  ]);
}
