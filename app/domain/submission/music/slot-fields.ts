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

/** The slots that the new answers use no longer; of a removed track, both. */
export function droppedSlots(before: WithTracks, after: WithTracks): string[] {
  const [usedSlots, remainingTrackIds] = [
    slotsInUse(after),
    new Set(after.tracks.map(({ id }) => id)),
  ];
  const removedSlots = before.tracks
    .filter(({ id }) => !remainingTrackIds.has(id))
    .flatMap(({ id }) => [audioSlot(id), customArtworkSlot(id)]);
  return [...new Set([...removedSlots, ...slotsInUse(before)])].filter(
    (slot) => !usedSlots.has(slot),
  );
}
