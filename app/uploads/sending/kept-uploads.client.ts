import { KEPT_UPLOADS } from "./kept-place";
import { type KeptUpload, parseKept, withKept, withoutKept } from "./kept-uploads";
import { removeCopy } from "./local-copies.client";

/** Some browsers refuse their storage altogether; then nothing is remembered. */
function stored(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

function write(list: readonly KeptUpload[]): void {
  try {
    if (list.length === 0) stored()?.removeItem(KEPT_UPLOADS);
    else stored()?.setItem(KEPT_UPLOADS, JSON.stringify(list));
  } catch {
    // A full storage: the upload goes on, only a reload will ask for the file.
  }
}

/** All that this browser remembers, of every draft. Read anew each time: other tabs write it, too. */
export function keptUploads(): KeptUpload[] {
  try {
    return parseKept(stored()?.getItem(KEPT_UPLOADS) ?? null, Date.now());
  } catch {
    return [];
  }
}

/** What it remembers of a slot of a draft. */
export function keptIn(draftId: string, slot: string): KeptUpload | undefined {
  return keptUploads().find((one) => one.draftId === draftId && one.slot === slot);
}

/** Remembers an upload, in place of what the slot had. */
export function keep(upload: Omit<KeptUpload, "at">): void {
  write(withKept(keptUploads(), { ...upload, at: Date.now() }));
}

/** Adds to what is remembered of the same file; nothing when that is no longer remembered. */
export function amend(
  { draftId, slot, fingerprint }: Pick<KeptUpload, "draftId" | "slot" | "fingerprint">,
  change: Partial<KeptUpload>,
): void {
  const now = keptIn(draftId, slot);
  if (now?.fingerprint === fingerprint) keep({ ...now, ...change });
}

/** Forgets a file, unless its slot has another by now. Its copy stays. */
export function unkeep(kept: Pick<KeptUpload, "draftId" | "slot" | "fingerprint">): void {
  const { draftId, slot, fingerprint } = kept;
  if (keptIn(draftId, slot)?.fingerprint === fingerprint) write(withoutKept(keptUploads(), kept));
}

/** Forgets a file, and removes its copy where no other upload needs that. */
export async function forgetKept(
  kept: Pick<KeptUpload, "draftId" | "slot" | "fingerprint">,
): Promise<void> {
  unkeep(kept);
  const { fingerprint } = kept;
  if (!keptUploads().some((other) => other.fingerprint === fingerprint))
    await removeCopy(fingerprint);
}
