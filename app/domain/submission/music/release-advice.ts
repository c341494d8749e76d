import { type AdvisedArtwork, artworkAdvice } from "~/domain/uploads/advice/advice";
import { lookAdvice } from "~/domain/uploads/advice/look-advice";
import type { PictureLook } from "~/domain/uploads/probe";
import { caseRules } from "./advice-case";
import { creditRules } from "./advice-credits";
import { explicitRules } from "./advice-explicit";
import { extraRules } from "./advice-extras";
import { nameAdvice } from "./advice-names";
import { signRules } from "./advice-signs";
import { spellingRules } from "./advice-spelling";
import { versionRules } from "./advice-versions";
import {
  findingOf,
  type TitleContext,
  type TitleFix,
  type TitleRule,
  titleKey,
} from "./title-rule";

/** The subject of an advice that is about the artist's name, the release's own title, and its artwork. */
export const ARTIST = "artist";
export const RELEASE = "release";
export const ARTWORK = "artwork";

/** What stores may reject. It never blocks. */
export interface ReleaseAdvice {
  rule: string;
  /** A track's id, {@link ARTIST}, {@link RELEASE} or {@link ARTWORK}. */
  subject: string;
  /** The title or artist's name that it is about, that of the track for a guest; empty for the artwork. */
  title: string;
  /** What was found and what to do. */
  text: string;
  /** Why stores ask for it. */
  why: string;
  /** In a word or two, and what several such titles do. */
  mark?: string | undefined;
  many?: string | undefined;
  fix?: TitleFix | undefined;
}

/** What its file says, and what its pixels show. */
export type AdvisedPicture = AdvisedArtwork & { look?: PictureLook | undefined };

interface AdvisedTrack {
  id: string;
  title: string;
  /** The names of its featured artists. */
  guests?: readonly string[];
  /** The artist's answer in release details; undefined or empty before it was given. */
  explicit?: string | undefined;
  /** The picture of its own. */
  artwork?: AdvisedPicture | undefined;
}

export interface AdvisedRelease {
  artistName: string;
  releaseTitle: string;
  tracks: readonly AdvisedTrack[];
  artwork?: AdvisedPicture | undefined;
}

const rules: readonly TitleRule[] = [
  ...creditRules,
  ...extraRules,
  ...versionRules,
  ...signRules,
  ...spellingRules,
  ...caseRules,
];

/** Longer titles are refused anyway. */
const MAX_TITLE = 300;

function titleAdvice(title: string, subject: string, context: TitleContext): ReleaseAdvice[] {
  if (title.trim() === "" || title.length > MAX_TITLE) return [];
  return rules.flatMap((rule) => {
    const finding = findingOf(rule, title, context);
    const { name, mark, many, why } = rule;
    return finding ? [{ rule: name, subject, title, mark, many, why, ...finding }] : [];
  });
}

function repeatedTitles({ tracks }: AdvisedRelease): ReleaseAdvice[] {
  const keys = tracks.map(({ title }) => titleKey(title));
  return tracks.flatMap(({ id, title }, index) => {
    const first = keys.indexOf(keys[index] ?? "");
    if (keys[index] === "" || first === index) return [];
    return [
      {
        rule: "same-title",
        subject: id,
        title,
        mark: "Same title",
        text: `Track ${first + 1} is called "${title}", too. Give each track its own title, such as with "(Live)" for a version.`,
        why: "Stores send back a release in which two tracks have one title, unless one is a version.",
      },
    ];
  });
}

/** What was found in a picture, most important first. */
export const pictureTexts = (artwork: AdvisedPicture) => [
  ...artworkAdvice(artwork),
  ...lookAdvice(artwork.look),
];

function coverAdvice(artwork: AdvisedPicture | undefined, subject = ARTWORK): ReleaseAdvice[] {
  if (!artwork) return [];
  return pictureTexts(artwork).map(({ code, text }) => ({
    rule: `artwork-${code}`,
    subject,
    title: "",
    text: subject === ARTWORK ? text : `Its own artwork: ${text}`,
    why: "Stores send back covers that break their rules.",
  }));
}

/** Whether a single has the title of its track: then one notice is about both. */
export const isNamedByTrack = ({
  releaseTitle,
  tracks,
}: Pick<AdvisedRelease, "releaseTitle" | "tracks">): boolean =>
  tracks.length === 1 && titleKey(tracks[0]?.title ?? "") === titleKey(releaseTitle);

/** The advice about an artist's name. */
export const artistAdvice = (artistName: string): ReleaseAdvice[] =>
  nameAdvice(artistName, "Your artist name").map((advice) => ({
    ...advice,
    subject: ARTIST,
    title: artistName,
  }));

function guestAdvice({ id, title, guests = [] }: AdvisedTrack): ReleaseAdvice[] {
  return guests.flatMap((name) =>
    nameAdvice(name, `The featured artist "${name}"`).map((advice) => ({
      ...advice,
      subject: id,
      title,
      mark: "Guest",
    })),
  );
}

/** All advice about a release: its title, its tracks in their order, its artwork. */
export function releaseAdvice(release: AdvisedRelease): ReleaseAdvice[] {
  const { artistName, releaseTitle, tracks } = release;
  const repeated = repeatedTitles(release);
  const ofTrack = isNamedByTrack(release)
    ? titleAdvice(tracks[0]?.title ?? "", "", { artistName, isRelease: false })
    : [];
  const ofRelease = titleAdvice(releaseTitle, RELEASE, { artistName, isRelease: true });
  return [
    ...artistAdvice(artistName),
    ...ofRelease.filter(({ rule }) => !ofTrack.some((advice) => advice.rule === rule)),
    ...tracks.flatMap((track) => {
      const { id, title, explicit, artwork } = track;
      return [
        ...titleAdvice(title, id, { artistName, isRelease: false }),
        ...explicitRules(title, explicit).map((advice) => ({ ...advice, subject: id, title })),
        ...repeated.filter(({ subject }) => subject === id),
        ...guestAdvice(track),
        ...coverAdvice(artwork, id),
      ];
    }),
    ...coverAdvice(release.artwork),
  ];
}

/** The fix of one rule for a title as it is now; undefined if it has none. */
export function titleFix(
  ruleName: string,
  title: string,
  context: TitleContext,
): TitleFix | undefined {
  const rule = rules.find(({ name }) => name === ruleName);
  if (title.length > MAX_TITLE) return undefined;
  return rule && findingOf(rule, title, context)?.fix;
}
