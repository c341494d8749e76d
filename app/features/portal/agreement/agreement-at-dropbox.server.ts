import { type Account, findAccount } from "~/domain/artists/accounts.server";
import { AGREEMENT_TITLE, signatoryName } from "~/domain/artists/agreement/agreement-text";
import {
  applyProviderStatus,
  claimProviderRequest,
  type ProviderStatus,
  recordProviderIds,
} from "~/domain/artists/agreement/provider-requests.server";
import { findRequestBy, type SignatureRequest } from "~/domain/artists/agreement/requests.server";
import { cancelOrphanedRequest } from "~/integrations/signing/cancel-requests.server";
import {
  createRequest,
  type DropboxFailure,
  readRequest,
} from "~/integrations/signing/dropbox-client.server";
import type { UpstreamRequest } from "~/integrations/signing/dropbox-replies";
import type { AppContext } from "~/session/app-context";
import { loadSignedDocument } from "./agreement-document.server";

/**
 * Creates the request at Dropbox Sign, unless another process is doing it.
 * @param isNew whether this call has just created our own row, so that no claim is needed.
 * @returns the failure; undefined when all is well.
 */
export async function sendToDropbox(
  context: AppContext,
  account: Account,
  { id, providerRequestId }: SignatureRequest,
  isNew: boolean,
): Promise<DropboxFailure | undefined> {
  const { artists, db, clock, log, settings } = context;
  const { signing } = artists;
  if (signing.state === "off" || providerRequestId !== null) return undefined;
  if (!isNew && !(await claimProviderRequest(db, id, clock()))) return undefined;
  const { artistId, profile, email } = account;
  const brand = settings.BRAND_NAME;
  const reply = await createRequest(signing.client, {
    id,
    subject: `${AGREEMENT_TITLE} with ${brand}`,
    message: `Please read the agreement between you and ${brand}, and sign it if you agree.`,
    signer: { name: signatoryName({ ...profile, artistId }), email },
  });
  const providerIds = reply.ok && {
    providerRequestId: reply.value.requestId,
    providerSignatureId: reply.value.signatureId,
  };
  const isRecorded = await recordProviderIds(db, id, providerIds || undefined, clock());
  if (providerIds && !isRecorded) {
    const deps = { db, client: signing.client, log, now: clock };
    await cancelOrphanedRequest(deps, id, providerIds.providerRequestId);
  }
  if (reply.ok) return undefined;
  log("error", "agreement.failed", { agreementId: id, reason: reply.code });
  return reply.failure;
}

function toProviderStatus(upstream: UpstreamRequest): ProviderStatus | undefined {
  const { isComplete, isDeclined, statusCode, signedAt, signerName } = upstream;
  if (isComplete || statusCode === "signed")
    return {
      status: "signed",
      ...(signedAt !== undefined && { signedAt: new Date(signedAt * 1000).toISOString() }),
      ...(signerName !== undefined && { signerName }),
    };
  if (isDeclined || statusCode === "declined") return { status: "declined" };
  // Errors need a new request as much as expiry does.
  if (statusCode === "expired" || statusCode.startsWith("error_")) return { status: "expired" };
  return undefined;
}

/**
 * Reads a request at Dropbox Sign and applies its status; fetches the signed file, too.
 * @returns whether Dropbox Sign answered.
 */
export async function checkAtDropbox(context: AppContext, row: SignatureRequest): Promise<boolean> {
  const { artists, db, clock, log } = context;
  const { signing } = artists;
  const { id, providerRequestId } = row;
  if (signing.state === "off" || providerRequestId === null) return true;
  const reply = await readRequest(signing.client, providerRequestId);
  // A request that is gone there was cancelled: nobody can sign it any more.
  const isCancelled = !reply.ok && reply.failure === "not-found";
  if (!reply.ok && !isCancelled) {
    log("warn", "agreement.failed", { agreementId: id, reason: reply.code });
    return false;
  }
  const status = reply.ok ? toProviderStatus(reply.value) : ({ status: "expired" } as const);
  if (!status) return true;
  if (await applyProviderStatus(db, row, status, clock()))
    log("info", `agreement.${status.status}`, { agreementId: id });
  const latest = await findRequestBy(db, { id });
  if (latest?.status === "signed" && latest.documentKey === null)
    await loadSignedDocument(context, latest);
  return true;
}

/**
 * Handles an event of Dropbox Sign. The event itself is not trusted: its request is read there first.
 * @returns false to have the event sent again.
 */
export async function handleDropboxEvent(context: AppContext, providerRequestId: string) {
  const row = await findRequestBy(context.db, { providerRequestId });
  // It belongs to another product in the same Dropbox Sign account, or its row was deleted.
  if (!row || !(await findAccount(context.db, row.artistId))) return true;
  return checkAtDropbox(context, row);
}
