import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Why S3 refuses a request, by its own codes. */
type Refusal =
  | "AccessDenied"
  | "AuthorizationHeaderMalformed"
  | "AuthorizationQueryParametersError"
  | "InvalidAccessKeyId"
  | "RequestTimeTooSkewed"
  | "SignatureDoesNotMatch";

interface SignedRequest {
  method: string;
  /** Path and query as they came over the wire. */
  target: string;
  headers: IncomingHttpHeaders;
}

/** What a request says about its own signature, in its query or in its headers. */
interface Claim {
  accessKeyId: string;
  /** `{date}/{region}/s3/aws4_request` */
  scope: string;
  stamp: string;
  signedHeaders: string[];
  signature: string;
  payload: string;
  /** Seconds that a link lives. */
  lasting?: number;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const SKEW_MS = 15 * 60_000;
const WEEK_SECONDS = 604_800;

const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

/** Every byte but letters, digits, `-._~` as %XX, as the signing rules say. */
function uriEncoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return /[\w.~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}

function queryOf(target: string): [string, string][] {
  const at = target.indexOf("?");
  const query = at < 0 ? "" : target.slice(at + 1);
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
  const query = new Map(queryOf(target));
  const get = (name: string) => query.get(`X-Amz-${name}`) ?? "";
  if (get("Algorithm") !== ALGORITHM) return undefined;
  return {
    ...splitCredential(get("Credential")),
    stamp: get("Date"),
    signedHeaders: get("SignedHeaders").split(";"),
    signature: get("Signature"),
    payload: "UNSIGNED-PAYLOAD",
    lasting: /^\d{1,7}$/.test(get("Expires")) ? Number(get("Expires")) : Number.NaN,
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

/** What is wrong with the time of a claim. */
function timeRefusal({ stamp, lasting }: Claim, now: Date): Refusal | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signedAt)) return "AccessDenied";
  if (lasting === undefined)
    return Math.abs(now.getTime() - signedAt) > SKEW_MS ? "RequestTimeTooSkewed" : undefined;
  if (!(lasting >= 1 && lasting <= WEEK_SECONDS)) return "AuthorizationQueryParametersError";
  return now.getTime() > signedAt + lasting * 1000 ? "AccessDenied" : undefined;
}

/** The signature that a request should have. Written from the published rules of Signature 4. */
export function expectedSignature(
  { method, target, headers }: SignedRequest,
  { scope, stamp, signedHeaders, payload }: Claim,
  secret: string,
): string {
  const path = decodeURIComponent(target.split("?")[0] ?? "");
  const query = queryOf(target)
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
 * Why a request is to be refused; undefined when it was signed with the secret, for this address, by
 * these headers and at this time. A raw `+` in a query is refused, since servers disagree about it.
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
  const late = timeRefusal(claim, now);
  if (late) return late;
  const expectedBytes = Buffer.from(expectedSignature(request, claim, owner.secretAccessKey));
  const signatureBytes = Buffer.from(claim.signature);
  const same =
    signatureBytes.length === expectedBytes.length &&
    timingSafeEqual(signatureBytes, expectedBytes);
  return same ? undefined : "SignatureDoesNotMatch";
}
