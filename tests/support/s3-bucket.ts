import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The refusals of a bucket by S3's codes, with status and message. */
export const REFUSALS = {
  EntityTooSmall: [400, "A part but the last is smaller than 5 MiB."],
  InvalidArgument: [400, "Part numbers go from 1 to 10,000."],
  InvalidPart: [400, "A part was not found, its etag differs, or the parts differ in size."],
  InvalidPartOrder: [400, "The parts are not in ascending order."],
  InvalidRange: [416, "The range begins behind the end of the object."],
  MalformedXML: [400, "The body is not what the operation asks for."],
  NoSuchKey: [404, "There is no object of this key."],
  NoSuchUpload: [404, "There is no such upload; it may have been aborted or completed."],
} as const;

/** Thrown for a call that a bucket refuses. */
export class Refused extends Error {
  constructor(readonly code: keyof typeof REFUSALS) {
    super(code);
  }
}

export interface StoredObject {
  bytes: Buffer;
  contentType: string;
  /** The headers x-amz-meta-…. */
  metadata: Record<string, string>;
  /** Without quotes: the MD5 of its bytes, or of its parts' MD5s with their number. */
  etag: string;
  modifiedAt: Date;
}

interface Upload {
  key: string;
  contentType: string;
  metadata: Record<string, string>;
  parts: Map<number, { bytes: Buffer; etag: string }>;
}

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PART_NUMBER = 10_000;

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

/**
 * A bucket in memory with the rules of R2: all parts but the last have one size, and a completed upload
 * no longer exists.
 * @param maxKeys keys per page of a list.
 */
export function memoryBucket(maxKeys: number) {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Upload>();

  function findUpload(key: string, uploadId: string): Upload {
    const upload = uploads.get(uploadId);
    if (upload?.key !== key) throw new Refused("NoSuchUpload");
    return upload;
  }

  return {
    openUploads: () => [...uploads.keys()],
    /** The open uploads of keys that begin so. */
    uploadsOf: (prefix: string) =>
      [...uploads].flatMap(([uploadId, { key }]) =>
        key.startsWith(prefix) ? [{ key, uploadId }] : [],
      ),
    /** The parts that an upload has, by number. */
    partsOf: (key: string, uploadId: string) =>
      [...findUpload(key, uploadId).parts]
        .sort(([a], [b]) => a - b)
        .map(([number, { bytes, etag }]) => ({ number, etag, size: bytes.length })),
    put(key: string, bytes: Buffer, contentType: string, metadata = {}): string {
      const etag = md5(bytes);
      objects.set(key, { bytes, contentType, metadata, etag, modifiedAt: new Date() });
      return etag;
    },
    get(key: string): StoredObject {
      const object = objects.get(key);
      if (!object) throw new Refused("NoSuchKey");
      return object;
    },
    /** Deleting a missing object is no error. */
    delete: (key: string) => void objects.delete(key),
    /** A page of keys in byte order. @param after the last key of the page before. */
    list(prefix: string, after?: string) {
      const all = [...objects.keys()]
        .filter((key) => key.startsWith(prefix))
        .map((key) => Buffer.from(key))
        .filter((key) => after === undefined || key.compare(Buffer.from(after)) > 0)
        .sort((a, b) => a.compare(b))
        .map(String);
      return { keys: all.slice(0, maxKeys), truncated: all.length > maxKeys };
    },
    open(key: string, contentType: string, metadata = {}): string {
      const uploadId = randomUUID().replaceAll("-", "");
      uploads.set(uploadId, { key, contentType, metadata, parts: new Map() });
      return uploadId;
    },
    putPart(key: string, uploadId: string, number: number, bytes: Buffer): string {
      const { parts } = findUpload(key, uploadId);
      if (!(Number.isInteger(number) && number >= 1 && number <= MAX_PART_NUMBER))
        throw new Refused("InvalidArgument");
      const etag = md5(bytes);
      parts.set(number, { bytes, etag });
      return etag;
    },
    /** Joins the named parts and drops all others. */
    join(key: string, uploadId: string, namedParts: { number: number; etag: string }[]): string {
      const { parts, contentType, metadata } = findUpload(key, uploadId);
      if (namedParts.length === 0) throw new Refused("MalformedXML");
      if (
        namedParts.some(
          ({ number }, index) => index > 0 && number <= (namedParts[index - 1]?.number ?? 0),
        )
      )
        throw new Refused("InvalidPartOrder");
      const partBytes = namedParts.map(({ number, etag }) => {
        const part = parts.get(number);
        if (part?.etag !== etag) throw new Refused("InvalidPart");
        return part.bytes;
      });
      const fullParts = partBytes.slice(0, -1);
      if (fullParts.some(({ length }) => length < MIN_PART_BYTES))
        throw new Refused("EntityTooSmall");
      if (new Set(fullParts.map(({ length }) => length)).size > 1) throw new Refused("InvalidPart");
      const sums = Buffer.concat(namedParts.map(({ etag }) => Buffer.from(etag, "hex")));
      const etag = `${md5(sums)}-${namedParts.length}`;
      objects.set(key, {
        bytes: Buffer.concat(partBytes),
        contentType,
        metadata,
        etag,
        modifiedAt: new Date(),
      });
      uploads.delete(uploadId);
      return etag;
    },
    abort(key: string, uploadId: string): void {
      findUpload(key, uploadId);
      uploads.delete(uploadId);
    },
  };
}

