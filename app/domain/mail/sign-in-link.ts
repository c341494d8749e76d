import type { ConfirmLink } from "./confirm-link";
import { greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";

interface SignInLink extends ConfirmLink {
  /** Part of the key, as the same link may be mailed again. */
  until: string;
  requester?: Mail["requester"];
}

export function signInLinkMail(
  { recipient, url, tokenHash, minutes, until, greeted, requester }: SignInLink,
  brand: Brand,
): Mail {
  const letter: Omit<MailContent, "brand"> = {
    subject: `Your link to sign in to ${brand.name}`,
    blocks: [
      greetingBlock(greeted),
      `Here's your link to sign in to your ${brand.name} account.`,
      { kind: "link", label: "Sign in", url },
      `It works once, for ${minutes} minutes. Anyone who has it can sign in as you, so keep it to yourself.`,
      `Didn't ask for this? Ignore this email: no one can sign in without the link. Questions? Write to ${brand.supportEmail}.`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `sign-in-link:${tokenHash}:${until}`,
    kind: "sign-in-link",
    recipient,
    ...(requester && { requester }),
  });
}
