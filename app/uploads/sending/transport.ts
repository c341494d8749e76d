/** How a request ended. */
export type Answer =
  | {
      kind: "answer";
      status: number;
      /** The JSON that came; undefined when it was none. */
      body: unknown;
      etag?: string;
      retryAfterMs?: number;
    }
  /** Nobody answered. `text` is the specification's; section 8. */
  | {
      kind: "none";
      text: "Network error" | "Upload timeout";
      /** Whether all bytes had left, so that it may have arrived all the same. */
      sentAll: boolean;
    };

/** A call with a JSON body, or without one. */
export interface Ask {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: object;
  /** The longest it may take, in milliseconds. */
  limitMs: number;
}

/** A request that carries a file, or a part of one. */
export interface Send {
  method: "PUT" | "POST";
  url: string;
  body: Blob | FormData;
  /** The longest it may take, in milliseconds; without one only standing still ends it. */
  limitMs?: number;
  /**
   * Milliseconds beyond the stall limit that the answer may take once all bytes have left: systems
   * take more bytes than a slow link has carried.
   */
  drainMs: number;
  /** Bytes that have left the browser by now. */
  onProgress: (bytes: number) => void;
  /** All bytes have left the browser; the answer is still to come. */
  onSent: () => void;
}

/** The way to the label. Never rejects: when `signal` aborts, nobody has answered. */
export interface Transport {
  ask(call: Ask, signal: AbortSignal): Promise<Answer>;
  send(request: Send, signal: AbortSignal): Promise<Answer>;
}

/** A request without a byte of progress for this long is dropped and made again (design, 4). */
export const STALL_MS = 45_000;

/** The specified limit of one request (5 minutes; specification, section 9). */
export const REQUEST_MS = 300_000;
