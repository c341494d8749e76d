import { and, desc, eq, gt, inArray, isNotNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type Database, noExtraStatement } from "~/platform/database.server";
import { ACCOUNT_KINDS, ASKED_KINDS, type MailKind, OPEN_KINDS, TEAM_KINDS } from "./mail";
import { mailAddresses, mailOutbox } from "./mail-tables.server";

/** What staff read beside a mail that has not left because of its address. */
export const HELD_TEXT =
  "Nobody has shown to read this address, and it has had as many mails of this kind today as it may. The mail leaves once there is room, or somebody has, or staff let it go.";
export const STOPPED_TEXT =
  "Whoever reads this address has stopped our mails to it. They can undo that by the link at the end of any mail, and staff by POST /api/mails/ID/allow.";

/**
 * Mails of one kind within 24 hours to an address that nobody has shown to read, where only the label or
 * the owner of an account causes them. Far more than anybody gets in a day.
 */
export const OWN_MAILS_PER_DAY = 20;

const DAY_MS = 24 * 3_600_000;

/** Where a mail goes and what for: each an expression, a value or a column of the statement. */
interface Destination {
  kind: SQL;
  address: SQL;
  mailbox: SQL;
}

/** The columns of a mail in the outbox. */
export const outboxRecipient: Destination = {
  kind: sql`${mailOutbox.kind}`,
  address: sql`${mailOutbox.address}`,
  mailbox: sql`${mailOutbox.mailbox}`,
};

/** Kinds as they stand in a statement, which takes a hundred values: they are words of ours. */
const list = (kinds: readonly MailKind[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(", "));
/** The kinds for which no stop holds. */
const UNSTOPPED = [...TEAM_KINDS, ...ACCOUNT_KINDS];
const UNCOUNTED = [...TEAM_KINDS, ...ASKED_KINDS];
const isUncounted = ({ kind }: Destination) => sql`${kind} IN (${list(UNCOUNTED)})`;

/**
 * The condition that another mail, called `other`, is for the same reader: it goes to the same mailbox, or
 * to an account that has, or had, this address. All addresses of an account count together.
 */
function isSameReader({ address, mailbox }: Pick<Destination, "address" | "mailbox">): SQL {
  return sql`(other.mailbox = ${mailbox} OR other.artist_id = coalesce(
    (SELECT owner.id FROM artists AS owner WHERE owner.email = ${address} AND owner.deleted_at IS NULL),
    (SELECT former.artist_id FROM former_addresses AS former WHERE former.email = ${address}
      ORDER BY former.until DESC LIMIT 1)))`;
}

/** The condition that another mail, called `other`, counts for the same: see `OPEN_KINDS`. */
const countsTogether = ({ kind, ...to }: Destination) => sql`${isSameReader(to)}
  AND (other.kind = ${kind} OR (other.kind IN (${list(OPEN_KINDS)}) AND ${kind} IN (${list(OPEN_KINDS)})))`;

/** @param limit the setting MAIL_DAILY_LIMIT. */
const limitOf = ({ kind }: Destination, limit: number) =>
  sql`CASE WHEN ${kind} IN (${list(OPEN_KINDS)}) THEN ${limit} ELSE ${Math.max(limit, OWN_MAILS_PER_DAY)} END`;
const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS).toISOString();

/** The condition that somebody has shown to read what goes to this address. */
export function isVerified({ address }: Pick<Destination, "address">): SQL {
  return sql`EXISTS (SELECT 1 FROM mail_addresses AS known
    WHERE known.address = ${address} AND known.verified_at IS NOT NULL)`;
}

/** The condition that mails to this mailbox were stopped: those of kinds for which a stop holds. */
export function isStopped(to: Pick<Destination, "kind" | "mailbox">): SQL {
  return sql`(${to.kind} NOT IN (${list(UNSTOPPED)}) AND EXISTS (SELECT 1 FROM mail_addresses AS known
    WHERE known.address = ${to.mailbox} AND known.stopped_at IS NOT NULL))`;
}

/**
 * The condition that one more mail may be written to this mailbox: its kind is not counted, somebody has
 * shown to read the address, or few enough that count with it were written or sent within 24 hours.
 * @param limit the setting MAIL_DAILY_LIMIT.
 */
