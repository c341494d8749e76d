import type { UploadKind } from "./upload-kinds";

/** Also the name of its file field. */
export const ARTWORK_SLOT = "artwork";

/** Verbs of the buttons that empty a slot, or put a stored file into it. */
export const REMOVE_FILE = "remove-file:";
const KEEP_FILE = "keep-file:";

/** The value of a button that puts a stored file into a slot, in place of all others. */
export const keepFileIntent = (slot: string, uploadId: string) => `${KEEP_FILE}${slot}@${uploadId}`;

/** What a button of a file field wants; undefined for any other button. */
export function readSlotIntent(
  intent: string,
): { slot: string; uploadId: string | null } | undefined {
  if (intent.startsWith(REMOVE_FILE))
    return { slot: intent.slice(REMOVE_FILE.length), uploadId: null };
  const [, slot, uploadId] = /^keep-file:([^@]+)@([A-Za-z0-9]{1,40})$/.exec(intent) ?? [];
  return slot !== undefined && uploadId !== undefined ? { slot, uploadId } : undefined;
}

export const MAX_TRACKS_BY_TYPE = { single: 2, ep: 6, lp: 20 } as const;

/** Track ids become part of slots, in forms and calls. */
export const TRACK_ID = /^[A-Za-z0-9-]{1,40}$/;

/** By the track's id, so that it stays when tracks are moved. */
export function audioSlot(trackId: string): string {
  return `audio:${trackId}`;
}

export function trackOfSlot(slot: string): string | undefined {
  return SLOTS.track.test(slot) ? slot.slice(audioSlot("").length) : undefined;
}

export function customArtworkSlot(trackId: string): string {
  return `custom-artwork:${trackId}`;
}

const SLOTS: Record<UploadKind, RegExp> = {
  track: /^audio:[A-Za-z0-9-]{1,40}$/,
  artwork: /^artwork$/,
  "custom-artwork": /^custom-artwork:[A-Za-z0-9-]{1,40}$/,
};

export function isSlotOf(kind: UploadKind, slot: string): boolean {
  return SLOTS[kind].test(slot);
}

const TRACK_FIELD = /^tracks\[(\d|1\d)\]\.(file|customArtwork)$/;

/**
 * The slot of a file field. `trackIdAt` gives the posted id of the track at an index; without one
 * it is `track-{index + 1}`, as in `forms/row-ids`.
 */
export function slotOfField(
  fieldName: string,
  trackIdAt: (index: number) => string | undefined,
): { kind: UploadKind; slot: string } | undefined {
  if (fieldName === ARTWORK_SLOT) return { kind: "artwork", slot: ARTWORK_SLOT };
  const [, index, field] = TRACK_FIELD.exec(fieldName) ?? [];
  if (index === undefined) return undefined;
  const postedId = trackIdAt(Number(index));
  const id = postedId && TRACK_ID.test(postedId) ? postedId : `track-${Number(index) + 1}`;
  return field === "file"
    ? { kind: "track", slot: audioSlot(id) }
    : { kind: "custom-artwork", slot: customArtworkSlot(id) };
}

interface DraftFiles {
  tracks: readonly { id: string; title: string }[];
  /** Slots with a complete file. */
  filled: ReadonlySet<string>;
  /** Names of files pending for slots without one. */
  coming: ReadonlyMap<string, string>;
}

/** `isFree`: chosen because the slot has no other file. */
export interface InferredSlot {
  slot: string;
  isFree: boolean;
}

/**
 * The slot of a file whose sender names none, as the specified calls do: the artwork; else the only
 * track with this title, the one this file is pending for, the first without a file or a pending
 * one, the first without a file, or the first.
 */
export function inferSlot(
  { kind, fileName, title = "" }: { kind: UploadKind; fileName: string; title?: string },
  { tracks, filled, coming }: DraftFiles,
): InferredSlot {
  if (kind === "artwork") return { slot: ARTWORK_SLOT, isFree: false };
  const slotOf = kind === "track" ? audioSlot : customArtworkSlot;
  const [titleMatch, ...otherMatches] = tracks.filter(
    (track) => title !== "" && track.title === title,
  );
  if (titleMatch && otherMatches.length === 0)
    return { slot: slotOf(titleMatch.id), isFree: false };
  const emptySlots = tracks.map(({ id }) => slotOf(id)).filter((slot) => !filled.has(slot));
  const sameFileSlot = emptySlots.find((slot) => coming.get(slot) === fileName);
  const freeSlot = sameFileSlot ?? emptySlots.find((slot) => !coming.has(slot));
  if (freeSlot !== undefined) return { slot: freeSlot, isFree: true };
  return { slot: emptySlots[0] ?? slotOf(tracks[0]?.id ?? "track-1"), isFree: false };
}
