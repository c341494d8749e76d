import * as v from "valibot";
import { choice, line, list, tooLong } from "~/forms/fields";
import type { FieldErrors } from "~/forms/reply";
import { isSubGenreOf, primaryGenres } from "~/reference/genres";
import { checkSongwriter, contributorsSchema, hasContributors } from "./contributors";
import { earliestReleaseDate, isCalendarDate } from "./release-dates";

const track = v.object({
  title: line,
  metadata: v.fallback(contributorsSchema, emptyContributors),
});

function emptyContributors() {
  return { soloWork: false, songwriters: [] };
}

/** The answers of step 1, as typed. The files themselves are uploads, found by their slot. */
export const musicAnswersSchema = v.object({
  uploadType: choice(["new-music"]),
  releaseType: choice(["single"]),
  tracks: list(track, 1),
  releaseTitle: line,
  primaryGenre: line,
  subGenre: line,
  releaseDate: line,
});
export type MusicAnswers = v.InferOutput<typeof musicAnswersSchema>;

/** The slot of a track's audio: also the name of its file field. */
export function trackSlot(index: number): string {
  return `tracks[${index}].file`;
}

/** The slot, and the name of the file field, of the main artwork. */
export const ARTWORK_SLOT = "artwork";

/** What the rules need to know beside the answers. */
export interface MusicFacts {
  today: Date;
  /** Slots that hold a file, stored or on its way. */
  slots: ReadonlySet<string>;
}

const MAX_TITLE = 200;

/**
 * The rules of step 1 in the order, and with the texts, of the specification (wizard document,
 * section 5, "Step 1").
 * @returns one sentence per field that cannot pass, in that order.
 */
export function checkMusicStep(answers: MusicAnswers, facts: MusicFacts): FieldErrors {
  const errors: FieldErrors = {};
  const refuse = (name: string, text: string | undefined | false) => {
    if (text && !errors[name]) errors[name] = text;
  };
  const tracks = answers.tracks.map((it, index) => ({
    ...it,
    index,
    hasFile: facts.slots.has(trackSlot(index)),
  }));
  refuse(
    trackSlot(0),
    !tracks.some((it) => it.hasFile) &&
      !facts.slots.has(trackSlot(0)) &&
      "Please add at least one track for your release",
  );
  if (tracks.length === 0) refuse("tracks[0].title", "Track titles are required for all tracks");
  for (const it of tracks) {
    const name = `tracks[${it.index}].title`;
    refuse(name, !it.title && "Track titles are required for all tracks");
    refuse(name, tooLong("The track title", it.title, MAX_TITLE));
  }
  refuse("releaseTitle", !answers.releaseTitle && "Release title is required");
  refuse("releaseTitle", tooLong("The release title", answers.releaseTitle, MAX_TITLE));
  refuse("primaryGenre", !answers.primaryGenre && "Primary genre is required");
  const knownGenre = primaryGenres.includes(answers.primaryGenre);
  refuse("primaryGenre", !knownGenre && "Please choose a primary genre from the list");
  refuse("subGenre", !answers.subGenre && "Sub-genre is required");
  refuse(
    "subGenre",
    knownGenre &&
      !isSubGenreOf(answers.primaryGenre, answers.subGenre) &&
      `Please choose a sub-genre of ${answers.primaryGenre} from the list`,
  );
  for (const it of tracks) refuseContributors(it, refuse);
  refuse("releaseDate", releaseDateError(answers.releaseDate, facts.today));
  return errors;
}

function refuseContributors(
  it: MusicAnswers["tracks"][number] & { index: number; hasFile: boolean },
  refuse: (name: string, text: string | undefined | false) => void,
): void {
  const base = `tracks[${it.index}].metadata`;
  refuse(
    `${base}.soloWork`,
    it.hasFile &&
      !hasContributors(it.metadata) &&
      `Track ${it.index + 1} "${it.title}" needs contributors and roles`,
  );
  it.metadata.songwriters.forEach((writer, row) => {
    for (const [field, text] of Object.entries(checkSongwriter(writer)))
      refuse(`${base}.songwriters[${row}].${field}`, text);
  });
}

/** Why a release date cannot pass, or undefined: it must lie at least six weeks ahead of `today`. */
export function releaseDateError(date: string, today: Date): string | undefined {
  if (!isCalendarDate(date)) return "Please enter the release date as year, month and day";
  if (date < earliestReleaseDate(today)) return "Release date must be at least 6 weeks from today";
  return undefined;
}
