import type { SQL } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { type AgreementCopy, agreementCopyMail } from "./agreement-copy";
import type { Brand } from "./mail";
import { type MailRules, mailStatements } from "./outbox.server";

interface CopyPartDeps {
  db: Database;
  ids: Ids;
  mail: { rules: MailRules; brand: Brand };
  site: string;
}

/** Statements for the batch that files a signed agreement: its copy is mailed once, whoever files it. */
export function agreementCopyPart({ db, ids, mail, site }: CopyPartDeps) {
  return (copy: AgreementCopy, when: SQL, now: Date) => {
    const url = `${site}/agreement/${copy.requestId}.pdf`;
    const letter = agreementCopyMail(copy, url, mail.brand);
    return mailStatements(db, letter, mail.rules, { now, ids, when });
  };
}
