import * as v from "valibot";
import { choice, flag, singleLine } from "~/forms/fields";
import { releaseTimeEntries } from "./early-release";
import { normalizeTrack, tracksSchema } from "./track";
import { asSoloWork } from "./track-contributors";
import { transferEntries } from "./transfer";

/** The answers of step 1, as typed. Files are uploads, found by their slots. */
export const musicAnswersSchema = v.object({
  uploadType: choice(["new-music", "transfer", "both"]),
  releaseType: choice(["single", "ep", "lp"]),
  tracks: tracksSchema,
  releaseTitle: singleLine,
  primaryGenre: singleLine,
  subGenre: singleLine,
  ...releaseTimeEntries,
  waterfallEnabled: v.optional(flag, false),
  ...transferEntries,
});
export type MusicAnswers = v.InferOutput<typeof musicAnswersSchema>;

export function normalizeMusic(answers: MusicAnswers): MusicAnswers {
  return { ...answers, tracks: answers.tracks.map(normalizeTrack) };
}

/** The answers as stored: the lists of solo work are empty, whatever was posted. */
export function clearSoloContributors(answers: MusicAnswers): MusicAnswers {
  const tracks = answers.tracks.map((track) =>
    track.metadata.soloWork ? { ...track, metadata: asSoloWork(track.metadata) } : track,
  );
  return { ...answers, tracks };
}
