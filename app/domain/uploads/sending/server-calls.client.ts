import * as v from "valibot";
import { throwIfAborted } from "~/platform/formats/abort";
import type { Hashes } from "../reading/ingest-file.client";
import { STORAGE_BACKENDS } from "../storage-backend";
import { PART_BYTES, PART_LINK_MINUTES, partCount } from "../upload-plan";
import type { FileRecord } from "./slot-records.client";
import {
  type JsonRequest,
  parseReply,
  REQUEST_MS,
  type RefusedError,
  STALL_MS,
  type Transport,
  TransportError,
  type UploadDeps,
} from "./transport.client";

/** A part that went straight to storage, which only the browser knows of. */
export interface StoredPart {
  number: number;
  etag: string;
}

/** Parts that went straight to storage and that the server does not know of yet. */
export interface UnreportedParts {
  read(): readonly StoredPart[];
  write(parts: readonly StoredPart[]): void;
}

/** One file, with what sending it needs. */
export interface FileJob {
  /** What the server is told of it before it comes. */
  file: Omit<FileRecord, "at" | "copy" | "unreported">;
  /** The bytes of the file, from where they are read by now. */
  bytes(): Blob;
  /** Goes over to the copy kept on this device. @returns false when there is none. */
  recover(): Promise<boolean>;
  /** SHA-256 of a small file at once, in hexadecimal digits. @throws FileChangedError */
  sha256(): Promise<string>;
  /** Resolves when the whole file was read; with nothing where it could not be hashed. */
  hashes(partSize: number): Promise<Hashes | undefined>;
  /** In LUFS, where it was listened to by now. */
  loudness(): number | undefined;
  /** SHA-256 of all of it, where that is known by now. */
  sha256Known(): string | undefined;
  /** The choice of it has made a version of its slot. */
  onVersion(version: number): void;
  /** The upload that the server has all of, where this device has no bytes: it is only finished. */
  arrived?: string;
  /** Waits until this file may send. @returns what ends its turn; calling it again is harmless. */
  turn(signal: AbortSignal): Promise<() => void>;
  /** Parts of an upload that went straight to storage; kept over a reload. */
  unreported(uploadId: string): UnreportedParts;
}

/** A file the server has, whole and judged. */
export interface StoredFile {
  uploadId: string;
  url: string;
}

const number = v.pipe(v.number(), v.integer(), v.minValue(0));
const pieceSchema = v.object({ part: number, offset: number, size: number });

const openedSchema = v.object({
  uploadId: v.string(),
  uploadUrl: v.string(),
  /** Where the pieces of part 1 go; without it that has to be asked for. */
  piecesUrl: v.optional(v.string()),
  partSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  held: v.optional(v.array(number), []),
  pieces: v.optional(v.array(pieceSchema), []),
  state: v.optional(v.picklist(["open", "complete"]), "open"),
  /** Whether it was there before, by what the server was told of the file. */
  goesOn: v.optional(v.boolean(), false),
  carrier: v.optional(v.picklist(STORAGE_BACKENDS), "own"),
  /** Whether pieces may come compressed. */
  compression: v.optional(v.boolean(), false),
  url: v.optional(v.string()),
  /** The version of its slot. */
  version: number,
});
/** Whether the server may have this file already, which only the hash of all of it tells. */
const needsHashSchema = v.object({ needsHash: v.literal(true) });
/** An upload as the server has it: `held` and `pieces` need not be sent. */
export type Opened = v.InferOutput<typeof openedSchema>;

const linksSchema = v.object({
  urls: v.array(v.object({ number, url: v.string(), piecesUrl: v.string() })),
});
const statusSchema = v.object({
  state: v.string(),
  size: number,
  partSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  parts: v.array(number),
  pieces: v.optional(v.array(pieceSchema), []),
});
const finishedSchema = v.object({
  url: v.string(),
  fileId: v.string(),
  version: v.optional(number),
});
const STORAGE = "/api/cloud-storage";
const UPLOADS = `${STORAGE}/uploads`;
/** Announces a file, */
export const ANNOUNCE_PATH = `${STORAGE}/upload-url`;
/** or several at once. */
export const ANNOUNCE_TOGETHER_PATH = `${STORAGE}/upload-urls`;

async function call<const S extends v.GenericSchema>(
  transport: Transport,
  ask: Omit<JsonRequest, "limitMs"> & { limitMs?: number },
  schema: S,
  signal: AbortSignal,
): Promise<v.InferOutput<S>> {
  const answer = await transport.ask({ limitMs: STALL_MS, ...ask }, signal);
  throwIfAborted(signal);
  return parseReply(answer, schema);
}

const post = (path: string, body: object) => ({ method: "POST" as const, path, body });

/**
 * Tells the server which file is chosen; it answers with what it has of it already.
 * @param sha256 of all of it; null while that is not known.
 */
export function openCall(
  transport: Transport,
  file: FileJob["file"],
  sha256: string | null,
  signal: AbortSignal,
): Promise<Opened | { needsHash: true }> {
  const { fileName, size: fileSize, type: contentType, kind: fileType, slot } = file;
  const { fingerprint, draftId: sessionId, choice, version } = file;
  const identity = { sessionId, fingerprint, sha256, choice, version };
  const facts = { fileName, fileSize, contentType, fileType, slot };
  const body = { ...facts, ...identity, partSize: PART_BYTES };
  const schema = v.union([openedSchema, needsHashSchema]);
  return call(transport, { ...post(ANNOUNCE_PATH, body), announces: 1 }, schema, signal);
}

