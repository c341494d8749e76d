import type { SQL } from "drizzle-orm";
import type { Log } from "~/monitoring/log";
import type { Database } from "~/platform/database.server";
import { findAccount } from "./accounts.server";
import { type AccountDeps, type AccountPart, acceptancePart } from "./create-account.server";
import type { Profile } from "./profile";

/**
 * Who sent a submission, as it tells itself; undefined where there is none, and where it belongs to an
 * account.
 */
export type FindSender = (
  submissionId: string,
) => Promise<{ email: string; profile: Partial<Profile> } | undefined>;

/** The statuses by which the label says yes to a release. */
const ACCEPTED: ReadonlySet<string> = new Set([
  "in progress",
  "processing",
  "approved",
  "live",
  "active",
]);

/**
 * What a status of a submission writes in the batch that sets it, whoever does: where the label says
 * yes, its artist's account, see {@link acceptancePart}. A release that staff take straight to 'in
 * progress' or 'live' was approved as well, and its artist needs the pages where it is finished. One
 * that belongs to an account makes none, not even where that has another address or was deleted.
 */
export async function accountStatementsForStatus(
  deps: AccountDeps & { senderOf: FindSender },
  { submissionId, status }: { submissionId: string; status: string },
  when: SQL,
  now: Date,
): Promise<AccountPart> {
  const accepts = ACCEPTED.has(status.toLowerCase());
  const sender = accepts ? await deps.senderOf(submissionId) : undefined;
  if (!sender) return { statements: [], jobIds: [] };
  return acceptancePart(deps, { id: submissionId, ...sender }, when, now);
}

/** Says in the log that a batch has opened an account, where it has: of two at once one does. */
export async function logAccountCreated(
  { db, log }: { db: Database; log: Log },
  accountId: string | undefined,
  submissionId: string,
): Promise<void> {
  if (accountId && (await findAccount(db, accountId)))
    log("info", "account.made", { submissionId });
}
