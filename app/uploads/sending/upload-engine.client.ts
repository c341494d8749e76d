import { STANDARD_MAX_BYTES } from "../plan";
import type { FileView } from "../upload";
import { isOnItsWay, type UploadState } from "../upload-state";
import { bringBack } from "./bring-back.client";
import { tryNow } from "./browser-world.client";
import { ChangedError } from "./file-job.client";
import { fingerprintOf, judgeHeader } from "./first-look.client";
import { openLine } from "./in-line";
import { keepAdvice } from "./kept-advice.client";
import { forgetKept, keptIn } from "./kept-uploads.client";
import { askToPersist } from "./local-copies.client";
import { partWish } from "./part-wish";
import { openRun, type Run, type RunRoom, type RunStart } from "./upload-run.client";
import { change, type Entry, entryIn, states, subscribe } from "./upload-table.client";
import { keepAwake } from "./wake-lock.client";

const runs = new Map<string, Run>();
/** Files that were paused, or were to be announced, before they were in hand. */
const pausedEarly = new WeakSet<Entry>();
const announcedEarly = new WeakSet<Entry>();
let lastRate: number | undefined;
let visit = new AbortController();

const room: RunRoom = {
  line: openLine(STANDARD_MAX_BYTES),
  partSize: () => partWish(lastRate),
  carried(rate) {
    lastRate = rate ?? lastRate;
  },
};

subscribe(() => keepAwake(states().some(isOnItsWay)));

/** The advice of each upload as it was last remembered. */
const remembered = new Map<string, UploadState["advice"]>();
subscribe(() => {
  for (const { uploadId, advice } of states()) {
    if (!uploadId || !advice || remembered.get(uploadId) === advice) continue;
    remembered.set(uploadId, advice);
    keepAdvice(uploadId, advice);
  }
});

/** Takes a file in hand that was put into the table, in place of what its slot had. */
function take(start: Omit<RunStart, "paused">): void {
  const { entry } = start;
  const { slot } = entry.state;
  runs.get(slot)?.end();
  if (entryIn(slot) !== entry) return;
  const run = openRun({ ...start, paused: pausedEarly.has(entry) }, room);
  runs.set(slot, run);
  if (announcedEarly.has(entry)) announce(run);
}

/** Ends what a slot's file does; what is kept of it stays. */
export function end(slot: string): void {
  runs.get(slot)?.end();
  runs.delete(slot);
}

/** Looks at a chosen file, and sends it if it can be taken. `resumes`: the label may have some of it. */
export async function begin(entry: Entry, draftId: string, resumes: boolean): Promise<void> {
  const { file } = entry;
  const { slot, kind } = entry.state;
  end(slot);
  if (!file) return;
  const found = await judgeHeader(file, kind);
  if (!found.ok) return change(entry, { phase: "failed", text: found.text });
  if (file.size > STANDARD_MAX_BYTES) askToPersist();
  change(entry, { probe: found.probe });
  try {
    const { name: fileName, type, size } = file;
    const fingerprint = await fingerprintOf(file);
    const kept = { draftId, slot, kind, fileName, type, size, fingerprint, unreported: [] };
    take({ entry, kept, bytes: file, origin: "file", resumes });
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error;
    change(entry, { phase: "failed", text: error.message });
  }
}

/** Stops a file; what the label has of it stays. */
export function pause(slot: string): void {
  const entry = entryIn(slot);
  const run = runs.get(slot);
  if (run) run.pause();
  else if (entry && isOnItsWay(entry.state)) {
    pausedEarly.add(entry);
    change(entry, { phase: "paused" });
  }
}

/** Goes on with a file that was paused. */
export function resume(slot: string): void {
  const entry = entryIn(slot);
  const run = runs.get(slot);
  if (run) run.resume();
  else if (entry && pausedEarly.delete(entry)) change(entry, { phase: "checking" });
}

/** Ends what a slot's file does, and forgets it here. */
export function forget(slot: string, draftId: string): void {
  const run = runs.get(slot);
  runs.delete(slot);
  const kept = keptIn(draftId, slot);
  if (run) void run.forget();
  else if (kept) void forgetKept(kept);
}

/** Ends everything; what is kept stays. */
export function endAll(): void {
  visit.abort();
  visit = new AbortController();
  for (const run of runs.values()) run.end();
  runs.clear();
}

/** Takes up the files of a draft that were not finished. `files` is what the label has of it. */
export async function comeBack(draftId: string, files: readonly FileView[]): Promise<void> {
  const { signal } = visit;
  try {
    await bringBack({ draftId, files, signal, take });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Has every file that waits make its next try now, and those go on that were paused. */
export function hurry(): void {
  for (const run of runs.values()) run.resume();
  tryNow();
}

/** Has the label know of every file, so that a step can be saved before they are sent. */
export function announceAll(): void {
  for (const { slot } of states()) {
    const entry = entryIn(slot);
    const run = runs.get(slot);
    if (run) announce(run);
    else if (entry) announcedEarly.add(entry);
  }
}

/** What keeps the label from knowing it will keep the file from being sent, and is told then. */
function announce(run: Run): void {
  run.announce().catch(() => undefined);
}