/** Has the server sign links to parts. `storedParts` reports parts that went straight to storage. */
async function linksCall(
  transport: Transport,
  uploadId: string,
  numbers: readonly number[],
  storedParts: readonly StoredPart[],
  signal: AbortSignal,
) {
  const body = storedParts.length > 0 ? { numbers, stored: storedParts } : { numbers };
  const path = `${UPLOADS}/${uploadId}/part-urls`;
  return (await call(transport, post(path, body), linksSchema, signal)).urls;
}

/** Asks what the server has of an upload. */
export function statusCall(transport: Transport, uploadId: string, signal: AbortSignal) {
  const path = `${UPLOADS}/${uploadId}`;
  return call(transport, { method: "GET", path }, statusSchema, signal);
}

/** Has the server drop an upload. */
export function dropCall(transport: Transport, uploadId: string, signal: AbortSignal) {
  const path = `${UPLOADS}/${uploadId}`;
  return call(transport, { method: "DELETE", path }, v.unknown(), signal);
}

/** The calls about one upload that go beside its bytes. */
export function controlCalls(transport: Transport, uploadId: string) {
  return {
    status: (signal: AbortSignal) => statusCall(transport, uploadId, signal),
    links: (numbers: readonly number[], storedParts: readonly StoredPart[], signal: AbortSignal) =>
      linksCall(transport, uploadId, numbers, storedParts, signal),
  };
}

/** Asks the server to join the parts and to judge the file. */
export function finishCall(
  transport: Transport,
  uploadId: string,
  facts: {
    hashes?: Hashes | undefined;
    stored: readonly StoredPart[];
    loudness?: number | undefined;
  },
  signal: AbortSignal,
) {
  const { hashes, stored, loudness } = facts;
  const body = { uploadId, ...hashes, ...(stored.length > 0 && { stored }), loudness };
  const ask = post(`${STORAGE}/process-upload`, body);
  return call(transport, { ...ask, limitMs: REQUEST_MS }, finishedSchema, signal);
}

const missingParts = v.object({ missing: v.array(number) });

/** The parts that a refused `process-upload` asks for again; undefined when it asks for none. */
export function requestedParts(error: RefusedError): number[] | undefined {
  const result = v.safeParse(missingParts, error.reply);
  return result.success ? result.output.missing : undefined;
}

/** Where a part goes, and where its pieces go. */
type SignedLink = v.InferOutput<typeof linksSchema>["urls"][number];

/** A link is renewed this long before it expires, so that none runs out on its way. */
const SPARE_MS = 3 * 60_000;
const LIFE_MS = PART_LINK_MINUTES * 60_000 - SPARE_MS;
/** Parts whose links are asked for together; of those straight to storage the server hears then. */
const PARTS_AT_ONCE = 4;

/** The signed links of one upload: kept, and renewed in time. */
export class PartLinks {
  private readonly links = new Map<number, Partial<SignedLink> & { until: number }>();
  private asking: Promise<void> | undefined;

  /** @param first where part 1 goes, which the server has said already. */
  constructor(
    private readonly deps: Pick<UploadDeps, "now">,
    private readonly calls: Pick<ReturnType<typeof controlCalls>, "links">,
    private readonly unreportedParts: UnreportedParts,
    private readonly upload: { size: number; partSize: number },
    first: { url: string; piecesUrl?: string | undefined },
  ) {
    this.links.set(1, { ...first, until: deps.now() + LIFE_MS });
  }

  private find(number: number, isWhole: boolean): string | undefined {
    const link = this.links.get(number);
    if (!link || link.until <= this.deps.now()) return undefined;
    return isWhole ? link.url : link.piecesUrl;
  }

  /** Where a part goes, or its pieces. @throws what asking for it throws. */
  async get(number: number, isWhole: boolean, signal: AbortSignal): Promise<string> {
    if (this.find(number, isWhole) === undefined) await this.asking?.catch(() => undefined);
    if (this.find(number, isWhole) === undefined) await this.ask(number, signal);
    const link = this.find(number, isWhole);
    if (link === undefined)
      throw new TransportError("Failed to parse server response", { cut: false });
    return link;
  }

  /** Has the links of the next part ready before it is its turn. */
  prepare(number: number, signal: AbortSignal): void {
    const { size, partSize } = this.upload;
    const isKnown = this.find(number, true) !== undefined && this.find(number, false) !== undefined;
    if (isKnown || this.asking || number > partCount(size, partSize)) return;
    // What goes wrong is told to whoever needs the link.
    this.ask(number, signal).catch(() => undefined);
  }

  forgetAll(): void {
    this.links.clear();
  }

  private ask(first: number, signal: AbortSignal): Promise<void> {
    const asking = this.request(first, signal).finally(() => {
      if (this.asking === asking) this.asking = undefined;
    });
    this.asking = asking;
    return asking;
  }

  private async request(first: number, signal: AbortSignal): Promise<void> {
    const { size, partSize } = this.upload;
    const last = Math.min(first + PARTS_AT_ONCE - 1, partCount(size, partSize));
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const began = this.deps.now();
    const reported = this.unreportedParts.read();
    const signedLinks = await this.calls.links(numbers, reported, signal);
    for (const link of signedLinks)
      this.links.set(link.number, { ...link, until: began + LIFE_MS });
    const reportedEtags = new Set(reported.map(({ etag }) => etag));
    const { unreportedParts } = this;
    unreportedParts.write(unreportedParts.read().filter(({ etag }) => !reportedEtags.has(etag)));
  }
}
