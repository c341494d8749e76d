import { decodeField, type MultipartError, make, type PartInfo } from "multipasta";
import { readChunk } from "./read-body";
import { TransferTimeout } from "./transfer-timeout";

/** What comes along while a posted form is read, in the order in which it was sent. */
export type FormPart =
  | { kind: "field"; name: string; value: string }
  | { kind: "file"; name: string; fileName: string; contentType: string; chunks: Chunks };

/** The bytes of one file, to be read to the end before the next part is asked for. */
export type Chunks = AsyncIterator<Uint8Array, undefined>;

/** Twenty tracks whose lists of contributors are all full have some 17,000 fields. */
const MAX_PARTS = 20_000;

/** Milliseconds without a byte after which a form counts as cut off, as any other body does; */
const SILENCE_MS = 8_000;
/**
 * but so many within a file of which this much has come. A form with files is of a page without
 * script, where nobody goes on with what was cut off: phones drive through tunnels, and their artists
 * would send all of it once more.
 */
const FILE_SILENCE_MS = 60_000;
const FILE_BYTES = 1024 * 1024;
/** For what is announced and does not come behind a form's end, so many. */
const BEHIND_MS = 1_000;
/** Room for what is around a field: bytes that neither end one nor belong to a file are no form. */
const AROUND_BYTES = 64 * 1024;

type Event =
  | Exclude<FormPart, { kind: "file" }>
  | Omit<Extract<FormPart, { kind: "file" }>, "chunks">
  | { kind: "chunk"; bytes: Uint8Array }
  | { kind: "file-end" };

/** A form that is not what it says: cut off, over a limit, or not multipart at all. */
export class BrokenFormError extends Error {
  override readonly name = "BrokenFormError";
  constructor(readonly found: MultipartError["_tag"] | "NoBody" | "Cut" | "TooLarge") {
    super(`The posted form is broken: ${found}`);
  }
}

/**
 * A parameter of the Content-Disposition header as browsers write it: in quotes, in UTF-8, with
 * quotes and line ends as percent codes (HTML standard, multipart form data). The parser itself
 * knows Latin-1 only, and artists' files have names in every script.
 */
function parameter(part: PartInfo, name: "name" | "filename"): string | undefined {
  const header = part.headers["content-disposition"];
  if (typeof header !== "string") return undefined;
  const encodedText = new RegExp(`;\\s*${name}="((?:\\\\"|[^"])*)"`, "i").exec(header)?.[1];
  const plain = encodedText?.replace(/\\"|%22/g, '"').replace(/%0D|%0A/g, "");
  return plain ?? part[name];
}

/** The most bytes that a whole form, and one text field of it, may have. */
interface FormLimits {
  bytes: number;
  fieldBytes: number;
}

const NOTHING = new Uint8Array(0);
const DASH = 0x2d;

/**
 * The dashes at the end of a chunk, which wait for the next one: the parser takes the two of a form's
 * last line for a part's head when the first is the last byte of a chunk (multipasta 0.2.8).
 */
function dashesAtEnd(chunk: Uint8Array): number {
  if (chunk.at(-1) !== DASH) return 0;
  return chunk.at(-2) === DASH ? 2 : 1;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/**
 * Reads the body chunk by chunk; the next chunk is fetched only when this one has been used up. What
 * nobody asks for any more is left to the edge.
 */
async function* readEvents(
  request: Request,
  { bytes: room, fieldBytes }: FormLimits,
): AsyncGenerator<Event> {
  if (!request.body) throw new BrokenFormError("NoBody");
  if (Number(request.headers.get("Content-Length") ?? 0) > room)
    throw new BrokenFormError("TooLarge");
  let events: Event[] = [];
  let parserError: MultipartError | undefined;
  let whole = false;
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
      events.push({ kind: "file", name, fileName, contentType: part.contentType });
      return (bytes) => events.push(bytes ? { kind: "chunk", bytes } : { kind: "file-end" });
    },
    onError: (error) => {
      parserError ??= error;
    },
    onDone: () => {
      whole = true;
    },
  });
  let carry = NOTHING;
  const feed = (chunk: Uint8Array | undefined) => {
    try {
      const all = joined(carry, chunk ?? NOTHING);
      const dashes = chunk ? dashesAtEnd(all) : 0;
      carry = all.slice(all.length - dashes);
      if (all.length > dashes) parser.write(all.subarray(0, all.length - dashes));
      if (!chunk) parser.end();
    } catch {
      // A name with a malformed percent code makes the parser throw.
      parserError ??= { _tag: "InvalidDisposition" };
    }
  };
  const reader = request.body.getReader();
  const patience = new TransferTimeout(SILENCE_MS);
  /** Bytes of the file that is under way. */
  let ofFile = 0;
  let size = 0;
  /** Bytes of which nothing has come. */
  let idle = 0;
  let over = false;
  const most = () => {
    if (whole) return BEHIND_MS;
    return ofFile < FILE_BYTES ? SILENCE_MS : FILE_SILENCE_MS;
  };
  try {
    for (;;) {
      const next = await readChunk(reader, patience, most());
      // A read that waits for a silent sender is left alone: its lock cannot be given back.
      over = !next || next.done;
      if (!next && whole) break;
      if (!next) throw new BrokenFormError("Cut");
      size += next.value?.length ?? 0;
      if (size > room) throw new BrokenFormError("TooLarge");
      feed(next.value);
      if (parserError) throw new BrokenFormError(parserError._tag);
      for (const event of events) ofFile = event.kind === "chunk" ? ofFile + event.bytes.length : 0;
      idle = events.length > 0 ? 0 : idle + (next.value?.length ?? 0);
      if (idle > fieldBytes + AROUND_BYTES) throw new BrokenFormError("TooLarge");
      yield* events;
      events = [];
      if (over) break;
      patience.spend(0, 0, most());
    }
  } finally {
    if (!over) reader.releaseLock();
  }
  // The parser itself does not mind a form that ends inside the head of a part.
  if (!whole) throw new BrokenFormError("EndNotReached");
}

/** The bytes of the file whose start has just come. Asked again after its end, it stays ended. */
function chunksOfFile(events: AsyncIterator<Event, undefined>): Chunks {
  let ended = false;
  return {
    async next() {
      // The next event after the end belongs to the next part.
      const event = ended ? undefined : (await events.next()).value;
      if (event?.kind === "chunk") return { done: false, value: event.bytes };
      ended = true;
      return { done: true, value: undefined };
    },
  };
}

/**
 * Reads a multipart form as a stream: whatever its size, only the chunk just received is held.
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
