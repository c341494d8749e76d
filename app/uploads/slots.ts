import type { UploadKind } from "./upload-plan";

/** The slot of the main artwork, which is also the name of its file field. */
export const ARTWORK_SLOT = "artwork";

/** The verbs of the buttons that empty a slot, or keep what lies there from what is on its way. */
export const REMOVE_FILE = "remove-file:";
export const KEEP_FILE = "keep-file:";

/** How many tracks a release of each type may have (specification, section 4). */
export const MAX_TRACKS_BY_TYPE = { single: 2, ep: 6, lp: 20 } as const;

/** What a track's own id may look like: it becomes part of slots, which go into forms and calls. */
export const TRACK_ID = /^[A-Za-z0-9-]{1,40}$/;

/** The slot of a track's audio: by the track's id, so that it stays when tracks change places. */
export function audioSlot(trackId: string): string {
  return `audio:${trackId}`;
}

/** The id of the track whose audio a slot holds; undefined for any other slot. */
export function trackOfSlot(slot: string): string | undefined {
  return SLOTS.track.test(slot) ? slot.slice(audioSlot("").length) : undefined;
}

/** The slot of a track's own artwork. */
export function customArtworkSlot(trackId: string): string {
  return `custom-artwork:${trackId}`;
}

const SLOTS: Record<UploadKind, RegExp> = {
  track: /^audio:[A-Za-z0-9-]{1,40}$/,
  artwork: /^artwork$/,
  "custom-artwork": /^custom-artwork:[A-Za-z0-9-]{1,40}$/,
};

/** Whether a slot is one that a file of this kind can fill. */
export function isSlotOf(kind: UploadKind, slot: string): boolean {
  return SLOTS[kind].test(slot);
}

const TRACK_FIELD = /^tracks\[(\d|1\d)\]\.(file|customArtwork)$/;

/**
 * The slot that the file of a form field fills; undefined when no form of ours has such a field.
 * `trackIdAt` gives the id posted for the track at an index (from 0). Without one the track is
 * `track-{index + 1}`, as rows without an id are named in `forms/row-ids`.
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

/** What of a draft decides where a file belongs that names no slot. */
interface DraftFiles {
  tracks: readonly { id: string; title: string }[];
  /** Slots that hold a complete file. */
  filled: ReadonlySet<string>;
  /** The names of the files that are on their way to slots without one. */
  coming: ReadonlyMap<string, string>;
}

/** Where a file goes that names no slot; `isFree`: because no other file is there or on its way. */
export interface InferredSlot {
  slot: string;
  isFree: boolean;
}

/**
 * The slot of a file whose sender names none, as the specified calls do: the artwork; else the only
 * track of this title, the one that a file of this name is on its way to, the first track that has
 * no such file and awaits none, one that awaits another file, or the first track.
 */
export function inferSlot(
  { kind, fileName, title = "" }: { kind: UploadKind; fileName: string; title?: string },
  { tracks, filled, coming }: DraftFiles,
): InferredSlot {
  if (kind === "artwork") return { slot: ARTWORK_SLOT, isFree: false };
  const slotOf = kind === "track" ? audioSlot : customArtworkSlot;
  const [titleMatch, ...otherMatches] = tracks.filter((track) => title !== "" && track.title === title);
  if (titleMatch && otherMatches.length === 0) return { slot: slotOf(titleMatch.id), isFree: false };
  const emptySlots = tracks.map(({ id }) => slotOf(id)).filter((slot) => !filled.has(slot));
  const sameFileSlot = emptySlots.find((slot) => coming.get(slot) === fileName);
  const freeSlot = sameFileSlot ?? emptySlots.find((slot) => !coming.has(slot));
  if (freeSlot !== undefined) return { slot: freeSlot, isFree: true };
  return { slot: emptySlots[0] ?? slotOf(tracks[0]?.id ?? "track-1"), isFree: false };
}
