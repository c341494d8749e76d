import { type Brand, type Mail, toMail } from "./mail";
import type { Block, MailContent } from "./mail-content";
import { sanitizeInput } from "./sanitize-input";

/** A track of a release, and how it is shared. */
interface SharedTrack {
  title: string;
  /** Of who is asked, in percent. */
  share: number;
}

/** A songwriter who is asked to confirm their share. */
interface SplitRequest {
  submissionId: string;
  /** Names the letter; not a secret. */
  letterId: string;
  recipient: string;
  /** Of the songwriter. */
  name: string;
  artistName: string;
  release: string;
  tracks: readonly SharedTrack[];
  /** The whole address; a secret. */
  url: string;
  /** Until when it works, such as May 1, 2027. */
  until: string;
}

const words = (text: string): Block => ({ kind: "paragraph", text });

const about = ({
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
  const what = tracks.length === 1 ? "a song" : "songs";
  return {
    subject: isReminder
      ? "Reminder: please confirm your share as a songwriter"
      : "Please confirm your share as a songwriter",
    blocks: [
      words(`Hello ${sanitizeInput(name)},`),
      words(
        isReminder
          ? `A week ago we asked you about ${what} you are named as a writer of. There's no answer yet, so this is the one reminder we send.`
          : `You are named as a writer of ${what} that ${brand.name} is about to release. Before it comes out, please look at who gets which share.`,
      ),
      about(request),
      { kind: "link", label: "See all shares and answer", url },
      words(
        `You can confirm your share, or say what's wrong. It takes a minute, and you need no account. The link works until ${until}; anyone who has it can answer for you, so keep it to yourself.`,
      ),
      words(
        `Don't know this artist or this release? Then say so by the same link, or write to ${brand.supportEmail}.`,
      ),
      words(`The ${brand.name} team`),
    ],
  };
}

/** The letter that asks a songwriter about the shares of a release. */
export function splitRequestMail(request: SplitRequest, brand: Brand): Mail {
  const { letterId, recipient, submissionId } = request;
  return toMail(requestLetter(request, brand, false), brand, {
    dedupeKey: `split-request:${letterId}`,
    kind: "split-request",
    recipient,
    submissionId,
  });
}

/** The same once more after a week without an answer. */
export function splitReminderMail(request: SplitRequest, brand: Brand): Mail {
  const { letterId, recipient, submissionId } = request;
  return toMail(requestLetter(request, brand, true), brand, {
    dedupeKey: `split-reminder:${letterId}`,
    kind: "split-reminder",
    recipient,
    submissionId,
  });
}

/** A share that a songwriter disputes. */
interface SplitDispute {
  submissionId: string;
  /** Of the question, and when it was answered: names the occasion. */
  occasion: string;
  recipient: string;
  artistName: string;
  release: string;
  track: string;
  writer: string;
  share: number;
  note: string;
  /** The artist's page with the shares. */
  url: string;
}

/** Tells the artist that a songwriter disputes a share, and why. */
export function splitDisputeMail(dispute: SplitDispute, brand: Brand): Mail {
  const { submissionId, occasion, recipient, artistName, release, track } = dispute;
  const { writer, share, note, url } = dispute;
  const letter: Omit<MailContent, "brand"> = {
    subject: "A songwriter disputes their share",
    blocks: [
      words(`Hello ${sanitizeInput(artistName)},`),
      words("One of the songwriters you named doesn't agree with their share."),
      {
        kind: "facts",
        facts: [
          ["Release", release],
          ["Track", track],
          ["Songwriter", `${writer}, ${share}%`],
          ["They say", note],
        ],
      },
      words(
        "Talk to each other. Then change the shares and ask again, or leave them: they can change their answer, too. We don't decide who is right.",
      ),
      { kind: "link", label: "Open the shares", url },
      words(`Questions? Write to ${brand.supportEmail}.`),
      words(`The ${brand.name} team`),
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `split-dispute:${occasion}`,
    kind: "split-dispute",
    recipient,
    submissionId,
  });
}
