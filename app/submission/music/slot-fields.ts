import { ARTWORK_SLOT, audioSlot, customArtworkSlot } from "~/uploads/slots";
import type { MusicAnswers } from "./music-step";

type WithTracks = Pick<MusicAnswers, "tracks">;

/** The field in the form of the step that fills each slot the answers speak of, by the slot. */
export function slotFields({ tracks }: WithTracks): Map<string, string> {
  const fields = tracks.flatMap(({ id, useCustomArtwork }, index): [string, string][] => [
    [audioSlot(id), `tracks[${index}].file`],
    ...(useCustomArtwork
      ? ([[customArtworkSlot(id), `tracks[${index}].customArtwork`]] as [string, string][])
      : []),
  ]);
  return new Map([...fields, [ARTWORK_SLOT, ARTWORK_SLOT]]);
}

/** The slots whose files the answers still speak of; any other file of the draft is left over. */
export function slotsInUse(answers: WithTracks): Set<string> {
  return new Set([ARTWORK_SLOT, ...slotFields(answers).keys()]);
}

/** The slots of which one state of the answers speaks and the next does not; of a track that goes, both. */
export function droppedSlots(before: WithTracks, after: WithTracks): string[] {
  const [usedSlots, remainingTrackIds] = [slotsInUse(after), new Set(after.tracks.map(({ id }) => id))];
  const removedSlots = before.tracks
    .filter(({ id }) => !remainingTrackIds.has(id))
    .flatMap(({ id }) => [audioSlot(id), customArtworkSlot(id)]);
  return [...new Set([...removedSlots, ...slotsInUse(before)])].filter(
    (slot) => !usedSlots.has(slot),
  );
}
