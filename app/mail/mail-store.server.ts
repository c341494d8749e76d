import { and, eq, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { jobs } from "~/platform/jobs/tables.server";
import { SECRET_KINDS } from "./mail";
import type { QueuedMail } from "./outbox.server";
import { mailOutbox } from "./tables.server";

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
 */
export type MailState = "waiting" | "sending" | "sent" | "failed" | "unconfirmed";

/** The states in which nobody has the mail. */
const UNSENT: MailState[] = ["waiting", "failed"];

const is = (id: string, ...states: MailState[]) =>
  and(eq(mailOutbox.id, id), inArray(mailOutbox.state, states));

/** Both bodies without their secret links, for a mail that has been sent. */
function clearedBody(body: typeof mailOutbox.textBody | typeof mailOutbox.htmlBody): SQL {
  return sql`CASE WHEN ${inArray(mailOutbox.kind, [...SECRET_KINDS])} THEN '' ELSE ${body} END`;
}

const cleared = {
  textBody: clearedBody(mailOutbox.textBody),
  htmlBody: clearedBody(mailOutbox.htmlBody),
};

export async function findMail(db: Database, id: string): Promise<QueuedMail | undefined> {
  const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.id, id));
  return row;
}

/**
 * Claims a mail for the one attempt that may send its text.
 * @returns false when another attempt has it, or has sent it.
 */
export async function beginSending(
  db: Database,
  id: string,
  messageId: string,
  now: Date,
): Promise<boolean> {
  const claimed = await db
    .update(mailOutbox)
    .set({ state: "sending", messageId, sendingSince: now.toISOString() })
    .where(is(id, ...UNSENT))
    .returning({ id: mailOutbox.id });
  return claimed.length > 0;
}

/** The server has taken the mail. */
export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ state: "sent", sentAt: now.toISOString(), lastError: null, ...cleared })
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
  const given = await db
    .update(mailOutbox)
    .set({ state: "unconfirmed", lastError: error, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(and(is(id, "sending"), lt(mailOutbox.sendingSince, before.toISOString())))
    .returning({ id: mailOutbox.id });
  return given.length > 0;
}

/** Lets a mail go out once more, unless it is sent or being sent, or its text is no longer kept. */
async function release(db: Database, which: SQL, states: readonly MailState[]): Promise<boolean> {
  const released = await db
    .update(mailOutbox)
    .set({ state: "waiting", attempts: 0, lastError: null })
    .where(and(which, inArray(mailOutbox.state, [...states]), ne(mailOutbox.textBody, "")))
    .returning({ id: mailOutbox.id });
  return released.length > 0;
}

/** Staff run a failed job again: the mail that it is to send, if it is one of those, may go out. */
export async function releaseMailOfJob(db: Database, jobId: string): Promise<void> {
  const failed = and(eq(jobs.id, jobId), eq(jobs.type, "send-mail"), eq(jobs.state, "failed"));
  const subject = sql`${mailOutbox.id} = (SELECT ${jobs.subject} FROM ${jobs} WHERE ${failed})`;
  await release(db, subject, ["failed", "unconfirmed"]);
}

/**
 * Staff want a mail sent after all: one that failed, is unconfirmed, or was written while there was
 * no mail server. It keeps its Message-ID, by which mailboxes know a second copy.
 * @returns the id of its job, for the queue; undefined when it is sent or being sent, or its text is
 * no longer kept.
 */
export async function sendMailAgain(
  db: Database,
  id: string,
  now: Date,
): Promise<string | undefined> {
  if (!(await release(db, eq(mailOutbox.id, id), [...UNSENT, "unconfirmed"]))) return undefined;
  const [job] = await db
    .update(jobs)
    .set({ state: "waiting", attempts: 0, lastError: null, updatedAt: now.toISOString() })
    .where(
      and(
        eq(jobs.type, "send-mail"),
        eq(jobs.subject, id),
        or(ne(jobs.state, "running"), lt(jobs.leaseUntil, now.toISOString())),
      ),
    )
    .returning({ id: jobs.id });
  return job?.id;
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
