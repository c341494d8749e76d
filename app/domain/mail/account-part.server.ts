import type { SQL } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { type Greeted, greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";
import { type MailRules, mailStatements } from "./outbox.server";

interface NewAccountCode {
  accountId: string;
  recipient: string;
  artistId: string;
  /** Secret. */
  invitationCode: string;
  /** Keyed hash of the code. */
  codeMark: string;
  again: boolean;
  greeted: Greeted;
}

/**
 * The mail with artist id and invitation code.
 * @param url the sign-in page.
 */
export function accountMail(newCode: NewAccountCode, url: string, brand: Brand): Mail {
  const { accountId, recipient, artistId, invitationCode, codeMark, again, greeted } = newCode;
  const letter: Omit<MailContent, "brand"> = {
    subject: again
      ? `Your new invitation code for ${brand.name}`
      : `Your artist account at ${brand.name}`,
    blocks: [
      greetingBlock(greeted),
      again
        ? "Here's your new invitation code to sign in. The old code no longer works. We signed out every browser and program that used it."
        : `You have an account at ${brand.name} now. There you see what happens with your music, complete your releases, and sign your agreement.`,
      {
        kind: "keys",
        facts: [
          ["Artist ID", artistId],
          ["Invitation code", invitationCode],
        ],
      },
      { kind: "link", label: "Sign in", url },
      `You can tell us your artist ID when you ask for help. Keep the invitation code to yourself: we never ask for it. Questions? Write to ${brand.supportEmail}.`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `account:${accountId}:${codeMark.slice(0, 32)}`,
    kind: "account",
    recipient,
  });
}

export interface MailPartDeps {
  db: Database;
  ids: Ids;
  mail: { rules: MailRules; brand: Brand };
  site: string;
}

/**
 * Statements for the batch that creates an account or a new code: the code exists only in this
 * mail, so both are written together or not at all.
 */
export function accountMailPart({ db, ids, mail, site }: MailPartDeps) {
  return (newCode: NewAccountCode, when: SQL, now: Date) =>
    mailStatements(db, accountMail(newCode, `${site}/login`, mail.brand), mail.rules, {
      now,
      ids,
      when,
    });
}
