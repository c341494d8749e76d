import * as v from "valibot";
import { OPEN_UPLOAD_DAYS, uploadKinds } from "../plan";

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
  uploadId: v.optional(v.string()),
  /** Of the copy on this device; there is none, or only a beginning, while this is missing. */
  sha256: v.optional(digits),
  /** Parts that went straight to storage and that the label does not know of yet. */
  unreported: v.optional(v.array(v.object({ number: v.number(), etag: v.string() })), []),
  /** When it was last written, in milliseconds since the epoch. */
  at: v.number(),
});

/** What this browser remembers of a file on its way, for when it is opened again. */
export type KeptUpload = v.InferOutput<typeof keptSchema>;

const keptList = v.array(v.unknown());
const DAY_MS = 24 * 60 * 60_000;

/** Reads the list as it is stored. What cannot be read, or is older than uploads live, is left out. */
export function parseKept(text: string | null, now: number): KeptUpload[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  const list = v.safeParse(keptList, stored);
  if (!list.success) return [];
  return list.output.flatMap((one) => {
    const read = v.safeParse(keptSchema, one);
    const fresh = read.success && now - read.output.at < OPEN_UPLOAD_DAYS * DAY_MS;
    return fresh ? [read.output] : [];
  });
}

const same = (a: Pick<KeptUpload, "draftId" | "slot">, b: Pick<KeptUpload, "draftId" | "slot">) =>
  a.draftId === b.draftId && a.slot === b.slot;

/** The list with `upload` in its place: a slot of a draft has one at a time. */
export function withKept(list: readonly KeptUpload[], upload: KeptUpload): KeptUpload[] {
  return [...list.filter((one) => !same(one, upload)), upload];
}

/** The list without what a slot of a draft has. */
export function withoutKept(
  list: readonly KeptUpload[],
  place: Pick<KeptUpload, "draftId" | "slot">,
): KeptUpload[] {
  return list.filter((one) => !same(one, place));
}
