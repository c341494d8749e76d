import type { StorageBackendName } from "../../storage-backend";
import type { UploadDeps } from "../transport";
import type { Block } from "./blocks.client";
import { type Receipt, sendPartBytes } from "./file-request.client";
import type { FileRange } from "./stored-bytes";

/**
 * A request that goes alone, on a connection that has just brought an answer, and of which nothing has
 * left by then is not waiting for the link: browsers have been seen to keep one back behind a cut.
 */
const KEPT_BACK_MS = 1_500;

/** A request that is about to be sent. */
export interface PreparedRequest extends FileRange {
  url: string;
  carrier: StorageBackendName;
  block: Block;
  isWhole: boolean;
  /** When it begins, in milliseconds. */
  began: number;
}

/** @param way `link`: the signed address of the part, or of its pieces. */
export function prepareRequest(
  range: FileRange,
  block: Block,
  { link, ...way }: Pick<PreparedRequest, "carrier" | "isWhole" | "began"> & { link: string },
): PreparedRequest {
  const offset = range.offset - range.partStart;
  const query = block.query ? `&${block.query}` : "";
  const url = way.isWhole ? link : `${link}&offset=${offset}${query}`;
  return { ...range, ...way, size: block.size, block, url };
}

/** A request that carries bytes. */
export interface SendingRequest extends PreparedRequest {
  /** Bytes of its body that have left. */
  bytesOut: number;
  stop: () => void;
}

/** Bytes of the file that so many bytes of a request's body stand for. */
function fileBytes({ block, size }: SendingRequest, bodyBytes: number): number {
  return Math.floor((bodyBytes / Math.max(1, block.body.size)) * size);
}

/** The requests of one upload that are on their way. */
export class SendingRequests {
  private readonly requests = new Set<SendingRequest>();

  constructor(
    private readonly deps: Pick<UploadDeps, "transport" | "pause" | "now">,
    private readonly signal: AbortSignal,
    /** Called when bytes have left. */
    private readonly onMoved: (request: SendingRequest) => void,
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
   * Sends a request. `sent` resolves when its bytes have left, or it has ended.
   * @param drainMs see `FileRequest`.
   */
  send(prepared: PreparedRequest, drainMs: number) {
    const { deps, signal, requests } = this;
    const { block, isWhole, size, url, carrier } = prepared;
    const { body } = block;
    const controller = new AbortController();
    const stop = () => controller.abort();
    signal.addEventListener("abort", stop, { once: true });
    const request: SendingRequest = { ...prepared, bytesOut: 0, stop };
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
      onProgress(body.size);
      markSent();
    };
    const bytes = { body, size, isWhole, isCompressed: block.query !== undefined };
    const way = { carrier, url, drainMs, onProgress, onSent };
    const answered: Promise<Receipt> = sendPartBytes(deps, bytes, way, controller.signal).finally(
      () => {
        signal.removeEventListener("abort", stop);
        requests.delete(request);
        markSent();
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
