import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import { hexSha256 } from "~/uploads/hex-sha256";
import { STANDARD_MAX_BYTES, uploadKinds } from "~/uploads/plan";
import {
  type StreamResult,
  settleStream,
  storeStream,
} from "~/uploads/receiving/receive-stream.server";
import { removeUpload } from "~/uploads/receiving/remove-upload.server";
import { type ChosenFile, NO_SUCH_SLOT } from "~/uploads/receiving/start-upload.server";
import type { UploadRooms } from "~/uploads/receiving/upload-rooms.server";
import { isSlotOf } from "~/uploads/slots";
import { type Chunks, readFormParts } from "./form-parts.server";

const MAX_FIELD_BYTES = 16 * 1024;

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
});
/** The fields of the standard call. */
export type StandardFields = v.InferOutput<typeof fieldsSchema>;

/** What storing a file of the standard call takes. */
export interface StandardReceiver {
  uploads: UploadRooms;
  clock: Clock;
  ids: Ids;
  /** The draft and the place a file belongs to. */
  place: (fields: StandardFields) => Promise<Pick<ChosenFile, "draftId" | "artistName" | "slot">>;
}

/** `malformed`: the names of fields that are missing or no good. */
export type StandardResult =
  | { ok: true; fields: StandardFields; stored: StreamResult }
  | { ok: false; malformed: string[] };

/** The file of the form has more bytes than the call takes. */
export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
  constructor() {
    super("The file is larger than the standard call takes.");
  }
}

/** A file as the form names it. */
interface NamedFile {
  fileName: string;
  contentType: string;
}

/** The chunks as they come, up to the limit. @throws FileTooLargeError when the rest is read, too. */
function limited(chunks: Chunks): Chunks {
  let size = 0;
  return {
    async next() {
      const next = await chunks.next();
      size += next.done ? 0 : next.value.length;
      if (size <= STANDARD_MAX_BYTES) return next;
      while (!(await chunks.next()).done);
      throw new FileTooLargeError();
    },
  };
}

/** Reads a file into memory: it came before the fields that say what it is. */
async function hold(chunks: Chunks): Promise<Uint8Array[]> {
  const held: Uint8Array[] = [];
  for (let next = await chunks.next(); !next.done; next = await chunks.next())
    held.push(next.value.slice());
  return held;
}

function replay(held: Uint8Array[]): Chunks {
  const each = held.values();
  return {
    next: async () => {
      const next = each.next();
      return next.done ? { done: true, value: undefined } : next;
    },
  };
}

/**
 * Reads the form of the standard call and stores its file. A file behind its fields is streamed into
 * the bucket; one before them is held, at most 15 MB, until it is known what it is for.
 * @throws BrokenFormError, FileTooLargeError; nothing is stored then.
 */
export async function readStandard(
  request: Request,
  receiver: StandardReceiver,
): Promise<StandardResult> {
  const given: Record<string, string> = {};
  let held: { file: NamedFile; chunks: Uint8Array[] } | undefined;
  let stored: StreamResult | undefined;
  try {
    for await (const part of readFormParts(request, MAX_FIELD_BYTES)) {
      if (part.kind === "field") given[part.name] = part.value;
      else if (part.name !== "file" || held || stored) await drain(part.chunks);
      else {
        const chunks = limited(part.chunks);
        const fields = v.safeParse(fieldsSchema, given);
        // Without its slot a file might be put where another belongs.
        if (fields.success && fields.output.slot !== undefined)
          stored = await store(receiver, fields.output, part, chunks);
        else held = { file: part, chunks: await hold(chunks) };
      }
    }
  } catch (error) {
    if (stored?.ok) await removeUpload(receiver.uploads, stored.upload);
    throw error;
  }
  return settle(receiver, given, stored, held);
}

async function settle(
  receiver: StandardReceiver,
  given: Record<string, string>,
  streamed: StreamResult | undefined,
  held: { file: NamedFile; chunks: Uint8Array[] } | undefined,
): Promise<StandardResult> {
  const parsed = v.safeParse(fieldsSchema, given);
  const malformed = parsed.success ? [] : parsed.issues.map((issue) => v.getDotPath(issue) ?? "");
  if (!streamed && !held) malformed.push("file");
  if (!parsed.success || malformed.length > 0) {
    if (streamed?.ok) await removeUpload(receiver.uploads, streamed.upload);
    return { ok: false, malformed };
  }
  const fields = parsed.output;
  const stored =
    streamed ?? (held && (await store(receiver, fields, held.file, replay(held.chunks))));
  if (!stored) return { ok: false, malformed: ["file"] };
  if (!stored.ok) return { ok: true, fields, stored };
  const { uploads, clock } = receiver;
  const judged = await settleStream(uploads, stored.upload, clock, fields.sha256);
  return { ok: true, fields, stored: judged };
}

async function store(
  { uploads, clock, ids, place }: StandardReceiver,
  fields: StandardFields,
  { fileName, contentType }: NamedFile,
  chunks: Chunks,
): Promise<StreamResult> {
  const { fileType: kind, fingerprint } = fields;
  const placed = await place(fields);
  if (!isSlotOf(kind, placed.slot)) {
    await drain(chunks);
    return NO_SUCH_SLOT;
  }
  const file = { ...placed, kind, fileName, contentType, fingerprint, method: "standard" } as const;
  return storeStream(uploads, file, chunks, clock, ids);
}

async function drain(chunks: Chunks): Promise<void> {
  while (!(await chunks.next()).done);
}
