import type { UploadState } from "../upload-state";

/** A file of this tab. */
export interface Entry {
  state: UploadState;
  /** Its bytes, where this tab has them. */
  file?: File;
}

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();

function tell(): void {
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
export function states(): UploadState[] {
  return [...entries.values()].map(({ state }) => state);
}

/** Puts a file into its slot, in place of what was there. */
export function put(entry: Entry): void {
  entries.set(entry.state.slot, entry);
  tell();
}

/** Changes what is known of a file; nothing when another has taken its place. */
export function change(entry: Entry, next: Partial<UploadState>): void {
  if (entries.get(entry.state.slot) !== entry) return;
  entry.state = { ...entry.state, ...next };
  tell();
}

/** Empties a slot. */
export function drop(slot: string): void {
  entries.delete(slot);
  tell();
}

/** Empties all of them. */
export function dropAll(): void {
  entries.clear();
  tell();
}
