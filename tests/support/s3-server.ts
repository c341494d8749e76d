import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { readXml, xmlText } from "~/domain/uploads/receiving/s3-replies.server";
import { corsConfiguration } from "../../workers/cli/bucket-rules";
import { memoryBucket, REFUSALS, Refused, type StoredObject, signatureRefusal } from "./s3-bucket";

/** An S3 server over HTTP with one empty bucket, in memory. */
export interface S3Server {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The settings of an app that stores its files here. */
  settings: Record<string, string>;
  /** Method and path with query of every request so far. */
  requests: string[];
  /** The open multipart uploads. */
  openUploads: () => string[];
  /** Everything in the bucket, by key. */
  objects: () => { key: string; bytes: Buffer }[];
  stop: () => Promise<void>;
}

interface Call {
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

const ERRORS: Record<string, readonly [number, string]> = {
  ...REFUSALS,
  AccessDenied: [403, "Access denied."],
  AccessForbidden: [403, "The bucket does not allow this to pages of this site."],
  AuthorizationHeaderMalformed: [400, "The authorization is not for this region and day."],
  AuthorizationQueryParametersError: [400, "A link lives from a second to a week."],
  InvalidAccessKeyId: [403, "Nobody has this access key."],
  MissingContentLength: [411, "A PUT needs a Content-Length."],
  NoSuchBucket: [404, "There is no bucket of this name."],
  NotImplemented: [501, "This server has no such operation."],
  RequestTimeTooSkewed: [403, "The request's time is more than 15 minutes off."],
  SignatureDoesNotMatch: [403, "The signature is not that of this request."],
};

const element = (name: string, ...children: string[]) => `<${name}>${children.join("")}</${name}>`;
const leaf = (name: string, text: string | number | boolean) =>
  element(name, xmlText(String(text)));

function xmlAnswer(status: number, root: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
  return { status, body, headers: { "Content-Type": "application/xml" } };
}

function failure(code: string): Answer {
  const [status, message] = ERRORS[code] ?? [500, "An unknown failure."];
  const fields = [leaf("Code", code), leaf("Message", message), leaf("RequestId", randomUUID())];
  return xmlAnswer(status, element("Error", ...fields));
}

/** First and last byte of a Range header; undefined where it is to be ignored. */
function parseRange(header: string | undefined, size: number): [number, number] | undefined {
  const [, start = "", end = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (start === "" && end === "") return undefined;
  if (start !== "" && end !== "" && Number(start) > Number(end)) return undefined;
  const first = start === "" ? Math.max(size - Number(end), 0) : Number(start);
  if (first >= size) throw new Refused("InvalidRange");
  return [first, start === "" || end === "" ? size - 1 : Math.min(Number(end), size - 1)];
}

function objectAnswer(
  { bytes, etag, contentType, metadata, modifiedAt }: StoredObject,
  range?: string,
) {
  const byteRange = parseRange(range, bytes.length);
  const [first, last] = byteRange ?? [0, bytes.length - 1];
  const headers = {
    "Content-Type": contentType,
    "Content-Length": String(last - first + 1),
    ETag: `"${etag}"`,
    "Last-Modified": modifiedAt.toUTCString(),
    "Accept-Ranges": "bytes",
    ...metadata,
    ...(byteRange && { "Content-Range": `bytes ${first}-${last}/${bytes.length}` }),
  };
  return { status: byteRange ? 206 : 200, headers, body: bytes.subarray(first, last + 1) };
}

/** The parts in the body of CompleteMultipartUpload. */
function partsNamed(body: Buffer): { number: number; etag: string }[] {
  try {
    const root = readXml(body.toString());
    if (root.name !== "CompleteMultipartUpload") throw new Refused("MalformedXML");
    return root.children.map(({ name, children }) => {
      const text = (name: string) => children.find((child) => child.name === name)?.text ?? "";
      const number = Number(text("PartNumber") || Number.NaN);
      if (name !== "Part" || !Number.isInteger(number)) throw new Refused("MalformedXML");
      return { number, etag: text("ETag").replaceAll('"', "") };
    });
  } catch {
    throw new Refused("MalformedXML");
  }
}

/** The operations by method and query parameters. */
function createOperations(name: string, maxKeys: number) {
  const bucket = memoryBucket(maxKeys);
  const uploadId = ({ query }: Call) => query.get("uploadId") ?? "";
  const contentType = ({ headers }: Call) => headers["content-type"] ?? "binary/octet-stream";
  const storedReply = (etag: string): Answer => ({ status: 200, headers: { ETag: `"${etag}"` } });
  const metadataOf = ({ headers }: Call) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([header, value]) =>
        header.startsWith("x-amz-meta-") ? [[header, String(value)]] : [],
      ),
    );
  const read = ({ key, headers }: Call) => objectAnswer(bucket.get(key), headers.range);
  const answers: Record<string, (call: Call) => Answer> = {
    "GET object": read,
    "HEAD object": read,
    "PUT object": (call) =>
      storedReply(bucket.put(call.key, call.body, contentType(call), metadataOf(call))),
    "DELETE object": ({ key }) => {
      bucket.delete(key);
      return { status: 204 };
    },
    "POST object uploads": (call) => {
      const id = bucket.open(call.key, contentType(call), metadataOf(call));
      const fields = [leaf("Bucket", name), leaf("Key", call.key), leaf("UploadId", id)];
      return xmlAnswer(200, element("InitiateMultipartUploadResult", ...fields));
    },
    "PUT object partNumber uploadId": (call) => {
      const number = Number(call.query.get("partNumber") || Number.NaN);
      return storedReply(bucket.putPart(call.key, uploadId(call), number, call.body));
    },
    "POST object uploadId": (call) => {
      const etag = bucket.join(call.key, uploadId(call), partsNamed(call.body));
      const fields = [leaf("Bucket", name), leaf("Key", call.key), leaf("ETag", `"${etag}"`)];
      return xmlAnswer(200, element("CompleteMultipartUploadResult", ...fields));
    },
    "DELETE object uploadId": (call) => {
      bucket.abort(call.key, uploadId(call));
      return { status: 204 };
    },
    "GET bucket uploads": ({ query }) => {
      const uploads = bucket
        .uploadsOf(query.get("prefix") ?? "")
        .map(({ key, uploadId }) =>
          element("Upload", leaf("Key", key), leaf("UploadId", uploadId)),
        );
      return xmlAnswer(
        200,
        element("ListMultipartUploadsResult", leaf("Bucket", name), ...uploads),
      );
    },
    "GET object uploadId": (call) => {
      const parts = bucket
        .partsOf(call.key, uploadId(call))
        .map(({ number, etag, size }) =>
          element(
            "Part",
            ...[leaf("PartNumber", number), leaf("ETag", `"${etag}"`), leaf("Size", size)],
          ),
        );
      return xmlAnswer(200, element("ListPartsResult", leaf("Key", call.key), ...parts));
    },
    "GET bucket list-type": ({ query }) => {
      const prefix = query.get("prefix") ?? "";
      const token = query.get("continuation-token");
      const after = token === null ? undefined : Buffer.from(token, "base64").toString();
      const { keys, truncated } = bucket.list(prefix, after);
      const nextToken = Buffer.from(keys.at(-1) ?? "").toString("base64");
      const contents = keys.map((key) => {
        const { bytes, etag, modifiedAt } = bucket.get(key);
        const properties = [
          leaf("LastModified", modifiedAt.toISOString()),
          leaf("ETag", `"${etag}"`),
        ];
        return element("Contents", leaf("Key", key), ...properties, leaf("Size", bytes.length));
      });
      const counts = [leaf("KeyCount", keys.length), leaf("MaxKeys", maxKeys)];
      const continuation = truncated ? [leaf("NextContinuationToken", nextToken)] : [];
      const head = [leaf("Name", name), leaf("Prefix", prefix), ...counts];
      const all = [...head, leaf("IsTruncated", truncated), ...continuation, ...contents];
      return xmlAnswer(200, element("ListBucketResult", ...all));
    },
  };
  const objects = () => bucket.list("").keys.map((key) => ({ key, bytes: bucket.get(key).bytes }));
  return { answers, openUploads: bucket.openUploads, objects };
}

