import * as v from "valibot";
import { choice, flag, list } from "~/forms/fields";
import { partsOf } from "../fields/form-field";
import { formFields } from "../fields/form-fields";
import { bulkPlanSchema } from "./bulk-credits";
import { releaseTimeEntries } from "./early-release";
import { MAX_TRACKS } from "./release-type";
import { normalizeTrack, tracksSchema } from "./track";
import { asSoloWork, typedContributorsSchema } from "./track-contributors";
import { transferEntries } from "./transfer";

/** The answers of step 1, as typed. Files are uploads, found by their slots. */
export const musicAnswersSchema = v.object({
  uploadType: choice(["new-music", "transfer", "both"]),
  releaseType: choice(["single", "ep", "lp"]),
  tracks: tracksSchema,
  /** The last change of several tracks, with their contributors before it. No form posts it. */
  bulkUndo: v.optional(
    v.fallback(
      v.optional(
        v.object({
          plan: bulkPlanSchema,
          tracks: list(v.object({ id: v.string(), metadata: typedContributorsSchema }), MAX_TRACKS),
        }),
      ),
      undefined,
    ),
  ),
  ...partsOf(formFields.release, "rule"),
  ...releaseTimeEntries,
  waterfallEnabled: v.optional(flag, false),
  ...transferEntries,
});
export type MusicAnswers = v.InferOutput<typeof musicAnswersSchema>;

const names = Object.keys(musicAnswersSchema.entries) as (keyof MusicAnswers)[];
const isOfTransfer = (name: string) => name in transferEntries;
export const transferNames = names.filter(isOfTransfer);
export const newMusicNames = names.filter((name) => name !== "uploadType" && !isOfTransfer(name));

export const pickAnswers = <K extends keyof MusicAnswers>(
  answers: MusicAnswers,
  picked: readonly K[],
) => Object.fromEntries(picked.map((name) => [name, answers[name]])) as Pick<MusicAnswers, K>;

export function normalizeMusic(answers: MusicAnswers): MusicAnswers {
  return { ...answers, tracks: answers.tracks.map(normalizeTrack) };
}

/** A single without a title is called as its only track, and that as the single. */
export function fillSingleTitle(answers: MusicAnswers): MusicAnswers {
  const { releaseType, releaseTitle, tracks } = answers;
  const [track, ...others] = tracks;
  if (releaseType !== "single" || !track || others.length > 0) return answers;
  const title = track.title || releaseTitle;
  return {
    ...answers,
    releaseTitle: releaseTitle || title,
    tracks: track.title === title ? tracks : [{ ...track, title }],
  };
}

/** The answers as stored: the lists of solo work are empty, whatever was posted. */
export function clearSoloContributors(answers: MusicAnswers): MusicAnswers {
  const tracks = answers.tracks.map((track) =>
    track.metadata.soloWork ? { ...track, metadata: asSoloWork(track.metadata) } : track,
  );
  return { ...answers, tracks };
}
