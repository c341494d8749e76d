import { decodeField, type MultipartError, make, type PartInfo } from "multipasta";

/** What comes along while a posted form is read, in the order in which it was sent. */
export type FormPart =
  | { kind: "field"; name: string; value: string }
  | { kind: "file"; name: string; fileName: string; contentType: string; chunks: Chunks };

/** The bytes of one file, to be read to the end before the next part is asked for. */
export type Chunks = AsyncIterator<Uint8Array, undefined>;

/** Twenty tracks whose lists of contributors are all full have some 17,000 fields. */
const MAX_PARTS = 20_000;

type Event =
  | Exclude<FormPart, { kind: "file" }>
  | Omit<Extract<FormPart, { kind: "file" }>, "chunks">
  | { kind: "chunk"; bytes: Uint8Array }
  | { kind: "file-end" };

/** A form that is not what it says: cut off, over a limit, or not multipart at all. */
export class BrokenFormError extends Error {
  override readonly name = "BrokenFormError";
  constructor(readonly found: MultipartError["_tag"] | "NoBody" | "Cut") {
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
  const found = new RegExp(`;\\s*${name}="((?:\\\\"|[^"])*)"`, "i").exec(header)?.[1];
  const plain = found?.replace(/\\"|%22/g, '"').replace(/%0D|%0A/g, "");
  return plain ?? part[name];
}

async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const cut = { done: true };
  while (!(await reader.read().catch(() => cut)).done);
}

/** Reads the body chunk by chunk; the next chunk is fetched only when this one has been used up. */
async function* readEvents(request: Request, maxFieldBytes: number): AsyncGenerator<Event> {
  if (!request.body) throw new BrokenFormError("NoBody");
  let events: Event[] = [];
  let broken: MultipartError | undefined;
  let whole = false;
  const parser = make({
    headers: { "content-type": request.headers.get("Content-Type") ?? "" },
    maxParts: MAX_PARTS,
    maxFieldSize: maxFieldBytes,
    isFile: (part) => parameter(part, "filename") !== undefined,
    onField: (part, bytes) => {
      const name = parameter(part, "name");
      if (name) events.push({ kind: "field", name, value: decodeField(part, bytes) });
      else broken ??= { _tag: "InvalidDisposition" };
    },
    onFile: (part) => {
      const [name = "", fileName = ""] = [parameter(part, "name"), parameter(part, "filename")];
      events.push({ kind: "file", name, fileName, contentType: part.contentType });
      return (bytes) => events.push(bytes ? { kind: "chunk", bytes } : { kind: "file-end" });
    },
    onError: (error) => {
      broken ??= error;
    },
    onDone: () => {
      whole = true;
    },
  });
  const feed = (chunk: Uint8Array | undefined) => {
    try {
      if (chunk) parser.write(chunk);
      else parser.end();
    } catch {
      // A name with a malformed percent code makes the parser throw.
      broken ??= { _tag: "InvalidDisposition" };
    }
  };
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new BrokenFormError("Cut");
    });
    feed(value);
    if (broken) {
      // Read on to the end: a body that nobody reads resets the connection before the reply.
      await readOn(reader);
      throw new BrokenFormError(broken._tag);
    }
    yield* events;
    events = [];
    if (done) break;
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
 * @param maxFieldBytes the most bytes one text field may have.
 * @throws BrokenFormError
 */
export async function* readFormParts(
  request: Request,
  maxFieldBytes: number,
): AsyncGenerator<FormPart> {
  const events = readEvents(request, maxFieldBytes);
  for await (const event of { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) }) {
    if (event.kind === "field") yield event;
    if (event.kind === "file") yield { ...event, chunks: chunksOfFile(events) };
  }
}