/** The CORS headers, by the rules that `npm run deploy` sets on R2. */
function corsHeaders(site: string | undefined, headers: IncomingHttpHeaders, method = "") {
  const rule = corsConfiguration(site ?? "").rules.find(
    ({ allowed }) => allowed.origins.includes(headers.origin ?? "") && headers.origin,
  );
  const headerNames = (headers["access-control-request-headers"] ?? "")
    .toLowerCase()
    .split(/\s*,\s*/)
    .filter((name) => name !== "");
  if (!rule?.allowed.methods.includes(method)) return undefined;
  if (!headerNames.every((name) => rule.allowed.headers.includes(name))) return undefined;
  return {
    "Access-Control-Allow-Origin": headers.origin ?? "",
    "Access-Control-Expose-Headers": rule.exposeHeaders.join(", "),
    Vary: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method",
    preflight: {
      "Access-Control-Allow-Methods": rule.allowed.methods.join(", "),
      "Access-Control-Allow-Headers": headerNames.join(", "),
      "Access-Control-Max-Age": String(rule.maxAgeSeconds),
    },
  };
}

/**
 * Starts a server with the operations of S3 that the product uses, which verifies signatures as S3 does.
 * It answers NotImplemented to other operations.
 * @param origin the only site whose pages may use the bucket; by default none.
 * @param maxKeys keys per page of a list; by default as many as S3.
 */
