import * as v from "valibot";
import type { Block } from "../compression/blocks.client";
import type { StorageBackendName } from "../storage-backend";
import type { FileRange } from "../stored-bytes";
import type { Departure } from "./send-window";
import {
  type FileRequest,
  parseReply,
  RefusedError,
  TransportError,
  type UploadDeps,
} from "./transport.client";

/** The bytes that one request carries: a whole part, or a piece of one. */
interface PartBytes {
  body: Blob;
  /** Bytes of the file; more than the body has where that is compressed. */
  size: number;
  isWhole: boolean;
  isCompressed: boolean;
}

/** How much of it the server has now, from its first byte on. */
export interface Receipt {
  size: number;
  /** Of a part that went straight to storage. */
  etag?: string | undefined;
}

/** The signed link does not open any more; nothing is wrong with the bytes. */
export class ExpiredLinkError extends Error {
  override readonly name = "ExpiredLinkError";
}

/** The file cannot be read. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** The server takes this range as it is, and not compressed. `isBusy`: others are being unpacked just now. */
export class UncompressedOnlyError extends Error {
  override readonly name = "UncompressedOnlyError";
  constructor(readonly isBusy: boolean) {
    super();
  }
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const partReply = v.object({ number: v.number(), etag: v.string() });
const pieceReply = v.object({ part: v.number(), offset: v.number(), size: count });
const cutReply = v.object({ held: v.pipe(count, v.minValue(1)) });

/**
 * What an answer says. Storage itself answers with a header and no JSON; on our own origin anything
 * but JSON comes from somebody in between.
 */
function readReceipt(
  { size, isWhole }: PartBytes,
  carrier: StorageBackendName,
  { body, etag }: { body: unknown; etag?: string },
): Receipt {
  if (!isWhole && v.is(pieceReply, body)) return { size: Math.min(body.size, size) };
  if (isWhole && carrier === "s3" && etag) return { size, etag };
  if (isWhole && carrier === "own" && v.is(partReply, body)) return { size };
  throw new TransportError("Failed to parse server response", { cut: false });
}

const canReadNow = (bytes: Blob) =>
  bytes
    .slice(0, 1)
    .arrayBuffer()
    .then(
      ({ byteLength }) => byteLength > 0,
      () => false,
    );

const READ_AGAIN_MS = 1_000;

/**
 * Whether bytes can be read: a file that has changed on disk gives none any more. Phones that have taken
 * one back may hand out an empty one. Browsers also stop reading, for a moment, when a page begins to be
 * left, and then it may stay after all.
 */
async function canRead({ pause }: Pick<UploadDeps, "pause">, bytes: Blob, signal: AbortSignal) {
  if (await canReadNow(bytes)) return true;
  await pause(READ_AGAIN_MS, signal);
  return canReadNow(bytes);
}

/** Where and how it goes. */
type Way = Pick<FileRequest, "url" | "drainMs" | "onProgress" | "onSent"> & {
  carrier: StorageBackendName;
};

/**
 * Sends bytes of a part, once.
 * @throws TransportError, RefusedError, ExpiredLinkError, UnreadableError, UncompressedOnlyError.
 */
async function sendPartBytes(
  deps: Pick<UploadDeps, "transport" | "pause">,
  bytes: PartBytes,
  { carrier, ...way }: Way,
  signal: AbortSignal,
): Promise<Receipt> {
  const { body, isCompressed, isWhole, size } = bytes;
  if (!isCompressed && body.size !== size) throw new UnreadableError();
  const answer = await deps.transport.send({ body, ...way }, signal);
  if (answer.kind === "none") {
    // Browsers tell a file that has changed on disk from a lost connection only when it is read.
    const isLost = answer.sentAll || signal.aborted || (await canRead(deps, body, signal));
    if (!isLost) throw new UnreadableError();
    throw new TransportError(answer.text, { cut: true });
  }
  const { status } = answer;
  if (status >= 200 && status < 300) return readReceipt(bytes, carrier, answer);
  if (status === 403) throw new ExpiredLinkError();
  if (!isWhole && v.is(cutReply, answer.body)) return { size: Math.min(answer.body.held, size) };
  if (isCompressed && (status === 400 || status === 415))
    throw new UncompressedOnlyError(status === 415);
  parseReply(answer, v.never());
  throw new RefusedError("Upload failed", status);
}

/**
 * A request that goes alone, on a connection that has just brought an answer, and of which nothing has
 * left by then is not waiting for the link: browsers have been seen to keep one back behind a cut.
 */
const KEPT_BACK_MS = 1_500;

interface PreparedRequest extends FileRange {
  url: string;
  carrier: StorageBackendName;
  block: Block;
  isWhole: boolean;
}

/** @param way `link`: the signed address of the part, or of its pieces. */
export function prepareRequest(
  range: FileRange,
  block: Block,
  { link, ...way }: Pick<PreparedRequest, "carrier" | "isWhole"> & { link: string },
): PreparedRequest {
  const offset = range.offset - range.partStart;
  const query = block.query ? `&${block.query}` : "";
  const url = way.isWhole ? link : `${link}&offset=${offset}${query}`;
  return { ...range, ...way, size: block.size, block, url };
}

/** A request that carries bytes. */
export interface PartRequest extends PreparedRequest {
  departure: Departure;
  /** When it began, in milliseconds. */
  began: number;
  /** Bytes of its body that have left, */
  bytesOut: number;
  /** and when all of them had, in milliseconds. */
  leftAt: number | undefined;
  stop: () => void;
}

/** Bytes of the file that so many bytes of a request's body stand for. */
function fileBytes({ block, size }: PartRequest, bodyBytes: number): number {
  return Math.floor((bodyBytes / Math.max(1, block.body.size)) * size);
}

/** The requests of one upload that are on their way. */
export class PartRequests {
  private readonly requests = new Set<PartRequest>();

