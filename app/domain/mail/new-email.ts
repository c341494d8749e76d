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

/** Contains nothing that anybody typed. */
export function newEmailMail(
  { artistId, recipient, url, tokenHash, hours }: EmailChangeRequest,
  brand: Brand,
): Mail {
  const { name, supportEmail } = brand;
  const linkBlocks =
    url === undefined
      ? [
          `Someone asked to use this address for another ${name} account. The address already belongs to an account, so nothing has changed.`,
          "If that was you, sign in with the account that has this address.",
        ]
      : [
          `With this link you confirm the new address of your ${name} account.`,
          { kind: "link", label: "Confirm this address", url } as const,
          `It works once, for ${hours} hours. Until you use it, we write to your old address.`,
        ];
  const subject =
    url === undefined ? `About your address at ${name}` : `Confirm your new address for ${name}`;
  const blocks = [
    greetingBlock(),
    ...linkBlocks,
    `Didn't ask for this? Ignore this email, and nothing changes. Questions? Write to ${supportEmail}.`,
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
      ? `Someone who is signed in to your ${name} account asked to change its email address. It changes when they open the link that we sent to the new address.`
      : `Your ${name} account has a new email address now. We won't write to this address any more.`;
  const subject =
    event === "asked"
      ? `Somebody wants to change the email address of your ${name} account`
      : `Your ${name} account has a new email address`;
  const blocks = [
    greetingBlock(greeted),
    noticeText,
    `Was that you? Then there is nothing to do. If it wasn't, write to ${supportEmail} at once, and we'll lock the account.`,
  ];
  const dedupeKey = `email-${event}:${tokenHash}`;
  return toMail({ subject, blocks }, brand, {
    dedupeKey,
    kind: "email-changed",
    recipient,
    artistId,
  });
}
