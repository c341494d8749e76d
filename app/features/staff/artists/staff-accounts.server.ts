import { sql } from "drizzle-orm";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { findAccount, findByEmail } from "~/domain/artists/accounts.server";
import { newAccountPart, newCodePart } from "~/domain/artists/create-account.server";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";

/**
 * Creates an account and mails its code. Account, mail and audit entry are one batch.
 * @returns the account's id; undefined if the address has one already.
 */
export async function makeAccount(
  context: AppContext,
  actor: Staff,
  { email, artistName, name }: { email: string; artistName: string; name: string },
): Promise<string | undefined> {
  const { db, clock, log, sendJobs } = context;
  const now = clock();
  const profile = { artistName, name };
  const accountPart = await newAccountPart(
    context.artists.accounts,
    { email, profile },
    sql`1`,
    now,
  );
  const { id, artistId: detail } = accountPart;
  const accountExists = sql`EXISTS (SELECT 1 FROM artists WHERE id = ${id})`;
  const [first, ...rest] = accountPart.statements;
  if (!first) throw new Error("An account without a statement");
  const auditStatement = auditEntryOf(context, actor, {
    action: "account-made",
    subject: id,
    detail,
    at: now,
  });
  await db.batch([first, ...rest, auditStatement(accountExists)]);
  if ((await findByEmail(db, email))?.id !== id) return undefined;
  log("info", "account.made");
  await sendJobs(accountPart.jobIds);
  return id;
}

/** Replaces an artist's code and mails it. @returns whether there is such an account. */
export async function changeCode(context: AppContext, actor: Staff, id: string): Promise<boolean> {
  const { db, clock, log, sendJobs } = context;
  const account = await findAccount(db, id);
  if (!account) return false;
  const now = clock();
  const codePart = await newCodePart(context.artists.accounts, account, now);
  const [first, ...rest] = codePart.statements;
  if (!first) throw new Error("A code without a statement");
  const accountExists = sql`EXISTS (SELECT 1 FROM artists WHERE id = ${id} AND deleted_at IS NULL)`;
  const detail = account.artistId;
  const auditStatement = auditEntryOf(context, actor, {
    action: "account-code-changed",
    subject: id,
    detail,
    at: now,
  });
  await db.batch([first, ...rest, auditStatement(accountExists)]);
  log("info", "account.new-code");
  await sendJobs(codePart.jobIds);
  return true;
}
