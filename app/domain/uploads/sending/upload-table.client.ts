import * as v from "valibot";
import { waveformSchema } from "~/domain/media/waveform";
import { adviceSchema } from "../advice/advice-shape";
import type { UploadState } from "../upload-state";

/** A file of this tab. */
export interface Entry {
  state: UploadState;
  /** Its bytes, where this tab has them. */
  file?: File;
  /** Names the choice of it. */
  choice?: string;
}

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();

/** Has every listener look again, after what is around the files has changed. */
export function notify(): void {
  for (const listen of listeners) listen();
}

/** Calls `listen` on every change of any file; returns the function that stops it. */
export function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** The file of a slot. */
export function entryIn(slot: string): Entry | undefined {
  return entries.get(slot);
}

/** The states of all files. */
export function entryStates(): UploadState[] {
  return [...entries.values()].map(({ state }) => state);
}

/** Puts a file into its slot, in place of what was there. */
export function setEntry(entry: Entry): void {
  entries.set(entry.state.slot, entry);
  notify();
}

/** Changes what is known of a file; nothing when another has taken its place. */
export function updateEntry(entry: Entry, next: Partial<UploadState>): void {
  if (entries.get(entry.state.slot) !== entry) return;
  entry.state = { ...entry.state, ...next };
  notify();
}

/** Empties a slot. */
export function deleteEntry(slot: string): void {
  entries.delete(slot);
  notify();
}

/** Empties all of them. */
export function deleteAllEntries(): void {
  entries.clear();
  notify();
}

/** More than a release has files; the oldest make room. */
const MOST = 60;

/** What this device remembers of files that it has listened to, for when their page is opened again. */
function keptByUpload<const S extends v.GenericSchema<unknown, readonly unknown[]>>(
  place: string,
  schema: S,
) {
  const listSchema = v.array(v.tuple([v.string(), schema]));
  const read = (): [string, v.InferOutput<S>][] => {
    try {
      const list = v.safeParse(listSchema, JSON.parse(window.localStorage.getItem(place) ?? "[]"));
      return list.success ? list.output : [];
    } catch {
      return [];
    }
  };
  return {
    keep(uploadId: string, what: v.InferOutput<S>): void {
      const others = read().filter(([id]) => id !== uploadId);
      const list = what.length === 0 ? others : [...others, [uploadId, what]].slice(-MOST);
      try {
        window.localStorage.setItem(place, JSON.stringify(list));
      } catch {
        // A full storage: it is told until the page is left.
      }
    },
    find: (uploadId: string): v.InferOutput<S> | undefined =>
      read().find(([id]) => id === uploadId)?.[1],
  };
}

/** What the artist may want to know of a file. */
export const savedAdvice = keptByUpload("advice", v.array(adviceSchema));

/** How loud a track is over its length. */
export const savedWaveforms = keptByUpload("waveforms", waveformSchema);
