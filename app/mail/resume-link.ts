import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";

/** A link that opens a draft, on its way to the artist. */
interface ResumeLink {
  recipient: string;
  /** The whole address; a secret. */
  url: string;
  /** The hash of the key in it, which names the link without giving it away. */
  keyHash: string;
  /** Until when it works if nothing changes, such as March 12, 2027. */
  until: string;
}

/**
 * The mail with a link to go on with a draft. Nothing that somebody typed is in it: anyone can have
 * it sent to any address.
 */
export function resumeLinkMail({ recipient, url, keyHash, until }: ResumeLink, brand: Brand): Mail {
  const letter: Omit<MailContent, "brand"> = {
    subject: `Your link to continue your submission to ${brand.name}`,
    blocks: [
      { kind: "paragraph", text: "Hello," },
      {
        kind: "paragraph",
        text: `Here's your link back to your submission to ${brand.name}. It opens on any device.`,
      },
      { kind: "link", label: "Continue your submission", url },
      {
        kind: "paragraph",
        text: `It works until ${until}, and for 14 days after every change. Anyone with the link can open and change your draft, so keep it to yourself.`,
      },
      {
        kind: "paragraph",
        text: `Didn't ask for this? Someone probably mistyped their address, and you can ignore this email. Questions? Write to ${brand.supportEmail}.`,
      },
      { kind: "paragraph", text: `The ${brand.name} team` },
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `resume-link:${keyHash}`,
    kind: "resume-link",
    recipient,
  });
}
