import { and, desc, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database, Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { Staff } from "~/platform/principal";
import { STAFF_SESSION_HOURS } from "~/platform/sign-in-periods";
import { type AuditEntry, auditStatement } from "./audit.server";
import { staffSessions } from "./staff-tables.server";

/** A fixed lifetime, whatever the activity. */
/** Days an ended session is kept. */
const RETENTION_DAYS = 30;

type Row = typeof staffSessions.$inferSelect;
export type StaffSession = Pick<Row, "id" | "staffName" | "createdAt" | "expiresAt">;

/** The same name is the same person in every session. */
function toStaff({ id, staffName: name }: Pick<Row, "id" | "staffName">): Staff {
  return { kind: "staff", id: `passcode:${name.toLowerCase()}`, name, sessionId: id };
}

const isActive = (now: Date) =>
  and(gt(staffSessions.expiresAt, now.toISOString()), isNull(staffSessions.endedAt));

type AuditFields = Pick<AuditEntry, "id" | "at" | "requestId">;

/**
 * Opens a session and ends the browser's previous one, so that a planted cookie is useless.
 * @param token new, and a secret.
 * @param extraStatements written in the same batch.
 */
export async function openStaffSession(
  db: Database,
  session: {
    id: string;
    token: string;
    previousToken?: string | undefined;
    name: string;
    passcodeMark: string;
    /** A hash of the network address. */
    address?: string | undefined;
  },
  auditFields: AuditFields,
  extraStatements: readonly Statement[] = [],
): Promise<void> {
  const { id, token, previousToken, name: staffName, passcodeMark, address = null } = session;
  const { at: now } = auditFields;
  const actor = toStaff({ id, staffName });
  const row = {
    id,
    tokenHash: await sha256Hex(token),
    passcodeMark,
    staffName,
    address,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + STAFF_SESSION_HOURS * 3_600_000).toISOString(),
  };
  const isPrevious = eq(
    staffSessions.tokenHash,
    previousToken === undefined ? "" : await sha256Hex(previousToken),
  );
  await db.batch([
    db
      .update(staffSessions)
      .set({ endedAt: now.toISOString() })
      .where(and(isPrevious, isActive(now))),
    db.insert(staffSessions).values(row),
    auditStatement(db, { ...auditFields, by: actor, action: "signed-in", subject: id }),
    db
      .delete(staffSessions)
      .where(lte(staffSessions.expiresAt, addDays(now, -RETENTION_DAYS).toISOString())),
    ...extraStatements,
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
        isActive(now),
      ),
    );
  return row && toStaff(row);
}

/** Whether staff have signed in from this address hash lately. */
export async function isKnownStaffAddress(db: Database, address: string): Promise<boolean> {
  return (await db.$count(staffSessions, eq(staffSessions.address, address))) > 0;
}

const MAX_LISTED = 200;

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
    .where(and(isActive(now), eq(staffSessions.passcodeMark, passcodeMark)))
    .orderBy(desc(id))
    .limit(MAX_LISTED);
}

/**
 * Ends a session; one's own counts as a sign-out.
 * @returns false if it was not active.
 */
export async function endStaffSession(
  db: Database,
  sessionId: string,
  { by: actor, ...auditFields }: AuditFields & { by: Staff },
): Promise<boolean> {
  const isOwnSession = actor.sessionId === sessionId;
  const action = isOwnSession ? "signed-out" : "session-ended";
  const isActiveSession = and(eq(staffSessions.id, sessionId), isActive(auditFields.at));
  const sessionExists: SQL = sql`EXISTS (SELECT 1 FROM ${staffSessions} WHERE ${isActiveSession})`;
  const sessionOwner = sql`(SELECT ${staffSessions.staffName} FROM ${staffSessions} WHERE ${isActiveSession})`;
  const [, endedSessions] = await db.batch([
    auditStatement(
      db,
      { ...auditFields, by: actor, action, subject: sessionId, detail: sessionOwner },
      sessionExists,
    ),
    db
      .update(staffSessions)
      .set({ endedAt: auditFields.at.toISOString() })
      .where(isActiveSession)
      .returning({ id: staffSessions.id }),
  ]);
  return endedSessions.length > 0;
}
