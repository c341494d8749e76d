import { and, desc, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database, Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { Staff } from "~/platform/principal";
import { type AuditEntry, auditStatement } from "./audit.server";
import { staffSessions } from "./staff-tables.server";

/** A fixed lifetime, whatever the activity. */
export const SESSION_HOURS = 12;
/** Days an ended session is kept. */
const KEPT_DAYS = 30;

type Row = typeof staffSessions.$inferSelect;
export type StaffSession = Pick<Row, "id" | "staffName" | "createdAt" | "expiresAt">;

/** The same name is the same person in every session. */
function staffOf({ id, staffName: name }: Pick<Row, "id" | "staffName">): Staff {
  return { kind: "staff", id: `passcode:${name.toLowerCase()}`, name, sessionId: id };
}

const live = (at: Date) =>
  and(gt(staffSessions.expiresAt, at.toISOString()), isNull(staffSessions.endedAt));

type DeedFacts = Pick<AuditEntry, "id" | "at" | "requestId">;

/**
 * Opens a session and ends the browser's previous one, so that a planted cookie is useless.
 * @param token new, and a secret.
 * @param alongside written in the same batch.
 */
export async function openStaffSession(
  db: Database,
  session: {
    id: string;
    token: string;
    before?: string | undefined;
    name: string;
    passcodeMark: string;
    /** A hash of the network address. */
    address?: string | undefined;
  },
  deedFacts: DeedFacts,
  alongside: readonly Statement[] = [],
): Promise<void> {
  const { id, token, before, name: staffName, passcodeMark, address = null } = session;
  const { at } = deedFacts;
  const by = staffOf({ id, staffName });
  const row = {
    id,
    tokenHash: await sha256Hex(token),
    passcodeMark,
    staffName,
    address,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + SESSION_HOURS * 3_600_000).toISOString(),
  };
  const old = eq(staffSessions.tokenHash, before === undefined ? "" : await sha256Hex(before));
  await db.batch([
    db
      .update(staffSessions)
      .set({ endedAt: at.toISOString() })
      .where(and(old, live(at))),
    db.insert(staffSessions).values(row),
    auditStatement(db, { ...deedFacts, by, action: "signed-in", subject: id }),
    db
      .delete(staffSessions)
      .where(lte(staffSessions.expiresAt, addDays(at, -KEPT_DAYS).toISOString())),
    ...alongside,
  ]);
}

/** The staff member of a token, while the session lasts and the passcode is unchanged. */
export async function findStaff(
  db: Database,
  { token, passcodeMark, now }: { token: string; passcodeMark: string; now: Date },
): Promise<Staff | undefined> {
  const [row] = await db
    .select()
    .from(staffSessions)
    .where(
      and(
        eq(staffSessions.tokenHash, await sha256Hex(token)),
        eq(staffSessions.passcodeMark, passcodeMark),
        live(now),
      ),
    );
  return row && staffOf(row);
}

/** Whether staff have signed in from this address hash lately. */
export async function isKnownStaffAddress(db: Database, address: string): Promise<boolean> {
  return (await db.$count(staffSessions, eq(staffSessions.address, address))) > 0;
}

const LISTED = 200;

/** Active sessions, latest first. */
export async function listStaffSessions(
  db: Database,
  passcodeMark: string,
  now: Date,
): Promise<StaffSession[]> {
  const { id, staffName, createdAt, expiresAt } = staffSessions;
  return db
    .select({ id, staffName, createdAt, expiresAt })
    .from(staffSessions)
    .where(and(live(now), eq(staffSessions.passcodeMark, passcodeMark)))
    .orderBy(desc(id))
    .limit(LISTED);
}

/**
 * Ends a session; one's own counts as a sign-out.
 * @returns false if it was not active.
 */
export async function endStaffSession(
  db: Database,
  sessionId: string,
  { by, ...deedFacts }: DeedFacts & { by: Staff },
): Promise<boolean> {
  const own = by.sessionId === sessionId;
  const action = own ? "signed-out" : "session-ended";
  const lasting = and(eq(staffSessions.id, sessionId), live(deedFacts.at));
  const there: SQL = sql`EXISTS (SELECT 1 FROM ${staffSessions} WHERE ${lasting})`;
  const whose = sql`(SELECT ${staffSessions.staffName} FROM ${staffSessions} WHERE ${lasting})`;
  const [, endedSessions] = await db.batch([
    auditStatement(db, { ...deedFacts, by, action, subject: sessionId, detail: whose }, there),
    db
      .update(staffSessions)
      .set({ endedAt: deedFacts.at.toISOString() })
      .where(lasting)
      .returning({ id: staffSessions.id }),
  ]);
  return endedSessions.length > 0;
}
