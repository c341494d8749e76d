import { and, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { countColumns } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { SECRET_KINDS } from "./mail";
import {
  HELD_TEXT,
  isStopped,
  maySendNow,
  outboxRecipient,
  STOPPED_TEXT,
} from "./mail-limit.server";
import { mailOutbox } from "./mail-tables.server";
import type { QueuedMail } from "./outbox.server";

/**
 * The life of a mail:
 *
 * - `waiting`: no byte of its text has left. It may be tried, and tried again.
 * - `sending`: its text is leaving. Only the attempt that moved it here by one conditional update,
 *   just before the first byte, may send it.
 * - `sent`: the server has taken it.
 * - `failed`: the server has refused it, or every attempt came to nothing; no one has it.
 * - `unconfirmed`: its text left and no answer came, so the server may have it or not. It is never
 *   sent again by itself: one mail too few is mended by a click, one too many by nothing.
 * - `held`: its address has had its mails of a day; the sweep lets it go on.
 * - `stopped`: whoever reads its address has stopped our mails to it.
 */
export const mailStates = [
  "waiting",
  "sending",
  "sent",
  "failed",
  "unconfirmed",
  "held",
  "stopped",
] as const;
export type MailState = (typeof mailStates)[number];

/** The states in which nobody has the mail. */
export const UNSENT: MailState[] = ["waiting", "failed"];

const is = (id: string, ...states: MailState[]) =>
  and(eq(mailOutbox.id, id), inArray(mailOutbox.state, states));

/** Both bodies without their secret links, for a mail that has been sent. */
function clearedBody(body: typeof mailOutbox.textBody | typeof mailOutbox.htmlBody): SQL {
  return sql`CASE WHEN ${inArray(mailOutbox.kind, [...SECRET_KINDS])} THEN '' ELSE ${body} END`;
}

const clearedBodies = {
  textBody: clearedBody(mailOutbox.textBody),
  htmlBody: clearedBody(mailOutbox.htmlBody),
};

/** A mail of the outbox; undefined when there is none of that id. */
export async function findMail(db: Database, id: string): Promise<QueuedMail | undefined> {
  const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.id, id));
  return row;
}

/** Which of these ids are of mails that are still kept. */
export async function existingMailIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { id } = mailOutbox;
  const rows = await db
    .select({ id })
    .from(mailOutbox)
    .where(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Holds a mail back that may not leave: its address has had enough for today, or has stopped mails.
 * Asked before the line to the mail server is opened; `beginSending` decides.
 * @returns what it is now, where it may not leave.
 */
export async function holdMail(
  db: Database,
  id: string,
  limit: number,
  now: Date,
): Promise<"held" | "stopped" | undefined> {
  const isStoppedMail = isStopped(outboxRecipient);
  const [row] = await db
    .update(mailOutbox)
    .set({
      state: sql`CASE WHEN ${isStoppedMail} THEN 'stopped' ELSE 'held' END`,
      lastError: sql`CASE WHEN ${isStoppedMail} THEN ${STOPPED_TEXT} ELSE ${HELD_TEXT} END`,
    })
    .where(and(is(id, ...UNSENT), sql`(${isStoppedMail} OR NOT ${maySendNow(limit, now)})`))
    .returning({ state: mailOutbox.state });
  return row && (row.state === "stopped" ? "stopped" : "held");
}

/**
 * Claims a mail for the one attempt that may send its text.
 * @param limit how many mails may leave within 24 hours to an address that nobody has shown to read.
 * @returns false when another attempt has it, or has sent it, or when it may not leave by now.
 */
export async function beginSending(
  db: Database,
  id: string,
  { messageId, limit }: { messageId: string; limit: number },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(mailOutbox)
    .set({ state: "sending", messageId, sendingSince: now.toISOString() })
    .where(
      and(
        is(id, ...UNSENT),
        sql`NOT ${isStopped(outboxRecipient)}`,
        sql`${maySendNow(limit, now)}`,
      ),
    )
    .returning({ id: mailOutbox.id });
  return rows.length > 0;
}

/** The server has taken the mail. */
export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ state: "sent", sentAt: now.toISOString(), lastError: null, ...clearedBodies })
    .where(is(id, "sending", "unconfirmed"));
}

/** Writes down what an attempt came to. @param claimed whether it had claimed the mail. */
export async function recordFailure(
  db: Database,
  id: string,
  {
    state,
    error,
    claimed,
  }: { state: "waiting" | "failed" | "unconfirmed"; error: string; claimed: boolean },
): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ state, lastError: error, attempts: sql`${mailOutbox.attempts} + 1` })
    // An attempt that never claimed the mail must not take it from one that has.
    .where(claimed ? is(id, "sending") : is(id, ...UNSENT));
}

/**
 * Gives up on an attempt that began before `before` and never told how it ended.
 * @returns whether this call did; false while it may still be under way.
 */
export async function giveUpSending(
  db: Database,
  id: string,
  before: Date,
  error: string,
): Promise<boolean> {
  const mailRows = await db
    .update(mailOutbox)
    .set({ state: "unconfirmed", lastError: error, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(and(is(id, "sending"), lt(mailOutbox.sendingSince, before.toISOString())))
    .returning({ id: mailOutbox.id });
  return mailRows.length > 0;
}

/** Empties mails with secret links that were written before `before`, sent or not; for the sweep. */
export async function forgetSecretBodies(db: Database, before: Date): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ textBody: "", htmlBody: "" })
    .where(
      and(
        inArray(mailOutbox.kind, [...SECRET_KINDS]),
        ne(mailOutbox.textBody, ""),
        lt(mailOutbox.createdAt, before.toISOString()),
      ),
    );
}

/** Mails by state, for the dashboard: those with an end since a time, of the others all there are. */
export function mailFigures(db: Database, since: string) {
  const state = sql`states.value`;
  return db
    .select(
      countColumns({
        part: sql`'mails'`,
        name: state,
        detail: sql`''`,
        count: sql`(SELECT count(*) FROM mail_outbox WHERE state = ${state}
          AND created_at >= CASE WHEN ${state} IN ('sent', 'stopped') THEN ${since} ELSE '' END)`,
        at: sql`NULL`,
      }),
    )
    .from(sql`json_each(${JSON.stringify(mailStates)}) AS states`);
}
