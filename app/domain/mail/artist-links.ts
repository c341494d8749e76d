import { greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";

interface ArtistLink {
  recipient: string;
  artistName: string;
  firstName?: string | undefined;
  /** Secret. */
  url: string;
  /** Hash of its token. */
  tokenHash: string;
  /** Formatted date, such as March 12, 2027. */
  until: string;
}

const questions = ({ supportEmail }: Brand) => `Questions? Write to ${supportEmail}.`;

export function invitationMail(link: ArtistLink, brand: Brand): Mail {
  const { recipient, artistName, url, tokenHash, until } = link;
  const letter: Omit<MailContent, "brand"> = {
    subject: `${brand.name} invites you to send us a release`,
    blocks: [
      greetingBlock(link),
      `We'd like to hear your next release. This invitation from ${brand.name} opens the form. We have filled in what we know about you.`,
      { kind: "keys", facts: [["Invitation for", artistName]] },
      { kind: "link", label: "Open your invitation", url },
      `It's for one release, and you can start until ${until}. Anyone with the link can use it, so keep it to yourself.`,
      questions(brand),
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `invitation:${tokenHash}`,
    kind: "invitation",
    recipient,
  });
}

export function returningLinkMail(link: ArtistLink, brand: Brand): Mail {
  const { recipient, artistName, url, tokenHash, until } = link;
  const letter: Omit<MailContent, "brand"> = {
    subject: `Your own link to send music to ${brand.name}`,
    blocks: [
      greetingBlock(link),
      `Here's your own link to send music to ${brand.name}. For each release, we fill in what you told us last time: your details, your genre and the people you work with. The link works even while submissions are closed.`,
      { kind: "keys", facts: [["Link for", artistName]] },
      { kind: "link", label: "Send us your next release", url },
      `Use it as often as you like until ${until}. Anyone with the link can use it, so keep it to yourself.`,
      questions(brand),
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `returning-link:${tokenHash}`,
    kind: "returning-link",
    recipient,
  });
}
