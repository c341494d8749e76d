import { longDate } from "~/platform/formats/dates";
import { type Greeted, greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";

/**
 * A larger document is not attached: many servers take mails of 10 MB, and a mail is a third larger than its
 * files.
 */
const MAX_ATTACHMENT_BYTES = 6 * 1024 * 1024;

export interface AgreementCopy {
  requestId: string;
  recipient: string;
  /** The account. */
  artistId: string;
  greeted: Greeted;
  /** ISO time. */
  signedAt: string;
  documentKey: string;
  /** In bytes. */
  size: number;
  /** SHA-256 of the document. */
  hash: string;
}

/** The mail that brings an artist the agreement that they signed, once. @param url of the document. */
export function agreementCopyMail(copy: AgreementCopy, url: string, brand: Brand): Mail {
  const { requestId, recipient, artistId, greeted, signedAt, documentKey, size, hash } = copy;
  const isAttached = size <= MAX_ATTACHMENT_BYTES;
  const letter = {
    subject: `Your signed agreement with ${brand.name}`,
    blocks: [
      greetingBlock(greeted),
      `You signed the artist agreement with ${brand.name} on ${longDate(signedAt)}. Thank you.`,
      isAttached
        ? "Your copy is attached as a PDF. Its last page says who signed, and when. Please keep it."
        : "Your copy is too large to attach. Please download it, and keep it. Its last page says who signed, and when.",
      { kind: "link", label: "Open the agreement in your account", url } as const,
      { kind: "facts", facts: [["SHA-256 of the PDF", hash]] } as const,
      `Didn't you sign it? Then write to ${brand.supportEmail} at once.`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `agreement-copy:${requestId}`,
    kind: "agreement-copy",
    recipient,
    artistId,
    ...(isAttached && { attachmentKey: documentKey }),
  });
}
