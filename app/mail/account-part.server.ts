import type { SQL } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";
import { type MailRules, mailStatements } from "./outbox.server";

/** An account on its way to its artist. */
interface AccountNews {
  /** Of the row of the account. */
  accountId: string;
  recipient: string;
  /** What the artist signs in with. */
  artistId: string;
  /** The same; a secret. */
  invitationCode: string;
  /** Tells this code from others, and says nothing of it. */
  codeMark: string;
  /** Whether the artist had another code before. */
  again: boolean;
}

/**
 * The mail that brings an artist id and its invitation code. Nothing that an artist typed is in it.
 * @param url where they are typed.
 */
export function accountMail(news: AccountNews, url: string, brand: Brand): Mail {
  const { accountId, recipient, artistId, invitationCode, codeMark, again } = news;
  const letter: Omit<MailContent, "brand"> = {
    subject: again
      ? `Your new invitation code for ${brand.name}`
      : `Your artist account at ${brand.name}`,
    blocks: [
      { kind: "paragraph", text: "Hello," },
      {
        kind: "paragraph",
        text: again
          ? "Here's the new invitation code you sign in with. The old one works no more, and every browser and program that was signed in with it is signed out."
          : `You have an account at ${brand.name} now. It's where you see what becomes of your music, finish what a release still needs, and sign your agreement.`,
      },
      {
        kind: "keys",
        facts: [
          ["Artist ID", artistId],
          ["Invitation code", invitationCode],
        ],
      },
      { kind: "link", label: "Sign in", url },
      {
        kind: "paragraph",
        text: `You can tell us your artist ID when you ask for help. Keep the invitation code to yourself: we never ask for it. Questions? Write to ${brand.supportEmail}.`,
      },
      { kind: "paragraph", text: `The ${brand.name} team` },
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `account:${accountId}:${codeMark.slice(0, 32)}`,
    kind: "account",
    recipient,
  });
}

/** What the mail room works with. */
interface MailPartDeps {
  db: Database;
  ids: Ids;
  mail: { rules: MailRules; brand: Brand };
  site: string;
}

/**
 * The mail room's part of the batch that makes an account or its new code: the code itself is in this
 * mail and nowhere else, so both are written together or not at all.
 */
export function accountMailPart({ db, ids, mail, site }: MailPartDeps) {
  return (news: AccountNews, when: SQL, now: Date) =>
    mailStatements(db, accountMail(news, `${site}/login`, mail.brand), mail.rules, {
      now,
      ids,
      when,
    });
}
