import { checkChoice } from "./check-choice";
import { tryNow, uploadFile } from "./file-upload.client";
import type { UploadKind } from "./plan";
import { forgetCall } from "./upload-calls.client";
import type { UploadState } from "./upload-state";

interface Entry {
  state: UploadState;
  file: File;
  kind: UploadKind;
  stop: AbortController;
}

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();

function change(slot: string, next: Partial<UploadState>): void {
  const entry = entries.get(slot);
  if (!entry) return;
  entry.state = { ...entry.state, ...next };
  for (const listen of listeners) listen();
}

/** Calls `listen` on every change of any file; returns the function that stops it. */
export function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** The state of the file in a slot, if one was chosen in this tab. */
export function uploadIn(slot: string): UploadState | undefined {
  return entries.get(slot)?.state;
}

/** Takes a chosen file and starts sending it at once; a file already in the slot is replaced. */
export function choose(slot: string, kind: UploadKind, file: File): void {
  drop(slot);
  const text = checkChoice(kind, file);
  const state: UploadState = {
    slot,
    fileName: file.name,
    size: file.size,
    sent: 0,
    phase: text ? "failed" : "sending",
    text,
  };
  entries.set(slot, { state, file, kind, stop: new AbortController() });
  change(slot, {});
  if (!text) run(slot);
}

/** Sends a failed file again. */
export function retry(slot: string): void {
  const entry = entries.get(slot);
  if (entry) choose(slot, entry.kind, entry.file);
}

/** Has every file that waits for its next try make it now; its failed tries count no more. */
export function tryWaiting(): void {
  for (const { state } of entries.values())
    if (state.phase === "waiting") change(state.slot, { tries: 0 });
  tryNow();
}

/** Stops sending and forgets the file; what the server already has of it is dropped too. */
export function remove(slot: string): void {
  const uploadId = entries.get(slot)?.state.uploadId;
  drop(slot);
  if (uploadId) void forgetCall(uploadId);
  for (const listen of listeners) listen();
}

function drop(slot: string): void {
  entries.get(slot)?.stop.abort();
  entries.delete(slot);
}

function run(slot: string): void {
  const entry = entries.get(slot);
  if (!entry) return;
  const { file, kind, stop } = entry;
  void uploadFile(file, { kind, slot }, stop.signal, (next) => {
    // A report of a file that has been replaced meanwhile belongs to nobody.
    if (entries.get(slot) === entry) change(slot, next);
  });
}

/**
 * Resolves when the server knows every chosen file (or has refused it), so that a step can be
 * saved; sending itself goes on while the artist does.
 */
export function allKnown(): Promise<void> {
  const pending = () =>
    [...entries.values()].some(
      ({ state }) => !state.uploadId && (state.phase === "sending" || state.phase === "waiting"),
    );
  return new Promise((resolve) => {
    if (!pending()) return resolve();
    const stop = subscribe(() => {
      if (pending()) return;
      stop();
      resolve();
    });
  });
}

/** Whether any file of this tab still has unsent bytes. */
export function isSending(): boolean {
  return [...entries.values()].some(({ state }) =>
    ["sending", "waiting", "checking"].includes(state.phase),
  );
}

/** Forgets everything, after the release was submitted. */
export function clear(): void {
  entries.clear();
}

/** Resolves when nothing is on its way any more: every file stored, or failed with its text. */
export function allSettled(): Promise<void> {
  return new Promise((resolve) => {
    if (!isSending()) return resolve();
    const stop = subscribe(() => {
      if (isSending()) return;
      stop();
      resolve();
    });
  });
}
