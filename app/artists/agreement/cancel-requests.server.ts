import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Log } from "~/monitoring/log";
import type { Database } from "~/platform/database.server";
import { signatureRequests } from "../artist-tables.server";
import { cancelRequest, type DropboxSignClient } from "../signing/dropbox-client.server";

/** What one run asks for: each is a call that is counted. */
const AT_ONCE = 20;

/** What withdrawing takes; `client` is undefined where nobody signs at Dropbox Sign. */
interface WithdrawDeps {
  db: Database;
  client: DropboxSignClient | undefined;
  log: Log;
  now: () => Date;
}

/** Has Dropbox Sign cancel a request. @returns whether nobody can sign it there any more. */
async function cancel(
  { client, log }: WithdrawDeps,
  agreementId: string,
  providerRequestId: string,
): Promise<boolean> {
  if (!client) return false;
  const reply = await cancelRequest(client, providerRequestId);
  // Gone there already.
  if (reply.ok || reply.failure === "not-found") return true;
  log("warn", "agreement.failed", { agreementId, reason: reply.code });
  return false;
}

const waiting = (artistId: string | undefined) =>
  and(
    ...[eq(signatureRequests.status, "expired"), isNotNull(signatureRequests.providerRequestId)],
    isNull(signatureRequests.withdrawnAt),
    artistId === undefined ? undefined : eq(signatureRequests.artistId, artistId),
  );

/**
 * Withdraws at Dropbox Sign what was replaced here: by a newer text, by signing here, or since its time
 * was over. What is not answered waits for the next time, behind the others.
 * @param artistId of the account; left out, anybody's.
 * @returns how many.
 */
export async function cancelSupersededRequests(
  deps: WithdrawDeps,
  artistId?: string,
): Promise<number> {
  const { db, client, log, now } = deps;
  if (!client) return 0;
  const t = signatureRequests;
  const rows = await db
    .select({ id: t.id, providerRequestId: t.providerRequestId })
    .from(t)
    .where(waiting(artistId))
    .orderBy(asc(t.updatedAt))
    .limit(AT_ONCE);
  let count = 0;
  for (const { id, providerRequestId } of rows) {
    const isCancelled = await cancel(deps, id, providerRequestId ?? "");
    const at = now().toISOString();
    await db
      .update(t)
      .set({ updatedAt: at, ...(isCancelled && { withdrawnAt: at }) })
      .where(and(eq(t.id, id), eq(t.status, "expired")));
    if (!isCancelled) continue;
    count += 1;
    log("info", "agreement.withdrawn", { agreementId: id });
  }
  return count;
}

/** Withdraws all of an artist who leaves. @returns what is still there, in words that name nobody. */
export async function cancelArtistRequests(
  deps: WithdrawDeps,
  artistId: string,
): Promise<string[]> {
  await cancelSupersededRequests(deps, artistId);
  const remaining = await deps.db.$count(signatureRequests, waiting(artistId));
  const why = deps.client ? "" : ": it is not connected";
  return remaining > 0 ? [`Agreements that wait at Dropbox Sign${why}`] : [];
}

/** Withdraws what Dropbox Sign made of a request that was replaced before it could be noted. */
export async function cancelOrphanedRequest(
  deps: WithdrawDeps,
  agreementId: string,
  providerRequestId: string,
): Promise<void> {
  if (await cancel(deps, agreementId, providerRequestId))
    deps.log("info", "agreement.withdrawn", { agreementId });
}
