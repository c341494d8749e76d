import { and, desc, eq, gt, inArray, isNotNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type Database, noExtraStatement } from "~/platform/database.server";
import { ACCOUNT_KINDS, type MailKind, OPEN_KINDS, REQUESTED_KINDS, TEAM_KINDS } from "./mail";
import { mailAddresses, mailOutbox } from "./mail-tables.server";

export const HELD_TEXT =
  "Nobody has confirmed this address, and it has had all its emails of this kind for today. The email goes out later, or when somebody confirms the address, or when staff send it.";
export const STOPPED_TEXT =
  "The owner of this address has stopped our emails to it. They can undo that with the link at the end of any email, and staff with POST /api/mails/ID/allow.";

/** Limit for kinds that only the label or the account owner causes, for unverified addresses. */
export const ACCOUNT_MAILS_PER_DAY = 20;

const DAY_MS = 24 * 3_600_000;

interface Destination {
  kind: SQL;
  address: SQL;
  mailbox: SQL;
}

export const outboxRecipient: Destination = {
  kind: sql`${mailOutbox.kind}`,
  address: sql`${mailOutbox.address}`,
  mailbox: sql`${mailOutbox.mailbox}`,
};

/** Inlined, since a statement takes a hundred parameters; these are constants of ours. */
const kindList = (kinds: readonly MailKind[]) =>
  sql.raw(kinds.map((kind) => `'${kind}'`).join(", "));
const UNSTOPPABLE_KINDS = [...TEAM_KINDS, ...ACCOUNT_KINDS];
const UNLIMITED_KINDS = [...TEAM_KINDS, ...REQUESTED_KINDS];
const isUnlimited = ({ kind }: Destination) => sql`${kind} IN (${kindList(UNLIMITED_KINDS)})`;

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

/** The condition that the mail `other` counts against the same limit, see `OPEN_KINDS`. */
const countsTogether = ({ kind, ...destination }: Destination) => sql`${isSameReader(destination)}
  AND (other.kind = ${kind} OR (other.kind IN (${kindList(OPEN_KINDS)}) AND ${kind} IN (${kindList(OPEN_KINDS)})))`;

/** @param limit the setting MAIL_DAILY_LIMIT. */
const limitSql = ({ kind }: Destination, limit: number) =>
  sql`CASE WHEN ${kind} IN (${kindList(OPEN_KINDS)}) THEN ${limit} ELSE ${Math.max(limit, ACCOUNT_MAILS_PER_DAY)} END`;
const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS).toISOString();

export function isVerified({ address }: Pick<Destination, "address">): SQL {
  return sql`EXISTS (SELECT 1 FROM mail_addresses AS known
    WHERE known.address = ${address} AND known.verified_at IS NOT NULL)`;
}

/** The condition that mails to this mailbox were stopped and the kind can be stopped. */
export function isStopped(destination: Pick<Destination, "kind" | "mailbox">): SQL {
  return sql`(${destination.kind} NOT IN (${kindList(UNSTOPPABLE_KINDS)}) AND EXISTS (SELECT 1 FROM mail_addresses AS known
    WHERE known.address = ${destination.mailbox} AND known.stopped_at IS NOT NULL))`;
}

/**
 * The condition that one more mail may be written: its kind is unlimited, the address is verified,
 * or the limit of 24 hours is not reached.
 * @param limit the setting MAIL_DAILY_LIMIT.
 */
export function isUnderDailyLimit(destination: Destination, limit: number, now: Date): SQL {
  const since = dayBefore(now);
  return sql`(${isUnlimited(destination)} OR ${isVerified(destination)} OR (SELECT count(*) FROM mail_outbox AS other
    WHERE ${countsTogether(destination)} AND other.state NOT IN ('held', 'stopped')
    AND (other.created_at > ${since} OR other.sending_since > ${since})) < ${limitSql(destination, limit)})`;
}

/**
 * The condition that a queued mail may be sent: counts only sent mails. Mails released by staff
 * always may.
 */
export function canSendNow(limit: number, now: Date): SQL {
  const destination = outboxRecipient;
  return sql`(${mailOutbox.releasedAt} IS NOT NULL OR ${isUnlimited(destination)} OR ${isVerified(destination)}
    OR (SELECT count(*) FROM mail_outbox AS other WHERE ${countsTogether(destination)}
    AND other.id <> ${mailOutbox.id} AND other.sending_since > ${dayBefore(now)}) < ${limitSql(destination, limit)})`;
}

export async function dailyLimitResetAt(
  db: Database,
  { mailbox, kind }: { mailbox: string; kind: MailKind },
  limit: number,
  now: Date,
): Promise<Date> {
  const since = dayBefore(now);
  const latest = sql<string>`max(${mailOutbox.createdAt}, coalesce(${mailOutbox.sendingSince}, ''))`;
  const openKinds: readonly MailKind[] = OPEN_KINDS;
  const isCounted = and(
    eq(mailOutbox.mailbox, mailbox),
    inArray(mailOutbox.kind, openKinds.includes(kind) ? [...openKinds] : [kind]),
    notInArray(mailOutbox.state, ["held", "stopped"]),
    or(gt(mailOutbox.createdAt, since), gt(mailOutbox.sendingSince, since)),
  );
  const [oldest] = await db
    .select({ at: latest })
    .from(mailOutbox)
    .where(isCounted)
    .orderBy(desc(latest))
    .limit(1)
    .offset(limit - 1);
  return new Date((oldest ? Date.parse(oldest.at) : now.getTime()) + DAY_MS);
}

/** @param address see `addressKey`. */
export async function isVerifiedAddress(db: Database, address: string): Promise<boolean> {
  const [row] = await db.select().from(mailAddresses).where(eq(mailAddresses.address, address));
  return (row?.verifiedAt ?? null) !== null;
}

/** @param mailbox see `mailboxKey`. */
export async function isStoppedMailbox(db: Database, mailbox: string): Promise<boolean> {
  const [row] = await db.select().from(mailAddresses).where(eq(mailAddresses.address, mailbox));
  return (row?.stoppedAt ?? null) !== null;
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

/** Stops mails to a mailbox, including unsent ones. */
export async function stopMails(db: Database, mailbox: string, now: Date): Promise<void> {
  const timestamp = now.toISOString();
  const isUnsent = and(
    eq(mailOutbox.mailbox, mailbox),
    inArray(mailOutbox.state, ["waiting", "held"]),
    notInArray(mailOutbox.kind, UNSTOPPABLE_KINDS),
  );
  await db.batch([
    db
      .insert(mailAddresses)
      .values({ address: mailbox, stoppedAt: timestamp, createdAt: timestamp })
      .onConflictDoUpdate({
        target: mailAddresses.address,
        set: { stoppedAt: sql`coalesce(${mailAddresses.stoppedAt}, ${timestamp})` },
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
    db.update(mailAddresses).set({ stoppedAt: null }).where(eq(mailAddresses.address, mailbox)),
    db.update(mailOutbox).set({ state: "held", lastError: HELD_TEXT }).where(isStoppedMail),
  ]);
}
