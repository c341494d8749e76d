import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { findAccount } from "~/domain/artists/accounts.server";
import { fileSignedDocument } from "~/domain/artists/agreement/file-document.server";
import { findRequestBy, type SignatureRequest } from "~/domain/artists/agreement/requests.server";
import { signedFile } from "~/integrations/signing/dropbox-client.server";
import { errorReason } from "~/observability/log";
import type { ExtraStatement } from "~/platform/database.server";
import { sha256OfBytes } from "~/platform/hash";
import type { AppContext } from "~/session/app-context";

/**
 * The statement that records a signature in the audit log, with the hash of the signed text. The name is
 * in the agreement itself.
 * @param artistId the id that artists sign in with.
 */
export function auditSignature(
  context: AppContext,
  artistId: string,
  { requestId, detail }: { requestId: string; detail: string },
): ExtraStatement {
  const actor = { kind: "artist", artistId } as const;
  return auditEntryOf(context, actor, { action: "agreement-signed", subject: requestId, detail });
}

async function fetchDocument(
  context: AppContext,
  row: SignatureRequest,
): Promise<Uint8Array | undefined> {
  const { artists, db, log } = context;
  const { signing, documents } = artists;
  const { id, artistId, providerRequestId } = row;
  if (signing.state === "off" || !providerRequestId) return undefined;
  const file = await signedFile(signing.client, providerRequestId);
  if (!file.ok) {
    // Dropbox Sign needs a while to prepare the file after each signature.
    if (file.failure !== "not-yet")
      log("warn", "agreement.failed", { agreementId: id, reason: file.code });
    return undefined;
  }
  const account = await findAccount(db, artistId);
  // Deleted meanwhile, with its agreements.
  if (!account) return undefined;
  const auditDocument = (detail: string) =>
    auditSignature(context, account.artistId, { requestId: id, detail });
  const { copyPart } = artists;
  const deps = { ...context, documents, copyPart, auditDocument };
  await fileSignedDocument(deps, row, account, file.value);
  return file.value;
}

/** The signed PDF, fetched now if it is not stored yet. Never throws: the signature is valid without it. */
export async function loadSignedDocument(context: AppContext, row: SignatureRequest) {
  if (row.status !== "signed") return undefined;
  try {
    return row.documentKey === null
      ? await fetchDocument(context, row)
      : await context.artists.documents.read(row.documentKey);
  } catch (error) {
    context.log("error", "agreement.failed", { agreementId: row.id, reason: errorReason(error) });
    return undefined;
  }
}

/** A signed agreement for download by its artist or staff; undefined for anybody else. */
export async function readDocument(
  context: AppContext,
  requestId: string,
): Promise<{ pdf: Uint8Array; hash: string; name: string } | undefined> {
  const { db, scope } = context;
  const row = await findRequestBy(db, { id: requestId });
  if (!row) return undefined;
  const isOwner = (await scope.artist("read"))?.id === row.artistId;
  if (!isOwner && (await scope.principal()).kind !== "staff") return undefined;
  const pdf = await loadSignedDocument(context, row);
  if (!pdf) return undefined;
  const day = (row.signedAt ?? row.createdAt).slice(0, 10);
  return { pdf, hash: await sha256OfBytes(pdf), name: `Artist Agreement ${day}.pdf` };
}
