import { checkClip } from "~/clips/clip-rules";
import { tooLong } from "~/forms/fields";
import { type FieldError, type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { primaryGenres } from "~/reference/primary-genres";
import { audioSlot } from "~/uploads/slots";
import { hasContributors } from "./credits";
import { checkReleaseTime } from "./early-release";
import type { MusicAnswers } from "./music-step";
import { releaseTypeOf } from "./release-type";
import type { Track } from "./track";
import { checkContributors } from "./track-contributors";
import { checkWaterfall, isWaterfall } from "./waterfall";

/** What the rules need to know beside the answers. */
export interface MusicContext {
  today: Date;
  /** Slots that hold a file, stored or on its way. */
  slots: ReadonlySet<string>;
  /** Whether a role is on the list; pages leave it out so that they need not load the list. */
  isRole?: (name: string) => boolean;
  /** Whether a sub-genre is of a primary genre; pages leave it out for the same reason. */
  isSubGenreOf?: (primary: string, subGenre: string) => boolean;
}

const MAX_TITLE = 200;
const NO_TITLE = "Track titles are required for all tracks";

type Refuse = (name: string, error: FieldError | undefined | false) => void;

/**
 * The seven rules for new music in the order of the specification (wizard document, section 5);
 * what it does not name stands beside the rule it is closest to.
 */
export function checkNewMusic(answers: MusicAnswers, facts: MusicContext): FieldErrors {
  const errors: FieldErrors = {};
  const refuse: Refuse = (name, error) => {
    if (error && !errors[name]) errors[name] = error;
  };
  const refuseAll = (fieldErrors: FieldErrors, at = "") => {
    for (const [name, error] of Object.entries(fieldErrors)) refuse(at + name, error);
  };
  refuseTracks(answers, facts, refuse);
  refuse("releaseTitle", !answers.releaseTitle && missingError("Release title is required"));
  refuse("releaseTitle", tooLong("The release title", answers.releaseTitle, MAX_TITLE));
  refuseGenre(answers, facts, refuse);
  answers.tracks.forEach((track, index) => {
    const at = `tracks[${index}]`;
    const needs = facts.slots.has(audioSlot(track.id)) && !hasContributors(track.metadata);
    const text = `Track ${index + 1} "${track.title}" needs contributors and roles`;
    refuse(`${at}.metadata.soloWork`, needs && missingError(text));
    refuseAll(checkContributors(track.metadata, facts.isRole), `${at}.metadata.`);
  });
  const { releaseDate, ...reason } = checkReleaseTime(answers, facts.today);
  refuseAll(reason);
  if (isWaterfall(answers)) {
    const { today } = facts;
    refuseAll(checkWaterfall(answers.tracks, { today, early: answers.earlyReleaseRequest }));
  } else refuse("releaseDate", releaseDate);
  answers.tracks.forEach((track, index) => {
    refuseClips(track, `tracks[${index}]`, refuse);
  });
  return errors;
}

function refuseTracks({ tracks, releaseType }: MusicAnswers, facts: MusicContext, refuse: Refuse) {
  const { label, most } = releaseTypeOf(releaseType);
  if (tracks.length === 0)
    refuse("tracks[0].file", missingError("Please add tracks for your release"));
  if (!tracks.some(({ id }) => facts.slots.has(audioSlot(id))))
    refuse("tracks[0].file", missingError("Please add at least one track for your release"));
  if (tracks.length === 0) refuse("tracks[0].title", missingError(NO_TITLE));
  tracks.forEach(({ title }, index) => {
    const name = `tracks[${index}].title`;
    refuse(name, !title && missingError(NO_TITLE));
    refuse(name, tooLong("The track title", title, MAX_TITLE));
  });
  if (tracks.length > most)
    refuse(
      `tracks[${most}].title`,
      invalidError(
        `${label} releases have at most ${most} tracks. Remove tracks, or choose another release type.`,
      ),
    );
}

function refuseGenre(answers: MusicAnswers, { isSubGenreOf }: MusicContext, refuse: Refuse) {
  const { primaryGenre, subGenre } = answers;
  const known = primaryGenres.includes(primaryGenre);
  refuse("primaryGenre", !primaryGenre && missingError("Primary genre is required"));
  refuse("primaryGenre", !known && invalidError("Please choose a primary genre from the list"));
  refuse("subGenre", !subGenre && missingError("Sub-genre is required"));
  refuse(
    "subGenre",
    known &&
      isSubGenreOf?.(primaryGenre, subGenre) === false &&
      invalidError(`Please choose a sub-genre of ${primaryGenre} from the list`),
  );
}

function refuseClips({ socialClipsEnabled, socialClips }: Track, at: string, refuse: Refuse) {
  if (!socialClipsEnabled) return;
  socialClips.forEach((clip, row) => {
    for (const [field, error] of Object.entries(checkClip(clip)))
      refuse(`${at}.socialClips[${row}].${field}`, error);
  });
}
