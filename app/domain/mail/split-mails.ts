import { greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { Block, MailContent } from "./mail-content";

interface SharedTrack {
  title: string;
  /** Percent of the asked songwriter. */
  share: number;
}

interface SplitRequest {
  submissionId: string;
  /** Not a secret. */
  letterId: string;
  recipient: string;
  name: string;
  artistName: string;
  release: string;
  tracks: readonly SharedTrack[];
  /** Secret. */
  url: string;
  /** Formatted date, such as May 1, 2027. */
  until: string;
}

const releaseBlock = ({
  artistName,
  release,
  tracks,
}: Pick<SplitRequest, "artistName" | "release" | "tracks">) =>
  ({
    kind: "facts",
    facts: [
      ["Artist", artistName],
      ["Release", release],
      ...tracks.map(({ title, share }) => [title, `your share: ${share}%`] as const),
    ],
  }) satisfies Block;

function requestLetter(
  request: SplitRequest,
  brand: Brand,
  isReminder: boolean,
): Omit<MailContent, "brand"> {
  const { name, url, until, tracks } = request;
  const songText = tracks.length === 1 ? "a song" : "songs";
  return {
    subject: isReminder
      ? "Reminder: please confirm your share as a songwriter"
      : "Please confirm your share as a songwriter",
    blocks: [
      greetingBlock({ firstName: name }),
      isReminder
        ? `A week ago we asked you about ${songText} you are named as a writer of. You haven't answered yet, so we remind you once.`
        : `You are named as a writer of ${songText} that ${brand.name} is about to release. Before it comes out, please look at who gets which share.`,
      releaseBlock(request),
      { kind: "link", label: "See all shares and answer", url },
      `You can confirm your share, or say what's wrong. It takes a minute, and you don't need an account. The link works until ${until}. Anyone who has it can answer for you, so keep it to yourself.`,
      `Don't know this artist or this release? Then tell us with the same link, or write to ${brand.supportEmail}.`,
    ],
  };
}

export function splitRequestMail(request: SplitRequest, brand: Brand): Mail {
  const { letterId, recipient, submissionId } = request;
  return toMail(requestLetter(request, brand, false), brand, {
    dedupeKey: `split-request:${letterId}`,
    kind: "split-request",
    recipient,
    submissionId,
  });
}

export function splitReminderMail(request: SplitRequest, brand: Brand): Mail {
  const { letterId, recipient, submissionId } = request;
  return toMail(requestLetter(request, brand, true), brand, {
    dedupeKey: `split-reminder:${letterId}`,
    kind: "split-reminder",
    recipient,
    submissionId,
  });
}

interface SplitDispute {
  submissionId: string;
  /** Question and time of the answer, for the deduplication key. */
  occasion: string;
  recipient: string;
  firstName: string;
  artistName: string;
  release: string;
  track: string;
  writer: string;
  share: number;
  note: string;
  url: string;
}

export function splitDisputeMail(dispute: SplitDispute, brand: Brand): Mail {
  const { submissionId, occasion, recipient, release, track } = dispute;
  const { writer, share, note, url } = dispute;
  const letter: Omit<MailContent, "brand"> = {
    subject: "A songwriter disputes their share",
    blocks: [
      greetingBlock(dispute),
      "One of the songwriters you named doesn't agree with their share.",
      {
        kind: "facts",
        facts: [
          ["Release", release],
          ["Track", track],
          ["Songwriter", `${writer}, ${share}%`],
          ["They say", note],
        ],
      },
      "Talk to each other. Then change the shares and ask again, or wait: they can change their answer too. We don't decide who is right.",
      { kind: "link", label: "Open the shares", url },
      `Questions? Write to ${brand.supportEmail}.`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `split-dispute:${occasion}`,
    kind: "split-dispute",
    recipient,
    submissionId,
  });
}
