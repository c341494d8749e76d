import type { SQL } from "drizzle-orm";
import type { Log } from "~/observability/log";
import type { Database } from "~/platform/database.server";
import { isAccepted } from "~/reference/statuses";
import { findAccount } from "./accounts.server";
import { type AccountDeps, type AccountPart, acceptancePart } from "./create-account.server";
import type { Profile } from "./profile";

/** Finds the sender of a submission; undefined where there is none, or it belongs to an account. */
export type FindSender = (
  submissionId: string,
) => Promise<{ email: string; profile: Partial<Profile> } | undefined>;

/**
 * Statements for the batch that sets a status: an accepted release gets an account for its artist,
 * see {@link acceptancePart}. A submission that belongs to an account makes none, even if that account was deleted.
 */
export async function accountStatementsForStatus(
  deps: AccountDeps & { senderOf: FindSender },
  { submissionId, status }: { submissionId: string; status: string },
  when: SQL,
  now: Date,
): Promise<AccountPart> {
  const accepts = isAccepted(status);
  const sender = accepts ? await deps.senderOf(submissionId) : undefined;
  if (!sender) return { statements: [], jobIds: [] };
  return acceptancePart(deps, { id: submissionId, ...sender }, when, now);
}

/** Logs that a batch has created an account, if it did: of two concurrent batches only one does. */
export async function logAccountCreated(
  { db, log }: { db: Database; log: Log },
  accountId: string | undefined,
  submissionId: string,
): Promise<void> {
  if (accountId && (await findAccount(db, accountId)))
    log("info", "account.made", { submissionId });
}
