import type { FindSender } from "~/domain/artists/accept-submission.server";
import type { CopyPart } from "~/domain/artists/agreement/file-document.server";
import type { AccountDeps } from "~/domain/artists/create-account.server";
import { profileOfRelease } from "~/domain/artists/profile";
import { accountMailPart } from "~/domain/mail/account-part.server";
import { agreementCopyPart } from "~/domain/mail/agreement-copy-part.server";
import type { Brand } from "~/domain/mail/mail";
import type { MailRules } from "~/domain/mail/outbox.server";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import {
  brandOf,
  type MailConnection,
  mailRules,
  staffAddress,
} from "~/integrations/mail/mail-server";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import type { Settings } from "~/platform/settings";

export interface MailService {
  connection: MailConnection;
  rules: MailRules;
  brand: Brand;
  /** The address of the team. */
  staff: string;
}

/** What creating artists' accounts depends on. */
export type AccountService = AccountDeps & { senderOf: FindSender };

/**
 * Opens mail, and the accounts, which start with a mail.
 * @param connection how mail is sent.
 * @param site the address of the site, without a path.
 */
export function openMailAndAccounts(
  settings: Settings,
  {
    connection,
    db,
    ids,
    site,
  }: { connection: MailConnection; db: Database; ids: Ids; site: string },
): { mail: MailService; accounts: AccountService; copyPart: CopyPart } {
  const [rules, brand] = [mailRules(settings, site), brandOf(settings)];
  return {
    mail: { connection, rules, brand, staff: staffAddress(settings) },
    copyPart: agreementCopyPart({ db, ids, mail: { rules, brand }, site }),
    accounts: {
      db,
      ids,
      secret: settings.SIGNING_SECRET,
      mailPart: accountMailPart({ db, ids, mail: { rules, brand }, site }),
      senderOf: async (id) => {
        const submission = await findSubmission(db, id);
        if (!submission || submission.artistId !== null) return undefined;
        return { email: submission.email, profile: profileOfRelease(submission.form) };
      },
    },
  };
}
