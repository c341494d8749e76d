import { ARTWORK_SLOT, audioSlot, customArtworkSlot } from "~/uploads/slots";
import type { MusicAnswers } from "./music-step";

/** The field in the form of the step that fills each slot the answers speak of, by the slot. */
export function slotFields({ tracks }: Pick<MusicAnswers, "tracks">): Map<string, string> {
  const fields = tracks.flatMap(({ id, useCustomArtwork }, index): [string, string][] => [
    [audioSlot(id), `tracks[${index}].file`],
    ...(useCustomArtwork
      ? ([[customArtworkSlot(id), `tracks[${index}].customArtwork`]] as [string, string][])
      : []),
  ]);
  return new Map([...fields, [ARTWORK_SLOT, ARTWORK_SLOT]]);
}

/** The slots whose files the answers still speak of; any other file of the draft is left over. */
export function slotsInUse(answers: Pick<MusicAnswers, "tracks">): Set<string> {
  return new Set([ARTWORK_SLOT, ...slotFields(answers).keys()]);
}
