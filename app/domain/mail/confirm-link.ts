import { type Greeted, greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";

export interface ConfirmLink {
  recipient: string;
  /** Secret. */
  url: string;
  /** Hash of its token. */
  tokenHash: string;
  minutes: number;
  greeted: Greeted;
}

export function confirmLinkMail(
  { recipient, url, tokenHash, minutes, greeted }: ConfirmLink,
  brand: Brand,
): Mail {
  const letter: Omit<MailContent, "brand"> = {
    subject: `Confirm that it's you at ${brand.name}`,
    blocks: [
      greetingBlock(greeted),
      `Someone who is signed in to your ${brand.name} account wants to do something that you must confirm. Is that you? Then open this link in the same browser.`,
      { kind: "link", label: "Yes, it's me", url },
      `It works once, for ${minutes} minutes, and only in the browser that asked for it.`,
      `Was it not you? Then don't open it. Somebody else is signed in to your account. Sign them out in your profile, and write to ${brand.supportEmail}.`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `confirm-link:${tokenHash}`,
    kind: "confirm-link",
    recipient,
  });
}

interface NewToken {
  recipient: string;
  sessionId: string;
  /** Formatted date, such as March 12, 2027. */
  until: string;
  url: string;
  greeted: Greeted;
}

/**
 * Tells the artist about a new API token, in case somebody else made it. Does not contain its
 * name.
 */
export function tokenMadeMail(
  { recipient, sessionId, until, url, greeted }: NewToken,
  brand: Brand,
): Mail {
  const letter: Omit<MailContent, "brand"> = {
    subject: `A token was made for your ${brand.name} account`,
    blocks: [
      greetingBlock(greeted),
      `Someone who is signed in to your ${brand.name} account made a token for a program. Whoever has it can read what you see in your account, until ${until}.`,
      { kind: "link", label: "See your tokens, or end one", url },
      `Was that you? Then there is nothing to do. If it wasn't, end the token there, and write to ${brand.supportEmail} at once.`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `token-made:${sessionId}`,
    kind: "token-made",
    recipient,
  });
}