/** S3's codes for refused requests. */
type Refusal =
  | "AccessDenied"
  | "AuthorizationHeaderMalformed"
  | "AuthorizationQueryParametersError"
  | "InvalidAccessKeyId"
  | "RequestTimeTooSkewed"
  | "SignatureDoesNotMatch";

interface SignedRequest {
  method: string;
  /** Path and query as received. */
  target: string;
  headers: IncomingHttpHeaders;
}

/** The signature of a request, from its query or headers. */
interface Claim {
  accessKeyId: string;
  /** `{date}/{region}/s3/aws4_request` */
  scope: string;
  stamp: string;
  signedHeaders: string[];
  signature: string;
  payload: string;
  /** Lifetime of a link. */
  lifetimeSeconds?: number;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const SKEW_MS = 15 * 60_000;
const WEEK_SECONDS = 604_800;

const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

/** Encodes every byte but letters, digits and `-._~` as %XX, as the signing rules require. */
function uriEncoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return /[\w.~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}

function parseQuery(target: string): [string, string][] {
  const queryStart = target.indexOf("?");
  const query = queryStart < 0 ? "" : target.slice(queryStart + 1);
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [decodeURIComponent(name), decodeURIComponent(value.join("="))];
    });
}

function splitCredential(credential: string) {
  const [accessKeyId = "", ...scope] = credential.split("/");
  return { accessKeyId, scope: scope.join("/") };
}

function claimInQuery(target: string): Claim | undefined {
  const query = new Map(parseQuery(target));
  const get = (name: string) => query.get(`X-Amz-${name}`) ?? "";
  if (get("Algorithm") !== ALGORITHM) return undefined;
  return {
    ...splitCredential(get("Credential")),
    stamp: get("Date"),
    signedHeaders: get("SignedHeaders").split(";"),
    signature: get("Signature"),
    payload: "UNSIGNED-PAYLOAD",
    lifetimeSeconds: /^\d{1,7}$/.test(get("Expires")) ? Number(get("Expires")) : Number.NaN,
  };
}

function claimInHeaders(headers: IncomingHttpHeaders): Claim | undefined {
  const [algorithm, rest] = (headers.authorization ?? "").split(/ (.*)/);
  if (algorithm !== ALGORITHM || rest === undefined) return undefined;
  const fields = new Map(
    rest.split(/,\s*/).map((field) => field.split(/=(.*)/) as [string, string]),
  );
  return {
    ...splitCredential(fields.get("Credential") ?? ""),
    stamp: String(headers["x-amz-date"]),
    signedHeaders: (fields.get("SignedHeaders") ?? "").split(";"),
    signature: fields.get("Signature") ?? "",
    payload: String(headers["x-amz-content-sha256"]),
  };
}

/** The refusal of a claim by its time. */
function timeRefusal({ stamp, lifetimeSeconds }: Claim, now: Date): Refusal | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signedAt)) return "AccessDenied";
  if (lifetimeSeconds === undefined)
    return Math.abs(now.getTime() - signedAt) > SKEW_MS ? "RequestTimeTooSkewed" : undefined;
  if (!(lifetimeSeconds >= 1 && lifetimeSeconds <= WEEK_SECONDS))
    return "AuthorizationQueryParametersError";
  return now.getTime() > signedAt + lifetimeSeconds * 1000 ? "AccessDenied" : undefined;
}

/** The expected signature of a request, by the published rules of Signature Version 4. */
export function expectedSignature(
  { method, target, headers }: SignedRequest,
  { scope, stamp, signedHeaders, payload }: Claim,
  secret: string,
): string {
  const path = decodeURIComponent(target.split("?")[0] ?? "");
  const query = parseQuery(target)
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${uriEncoded(name)}=${uriEncoded(value)}`)
    .sort();
  const canonical = [
    method,
    path.split("/").map(uriEncoded).join("/"),
    query.join("&"),
    ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders.join(";"),
    payload,
  ].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const [date = "", region = "", service = ""] = scope.split("/");
  const key = [region, service, "aws4_request"].reduce(hmac, hmac(`AWS4${secret}`, date));
  return hmac(key, [ALGORITHM, stamp, scope, digest].join("\n")).toString("hex");
}

/**
 * The refusal of a request; undefined when its signature is valid. A raw `+` in a query is refused,
 * since servers interpret it differently.
 */
export function signatureRefusal(
  request: SignedRequest,
  owner: { accessKeyId: string; secretAccessKey: string },
  now: Date,
): Refusal | undefined {
  const { target, headers } = request;
  const claim = claimInQuery(target) ?? claimInHeaders(headers);
  if (!claim) return "AccessDenied";
  if (claim.accessKeyId !== owner.accessKeyId) return "InvalidAccessKeyId";
  if (claim.scope !== `${claim.stamp.slice(0, 8)}/auto/s3/aws4_request`)
    return "AuthorizationHeaderMalformed";
  const unsignedHeaders = Object.keys(headers).filter(
    (name) => (name === "host" || name.startsWith("x-amz-")) && !claim.signedHeaders.includes(name),
  );
  if (unsignedHeaders.length > 0 || target.split("?")[1]?.includes("+")) return "AccessDenied";
  const refusal = timeRefusal(claim, now);
  if (refusal) return refusal;
  const expectedBytes = Buffer.from(expectedSignature(request, claim, owner.secretAccessKey));
  const signatureBytes = Buffer.from(claim.signature);
  const same =
    signatureBytes.length === expectedBytes.length &&
    timingSafeEqual(signatureBytes, expectedBytes);
  return same ? undefined : "SignatureDoesNotMatch";
}
