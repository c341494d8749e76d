import type { SQL } from "drizzle-orm";
import type { MailPartDeps } from "./account-part.server";
import { type AgreementCopy, agreementCopyMail } from "./agreement-copy";
import { mailStatements } from "./outbox.server";

/** Statements for the batch that files a signed agreement: its copy is mailed once, whoever files it. */
export function agreementCopyPart({ db, ids, mail, site }: MailPartDeps) {
  return (copy: AgreementCopy, when: SQL, now: Date) => {
    const url = `${site}/agreement/${copy.requestId}.pdf`;
    const letter = agreementCopyMail(copy, url, mail.brand);
    return mailStatements(db, letter, mail.rules, { now, ids, when });
  };
}
