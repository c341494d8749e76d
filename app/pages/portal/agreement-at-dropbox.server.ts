import { type Account, findAccount } from "~/artists/accounts.server";
import { AGREEMENT_TITLE, signatoryName } from "~/artists/agreement/agreement-text";
import { cancelOrphanedRequest } from "~/artists/agreement/cancel-requests.server";
import {
  applyProviderStatus,
  claimProviderRequest,
  type ProviderStatus,
  recordProviderIds,
} from "~/artists/agreement/provider-requests.server";
import { findRequestBy, type SignatureRequest } from "~/artists/agreement/requests.server";
import {
  createRequest,
  type DropboxFailure,
  readRequest,
} from "~/artists/signing/dropbox-client.server";
import type { UpstreamRequest } from "~/artists/signing/dropbox-replies";
import type { Portal } from "~/session/portal";
import { loadSignedDocument } from "./agreement-document.server";

/**
 * Has Dropbox Sign make its own of a request, where nobody is at it.
 * @param made whether our own was made just now, by this request.
 * @returns why it did not; undefined when all is well.
 */
export async function sendToDropbox(
  portal: Portal,
  account: Account,
  { id, providerRequestId }: SignatureRequest,
  made: boolean,
): Promise<DropboxFailure | undefined> {
  const { artists, db, clock, log, settings } = portal;
  const { signing } = artists;
  if (signing.state === "off" || providerRequestId !== null) return undefined;
  if (!made && !(await claimProviderRequest(db, id, clock()))) return undefined;
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
  const noted = await recordProviderIds(db, id, providerIds || undefined, clock());
  if (providerIds && !noted) {
    const deps = { db, client: signing.client, log, now: clock };
    await cancelOrphanedRequest(deps, id, providerIds.providerRequestId);
  }
  if (reply.ok) return undefined;
  log("error", "agreement.failed", { agreementId: id, reason: reply.code });
  return reply.failure;
}

/** What a request says of its one signature; undefined while it waits for it. */
function toldBy(upstream: UpstreamRequest): ProviderStatus | undefined {
  const { isComplete, isDeclined, statusCode, signedAt, signerName } = upstream;
  if (isComplete || statusCode === "signed")
    return {
      status: "signed",
      ...(signedAt !== undefined && { signedAt: new Date(signedAt * 1000).toISOString() }),
      ...(signerName !== undefined && { signerName }),
    };
  if (isDeclined || statusCode === "declined") return { status: "declined" };
  // Another one is needed, whatever went wrong with it.
  if (statusCode === "expired" || statusCode.startsWith("error_")) return { status: "expired" };
  return undefined;
}

/**
 * Asks Dropbox Sign how a request stands, and applies it; the signed file is fetched, too.
 * @returns whether it answered.
 */
export async function checkAtDropbox(portal: Portal, row: SignatureRequest): Promise<boolean> {
  const { artists, db, clock, log } = portal;
  const { signing } = artists;
  const { id, providerRequestId } = row;
  if (signing.state === "off" || providerRequestId === null) return true;
  const reply = await readRequest(signing.client, providerRequestId);
  // Cancelled over there: nobody can sign it any more.
  const gone = !reply.ok && reply.failure === "not-found";
  if (!reply.ok && !gone) {
    log("warn", "agreement.failed", { agreementId: id, reason: reply.code });
    return false;
  }
  const news = reply.ok ? toldBy(reply.value) : ({ status: "expired" } as const);
  if (!news) return true;
  if (await applyProviderStatus(db, row, news, clock()))
    log("info", `agreement.${news.status}`, { agreementId: id });
  const now = await findRequestBy(db, { id });
  if (now?.status === "signed" && now.documentKey === null) await loadSignedDocument(portal, now);
  return true;
}

/**
 * What an event of Dropbox Sign is about, looked up there before anything counts.
 * @returns whether it was; false has it sent again.
 */
export async function handleDropboxEvent(
  portal: Portal,
  providerRequestId: string,
): Promise<boolean> {
  const row = await findRequestBy(portal.db, { providerRequestId });
  // Of another product in the same account, or of a row that is gone.
  if (!row || !(await findAccount(portal.db, row.artistId))) return true;
  return checkAtDropbox(portal, row);
}
