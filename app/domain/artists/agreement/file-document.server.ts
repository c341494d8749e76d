import type { SQL } from "drizzle-orm";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database, ExtraStatement, Statement } from "~/platform/database.server";
import { sha256OfBytes } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import type { Account } from "../accounts.server";
import { greetedIn } from "../profile";
import { type Documents, newDocumentKey } from "./documents.server";
import { type SignatureRequest, setDocumentKey } from "./requests.server";

/** Statements that mail the artist a copy, if the condition holds in their batch. */
export type CopyPart = (
  copy: {
    requestId: string;
    recipient: string;
    artistId: string;
    greeted: ReturnType<typeof greetedIn>;
    signedAt: string;
    documentKey: string;
    size: number;
    hash: string;
  },
  when: SQL,
  now: Date,
) => Promise<{ jobId: string; statements: readonly Statement[] }>;

export interface FilingDeps {
  db: Database;
  ids: Ids;
  clock: Clock;
  log: Log;
  documents: Documents;
  copyPart: CopyPart;
  sendJobs: (jobIds: string[]) => Promise<void>;
  auditDocument: (detail: string) => ExtraStatement;
}

/**
 * Stores the PDF of a signed agreement and mails its artist a copy. Of two concurrent calls, one counts; the
 * other's file is removed.
 */
export async function fileSignedDocument(
  { db, ids, clock, log, documents, copyPart, sendJobs, auditDocument }: FilingDeps,
  { id: requestId, signedAt, updatedAt }: SignatureRequest,
  { id: artistId, email: recipient, profile }: Account,
  pdf: Uint8Array,
): Promise<void> {
  const now = clock();
  const documentKey = newDocumentKey(artistId, requestId, ids.next(now));
  const hash = await sha256OfBytes(pdf);
  await documents.store(documentKey, pdf);
  const greeted = greetedIn(profile);
  const document = { documentKey, size: pdf.length, hash, signedAt: signedAt ?? updatedAt };
  const copy = { ...document, requestId, recipient, artistId, greeted };
  let jobId = "";
  const isFirst = await setDocumentKey(
    db,
    requestId,
    { documentKey, documentHash: hash },
    async (isFiled) => {
      const mail = await copyPart(copy, isFiled, now);
      jobId = mail.jobId;
      return [auditDocument(`SHA-256 of the signed PDF: ${hash}`)(isFiled), ...mail.statements];
    },
  );
  if (!isFirst) return documents.remove(documentKey);
  log("info", "agreement.stored", { agreementId: requestId });
  await sendJobs([jobId]);
}
