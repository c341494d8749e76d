import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { countColumns } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { SECRET_KINDS } from "./mail-kinds";
import {
  canSendNow,
  HELD_TEXT,
  isStopped,
  outboxRecipient,
  STOPPED_TEXT,
} from "./mail-limit.server";
import { mailOutbox } from "./mail-tables.server";
import { DROPPED_TEXT, isNotNeeded } from "./merged-mails.server";
import type { QueuedMail } from "./outbox.server";
import { withoutFixTokens } from "./own-links";
import { hasText } from "./purge-mails.server";

/**
 * States of a mail:
 *
 * - `waiting`: no text was sent; may be tried again.
 * - `sending`: only the attempt that set this state, by one conditional update just before the first
 *   byte, may send the text.
 * - `sent`: accepted by the server.
 * - `failed`: refused, or out of attempts; not delivered.
 * - `unconfirmed`: the text was sent and no reply came. Never sent again automatically: a missing mail
 *   can be sent again by staff, a duplicate cannot be undone.
 * - `held`: over the daily limit; the sweep sends it later.
 * - `stopped`: the recipient has stopped our mails.
 * - `dropped`: about a status, and not needed any more, see `merged-mails.server.ts`.
 */
export const mailStates = [
  "waiting",
  "sending",
  "sent",
  "failed",
  "unconfirmed",
  "held",
  "stopped",
  "dropped",
] as const;
export type MailState = (typeof mailStates)[number];

export const UNSENT: MailState[] = ["waiting", "failed"];

const hasState = (id: string, ...states: MailState[]) =>
  and(eq(mailOutbox.id, id), inArray(mailOutbox.state, states));

function clearedBody(body: typeof mailOutbox.textBody | typeof mailOutbox.htmlBody): SQL {
  return sql`CASE WHEN ${inArray(mailOutbox.kind, [...SECRET_KINDS])} THEN '' ELSE ${body} END`;
}

export async function findMail(db: Database, id: string): Promise<QueuedMail | undefined> {
  const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.id, id));
  return row;
}

export async function existingMailIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { id } = mailOutbox;
  const rows = await db
    .select({ id })
    .from(mailOutbox)
    .where(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Drops, holds or stops a mail that may not be sent. Called before connecting; `beginSending` decides.
 * @returns the new state; undefined if it may be sent.
 */
export async function holdMail(db: Database, id: string, limit: number, now: Date) {
  const isStoppedMail = isStopped(outboxRecipient);
  const [row] = await db
    .update(mailOutbox)
    .set({
      state: sql`CASE WHEN ${isNotNeeded} THEN 'dropped' WHEN ${isStoppedMail} THEN 'stopped' ELSE 'held' END`,
      lastError: sql`CASE WHEN ${isNotNeeded} THEN ${DROPPED_TEXT} WHEN ${isStoppedMail} THEN ${STOPPED_TEXT} ELSE ${HELD_TEXT} END`,
    })
    .where(
      and(
        hasState(id, ...UNSENT),
        sql`(${isNotNeeded} OR ${isStoppedMail} OR NOT ${canSendNow(limit, now)})`,
      ),
    )
    .returning({ state: mailOutbox.state });
  return row?.state;
}

/**
 * Claims a mail for this attempt.
 * @param limit daily limit for unverified addresses.
 * @returns false if another attempt has it, or it may no longer be sent.
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
        hasState(id, ...UNSENT),
        sql`NOT ${isNotNeeded}`,
        sql`NOT ${isStopped(outboxRecipient)}`,
        sql`${canSendNow(limit, now)}`,
      ),
    )
    .returning({ id: mailOutbox.id });
  return rows.length > 0;
}

/** Empties secret bodies, and removes links that open a draft from others. */
export async function markSent(
  db: Database,
  { id, textBody, htmlBody }: Pick<QueuedMail, "id" | "textBody" | "htmlBody">,
  now: Date,
): Promise<void> {
  const cleared = (
    column: typeof mailOutbox.textBody | typeof mailOutbox.htmlBody,
    body: string,
  ) => (withoutFixTokens(body) === body ? clearedBody(column) : withoutFixTokens(body));
  const bodies = {
    textBody: cleared(mailOutbox.textBody, textBody),
    htmlBody: cleared(mailOutbox.htmlBody, htmlBody),
  };
  await db
    .update(mailOutbox)
    .set({ state: "sent", sentAt: now.toISOString(), lastError: null, ...bodies })
    .where(hasState(id, "sending", "unconfirmed"));
}

/** Records a failed attempt. @param claimed whether it had claimed the mail. */
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
    // An attempt without a claim must not change a mail that another one has claimed.
    .where(claimed ? hasState(id, "sending") : hasState(id, ...UNSENT));
}

/**
 * Marks an attempt as unconfirmed if it started before `before` and never ended.
 * @returns whether it was marked.
 */
export async function giveUpSending(db: Database, id: string, before: Date, error: string) {
  const updatedRows = await db
    .update(mailOutbox)
    .set({ state: "unconfirmed", lastError: error, attempts: sql`${mailOutbox.attempts} + 1` })
    .where(and(hasState(id, "sending"), lt(mailOutbox.sendingSince, before.toISOString())))
    .returning({ id: mailOutbox.id });
  return updatedRows.length > 0;
}

/** Empties mails with secrets written before `before`, sent or not. */
export async function clearSecretBodies(db: Database, before: Date): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ textBody: "", htmlBody: "" })
    .where(
      and(
        inArray(mailOutbox.kind, [...SECRET_KINDS]),
        hasText,
        lt(mailOutbox.createdAt, before.toISOString()),
      ),
    );
}

/** Counts of mails by state, for the dashboard; final states since a time only. */
export function mailFigures(db: Database, since: string) {
  const state = sql`states.value`;
  return db
    .select(
      countColumns({
        part: sql`'mails'`,
        name: state,
        detail: sql`''`,
        count: sql`(SELECT count(*) FROM mail_outbox WHERE state = ${state}
          AND created_at >= CASE WHEN ${state} IN ('sent', 'stopped', 'dropped') THEN ${since} ELSE '' END)`,
        at: sql`NULL`,
      }),
    )
    .from(sql`json_each(${JSON.stringify(mailStates)}) AS states`);
}
