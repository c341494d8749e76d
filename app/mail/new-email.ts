import { type Brand, type Mail, toMail } from "./mail";

/** A wish for another address, on its way to who reads that. */
interface NewEmail {
  /** Of the account that is to have the address. */
  artistId: string;
  /** The new address. */
  recipient: string;
  /** The whole address of the link, a secret; undefined where the address is an account's already. */
  url: string | undefined;
  /** The hash of the token in it, which names the wish without giving it away. */
  tokenHash: string;
  /** For how long it works. */
  hours: number;
}

const paragraph = (text: string) => ({ kind: "paragraph", text }) as const;

/** The mail to a new address. Nothing that somebody typed is in it. */
export function newEmailMail(
  { artistId, recipient, url, tokenHash, hours }: NewEmail,
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
    paragraph("Hello,"),
    ...linkBlocks,
    paragraph(
      `Didn't ask for this? Ignore this email: nothing changes by it. Questions? Write to ${supportEmail}.`,
    ),
    paragraph(`The ${name} team`),
  ];
  const occasion = { dedupeKey: `new-email:${tokenHash}`, kind: "new-email", recipient } as const;
  // Where it is another account's address, the mail is theirs.
  const about = url === undefined ? {} : { artistId };
  return toMail({ subject, blocks }, brand, { ...occasion, ...about });
}

/** What the reader of an account's address is told of another one, which is not named. */
interface EmailNotice {
  /** Of the account. */
  artistId: string;
  /** The address that was the account's when this came about. */
  recipient: string;
  /** Whether the change has been asked for, or has come about. */
  what: "asked" | "changed";
  tokenHash: string;
}

/** The mail to the address that an account had: whoever reads it may not be who asked. */
export function emailNotice(
  { artistId, recipient, what, tokenHash }: EmailNotice,
  brand: Brand,
): Mail {
  const { name, supportEmail } = brand;
  const news =
    what === "asked"
      ? `Someone who is signed in to your ${name} account asked to give it another address. It changes once the link that we sent there is used.`
      : `Your ${name} account has another address now. We won't write to this one any more.`;
  const subject =
    what === "asked"
      ? `Your ${name} account is to have another address`
      : `Your ${name} account has another address`;
  const blocks = [
    paragraph("Hello,"),
    paragraph(news),
    paragraph(
      `Was that you? Then there is nothing to do. If it wasn't, write to ${supportEmail} at once, and we'll lock the account.`,
    ),
    paragraph(`The ${name} team`),
  ];
  const dedupeKey = `email-${what}:${tokenHash}`;
  return toMail({ subject, blocks }, brand, {
    dedupeKey,
    kind: "email-changed",
    recipient,
    artistId,
  });
}