export function isUnderDailyLimit(to: Destination, limit: number, now: Date): SQL {
  const since = dayBefore(now);
  return sql`(${isUncounted(to)} OR ${isVerified(to)} OR (SELECT count(*) FROM mail_outbox AS other
    WHERE ${countsTogether(to)} AND other.state NOT IN ('held', 'stopped')
    AND (other.created_at > ${since} OR other.sending_since > ${since})) < ${limitOf(to, limit)})`;
}

/** The same for a mail that is about to leave: what counts is which others have left. Staff let any go. */
export function maySendNow(limit: number, now: Date): SQL {
  const to = outboxRecipient;
  return sql`(${mailOutbox.releasedAt} IS NOT NULL OR ${isUncounted(to)} OR ${isVerified(to)}
    OR (SELECT count(*) FROM mail_outbox AS other WHERE ${countsTogether(to)}
    AND other.id <> ${mailOutbox.id} AND other.sending_since > ${dayBefore(now)}) < ${limitOf(to, limit)})`;
}

/** When a mailbox that has had its mails of a day may have one more of a kind that strangers can cause. */
export async function dailyLimitResetAt(
  db: Database,
  { mailbox, kind }: { mailbox: string; kind: MailKind },
  limit: number,
  now: Date,
): Promise<Date> {
  const since = dayBefore(now);
  const latest = sql<string>`max(${mailOutbox.createdAt}, coalesce(${mailOutbox.sendingSince}, ''))`;
  const together: readonly MailKind[] = OPEN_KINDS;
  const isCounted = and(
    eq(mailOutbox.mailbox, mailbox),
    inArray(mailOutbox.kind, together.includes(kind) ? [...together] : [kind]),
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

/** Whether somebody has shown to read what goes to this address (as `addressKey` spells it). */
export async function isVerifiedAddress(db: Database, address: string): Promise<boolean> {
  const [row] = await db.select().from(mailAddresses).where(eq(mailAddresses.address, address));
  return (row?.verifiedAt ?? null) !== null;
}

/** Whether mails to this mailbox (as `mailboxKey` spells it) were stopped. */
export async function isStoppedMailbox(db: Database, mailbox: string): Promise<boolean> {
  const [row] = await db.select().from(mailAddresses).where(eq(mailAddresses.address, mailbox));
  return (row?.stoppedAt ?? null) !== null;
}

/** Remembers that somebody reads what goes to this address. What was held goes out with a sweep. */
export async function verifyAddress(db: Database, address: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insert(mailAddresses)
    .values({ address, verifiedAt: at, createdAt: at })
    .onConflictDoUpdate({
      target: mailAddresses.address,
      set: { verifiedAt: at },
    });
}

/** Stops mails to a mailbox, those in the outbox that have not left among them. */
export async function stopMails(db: Database, mailbox: string, now: Date): Promise<void> {
  const at = now.toISOString();
  const unsent = and(
    eq(mailOutbox.mailbox, mailbox),
    inArray(mailOutbox.state, ["waiting", "held"]),
    notInArray(mailOutbox.kind, UNSTOPPED),
  );
  await db.batch([
    db
      .insert(mailAddresses)
      .values({ address: mailbox, stoppedAt: at, createdAt: at })
      .onConflictDoUpdate({
        target: mailAddresses.address,
        set: { stoppedAt: sql`coalesce(${mailAddresses.stoppedAt}, ${at})` },
      }),
    db.update(mailOutbox).set({ state: "stopped", lastError: STOPPED_TEXT }).where(unsent),
  ]);
}

/**
 * Lets mails to a mailbox come again. What was stopped meanwhile leaves as far as it is of use.
 * @param alongside what is written down in the same batch, where they were stopped.
 */
export async function allowMails(
  db: Database,
  mailbox: string,
  alongside = noExtraStatement(db),
): Promise<void> {
  const isStoppedMail = and(eq(mailOutbox.mailbox, mailbox), eq(mailOutbox.state, "stopped"));
  const isShut = and(eq(mailAddresses.address, mailbox), isNotNull(mailAddresses.stoppedAt));
  await db.batch([
    alongside(sql`EXISTS (SELECT 1 FROM ${mailAddresses} WHERE ${isShut})`),
    db.update(mailAddresses).set({ stoppedAt: null }).where(eq(mailAddresses.address, mailbox)),
    db.update(mailOutbox).set({ state: "held", lastError: HELD_TEXT }).where(isStoppedMail),
  ]);
}
