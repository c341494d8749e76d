import type { SQL } from "drizzle-orm";
import { auditStatement } from "~/domain/access/staff/audit.server";
import { findAccount } from "~/domain/artists/accounts.server";
import {
  type FilingDeps,
  fileSignedDocument,
} from "~/domain/artists/agreement/file-document.server";
import { findRequestBy } from "~/domain/artists/agreement/requests.server";
import type { ReadFontFile } from "~/domain/artists/agreement/script-fonts.server";
import { signedDocument } from "~/domain/artists/agreement/signed-document.server";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";

interface AgreementPdfDeps extends Omit<FilingDeps, "auditDocument"> {
  brand: string;
  legalEntity: string;
  readFontFile: ReadFontFile;
}

/** Makes, stores and mails the PDF of an agreement that was signed on this site, once. */
function makeAgreementPdf(deps: AgreementPdfDeps): JobHandler<JobSubject<"make-agreement-pdf">> {
  const { db, ids, clock, brand, legalEntity, readFontFile } = deps;
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
      const agreement = {
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
      };
      const pdf = await signedDocument(agreement, readFontFile);
      const auditDocument = (detail: string) => {
        const at = clock();
        const by = { kind: "artist", artistId } as const;
        const entry = { id: ids.next(at), at, by, action: "agreement-filed", detail } as const;
        return (isFiled: SQL) =>
          auditStatement(db, { ...entry, subject: requestId, requestId: null }, isFiled);
      };
      await fileSignedDocument({ ...deps, auditDocument }, request, account, pdf);
      return { kind: "done" };
    },
  };
}

export const makeAgreementPdfJob: JobKind<"make-agreement-pdf"> = {
  type: "make-agreement-pdf",
  heavy: false,
  run(topic, { settings, artists, readFontFile, ...services }) {
    const brand = settings.BRAND_NAME;
    const legalEntity = settings.LEGAL_ENTITY ?? brand;
    const { documents, copyPart } = artists;
    const filing = { ...services, documents, copyPart };
    return makeAgreementPdf({ ...filing, brand, legalEntity, readFontFile }).run(topic);
  },
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
