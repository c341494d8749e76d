import { AwsV4Signer } from "aws4fetch";
import type { Clock } from "~/platform/clock";
import type { Fetcher } from "~/platform/http-client";
import { errorCode } from "./s3-replies.server";

/** How a bucket is reached by S3. */
export interface S3Access {
  /** Address without a path, such as `https://{account}.r2.cloudflarestorage.com`. */
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A refusal or a failure of an S3 server. The message names no key, address or credential. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  constructor(
    operation: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** S3's own code, such as `NoSuchUpload`. */
    readonly code = "",
  ) {
    const answer = status === 0 ? "did not answer" : `answered ${status} ${code}`.trim();
    super(`The S3 server ${answer} to ${operation}.`);
  }
}

/** One call. */
export interface S3Call {
  /** S3's name of it, for errors. */
  operation: string;
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Left out for calls about the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: ReadableStream | Uint8Array | string;
  /**
   * Bytes of the body, for a stream: S3 takes none of unknown length. Workers pass over it and ask
   * the stream itself, so it must be a request's, a reply's or a FixedLengthStream's.
   */
  length?: number;
  /** Statuses beside 2xx that are an answer. */
  accept?: number[];
  /** Carries bytes of a file, on whatever line they have to take: no limit on its time. */
  noTimeout?: true;
}

/** The longest that a call without bytes of a file may take; joining is the slowest of them. */
const TIMEOUT_MS = 60_000;

/** S3 wants everything but these encoded (RFC 3986), more than encodeURIComponent does. */
function encodeStrict(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** @throws Error for a key that an address cannot carry unchanged, such as one with `/../`. */
function toAddress({ endpoint, bucket }: S3Access, { key, query = {} }: S3Call): string {
  const names = key === undefined ? [bucket] : [bucket, ...key.split("/")];
  const path = `/${names.map(encodeStrict).join("/")}`;
  const address = new URL(endpoint + path);
  if (address.pathname !== path) throw new Error("S3 addresses cannot carry this key.");
  const pairs = Object.entries(query).map(([name, value]) => `${encodeStrict(name)}=${encodeStrict(value)}`);
  return pairs.length > 0 ? `${address}?${pairs.join("&")}` : address.href;
}

/** A time as signatures have it: `20261121T090000Z`. */
function formatTimestamp(time: Date): string {
  return time.toISOString().replace(/[:-]|\.\d{3}/g, "");
}

/** Signed calls and signed addresses of one bucket, addressed by path. */
export function s3Requests(access: S3Access, clock: Clock, fetcher: Fetcher) {
  const signer = (call: S3Call, signedAt: Date, signQuery: boolean) =>
    new AwsV4Signer({
      method: call.method,
      url: toAddress(access, call),
      headers: call.headers,
      accessKeyId: access.accessKeyId,
      secretAccessKey: access.secretAccessKey,
      service: "s3",
      region: "auto",
      datetime: formatTimestamp(signedAt),
      signQuery,
      // Else the signer leaves the length out of what it signs. Calls of ours get theirs after signing.
      allHeaders: signQuery,
    });
  return {
    /**
     * Sends one call.
     * @throws S3Error for an answer that is neither 2xx nor in `accept`, and for none.
     */
    async send(call: S3Call): Promise<Response> {
      const { method, url, headers } = await signer(call, clock(), false).sign();
      if (call.length !== undefined) headers.set("Content-Length", String(call.length));
      // Typed arrays of shared memory, which no body may be, exist in no worker.
      const body = call.body as BodyInit | undefined;
      const duplexOption = body instanceof ReadableStream && { duplex: "half" };
      const signal = call.noTimeout ? undefined : AbortSignal.timeout(TIMEOUT_MS);
      const options = { method, headers, body, signal, redirect: "manual", ...duplexOption } as const;
      const request = new Request(url, options);
      const response = await fetcher(request).catch(() => {
        throw new S3Error(call.operation, 0);
      });
      if (response.ok || call.accept?.includes(response.status)) return response;
      throw new S3Error(call.operation, response.status, errorCode(await response.text()));
    },
    /**
     * The address that lets whoever holds it make this call until it expires (7 days at most), with
     * a body of its `length` only: the signature covers the header, which browsers set themselves.
     */
    async link(call: S3Call & { length: number }, expires: Date): Promise<string> {
      const from = new Date(Math.min(clock().getTime(), expires.getTime() - 1000));
      const seconds = Math.floor((expires.getTime() - from.getTime()) / 1000);
      const query = { ...call.query, "X-Amz-Expires": String(Math.min(seconds, 604_800)) };
      const headers = { ...call.headers, "Content-Length": String(call.length) };
      return (await signer({ ...call, query, headers }, from, true).sign()).url.href;
    },
  };
}