export async function startS3Server({
  origin,
  maxKeys = 1000,
  copySource = () => {
    throw new Refused("NoSuchKey");
  },
}: {
  origin?: string;
  maxKeys?: number;
  /** The bytes of an object of another bucket, by `/bucket/key`. */
  copySource?: (source: string) => Buffer;
} = {}): Promise<S3Server> {
  const owner = { accessKeyId: "TESTACCESSKEY", secretAccessKey: "a/secret+of=the-tests" };
  const bucket = "artist-files";
  const { answers, openUploads, objects } = createOperations(bucket, maxKeys);
  const requests: string[] = [];

  function answer(request: IncomingMessage, body: Buffer): Answer {
    const { method = "", url: target = "", headers } = request;
    if (method === "OPTIONS") {
      const cors = corsHeaders(origin, headers, headers["access-control-request-method"]);
      if (!cors) return failure("AccessForbidden");
      const { preflight, ...rest } = cors;
      return { status: 200, headers: { ...rest, ...preflight } };
    }
    const refusal = signatureRefusal({ method, target, headers }, owner, new Date());
    if (refusal) return failure(refusal);
    if (method === "PUT" && headers["content-length"] === undefined)
      return failure("MissingContentLength");
    const [path = "", search = ""] = target.split(/\?(.*)/s);
    const [, bucketName = "", ...rest] = path.split("/").map(decodeURIComponent);
    if (bucketName !== bucket) return failure("NoSuchBucket");
    const key = rest.join("/");
    const query = new URLSearchParams(search);
    const operationParts = [...query.keys()]
      .filter((word) => !/^(X-Amz-.*|prefix|continuation-token)$/.test(word))
      .sort();
    const source = headers["x-amz-copy-source"];
    const run = answers[[method, key === "" ? "bucket" : "object", ...operationParts].join(" ")];
    if (!run) return failure("NotImplemented");
    try {
      const { preflight: _, ...cors } = corsHeaders(origin, headers, method) ?? {};
      const reply = run({
        ...{ key, query, headers },
        body: source === undefined ? body : copySource(String(source)),
      });
      return { ...reply, headers: { ...cors, ...reply.headers } };
    } catch (error) {
      if (error instanceof Refused) return failure(error.code);
      throw error;
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(`${request.method} ${request.url}`);
    // Reading throws where the client disconnects, so that nothing is stored.
    const body = Buffer.concat(await request.toArray());
    const { status, headers, body: replyBody } = answer(request, body);
    response.writeHead(status, headers);
    response.end(request.method === "HEAD" ? undefined : replyBody);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  // A connection that is closed just when it is reused would look like an outage.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    bucket,
    ...owner,
    settings: {
      R2_S3_ENDPOINT: endpoint,
      R2_S3_BUCKET: bucket,
      R2_S3_ACCESS_KEY_ID: owner.accessKeyId,
      R2_S3_SECRET_ACCESS_KEY: owner.secretAccessKey,
    },
    requests,
    openUploads,
    objects,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