  constructor(
    private readonly deps: Pick<UploadDeps, "transport" | "pause" | "now">,
    private readonly signal: AbortSignal,
    /** Called when bytes have left. */
    private readonly onMoved: (request: PartRequest) => void,
  ) {}

  ranges(): FileRange[] {
    return [...this.requests];
  }

  /** Bytes of bodies on their way, whether they have left or not. */
  bodyBytes(): number {
    return [...this.requests].reduce((sum, { block }) => sum + block.body.size, 0);
  }

  /** Bytes that have left and are not acknowledged: on the link, and what they are of the file. */
  bytesOut(): { wire: number; file: number } {
    const sums = { wire: 0, file: 0 };
    for (const request of this.requests) {
      sums.wire += request.bytesOut;
      sums.file += fileBytes(request, request.bytesOut);
    }
    return sums;
  }

  /**
   * Sends a request. `sent` resolves when its bytes have left; never where it ends before.
   * @param drainMs see `FileRequest`.
   */
  send(prepared: PreparedRequest, departure: Departure, drainMs: number) {
    const { deps, signal, requests } = this;
    const { block, isWhole, size, url, carrier } = prepared;
    const { body } = block;
    const controller = new AbortController();
    const stop = () => controller.abort();
    signal.addEventListener("abort", stop, { once: true });
    const began = deps.now();
    const news = { departure, began, bytesOut: 0, leftAt: undefined, stop };
    const request: PartRequest = { ...prepared, ...news };
    requests.add(request);
    let markSent = () => {};
    const sent = new Promise<void>((resolve) => {
      markSent = resolve;
    });
    const onProgress = (bytes: number) => {
      request.bytesOut = Math.min(bytes, body.size);
      this.onMoved(request);
    };
    const onSent = () => {
      request.leftAt = deps.now();
      onProgress(body.size);
      markSent();
    };
    const bytes = { body, size, isWhole, isCompressed: block.query !== undefined };
    const way = { carrier, url, drainMs, onProgress, onSent };
    const answered: Promise<Receipt> = sendPartBytes(deps, bytes, way, controller.signal).finally(
      () => {
        signal.removeEventListener("abort", stop);
        requests.delete(request);
      },
    );
    return { request, sent, answered };
  }

  /** @param answeredAt when the last answer came, in milliseconds. */
  dropKeptBack(answeredAt: number): void {
    const [request, ...others] = this.requests;
    if (!request || others.length > 0 || request.bytesOut > 0) return;
    if (this.deps.now() - Math.max(request.began, answeredAt) > KEPT_BACK_MS) request.stop();
  }
}
