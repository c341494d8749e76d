import { ARTWORK_SLOT, audioSlot, customArtworkSlot } from "~/domain/uploads/slots";
import type { MusicAnswers } from "./music-step";

type WithTracks = Pick<MusicAnswers, "tracks">;

export function slotFields({ tracks }: WithTracks): Map<string, string> {
  const fields = tracks.flatMap(({ id, useCustomArtwork }, index): [string, string][] => [
    [audioSlot(id), `tracks[${index}].file`],
    ...(useCustomArtwork
      ? ([[customArtworkSlot(id), `tracks[${index}].customArtwork`]] as [string, string][])
      : []),
  ]);
  return new Map([...fields, [ARTWORK_SLOT, ARTWORK_SLOT]]);
}

/** The slots that the answers use; any other file of the draft is unused. */
export function slotsInUse(answers: WithTracks): Set<string> {
  return new Set([ARTWORK_SLOT, ...slotFields(answers).keys()]);
}
