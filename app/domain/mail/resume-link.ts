import { DRAFT_DAYS } from "~/domain/submission/draft/draft-days";
import { greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";

interface ResumeLink {
  recipient: string;
  /** Secret. */
  url: string;
  /** Hash of its key. */
  keyHash: string;
  /** Formatted date, if nothing changes before. */
  until: string;
}

/** Contains nothing that anybody typed: anyone can have it sent to any address. */
export function resumeLinkMail({ recipient, url, keyHash, until }: ResumeLink, brand: Brand): Mail {
  const letter: Omit<MailContent, "brand"> = {
    subject: `Your link to continue your submission to ${brand.name}`,
    blocks: [
      greetingBlock(),
      `Here's your link back to your submission to ${brand.name}. It opens on any device.`,
      { kind: "link", label: "Continue your submission", url },
      `It works until ${until}, and for ${DRAFT_DAYS} days after every change. Anyone with the link can open and change your draft, so keep it to yourself.`,
      `Didn't ask for this? Someone probably mistyped their address, and you can ignore this email. Questions? Write to ${brand.supportEmail}.`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `resume-link:${keyHash}`,
    kind: "resume-link",
    recipient,
  });
}
