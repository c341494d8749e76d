import { type AuditEntry, auditStatement } from "~/domain/access/staff/audit.server";
import { findAccount } from "~/domain/artists/accounts.server";
import { type Documents, newDocumentKey } from "~/domain/artists/agreement/documents.server";
import { findRequestBy, setDocumentKey } from "~/domain/artists/agreement/requests.server";
import { signedDocument } from "~/domain/artists/agreement/signed-document.server";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { sha256OfBytes } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";

interface AgreementPdfDeps {
  db: Database;
  ids: Ids;
  clock: Clock;
  log: Log;
  documents: Documents;
  brand: string;
  legalEntity: string;
}

/** Makes and stores the PDF of an agreement that was signed on this site, once. */
function makeAgreementPdf(deps: AgreementPdfDeps): JobHandler<JobSubject<"make-agreement-pdf">> {
  const { db, ids, clock, log, documents, brand, legalEntity } = deps;
  return {
    async run({ subject: requestId }) {
      const request = await findRequestBy(db, { id: requestId });
      const account = request && (await findAccount(db, request.artistId));
      // The account was deleted meanwhile, with its agreements.
      if (!request || !account) return { kind: "done", reason: "no-such-agreement" };
      if (request.documentKey !== null) return { kind: "done", reason: "known" };
      const { signedAt, typedName, text, textHash, templateVersion } = request;
      if (!signedAt || typedName === null) return { kind: "failed", reason: "not-signed" };
      const { artistId, email } = account;
      const pdf = await signedDocument({
        requestId,
        templateVersion,
        text,
        textHash,
        brand,
        legalEntity,
        typedName,
        artistId,
        email,
        signedAt: new Date(signedAt),
      });
      const storedAt = clock();
      const documentKey = newDocumentKey(account.id, requestId, ids.next(storedAt));
      const documentHash = await sha256OfBytes(pdf);
      await documents.store(documentKey, pdf);
      const detail = `SHA-256 of the signed PDF: ${documentHash}`;
      const entry: AuditEntry = {
        id: ids.next(storedAt),
        at: storedAt,
        by: { kind: "artist", artistId },
        action: "agreement-filed",
        subject: requestId,
        detail,
        requestId: null,
      };
      const isFirst = await setDocumentKey(
        db,
        requestId,
        { documentKey, documentHash },
        (condition) => auditStatement(db, entry, condition),
      );
      if (isFirst) log("info", "agreement.stored", { agreementId: requestId });
      // Another run of this job stored one first.
      else await documents.remove(documentKey);
      return { kind: "done" };
    },
  };
}

export const makeAgreementPdfJob: JobKind<"make-agreement-pdf"> = {
  type: "make-agreement-pdf",
  heavy: false,
  run(topic, { settings, artists, ...services }) {
    const brand = settings.BRAND_NAME;
    const legalEntity = settings.LEGAL_ENTITY ?? brand;
    const { documents } = artists;
    return makeAgreementPdf({ ...services, documents, brand, legalEntity }).run(topic);
  },
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
