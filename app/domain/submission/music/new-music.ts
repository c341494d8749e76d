import { checkClip } from "~/domain/clips/clip-rules";
import { audioSlot } from "~/domain/uploads/slots";
import { type FieldError, type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { isCalendarDate } from "~/platform/formats/dates";
import { primaryGenres } from "~/reference/primary-genres";
import { checkLengths } from "../fields/form-field";
import { formFields } from "../fields/form-fields";
import { hasContributors } from "./credits";
import { checkReleaseTime, farDateError } from "./early-release";
import type { MusicAnswers } from "./music-step";
import { releaseTypeOf } from "./release-type";
import type { Track } from "./track";
import { checkContributors } from "./track-contributors";
import { checkWaterfall, isWaterfall } from "./waterfall";

export interface MusicContext {
  today: Date;
  slots: ReadonlySet<string>;
  /** Whether a role is on the list; left out by pages, which do not load the list. */
  isRole?: (name: string) => boolean;
  /** Whether a sub-genre belongs to a genre; left out by pages as well. */
  isSubGenreOf?: (primary: string, subGenre: string) => boolean;
}

const NO_TITLE = "Track titles are required for all tracks";

type AddError = (name: string, error: FieldError | undefined | false) => void;

/**
 * The seven rules in the order of the specification (wizard, section 5), with further ones between.
 */
export function checkNewMusic(answers: MusicAnswers, context: MusicContext): FieldErrors {
  const errors: FieldErrors = {};
  const addError: AddError = (name, error) => {
    if (error && !errors[name]) errors[name] = error;
  };
  const addErrors = (fieldErrors: FieldErrors, prefix = "") => {
    for (const [name, error] of Object.entries(fieldErrors)) addError(prefix + name, error);
  };
  checkTracks(answers, context, addError);
  addError("releaseTitle", !answers.releaseTitle && missingError("Release title is required"));
  addErrors(checkLengths(formFields.release, answers));
  checkGenre(answers, context, addError);
  answers.tracks.forEach((track, index) => {
    const prefix = `tracks[${index}]`;
    const needsContributors =
      context.slots.has(audioSlot(track.id)) && !hasContributors(track.metadata);
    const text = `Track ${index + 1} "${track.title}" needs contributors and roles`;
    addError(`${prefix}.metadata.soloWork`, needsContributors && missingError(text));
    addErrors(checkContributors(track.metadata, context.isRole), `${prefix}.metadata.`);
  });
  const { releaseDate, ...reason } = checkReleaseTime(answers, context.today);
  addErrors(reason);
  if (isWaterfall(answers)) {
    const { today } = context;
    addErrors(checkWaterfall(answers.tracks, { today, early: answers.earlyReleaseRequest }));
    // The later singles of a long one may well be years away.
    const start = answers.tracks[0]?.releaseDate ?? "";
    if (isCalendarDate(start))
      addError("tracks[0].releaseDate", farDateError(start, answers, today));
  } else addError("releaseDate", releaseDate);
  answers.tracks.forEach((track, index) => {
    checkClips(track, `tracks[${index}]`, addError);
  });
  return errors;
}

function checkTracks(
  { tracks, releaseType }: MusicAnswers,
  context: MusicContext,
  addError: AddError,
) {
  const { label, most } = releaseTypeOf(releaseType);
  if (tracks.length === 0)
    addError("tracks[0].file", missingError("Please add tracks for your release"));
  if (!tracks.some(({ id }) => context.slots.has(audioSlot(id))))
    addError("tracks[0].file", missingError("Please add at least one track for your release"));
  if (tracks.length === 0) addError("tracks[0].title", missingError(NO_TITLE));
  tracks.forEach((track, index) => {
    const prefix = `tracks[${index}]`;
    addError(`${prefix}.title`, !track.title && missingError(NO_TITLE));
    for (const [name, error] of Object.entries(checkLengths(formFields.track, track)))
      addError(`${prefix}.${name}`, error);
  });
  if (tracks.length > most)
    addError(
      `tracks[${most}].title`,
      invalidError(
        `${label} releases have at most ${most} tracks. Remove tracks, or choose another release type.`,
      ),
    );
}

function checkGenre(answers: MusicAnswers, { isSubGenreOf }: MusicContext, addError: AddError) {
  const { primaryGenre, subGenre } = answers;
  const isKnown = primaryGenres.includes(primaryGenre);
  addError("primaryGenre", !primaryGenre && missingError("Primary genre is required"));
  addError("primaryGenre", !isKnown && invalidError("Please choose a primary genre from the list"));
  addError("subGenre", !subGenre && missingError("Sub-genre is required"));
  addError(
    "subGenre",
    isKnown &&
      isSubGenreOf?.(primaryGenre, subGenre) === false &&
      invalidError(`Please choose a sub-genre of ${primaryGenre} from the list`),
  );
}

function checkClips(
  { socialClipsEnabled, socialClips }: Track,
  prefix: string,
  addError: AddError,
) {
  if (!socialClipsEnabled) return;
  socialClips.forEach((clip, row) => {
    for (const [field, error] of Object.entries(checkClip(clip)))
      addError(`${prefix}.socialClips[${row}].${field}`, error);
  });
}
