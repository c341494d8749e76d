import * as v from "valibot";
import { removeCopy } from "../reading/local-copies.client";
import { OPEN_UPLOAD_DAYS, uploadKinds } from "../upload-plan";
import type { StoredPart, UnreportedParts } from "./file-job.client";
import { SAVED_UPLOADS_KEY } from "./page-uploads.client";
import { newChoice } from "./slot-versions.client";

const digits = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const keptSchema = v.object({
  draftId: v.string(),
  slot: v.string(),
  kind: v.picklist(uploadKinds),
  fileName: v.string(),
  type: v.string(),
  /** Bytes. */
  size: v.number(),
  fingerprint: digits,
  /** Names the choice of it; an earlier version of this page has not named it. */
  choice: v.optional(v.string(), () => newChoice()),
  /** This tab's choices before it whose answers were not heard. */
  ownChoices: v.optional(v.array(v.string()), []),
  /** The version of its slot that the artist was shown, or that the choice has made. */
  version: v.optional(v.number(), 0),
  /** The name of the copy on this device, by which this file is told from any other. */
  copy: v.optional(v.string()),
  uploadId: v.optional(v.string()),
  /** Of the copy on this device; there is none, or only a beginning, while this is missing. */
  sha256: v.optional(digits),
  /** Parts that went straight to storage and that the server does not know of yet. */
  unreported: v.optional(v.array(v.object({ number: v.number(), etag: v.string() })), []),
  /** When it was last written, in milliseconds since the epoch. */
  at: v.number(),
});

/** What this browser remembers of a file on its way, for when it is opened again. */
export type SavedUpload = v.InferOutput<typeof keptSchema>;

/** The same before it is remembered. */
export type NewUpload = Omit<SavedUpload, "at">;

/** A slot of a draft: it has one file at a time. */
type Place = Pick<SavedUpload, "draftId" | "slot">;
/** A file in its slot. */
type FileInPlace = Pick<SavedUpload, "draftId" | "slot" | "fingerprint" | "copy">;

/** The name of a file's copy. Those that an earlier version has kept have their fingerprint's. */
export const copyName = ({ copy, fingerprint }: Pick<SavedUpload, "copy" | "fingerprint">) =>
  copy ?? fingerprint;

/** A name that no other copy has, not even that of a file with the same fingerprint. */
export function newCopyName(fingerprint: string): string {
  const own = [Date.now(), Math.floor(Math.random() * 1e9)].map((number) => number.toString(36));
  return [fingerprint.slice(0, 16), ...own].join("-");
}

/**
 * Where a file's bytes are from. `copy`: those that were kept on an earlier visit. `none`: this
 * device has none, and the server should have them all.
 */
type Origin = "file" | "copy" | "none";

/** A file to send, with what is remembered of it. */
export interface FileToSend {
  record: NewUpload;
  bytes: Blob;
  origin: Origin;
  /** Whether the server may have some of it. */
  resumes: boolean;
}

const keptList = v.array(v.unknown());
const DAY_MS = 24 * 60 * 60_000;

/** Reads the list as it is stored. What cannot be read, or is older than uploads live, is left out. */
export function parseSavedUploads(text: string | null, now: number): SavedUpload[] {
  let json: unknown;
  try {
    json = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  const list = v.safeParse(keptList, json);
  if (!list.success) return [];
  return list.output.flatMap((one) => {
    const result = v.safeParse(keptSchema, one);
    const fresh = result.success && now - result.output.at < OPEN_UPLOAD_DAYS * DAY_MS;
    return fresh ? [result.output] : [];
  });
}

const same = (a: Place, b: Place) => a.draftId === b.draftId && a.slot === b.slot;

/** The list with `upload` in its place: a slot of a draft has one at a time. */
export function withSavedUpload(list: readonly SavedUpload[], upload: SavedUpload): SavedUpload[] {
  return [...list.filter((one) => !same(one, upload)), upload];
}

/** The list without what a slot of a draft has. */
export function withoutSavedUpload(list: readonly SavedUpload[], place: Place): SavedUpload[] {
  return list.filter((one) => !same(one, place));
}

/** Some browsers refuse their storage altogether; then nothing is remembered. */
function stored(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

function write(list: readonly SavedUpload[]): void {
  try {
    if (list.length === 0) stored()?.removeItem(SAVED_UPLOADS_KEY);
    else stored()?.setItem(SAVED_UPLOADS_KEY, JSON.stringify(list));
  } catch {
    // A full storage: the upload goes on, only a reload will ask for the file.
  }
}

/** All that this browser remembers, of every draft. Read anew each time: other tabs write it, too. */
export function savedUploads(): SavedUpload[] {
  try {
    return parseSavedUploads(stored()?.getItem(SAVED_UPLOADS_KEY) ?? null, Date.now());
  } catch {
    return [];
  }
}

/** What it remembers of a slot of a draft. */
export function savedUploadIn(draftId: string, slot: string): SavedUpload | undefined {
  return savedUploads().find((one) => one.draftId === draftId && one.slot === slot);
}

/** Remembers an upload, in place of what the slot had, whose copy nobody asks for any more. */
export function saveUpload(upload: NewUpload): void {
  const before = savedUploadIn(upload.draftId, upload.slot);
  write(withSavedUpload(savedUploads(), { ...upload, at: Date.now() }));
  if (before) void removeUnkept(copyName(before));
}

async function removeUnkept(copy: string): Promise<void> {
  if (!savedUploads().some((one) => copyName(one) === copy)) await removeCopy(copy);
}

/** What is remembered of a file, unless its slot has another by now. */
function keptOf(file: FileInPlace): SavedUpload | undefined {
  const now = savedUploadIn(file.draftId, file.slot);
  return now && copyName(now) === copyName(file) ? now : undefined;
}

/** Adds to what is remembered of the same file; nothing when that is no longer remembered. */
export function updateSavedUpload(file: FileInPlace, change: Partial<SavedUpload>): void {
  const now = keptOf(file);
  if (now) saveUpload({ ...now, ...change });
}

/** Remembers which parts of an upload lie in storage unreported, also over a reload. */
export function unreportedPartsStore(record: NewUpload): (uploadId: string) => UnreportedParts {
  let current = record.uploadId;
  let parts: readonly StoredPart[] = record.unreported;
  return (uploadId) => ({
    read: () => (current === uploadId ? parts : []),
    write(next) {
      current = uploadId;
      parts = next;
      updateSavedUpload(record, { unreported: [...next] });
    },
  });
}

/** Forgets a file, unless its slot has another by now. Its copy stays. */
function unkeep(file: FileInPlace): void {
  if (keptOf(file)) write(withoutSavedUpload(savedUploads(), file));
}

/** Forgets a file, and removes its copy. @param reading what the copy has to wait for. */
export async function deleteSavedUpload(
  file: FileInPlace,
  reading?: Promise<unknown>,
): Promise<void> {
  unkeep(file);
  if (reading) await reading;
  unkeep(file);
  await removeUnkept(copyName(file));
}
