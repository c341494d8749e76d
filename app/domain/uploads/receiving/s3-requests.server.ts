import { AwsV4Signer } from "aws4fetch";
import type { Clock } from "~/platform/clock";
import type { Fetcher } from "~/platform/http-client";
import { errorCode } from "./s3-replies.server";

export interface S3Access {
  /** Without a path, such as `https://{account}.r2.cloudflarestorage.com`. */
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** R2 takes `auto`, which is the default. */
  region?: string | undefined;
}

/** The message contains no key, address or credential. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  constructor(
    operation: string,
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    readonly code = "",
  ) {
    const answer = status === 0 ? "did not answer" : `answered ${status} ${code}`.trim();
    super(`The S3 server ${answer} to ${operation}.`);
  }
}

export interface S3Call {
  operation: string;
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: ReadableStream | Uint8Array | string;
  /**
   * Bytes of a streamed body, which S3 needs. Workers take it from the stream itself, which must be
   * that of a request, a reply or a FixedLengthStream.
   */
  length?: number;
  /** Accepted statuses besides 2xx. */
  accept?: number[];
  /** For calls with bytes of a file. */
  noTimeout?: true;
}

/** For calls without bytes of a file; joining is the slowest. */
const TIMEOUT_MS = 60_000;

/** Encodes all that S3 requires (RFC 3986), more than encodeURIComponent. */
function encodeStrict(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** @throws Error for a key that an address would change, such as one with `/../`. */
function toAddress({ endpoint, bucket }: S3Access, { key, query = {} }: S3Call): string {
  const names = key === undefined ? [bucket] : [bucket, ...key.split("/")];
  const path = `/${names.map(encodeStrict).join("/")}`;
  const address = new URL(endpoint + path);
  if (address.pathname !== path) throw new Error("S3 addresses cannot carry this key.");
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeStrict(name)}=${encodeStrict(value)}`,
  );
  return pairs.length > 0 ? `${address}?${pairs.join("&")}` : address.href;
}

/** As `20261121T090000Z`. */
function formatTimestamp(time: Date): string {
  return time.toISOString().replace(/[:-]|\.\d{3}/g, "");
}

export function s3Requests(access: S3Access, clock: Clock, fetcher: Fetcher) {
  const signer = (call: S3Call, signedAt: Date, signQuery: boolean) =>
    new AwsV4Signer({
      method: call.method,
      url: toAddress(access, call),
      headers: call.headers,
      accessKeyId: access.accessKeyId,
      secretAccessKey: access.secretAccessKey,
      service: "s3",
      region: access.region ?? "auto",
      datetime: formatTimestamp(signedAt),
      signQuery,
      // Signs the length of links; calls get theirs after signing.
      allHeaders: signQuery,
    });
  return {
    /** @throws S3Error without an answer of 2xx or in `accept`. */
    async send(call: S3Call): Promise<Response> {
      const { method, url, headers } = await signer(call, clock(), false).sign();
      const isStream = call.body instanceof ReadableStream;
      // Of bytes, fetch adds it itself; a second one makes the header invalid.
      if (isStream && call.length !== undefined) headers.set("Content-Length", String(call.length));
      // Bodies must not be of shared memory, which workers do not have.
      const body = call.body as BodyInit | undefined;
      const duplexOption = isStream && { duplex: "half" };
      const signal = call.noTimeout ? undefined : AbortSignal.timeout(TIMEOUT_MS);
      const options = {
        method,
        headers,
        body,
        signal,
        redirect: "manual",
        ...duplexOption,
      } as const;
      const request = new Request(url, options);
      const response = await fetcher(request).catch(() => {
        throw new S3Error(call.operation, 0);
      });
      if (response.ok || call.accept?.includes(response.status)) return response;
      throw new S3Error(call.operation, response.status, errorCode(await response.text()));
    },
    /**
     * A link for this call until it expires (at most 7 days), with a body of exactly `length`: the
     * signature covers that header.
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
