import { decodeField, type MultipartError, make, type PartInfo } from "multipasta";
import { readChunk } from "./read-body";
import { TransferTimeout } from "./transfer-timeout";

type FormPart =
  | { kind: "field"; name: string; value: string }
  | { kind: "file"; name: string; fileName: string; contentType: string; chunks: Chunks };

export type FilePart = Extract<FormPart, { kind: "file" }>;

/** The bytes of one file; to be read to the end before the next part. */
export type Chunks = AsyncIterator<Uint8Array, undefined>;

/** Twenty tracks whose lists of contributors are all full have some 17,000 fields. */
const MAX_PARTS = 20_000;

/** Milliseconds without a byte after which a form counts as cut off. */
const TIMEOUT_MS = 8_000;
/**
 * The same within a file of which `LONG_FILE_BYTES` have come. Pages without script cannot resume
 * an upload, so a phone in a tunnel gets more time.
 */
const FILE_TIMEOUT_MS = 60_000;
const LONG_FILE_BYTES = 1024 * 1024;
/** How long to wait for announced bytes behind the end of a form. */
const TRAILER_TIMEOUT_MS = 1_000;
/** Far longer than any system has them. One more is read, so that a longer one can be refused. */
export const MAX_FILE_NAME = 1_000;
/** Bytes allowed between the parts of a form. */
const MAX_OVERHEAD_BYTES = 64 * 1024;

type Event =
  | Exclude<FormPart, { kind: "file" }>
  | Omit<FilePart, "chunks">
  | { kind: "chunk"; bytes: Uint8Array }
  | { kind: "file-end" };

/** A form that was cut off, is over a limit, or is not multipart. */
export class BrokenFormError extends Error {
  override readonly name = "BrokenFormError";
  constructor(readonly reason: MultipartError["_tag"] | "NoBody" | "Cut" | "TooLarge") {
    super(`The posted form is broken: ${reason}`);
  }
}

/**
 * A parameter of the Content-Disposition header as browsers write it: in quotes, in UTF-8, with
 * quotes and line ends as percent codes (HTML standard, multipart form data). The parser itself
 * reads Latin-1 only.
 */
function parameter(part: PartInfo, name: "name" | "filename"): string | undefined {
  const header = part.headers["content-disposition"];
  if (typeof header !== "string") return undefined;
  const encodedText = new RegExp(`;\\s*${name}="((?:\\\\"|[^"])*)"`, "i").exec(header)?.[1];
  const plain = encodedText?.replace(/\\"|%22/g, '"').replace(/%0D|%0A/g, "");
  return plain ?? part[name];
}

interface FormLimits {
  bytes: number;
  fieldBytes: number;
}

const NO_BYTES = new Uint8Array(0);
const DASH = 0x2d;

/**
 * The number of dashes at the end of a chunk. They wait for the next chunk, since the parser
 * misreads the end of a form when a chunk ends between its two dashes (multipasta 0.2.8).
 */
function dashesAtEnd(chunk: Uint8Array): number {
  if (chunk.at(-1) !== DASH) return 0;
  return chunk.at(-2) === DASH ? 2 : 1;
}

function concatBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** Reads the body chunk by chunk; the next chunk is read only when this one is used up. */
async function* readEvents(
  request: Request,
  { bytes: maxBytes, fieldBytes }: FormLimits,
): AsyncGenerator<Event> {
  if (!request.body) throw new BrokenFormError("NoBody");
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes)
    throw new BrokenFormError("TooLarge");
  let events: Event[] = [];
  let parserError: MultipartError | undefined;
  let isComplete = false;
  const parser = make({
    headers: { "content-type": request.headers.get("Content-Type") ?? "" },
    maxParts: MAX_PARTS,
    maxFieldSize: fieldBytes,
    isFile: (part) => parameter(part, "filename") !== undefined,
    onField: (part, bytes) => {
      const name = parameter(part, "name");
      if (name) events.push({ kind: "field", name, value: decodeField(part, bytes) });
      else parserError ??= { _tag: "InvalidDisposition" };
    },
    onFile: (part) => {
      const [name = "", fileName = ""] = [parameter(part, "name"), parameter(part, "filename")];
      const shortName = fileName.slice(0, MAX_FILE_NAME + 1);
      events.push({ kind: "file", name, fileName: shortName, contentType: part.contentType });
      return (bytes) => events.push(bytes ? { kind: "chunk", bytes } : { kind: "file-end" });
    },
    onError: (error) => {
      parserError ??= error;
    },
    onDone: () => {
      isComplete = true;
    },
  });
  let carry = NO_BYTES;
  const feed = (chunk: Uint8Array | undefined) => {
    try {
      const buffered = concatBytes(carry, chunk ?? NO_BYTES);
      const dashes = chunk ? dashesAtEnd(buffered) : 0;
      carry = buffered.slice(buffered.length - dashes);
      if (buffered.length > dashes) parser.write(buffered.subarray(0, buffered.length - dashes));
      if (!chunk) parser.end();
    } catch {
      // A name with a malformed percent code makes the parser throw.
      parserError ??= { _tag: "InvalidDisposition" };
    }
  };
  const reader = request.body.getReader();
  const timeout = new TransferTimeout(TIMEOUT_MS);
  let fileBytes = 0;
  let totalBytes = 0;
  let idleBytes = 0;
  let isDone = false;
  const timeoutMs = () => {
    if (isComplete) return TRAILER_TIMEOUT_MS;
    return fileBytes < LONG_FILE_BYTES ? TIMEOUT_MS : FILE_TIMEOUT_MS;
  };
  try {
    for (;;) {
      const next = await readChunk(reader, timeout, timeoutMs());
      // A pending read is left alone: its lock cannot be released.
      isDone = !next || next.done;
      if (!next && isComplete) break;
      if (!next) throw new BrokenFormError("Cut");
      totalBytes += next.value?.length ?? 0;
      if (totalBytes > maxBytes) throw new BrokenFormError("TooLarge");
      feed(next.value);
      if (parserError) throw new BrokenFormError(parserError._tag);
      for (const event of events)
        fileBytes = event.kind === "chunk" ? fileBytes + event.bytes.length : 0;
      idleBytes = events.length > 0 ? 0 : idleBytes + (next.value?.length ?? 0);
      if (idleBytes > fieldBytes + MAX_OVERHEAD_BYTES) throw new BrokenFormError("TooLarge");
      yield* events;
      events = [];
      if (isDone) break;
      timeout.spend(0, 0, timeoutMs());
    }
  } finally {
    if (!isDone) reader.releaseLock();
  }
  // The parser accepts a form that ends inside the head of a part.
  if (!isComplete) throw new BrokenFormError("EndNotReached");
}

/** The bytes of the file whose start has just come; `done` again after the end. */
function chunksOfFile(events: AsyncIterator<Event, undefined>): Chunks {
  let ended = false;
  return {
    async next() {
      const event = ended ? undefined : (await events.next()).value;
      if (event?.kind === "chunk") return { done: false, value: event.bytes };
      ended = true;
      return { done: true, value: undefined };
    },
  };
}

/**
 * Reads a multipart form as a stream; only the chunk just received is in memory.
 * @throws BrokenFormError
 */
export async function* readFormParts(
  request: Request,
  limits: FormLimits,
): AsyncGenerator<FormPart> {
  const events = readEvents(request, limits);
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const event = next.value;
      if (event.kind === "field") yield event;
      if (event.kind === "file") yield { ...event, chunks: chunksOfFile(events) };
    }
  } finally {
    await events.return(undefined);
  }
}
