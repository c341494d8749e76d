import * as v from "valibot";
import { choice, flag, line } from "~/forms/fields";
import { ARTWORK_SLOT } from "~/uploads/slots";
import { releaseTimeEntries } from "./early-release";
import { slotsOf, tidyTrack, tracksSchema } from "./track";
import { transferEntries } from "./transfer";

/** What an artist can hand in, with the words of the choice (specification, wizard, section 2). */
export const uploadTypes = [
  {
    value: "new-music",
    label: "Release New Music",
    hint: "Not out yet",
  },
  {
    value: "transfer",
    label: "Transfer Existing",
    hint: "Already out",
  },
  { value: "both", label: "Both Options", hint: "New and already out" },
] as const;

/** The answers of step 1, as typed. The files themselves are uploads, found by their slot. */
export const musicAnswersSchema = v.object({
  uploadType: choice(["new-music", "transfer", "both"]),
  releaseType: choice(["single", "ep", "lp"]),
  tracks: tracksSchema,
  releaseTitle: line,
  primaryGenre: line,
  subGenre: line,
  ...releaseTimeEntries,
  waterfallEnabled: v.optional(flag, false),
  ...transferEntries,
});
export type MusicAnswers = v.InferOutput<typeof musicAnswersSchema>;

/** Whether the release itself is asked for. */
export function hasNewMusic({ uploadType }: Pick<MusicAnswers, "uploadType">): boolean {
  return uploadType !== "transfer";
}

/** Whether there is a catalogue to transfer. */
export function hasTransfer({ uploadType }: Pick<MusicAnswers, "uploadType">): boolean {
  return uploadType !== "new-music";
}

/** The answers without rows that say nothing. */
export function tidyMusic(answers: MusicAnswers): MusicAnswers {
  return { ...answers, tracks: answers.tracks.map(tidyTrack) };
}

/** The slots whose files the answers still speak of; any other file of the draft is left over. */
export function slotsInUse({ tracks }: Pick<MusicAnswers, "tracks">): Set<string> {
  return new Set([ARTWORK_SLOT, ...tracks.flatMap(slotsOf)]);
}
