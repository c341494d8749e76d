import type { Letter } from "./letter";
import { type Brand, type Mail, mailOf } from "./mail";

/** A link that opens a draft, on its way to the artist. */
export interface ResumeLink {
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
  const letter: Omit<Letter, "brand"> = {
    subject: `Your link to go on with your submission to ${brand.name}`,
    blocks: [
      { kind: "paragraph", text: "Hello," },
      {
        kind: "paragraph",
        text: `Here is the way back to your submission to ${brand.name}. It opens on any device.`,
      },
      { kind: "link", label: "Go on with your submission", url },
      {
        kind: "paragraph",
        text: `It works until ${until}, and for 14 days after every change. Whoever has the link can open the draft and change it, so keep it to yourself.`,
      },
      {
        kind: "paragraph",
        text: `You did not ask for this? Then somebody mistyped their address, and you can ignore this mail. Questions? Write to ${brand.supportEmail}.`,
      },
      { kind: "paragraph", text: `The ${brand.name} team` },
    ],
  };
  return mailOf(letter, brand, {
    dedupeKey: `resume-link:${keyHash}`,
    kind: "resume-link",
    recipient,
  });
}
