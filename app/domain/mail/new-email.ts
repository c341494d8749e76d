import { type Greeted, greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";

interface EmailChangeRequest {
  artistId: string;
  recipient: string;
  /** Secret link; undefined if another account has the address. */
  url: string | undefined;
  /** Hash of its token. */
  tokenHash: string;
  hours: number;
}

const paragraph = (text: string) => ({ kind: "paragraph", text }) as const;

/** Contains nothing that anybody typed. */
export function newEmailMail(
  { artistId, recipient, url, tokenHash, hours }: EmailChangeRequest,
  brand: Brand,
): Mail {
  const { name, supportEmail } = brand;
  const linkBlocks =
    url === undefined
      ? [
          paragraph(
            `Someone asked to use this address for another ${name} account. It belongs to an account already, so nothing has changed.`,
          ),
          paragraph("If that was you, sign in with the account that has this address."),
        ]
      : [
          paragraph(`Here's the link that makes this the address of your ${name} account.`),
          { kind: "link", label: "Confirm this address", url } as const,
          paragraph(
            `It works once, for ${hours} hours. Until you use it, your old address stays the one we write to.`,
          ),
        ];
  const subject =
    url === undefined ? `About your address at ${name}` : `Confirm your new address for ${name}`;
  const blocks = [
    greetingBlock(),
    ...linkBlocks,
    paragraph(
      `Didn't ask for this? Ignore this email: nothing changes by it. Questions? Write to ${supportEmail}.`,
    ),
    paragraph(`The ${name} team`),
  ];
  const occasion = { dedupeKey: `new-email:${tokenHash}`, kind: "new-email", recipient } as const;
  // The mail belongs to the other account, if that has the address.
  const account = url === undefined ? {} : { artistId };
  return toMail({ subject, blocks }, brand, { ...occasion, ...account });
}

/** Notice to the current address about a change; the new address is not named. */
interface EmailNotice {
  artistId: string;
  recipient: string;
  event: "asked" | "changed";
  tokenHash: string;
  greeted: Greeted;
}

/** Tells the old address, whose reader may not have requested the change. */
export function emailNotice(
  { artistId, recipient, event, tokenHash, greeted }: EmailNotice,
  brand: Brand,
): Mail {
  const { name, supportEmail } = brand;
  const noticeText =
    event === "asked"
      ? `Someone who is signed in to your ${name} account asked to give it another address. It changes once the link that we sent there is used.`
      : `Your ${name} account has another address now. We won't write to this one any more.`;
  const subject =
    event === "asked"
      ? `Your ${name} account is to have another address`
      : `Your ${name} account has another address`;
  const blocks = [
    greetingBlock(greeted),
    paragraph(noticeText),
    paragraph(
      `Was that you? Then there is nothing to do. If it wasn't, write to ${supportEmail} at once, and we'll lock the account.`,
    ),
    paragraph(`The ${name} team`),
  ];
  const dedupeKey = `email-${event}:${tokenHash}`;
  return toMail({ subject, blocks }, brand, {
    dedupeKey,
    kind: "email-changed",
    recipient,
    artistId,
  });
}
