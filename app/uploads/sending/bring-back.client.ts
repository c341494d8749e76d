import type { FileView } from "../upload";
import { browserWorld } from "./browser-world.client";
import { keepTrying } from "./keep-trying.client";
import type { KeptUpload } from "./kept-uploads";
import { forgetKept, keptIn, keptUploads } from "./kept-uploads.client";
import { RefusedError } from "./label-answer.client";
import { statusCall } from "./label-calls.client";
import { findCopy, removeOtherCopies } from "./local-copies.client";
import { claim, lockOf } from "./tab-lock.client";
import type { RunStart } from "./upload-run.client";
import { change, drop, type Entry, entryIn, put } from "./upload-table.client";
import { openWorkList } from "./work-list";

/** What the label has of an upload that this browser remembers. */
interface Known {
  state: "open" | "complete" | "gone" | "unknown";
  /** Bytes. */
  stored: number;
}

/** Where a draft's files are brought back to. */
export interface Return {
  draftId: string;
  files: readonly FileView[];
  signal: AbortSignal;
  /** Takes a file in hand. */
  take(start: Omit<RunStart, "paused">): void;
}

const under = new Set<string>();
let swept = false;

/** Takes up the files of a draft that were not finished on an earlier visit, or on another device. */
export async function bringBack(back: Return): Promise<void> {
  const { draftId, files } = back;
  const kept = keptUploads();
  if (!swept) void removeOtherCopies(new Set(kept.map(({ fingerprint }) => fingerprint)));
  swept = true;
  const open = files.filter(({ state, size }) => state === "open" && size > 0);
  const own = kept.filter((one) => one.draftId === draftId);
  const slots = new Set([...own, ...open].map(({ slot }) => slot));
  await Promise.all([...slots].map((slot) => bringOne(back, slot)));
}

async function bringOne(back: Return, slot: string): Promise<void> {
  if (entryIn(slot) || under.has(slot)) return;
  under.add(slot);
  try {
    const view = back.files.find((file) => file.slot === slot && file.state === "open");
    const kept = keptIn(back.draftId, slot);
    const known = kept && (await knownOf(back, kept, view));
    if (back.signal.aborted || entryIn(slot)) return;
    if (kept && known) await goOn(back, kept, known);
    if (view && !entryIn(slot)) withoutBytes(back, fromView(back.draftId, view), view.storedBytes);
  } finally {
    under.delete(slot);
  }
}

const fromView = (draftId: string, view: FileView) => {
  const { slot, kind, fileName, size, uploadId, fingerprint } = view;
  return { draftId, slot, kind, fileName, type: "", size, uploadId, fingerprint, unreported: [] };
};

async function knownOf(
  { signal }: Return,
  { uploadId }: KeptUpload,
  view: FileView | undefined,
): Promise<Known> {
  if (!uploadId) return { state: "unknown", stored: 0 };
  if (view?.uploadId === uploadId) return { state: "open", stored: view.storedBytes };
  try {
    const ask = () => statusCall(browserWorld.transport, uploadId, signal);
    const { state, size, partSize, parts, pieces } = await keepTrying(
      browserWorld,
      signal,
      () => undefined,
      ask,
    );
    const stored = openWorkList(size, partSize, { parts, pieces }).stored();
    return { state: state === "open" || state === "complete" ? state : "gone", stored };
  } catch (error) {
    if (error instanceof RefusedError) return { state: "gone", stored: 0 };
    throw error;
  }
}

async function goOn(back: Return, kept: KeptUpload, known: Known): Promise<void> {
  if (known.state === "open" || known.state === "unknown") return takeUp(back, kept, known);
  await forgetKept(kept);
  // Shown by the page itself where it was stored when that was loaded.
  const shown = back.files.some(
    ({ uploadId, state }) => uploadId === kept.uploadId && state === "complete",
  );
  if (known.state === "complete" && !shown) withoutBytes(back, kept, kept.size);
}

/** Goes on with a file whose bytes may be on this device. */
async function takeUp(back: Return, kept: KeptUpload, known: Known): Promise<void> {
  const { slot, fileName, type, size, fingerprint } = kept;
  const copy = kept.sha256 ? await findCopy(fingerprint, size) : undefined;
  if (entryIn(slot)) return;
  if (copy) {
    const entry = entryOf(kept, known.stored, "sending");
    entry.file = new File([copy], fileName, { type });
    put(entry);
    return back.take({ entry, kept, bytes: copy, origin: "copy", resumes: true });
  }
  // Another tab may be just about to make the copy, and to send it.
  let elsewhere: Entry | undefined;
  const onBusy = () => {
    elsewhere = entryOf(kept, known.stored, "elsewhere");
    put(elsewhere);
  };
  const onStored = (stored: number) => elsewhere && change(elsewhere, { stored });
  const release = await claim(lockOf(kept), back.signal, onBusy, onStored);
  release();
  if (elsewhere) return again(back, kept, elsewhere);
  await forgetKept(kept);
  if (known.state === "open") withoutBytes(back, kept, known.stored);
}

/** After another tab has let go of a file: nothing that was known of it need be true any more. */
async function again(back: Return, before: KeptUpload, shown: Entry): Promise<void> {
  const now = { ...back, files: [] };
  const kept = keptIn(before.draftId, before.slot) ?? before;
  const known = await knownOf(now, kept, undefined);
  if (entryIn(before.slot) !== shown) return;
  drop(before.slot);
  // Of one that has no name yet nobody can tell whether it was stored or removed.
  if (kept !== before || known.state !== "unknown") await goOn(now, kept, known);
}

/** Shows a file of which this device has nothing; one that the label has all of is only finished. */
function withoutBytes(
  { take }: Return,
  file: Omit<KeptUpload, "at" | "fingerprint"> & { fingerprint: string | null },
  stored: number,
): void {
  const { fingerprint, size } = file;
  const whole = stored >= size && fingerprint !== null;
  const entry = entryOf(file, stored, whole ? "checking" : "needs-file");
  put(entry);
  if (!whole) return;
  const kept = { ...file, fingerprint };
  take({ entry, kept, bytes: new Blob(), origin: "none", resumes: true });
}

function entryOf(
  file: Pick<KeptUpload, "slot" | "kind" | "fileName" | "size" | "uploadId">,
  stored: number,
  phase: Entry["state"]["phase"],
): Entry {
  const { slot, kind, fileName, size, uploadId } = file;
  return { state: { slot, kind, fileName, size, uploadId, stored, inFlight: 0, phase } };
}
