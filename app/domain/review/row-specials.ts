import { type AdvisedRelease, releaseAdvice } from "~/domain/submission/music/release-advice";
import { type AdvisedSound, audioAdvice } from "~/domain/uploads/advice/advice";
import {
  type FindingCode,
  type FindingKind,
  findingCodes,
  findingKind,
  findingWords,
  type ProvableRight,
} from "./finding-words";
import type { ReviewItem } from "./review-item";

/** One thing that is special about an entry, in at most a few words. */
export type RowSpecial =
  | { kind: FindingKind; text: string; finding: FindingCode }
  | {
      kind: "mail" | "sent-before" | "invited" | "returning" | "notes" | "shortlist";
      text: string;
    };

/** What is known of what an entry has sent, and of its mails and notes. */
export interface RowFacts {
  hasFailedMail: boolean;
  /** Number of colleagues' notes. */
  notes: number;
  /** Of its tracks that could be measured. */
  sounds: readonly AdvisedSound[];
  /** Undefined where no new music was sent. */
  release: AdvisedRelease | undefined;
  /** Rights that the artist has named, and not proved. */
  unproved: readonly ProvableRight[];
}

function codesOf({ sounds, release, unproved }: RowFacts): ReadonlySet<string> {
  const ofSound = sounds.flatMap(audioAdvice).filter(({ tone }) => tone === "advice");
  return new Set([
    ...ofSound.map(({ code }) => code),
    ...(release ? releaseAdvice(release).map(({ rule }) => rule) : []),
    ...unproved.map((question) => `rights-${question}`),
  ]);
}

/** For example "clips 18,544 times". */
function clippingText(sounds: RowFacts["sounds"]): string {
  const runs = sounds.reduce((sum, { clipping }) => sum + clipping.runs, 0);
  return runs === 1 ? "clips once" : `clips ${runs.toLocaleString("en-GB")} times`;
}

const secondsText = (seconds: readonly number[]) =>
  `silent for ${Math.round(Math.max(...seconds))} s`;

/** The side of the smallest picture. */
function coverText({ artwork, tracks }: AdvisedRelease): string {
  const pictures = [artwork, ...tracks.map((track) => track.artwork)].filter(Boolean);
  const sides = pictures.flatMap((picture) => (picture ? [picture.width, picture.height] : []));
  return `cover ${Math.min(...sides)} px`;
}

function findingText(code: FindingCode, { sounds, release }: RowFacts): string {
  if (code === "clipping") return clippingText(sounds);
  if (code === "silent-head") return secondsText(sounds.map(({ silence }) => silence.head));
  if (code === "silent-tail") return secondsText(sounds.map(({ silence }) => silence.tail));
  if (code === "artwork-small" && release) return coverText(release);
  return findingWords(code);
}

type SpecialItem = Pick<ReviewItem, "kind" | "entry" | "isResent" | "shortlistedAt">;

/** What is special about an entry, the most important first. */
export function specialsOf(
  { kind, entry, isResent, shortlistedAt }: SpecialItem,
  facts: RowFacts,
): RowSpecial[] {
  const { hasFailedMail, notes } = facts;
  const codes = codesOf(facts);
  return [
    ...(hasFailedMail ? [{ kind: "mail" as const, text: "email not sent" }] : []),
    ...findingCodes
      .filter((code) => codes.has(code))
      .map((code) => {
        return { kind: findingKind(code), text: findingText(code, facts), finding: code };
      }),
    ...(isResent ? [{ kind: "sent-before" as const, text: "sent before" }] : []),
    ...(kind === "submission" && (entry === "invited" || entry === "returning")
      ? [{ kind: entry, text: entry } as const]
      : []),
    ...(notes > 0
      ? [{ kind: "notes" as const, text: notes === 1 ? "1 note" : `${notes} notes` }]
      : []),
    ...(shortlistedAt === null ? [] : [{ kind: "shortlist" as const, text: "shortlist" }]),
  ];
}

/** The codes of what was found in a release. */
export const findingsOf = (specials: readonly RowSpecial[]): FindingCode[] =>
  specials.flatMap((special) => ("finding" in special ? [special.finding] : []));
