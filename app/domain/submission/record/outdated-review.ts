import { ARTWORK_SLOT, customArtworkSlot } from "~/domain/uploads/slots";
import type { DraftVersions } from "../draft/shown-versions";
import type { MusicAnswers } from "../music/music-step";
import { slotsInUse } from "../music/slot-fields";
import { stepOf } from "../steps/steps";

const ANSWER_STEPS = ["artist", "music", "about"] as const;

/** A file field as it is now. */
export interface CurrentSlot {
  slot: string;
  version: number;
  fileName: string | undefined;
}

function fieldName(slot: string, { tracks }: Pick<MusicAnswers, "tracks">): string {
  if (slot === ARTWORK_SLOT) return "The artwork";
  const index = tracks.findIndex(({ id }) => slot.endsWith(`:${id}`));
  const track = tracks[index];
  const name = track?.title ? `"${track.title}"` : `track ${index + 1}`;
  return track && slot === customArtworkSlot(track.id)
    ? `The artwork of ${name}`
    : `The audio of ${name}`;
}

/**
 * What has changed since Review was shown, by another tab or device, in sentences; empty where a
 * submission is exactly what was shown.
 * @param shown what the page showed; undefined for a page that does not say so.
 */
export function findReviewChanges(
  shown: DraftVersions | undefined,
  current: {
    steps: DraftVersions["steps"];
    slots: readonly CurrentSlot[];
    music: MusicAnswers | undefined;
  },
): string[] {
  if (!shown) return [];
  const changedSteps = ANSWER_STEPS.filter((step) => shown.steps[step] !== current.steps[step]);
  const { music } = current;
  const usedSlots = music ? slotsInUse(music) : new Set<string>();
  const changedSlots = current.slots.filter(
    ({ slot, version }) => usedSlots.has(slot) && (shown.slots[slot] ?? 0) !== version,
  );
  return [
    ...changedSteps.map((step) => `"${stepOf(step).title}" has new answers.`),
    ...changedSlots.map(({ slot, fileName }) => {
      const name = fieldName(slot, music ?? { tracks: [] });
      return fileName === undefined ? `${name} was removed.` : `${name} is now "${fileName}".`;
    }),
  ];
}
