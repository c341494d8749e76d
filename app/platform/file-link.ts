import { addDays } from "./clock";
import type { LinkKeys } from "./link-keys";
import { isSignatureOf, signatureOf } from "./signed-link";

export const FILE_LINK_DAYS = 180;

const DAY_SECONDS = 86_400;
const toUnixSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** The signed text. No path begins like this, so no other signature is valid for it. */
const signedText = (path: string, expires: string, issuedAt: string, keyId: string) =>
  `file-link\n${path}\n${expires}\n${issuedAt}\n${keyId}`;

/**
 * Signs the path of a file, so that its address works for 180 days. The address has its time of
 * issue, so that earlier ones can be revoked, and the id of its key.
 */
export async function signFileLink({ secret, keys }: LinkKeys, path: string, issuedAt: Date) {
  const [key = { id: "", secret }] = keys;
  const from = String(toUnixSeconds(issuedAt));
  const expires = String(toUnixSeconds(addDays(issuedAt, FILE_LINK_DAYS)));
  const signature = await signatureOf(key.secret, signedText(path, expires, from, key.id));
  const keyPart = key.id ? `&key=${key.id}` : "";
  return `${path}?issued=${from}${keyPart}&expires=${expires}&signature=${signature}`;
}

type FileLinkVerdict =
  /** No signature: access needs another reason. */
  | { kind: "none" }
  /** Not signed by a known key. */
  | { kind: "unknown" }
  | { kind: "expired" }
  /** `issued` in Unix seconds; the caller checks whether it was revoked. */
  | { kind: "signed"; issued: number };

const SECONDS = /^[1-9]\d{0,11}$/;

/** The value of a parameter; null for none, undefined for several. */
function singleValue(url: URL, name: string): string | null | undefined {
  const [value = null, ...others] = url.searchParams.getAll(name);
  return others.length > 0 ? undefined : value;
}

export async function verifyFileLink(
  { secret, keys }: LinkKeys,
  url: URL,
  now: Date,
): Promise<FileLinkVerdict> {
  const [signature, expires, issuedAt, keyId] = ["signature", "expires", "issued", "key"].map(
    (name) => singleValue(url, name),
  );
  if (signature === null) return { kind: "none" };
  if (!signature || !expires || !SECONDS.test(expires)) return { kind: "unknown" };
  const isExpired = Number(expires) < now.getTime() / 1000;
  if (issuedAt === null && keyId === null) {
    // Old links have no time of issue; they were issued a fixed time before their end.
    const isOurs = await isSignatureOf(secret, `${url.pathname}\n${expires}`, signature);
    if (!isOurs) return { kind: "unknown" };
    const signedAt = Number(expires) - FILE_LINK_DAYS * DAY_SECONDS;
    return isExpired ? { kind: "expired" } : { kind: "signed", issued: signedAt };
  }
  if (!issuedAt || !SECONDS.test(issuedAt) || keyId === undefined) return { kind: "unknown" };
  const signingSecret = keyId === null ? secret : keys.find(({ id }) => id === keyId)?.secret;
  if (signingSecret === undefined) return { kind: "unknown" };
  const text = signedText(url.pathname, expires, issuedAt, keyId ?? "");
  if (!(await isSignatureOf(signingSecret, text, signature))) return { kind: "unknown" };
  return isExpired ? { kind: "expired" } : { kind: "signed", issued: Number(issuedAt) };
}
