import * as v from "valibot";
import { BrokenFormError, type Chunks, readFormParts } from "~/forms/form-parts.server";
import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import { hexSha256 } from "../hex-sha256";
import { isSlotOf } from "../slots";
import { choiceSchema } from "../upload";
import { uploadKinds } from "../upload-kinds";
import { STANDARD_MAX_BYTES } from "../upload-plan";
import { drain, type FileSource, streamSource } from "./file-source.server";
import {
  FileTooLargeError,
  type Received,
  type StreamResult,
  storeStream,
  verifyStoredStream,
} from "./receive-stream.server";
import type { ReceivingDeps } from "./receiving-deps.server";
import { removeUpload } from "./remove-upload.server";
import { openSpool, SPOOL_MS, type Spool, type Spooled } from "./spool.server";
import { type ChosenFile, NO_SUCH_SLOT } from "./start-upload.server";

export const MAX_FORM_BYTES = STANDARD_MAX_BYTES + 64 * 1024;
const LIMITS = { bytes: MAX_FORM_BYTES, fieldBytes: 16 * 1024 };

const slotVersionField = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));
const text = v.optional(v.pipe(v.string(), v.maxLength(1000)), "");
const fieldsSchema = v.object({
  artistName: text,
  fileType: v.picklist(uploadKinds),
  trackTitle: text,
  releaseTitle: text,
  sessionId: text,
  slot: v.optional(v.pipe(v.string(), v.maxLength(60))),
  fingerprint: v.optional(hexSha256),
  sha256: v.optional(hexSha256),
  choice: v.optional(choiceSchema),
  /** The version of the slot that the sender was shown. */
  version: v.optional(slotVersionField),
});
type StandardFields = v.InferOutput<typeof fieldsSchema>;

interface StandardDeps {
  uploads: ReceivingDeps;
  clock: Clock;
  ids: Ids;
  draftId: string;
  place: (
    fields: StandardFields,
    fileName: string,
  ) => Promise<Pick<ChosenFile, "artistName" | "slot" | "isFree" | "findSlot">>;
}

/** `malformed`: names of missing or invalid fields. */
type StandardResult =
  | { ok: true; fields: StandardFields; stored: StreamResult }
  | { ok: false; malformed: string[] };

interface NamedFile {
  fileName: string;
  contentType: string;
}

/** A file before the fields that describe it. */
interface WaitingFile {
  file: NamedFile;
  spooled: Spooled;
}

/**
 * Limits the bytes of a file, and its time to an hour: a sender of one byte a minute would keep it
 * for weeks.
 * @throws FileTooLargeError, BrokenFormError
 */
function limitChunks(chunks: Chunks, clock: Clock): Chunks {
  const deadline = clock().getTime() + SPOOL_MS;
  let size = 0;
  return {
    async next() {
      const next = await chunks.next();
      size += next.done ? 0 : next.value.length;
      if (size > STANDARD_MAX_BYTES) throw new FileTooLargeError();
      if (clock().getTime() > deadline) throw new BrokenFormError("Cut");
      return next;
    },
  };
}

/**
 * Reads the form of the standard call and stores its file. A file before its fields waits in the
 * bucket.
 * @throws BrokenFormError, FileTooLargeError; then nothing is stored.
 */
export async function readStandard(request: Request, deps: StandardDeps): Promise<StandardResult> {
  const { uploads, draftId, clock, ids } = deps;
  const spool = openSpool(uploads, draftId, clock, ids);
  try {
    return await readParts(spool, request, deps);
  } finally {
    // The sweep removes the rest.
    await spool.clear().catch(() => undefined);
  }
}

async function readParts(spool: Spool, request: Request, deps: StandardDeps) {
  const textFields: Record<string, string> = {};
  let waiting: WaitingFile | undefined;
  let streamResult: Received | undefined;
  try {
    for await (const part of readFormParts(request, LIMITS)) {
      if (part.kind === "field") textFields[part.name] = part.value;
      else if (part.name !== "file" || waiting || streamResult) await drain(part.chunks);
      else {
        const chunks = limitChunks(part.chunks, deps.clock);
        const fields = v.safeParse(fieldsSchema, textFields);
        // Without its slot the file might replace another one.
        if (fields.success && fields.output.slot !== undefined)
          streamResult = await store(deps, fields.output, part, streamSource(chunks));
        else waiting = { file: part, spooled: await spool.add(chunks) };
      }
    }
  } catch (error) {
    const isCut = error instanceof BrokenFormError && error.reason === "Cut";
    if (streamResult?.ok && !(isCut && textFields.choice !== undefined))
      await removeUpload(deps.uploads, streamResult.upload, deps.clock);
    throw error;
  }
  return finishUpload(deps, textFields, streamResult, waiting);
}

async function finishUpload(
  deps: StandardDeps,
  textFields: Record<string, string>,
  streamResult: Received | undefined,
  waiting: WaitingFile | undefined,
): Promise<StandardResult> {
  const fieldsResult = v.safeParse(fieldsSchema, textFields);
  const malformedFields = fieldsResult.success
    ? []
    : fieldsResult.issues.map((issue) => v.getDotPath(issue) ?? "");
  if (!streamResult && !waiting) malformedFields.push("file");
  if (!fieldsResult.success || malformedFields.length > 0) {
    if (streamResult?.ok) await removeUpload(deps.uploads, streamResult.upload, deps.clock);
    return { ok: false, malformed: malformedFields };
  }
  const fields = fieldsResult.output;
  const fileResult = streamResult ?? (waiting && (await storeWaiting(deps, fields, waiting)));
  if (!fileResult) return { ok: false, malformed: ["file"] };
  if (!fileResult.ok) return { ok: true, fields, stored: fileResult };
  const { uploads, clock } = deps;
  const verdict = await verifyStoredStream(uploads, fileResult.upload, clock, fields.sha256);
  return { ok: true, fields, stored: verdict };
}

async function storeWaiting(
  deps: StandardDeps,
  fields: StandardFields,
  { file, spooled }: WaitingFile,
): Promise<Received> {
  return spooled.ok ? store(deps, fields, file, spooled.source) : spooled;
}

async function store(
  { uploads, clock, ids, draftId, place }: StandardDeps,
  fields: StandardFields,
  { fileName, contentType }: NamedFile,
  source: FileSource,
): Promise<Received> {
  const { fileType: kind, fingerprint, choice, version, sha256 } = fields;
  const placement = await place(fields, fileName);
  if (!isSlotOf(kind, placement.slot)) {
    await source.drain();
    return NO_SUCH_SLOT;
  }
  const identity = { choice, seen: { version, sha256 } };
  const fileInfo = { fileName, contentType, fingerprint, ...identity, method: "standard" } as const;
  return storeStream(uploads, { draftId, kind, ...placement, ...fileInfo }, source, clock, ids);
}
