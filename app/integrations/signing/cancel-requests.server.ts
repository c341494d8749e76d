import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { signatureRequests } from "~/domain/artists/artist-tables.server";
import type { Log } from "~/observability/log";
import type { Database } from "~/platform/database.server";
import { cancelRequest, type DropboxSignClient } from "./dropbox-client.server";

/** Each is one counted API call. */
const MAX_PER_RUN = 20;

/** `client` is undefined if Dropbox Sign is not connected. */
interface CancelDeps {
  db: Database;
  client: DropboxSignClient | undefined;
  log: Log;
  now: () => Date;
}

/** Cancels a request at Dropbox Sign. @returns whether nobody can sign it there any more. */
async function cancel({ client, log }: CancelDeps, agreementId: string, providerRequestId: string) {
  if (!client) return false;
  const reply = await cancelRequest(client, providerRequestId);
  // Already gone at Dropbox Sign.
  if (reply.ok || reply.failure === "not-found") return true;
  log("warn", "agreement.failed", { agreementId, reason: reply.code });
  return false;
}

const isAwaitingCancellation = (artistId: string | undefined) =>
  and(
    ...[eq(signatureRequests.status, "expired"), isNotNull(signatureRequests.providerRequestId)],
    isNull(signatureRequests.withdrawnAt),
    artistId === undefined ? undefined : eq(signatureRequests.artistId, artistId),
  );

/**
 * Cancels requests at Dropbox Sign that have been replaced here or have expired. Failed ones go to
 * the end of the queue.
 * @param artistId id of the account; undefined for all accounts.
 * @returns how many were cancelled.
 */
export async function cancelSupersededRequests(deps: CancelDeps, artistId?: string) {
  const { db, client, log, now } = deps;
  if (!client) return 0;
  const t = signatureRequests;
  const rows = await db
    .select({ id: t.id, providerRequestId: t.providerRequestId })
    .from(t)
    .where(isAwaitingCancellation(artistId))
    .orderBy(asc(t.updatedAt))
    .limit(MAX_PER_RUN);
  let count = 0;
  for (const { id, providerRequestId } of rows) {
    const isCancelled = await cancel(deps, id, providerRequestId ?? "");
    const timestamp = now().toISOString();
    await db
      .update(t)
      .set({ updatedAt: timestamp, ...(isCancelled && { withdrawnAt: timestamp }) })
      .where(and(eq(t.id, id), eq(t.status, "expired")));
    if (!isCancelled) continue;
    count += 1;
    log("info", "agreement.withdrawn", { agreementId: id });
  }
  return count;
}

/** Cancels all requests of an artist who leaves. @returns what remains, without personal data. */
export async function cancelArtistRequests(deps: CancelDeps, artistId: string): Promise<string[]> {
  await cancelSupersededRequests(deps, artistId);
  const remaining = await deps.db.$count(signatureRequests, isAwaitingCancellation(artistId));
  const reason = deps.client ? "" : ": it is not connected";
  return remaining > 0 ? [`Agreements that wait at Dropbox Sign${reason}`] : [];
}

/** Cancels a Dropbox Sign request whose own row was replaced before the ids could be recorded. */
export async function cancelOrphanedRequest(
  deps: CancelDeps,
  agreementId: string,
  providerRequestId: string,
): Promise<void> {
  if (await cancel(deps, agreementId, providerRequestId))
    deps.log("info", "agreement.withdrawn", { agreementId });
}
