import { inOneLine } from "~/forms/fields";
import { isSameName } from "~/platform/formats/same-name";
import {
  ACCOUNTING,
  GOVERNING_LAW,
  NOTICE_DAYS,
  royalties,
  SMALLEST_PAYMENT,
  shareText,
  TERM_MONTHS,
} from "./terms";

export interface Parties {
  brand: string;
  legalEntity: string;
  address: string;
  support: string;
  artist: {
    name: string;
    artistName: string;
    artistId: string;
  };
}

/** Specification, section 2. */
export const AGREEMENT_TITLE = "Artist Agreement";

/** The name that the agreement is made out to and signed with. */
export function signatoryName({ name, artistName, artistId }: Parties["artist"]): string {
  return inOneLine(name) || inOneLine(artistName) || `the artist with the id ${artistId}`;
}

function partiesText({ brand, legalEntity, address, artist }: Parties): string {
  const [name, stageName] = [inOneLine(artist.name), inOneLine(artist.artistName)];
  const isKnownOtherwise = name !== "" && stageName !== "" && !isSameName(name, stageName);
  const alias = isKnownOtherwise ? `, known as ${stageName}` : "";
  const label = isSameName(legalEntity, brand) ? brand : `${legalEntity}, trading as ${brand}`;
  const seat = address ? `, of ${address}` : "";
  return `This agreement is between ${label}${seat} (“we”, “us”), and ${signatoryName(artist)}${alias}, artist id ${artist.artistId} (“you”). It begins on the day you sign it.`;
}

/**
 * The agreement as plain text: paragraphs separated by an empty line, numbered headings, list
 * items with a dash. This one text is displayed, hashed, signed and printed.
 */
export function agreementText(parties: Parties): string {
  const { brand, support } = parties;
  return [
    AGREEMENT_TITLE,
    partiesText(parties),
    "1. What this agreement covers",
    `It covers each recording that you send us through this site and that we accept in writing for release (a “Release”), with its artwork, title and credits. Nothing obliges you to send us music, or us to accept it.`,
    "2. What stays yours",
    "You keep the copyright in your recordings and your songs, and every right in your name and likeness. We own nothing of them; we only have the permissions in section 3, for as long as this agreement lasts.",
    "3. What you permit us to do",
    "For each Release you give us the exclusive right, throughout the world, to copy it, to supply it to digital services and shops, to have it streamed, downloaded and sold, and to collect what is paid for that. You also permit us to use short extracts, the artwork, your artist name, approved pictures and your biography to make the Release known. We do not change the sound or the artwork without asking you, except for the formats that services require.",
    "4. What you promise",
    "- You made the recording, or have the written consent of everybody whose performance, beat, sample or artwork is part of it.",
    "- The names, credits and shares that you give us are right, as far as you know.",
    "- No other agreement stops you from giving us these rights, and you give them to nobody else while this agreement lasts.",
    "- You tell us if a computer program composed, performed or sang a substantial part of a Release.",
    "- You neither buy plays nor have anybody else do so.",
    "5. What we promise",
    "- We supply each Release to services in good time for its date, and tell you if one of them refuses it.",
    "- We answer your questions about your Releases and your money.",
    "- We keep proper accounts and pay what is due, without being asked.",
    "6. What you are paid",
    "Of all we receive for your Releases you are paid the shares of the royalty schedule at the end of this agreement. Before that we take off only taxes that we must pay on it, and costs that you have agreed to in writing. Royalties for the songs themselves, such as those that collecting societies pay to writers and publishers, are not part of this: they stay with whoever they belong to.",
    `We account to you for the three months that end on each ${ACCOUNTING.periods}, within ${ACCOUNTING.days} days of that date, and pay what is due with the account. A balance under £${SMALLEST_PAYMENT} is carried over to the next one. You may ask once a year, at your own cost, to have our books on your Releases looked through by an accountant; if we paid you too little by more than a tenth, the cost is ours.`,
    "7. How long it lasts",
    `This agreement lasts for ${TERM_MONTHS} months from the day you sign it. After that it goes on from month to month until one of us ends it.`,
    "8. How it ends",
    `Either of us may end it, during the first ${TERM_MONTHS} months or later, by giving the other ${NOTICE_DAYS} days' notice in writing; an email is enough. Either may end it at once if the other breaks it in a serious way and has not put that right within ${NOTICE_DAYS} days of being told. When it ends we have your Releases taken down from services as soon as they allow, and account to you for everything that was earned until then and reaches us later.`,
    "9. If something goes wrong",
    "Each of us answers for losses that our own breach of this agreement causes the other, if they could be foreseen. Nothing here limits what the law does not allow to be limited. If somebody claims that a Release infringes their rights, we may hold it back, and the income from it, until the claim is settled, and tell you at once.",
    "10. Your data",
    "We use your personal data to carry out this agreement, as our privacy policy describes.",
    "11. Further points",
    "This text, with the schedule, is the whole agreement between us about your Releases. It is changed only by a new version that both of us accept. If a part of it does not hold in law, the rest does. Neither of us may hand it over to somebody else without the other's consent, but we may use suppliers for what we do. Nobody but you and us can enforce it.",
    "12. Which law applies",
    `This agreement is governed by the law of ${GOVERNING_LAW}, and its courts decide where we cannot settle something between us. Please write to ${support} first: most things are sorted out that way.`,
    `13. Signing`,
    `You sign by typing your name on this site or through the signing service that ${brand} uses. Both of us accept that as your signature.`,
    "Royalty schedule",
    "Your share of what we receive:",
    ...royalties.map((royalty) => `- ${shareText(royalty)}`),
  ].join("\n\n");
}

export interface Paragraph {
  kind: "title" | "heading" | "item" | "text";
  text: string;
}

export function parseParagraphs(text: string): Paragraph[] {
  return text.split("\n\n").map((paragraph, index) => {
    if (index === 0) return { kind: "title", text: paragraph };
    if (paragraph.startsWith("- ")) return { kind: "item", text: paragraph.slice(2) };
    const heading = /^\d+\. /.test(paragraph) || paragraph === "Royalty schedule";
    return { kind: heading ? "heading" : "text", text: paragraph };
  });
}
