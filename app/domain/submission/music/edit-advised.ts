import * as v from "valibot";
import { MAX_LINE, singleLine } from "~/forms/fields";
import { writtenName } from "~/platform/formats/written-name";
import { FIX_ALL, FIX_TITLE, KEEP_TITLE, USE_FILE_TITLE } from "./advice-intents";
import { withFeatured } from "./featured-guests";
import { type MusicEdit, panelKey } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import { isNamedByTrack, RELEASE, titleFix } from "./release-advice";
import { titleKey } from "./title-rule";
import type { Track } from "./track";
import type { TrackContributors } from "./track-contributors";
import { addProducer } from "./track-contributors";

/** The contributors with all these names, or undefined where a list has no room for one. */
function withCredits(
  contributors: TrackContributors,
  featured: readonly string[],
  producers: readonly string[],
): TrackContributors | undefined {
  let result = contributors;
  for (const name of featured) {
    const next = withFeatured(result, name);
    const keys = next.featuredArtists.map((artist) => titleKey(writtenName(artist)));
    if (!keys.includes(titleKey(name))) return undefined;
    result = next;
  }
  for (const name of producers) {
    const names = addProducer(result.producers, name);
    if (!names.some((other) => titleKey(other) === titleKey(name))) return undefined;
    result = { ...result, producers: names };
  }
  return result;
}

const withTrack = (answers: MusicAnswers, index: number, track: Track): MusicAnswers => ({
  ...answers,
  tracks: answers.tracks.map((other, at) => (at === index ? track : other)),
});

const nowText = (title: string) => `The title is now "${title}".`;

function fixTitle(
  answers: MusicAnswers,
  rule: string,
  subject: string,
  artistName: string,
): MusicEdit {
  if (subject === RELEASE) {
    const fix = titleFix(rule, answers.releaseTitle, { artistName, isRelease: true });
    if (!fix) return { answers };
    return {
      answers: { ...answers, releaseTitle: fix.title },
      focus: "releaseTitle",
      announcement: nowText(fix.title),
    };
  }
  const index = answers.tracks.findIndex(({ id }) => id === subject);
  const track = answers.tracks[index];
  const fix = track && titleFix(rule, track.title, { artistName, isRelease: false });
  if (!fix) return { answers };
  const { featured = [], producers = [] } = fix;
  const metadata = withCredits(track.metadata, featured, producers);
  if (!metadata)
    return {
      answers,
      track: subject,
      opened: panelKey("contributors", subject),
      announcement: "The credits of this track are full, so its title was not changed.",
    };
  const names = [...featured, ...producers];
  const credited = names.length > 0 ? ` Now credited: ${names.join(", ")}.` : "";
  const releaseTitle = isNamedByTrack(answers) ? fix.title : answers.releaseTitle;
  const fixedTrack = { ...track, title: fix.title, metadata };
  return {
    answers: { ...withTrack(answers, index, fixedTrack), releaseTitle },
    track: subject,
    ...(names.length > 0 && { opened: panelKey("contributors", subject) }),
    focus: `tracks[${index}].title`,
    announcement: nowText(fix.title) + credited,
  };
}

function fixAll(answers: MusicAnswers, rules: readonly string[], artistName: string): MusicEdit {
  const fixed = answers.tracks.reduce(
    (before, { id }) =>
      rules.reduce((now, rule) => fixTitle(now, rule, id, artistName).answers, before),
    answers,
  );
  const titles = fixed.tracks.flatMap(({ title }, index) =>
    title === answers.tracks[index]?.title ? [] : [`"${title}"`],
  );
  const announcement = titles.length > 0 ? `Changed: ${titles.join(", ")}.` : undefined;
  return { answers: fixed, focus: "tracks", announcement, isShown: true };
}

/**
 * Carries out a button at an advice or at what a file says: `fix-title:rule:subject`,
 * `fix-all:rule:rule`, `use-file-title:track:title`, `keep-title:track:title`. Only on the server, so that the page does
 * not load the rules.
 * @returns undefined for any other intent.
 */
export function editAdvised(
  intent: string,
  answers: MusicAnswers,
  artistName: string,
): MusicEdit | undefined {
  const [verb = "", first = "", ...rest] = intent.split(":");
  if (verb === FIX_TITLE) return fixTitle(answers, first, rest.join(":"), artistName);
  if (verb === FIX_ALL) return fixAll(answers, [first, ...rest], artistName);
  if (verb !== USE_FILE_TITLE && verb !== KEEP_TITLE) return undefined;
  const index = answers.tracks.findIndex(({ id }) => id === first);
  const track = answers.tracks[index];
  const title = v.parse(singleLine, rest.join(":"));
  if (!track || title === "" || title.length > MAX_LINE) return { answers };
  const isUsed = verb === USE_FILE_TITLE;
  const change = isUsed ? { title } : { dismissedTitle: title };
  return {
    answers: withTrack(answers, index, { ...track, ...change }),
    track: first,
    focus: `tracks[${index}].title`,
    announcement: isUsed ? nowText(title) : "Your title stays.",
  };
}
